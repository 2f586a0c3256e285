"""Case files changed at random: every one is checked in words, none brings the program down.

By hand, as many as liked: python tests/python/checks/mutated_cases_test.py --count 2000 --seed 7
"""

import argparse
import random
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from program import ROOT, command_of, environment, needs_program

pytestmark = needs_program

SEED = 1
IN_A_START = 25  # starting MPI takes longer than looking at a case
LONGEST = 120  # s of a start

NUMBERS = [
    "0", "-1", "1", "2", "3", "17", "31", "32", "100000", "100001", "-0.0", "1e-308", "5e-324",
    "1e-16", "0.1", "1.5", "1e5", "1e15", "1e18", "1e30", "1e154", "1e200", "1e308", "-1e308",
    "nan", "inf", "-inf", "2147483647", "2147483648", "4294967296", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "0x7f", "1_000", "1e999", "+5", "007",
]  # fmt: skip
TEXTS = [
    '""', '"0"', '"1/0"', '"0/0"', '"1/x"', '"ln(x)"', '"sqrt(y - 10)"', '"exp(1e9*z)"', '"t/0"',
    '"1e308*x*1e308"', '"x"', '"u"', '"sin("', '"((((((x"', '"x y"', '"x = 1"', '"x, y"', '"_"',
    '"x ? y : z"', '"1 ? 2"', '"pi*e"', '"sinn(x)"', '"exact"', '"wall"', '"outflow"', '"symmetry"',
    '"periodic"', '"auto"', '"tensor-direct"', '"schwarz-multigrid"', '"jacobi-cg"', '"fft"',
    '"boomer-amg"', '"x_min"', '"nowhere.msh"', '"."', '"/"', '"../.."', '"/dev/null"',
    '"\\u0000"', '"a\\u0000b"', '"\\u001b[31m"', '"\\n\\r\\t"', '"\\u202e"', '"Größe"', '"粘度"',
    '"🌊"', "'''\nx\n'''", '"' + "x + " * 40 + 'x"', '"' + "n" * 400 + '"', '"' + "(" * 3000 + '"',
    '"' + "-" * 3000 + 'x"', '"' + "x ? " * 1000 + '1"',
]  # fmt: skip
# What most keys take, so that the change shows later than in the reader.
LIKELY_NUMBERS = ["0", "1", "2", "3", "4", "7", "0.5", "1e-3", "1e3", "-1", "-0.5", "1e30", "1e300"]
LIKELY_TEXTS = [
    '"0"', '"x"', '"1/x"', '"ln(y)"', '"sqrt(z - 0.5)"', '"sin(1e9*x)"', '"exp(700*y)"', '"t/t"',
    '"1e300*x"', '"x < 0.5 ? 1 : 1/0"', '"atan2(y, x)"', '"mod(x, 0)"', '"x^0.5"', '"1e-300"',
]  # fmt: skip
OTHERS = [
    "true", "false", "[]", "{}", "[1, 2, 3]", '["0", "0", "0"]', '["x", "1/y", "z"]', "[[1], 2]",
    "[[0, 0, 0]]", "[[0, 0, 0], [1e308, 1e308, nan]]", "{ value = 1 }", "{ velocity = [1, 0, 0] }",
    "{ range = [0, 1], elements = 2 }", "{ ticks = [0, 1, 1] }", "1979-05-27", "07:32:00",
    "[" * 40 + "]" * 40, "[" + "0, " * 500 + "0]", "a", "",
]  # fmt: skip
KEYS = [
    "order", "elements", "range", "ticks", "periodic", "name", "velocity", "value", "flux", "from",
    "to", "points", "where", "every_steps", "x", "y", "z", "x_min", "z_max", "mesh", "time", "a.b",
    "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a", '""', '"\\u001b[2J"',
    '"k\\u00f6nig"', '"\\n"', "k" * 300, "-", "_", "1", "sin", "pi", "u",
]  # fmt: skip
TABLES = [
    "[mesh]", "[fluid]", "[boundary]", "[time]", "[solver]", "[output]", "[initial]", "[exact]",
    "[parameters]", "[restart]", "[io]", "[statistics]", "[[scalar]]", "[[probe]]", "[[force]]",
    "[[mesh.part]]", "[[mesh.periodic]]", "[[forcing.buoyancy]]", "[output.quantities]",
    "[output.checkpoint]", "[a.b.c]", "[]", "[[]]", "[mesh", "[[mesh]]", "[scalar]",
]  # fmt: skip
PARTS = [
    '[[probe]]\nname = "p"\nline = { from = [0, 0, 0], to = [1, 1, 1], points = 2000000000 }',
    '[[probe]]\nname = "p"\npoints = [[1e30, 0, 0]]',
    '[[probe]]\nname = "p"\nplane = { corner = [0, 0, 0], edge_1 = [1, 0, 0], edge_2 = [0, 1, 0], '
    "points_1 = 100000, points_2 = 100000 }",
    '[[force]]\nname = "f"\non = ["nowhere"]',
    '[restart]\nfrom = "nowhere"\ninterpolate = true',
    '[io]\nstage = "/dev/null/stage"',
    '[output.quantities]\n"a/b" = "u"\nq = "1/u"',
    '[[scalar]]\nname = "s"\nprandtl = 1\nsource = "1/s"\ninitial = "ln(x - 100)"',
    '[[mesh.part]]\nname = "hole"\nof = "x_min"\nwhere = "1/y"',
    '[statistics]\naverage = ["x", "z"]\nevery_steps = 1',
]
PATHS = [
    "mesh.order", "mesh.x.elements", "time.dt", "time.end", "a.b", "scalar[0].x", "fluid.viscosity",
    "initial.velocity", "initial.velocity[1]", "probe[9].name", "x" * 300, "[0]", "a..b",
]  # fmt: skip
VALUE = re.compile(r"(?<==)\s*(?:\"[^\"\n]*\"|\[[^\[\]\n]*\]|[^\s,{}\[\]\"#]+)")
ITEM = re.compile(r"(?<=[\[,])\s*(?:\"[^\"\n]*\"|[^\s,{}\[\]\"#]+)(?=\s*[,\]])")
KEY = re.compile(r"[A-Za-z_][\w.]*(?=\s*=)")

# What an error begins with: a case file with line and column, or as a whole; an override; a mesh.
PLACE = re.compile(r"(?P<file>\S+\.toml)(:\d+){0,2}: \S|--set .+: \S|\S+\.(msh|re2): \S")
MORE = re.compile(r"\.\.\. and \d+ more$")


def originals():
    """The texts that are changed: good ones and bad ones."""
    folders = (ROOT / "cases", ROOT / "tests" / "bad_cases")
    return [[path.read_text() for path in sorted(folder.glob("*.toml"))] for folder in folders]


def new_value(rng, old=""):
    """Of the same kind more often than not: what no key takes is soon refused."""
    old = old.strip()
    if old and rng.random() < 0.75:
        return rng.choice(TEXTS if old[0] == '"' else OTHERS if old[0] in "[{tf" else NUMBERS)
    return rng.choice(rng.choice([NUMBERS, NUMBERS, TEXTS, TEXTS, OTHERS]))


def replace_one(rng, pattern, text, new=None):
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = rng.choice(found)
    return text[: match.start()] + " " + (new or new_value(rng, match[0])) + text[match.end() :]


def change_lines(rng, text):
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        del lines[i]
    elif kind == 1:
        lines.insert(j, lines[i])
    elif kind == 2:
        lines[i], lines[j] = lines[j], lines[i]
    else:
        lines.insert(i, f"{rng.choice(KEYS)} = {new_value(rng)}")
    return "\n".join(lines)


def change_table(rng, text):
    if rng.random() < 0.5:
        return text + "\n" + rng.choice(PARTS) + "\n"
    headers = [line for line in text.split("\n") if line.startswith("[")]
    return text.replace(rng.choice(headers or ["\n"]), rng.choice(TABLES), 1)


def change_letters(rng, text):
    if not text:
        return text
    at = rng.randrange(len(text))
    kind = rng.randrange(3)
    if kind == 0:
        return text[:at]
    if kind == 1:
        return text[:at] + text[at + 1 :]
    return text[:at] + chr(rng.choice([*range(32, 127), 0, 27, 0x202E, 0x1F30A])) + text[at:]


def change(rng, text):
    """The text with one change."""
    kind = rng.random()
    if kind < 0.35:
        return replace_one(rng, VALUE, text)
    if kind < 0.5:
        return replace_one(rng, ITEM, text)
    if kind < 0.6:
        return replace_one(rng, KEY, text, rng.choice(KEYS))
    if kind < 0.8:
        return change_lines(rng, text)
    if kind < 0.92:
        return change_table(rng, text)
    return change_letters(rng, text)


def change_gently(rng, text):
    """A value or two, or a table more."""
    for _ in range(rng.choice([1, 1, 2])):
        if rng.random() < 0.2:
            text += "\n" + rng.choice(PARTS) + "\n"
            continue
        match = rng.choice([*VALUE.finditer(text), *ITEM.finditer(text)])
        old = match[0].strip()
        new = LIKELY_TEXTS if old[0] == '"' else LIKELY_NUMBERS if old[0] not in "[{tf" else [old]
        text = text[: match.start()] + " " + rng.choice(new) + text[match.end() :]
    return text


def spoil_bytes(rng, data):
    """Marks and ends of lines of other systems, and bytes that are no text."""
    kind = rng.random()
    if kind < 0.9:
        return data
    if kind < 0.93:
        return b"\xef\xbb\xbf" + data
    if kind < 0.96:
        return data.replace(b"\n", b"\r\n")
    noisy = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        if noisy:
            noisy[rng.randrange(len(noisy))] = rng.randrange(256)
    return bytes(noisy)


def mutated(rng, texts):
    good, bad = texts
    if rng.random() < 0.4:  # what the reader may well take
        return change_gently(rng, rng.choice(good)).encode()
    text = rng.choice(good if rng.random() < 0.75 else bad)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = change(rng, text)
    return spoil_bytes(rng, text.encode())


def write_cases(rng, folder, count):
    """Changed cases in a folder where they find their meshes."""
    (folder / "meshes").symlink_to(ROOT / "cases" / "meshes")
    texts, files = originals(), []
    for number in range(count):
        files.append(folder / f"case-{number:04d}.toml")
        files[-1].write_bytes(mutated(rng, texts))
    return files


def overrides(rng):
    """Now and then some, for all cases of a start."""
    words = []
    while rng.random() < 0.2:
        assignment = f"{rng.choice(PATHS)}={new_value(rng)}".replace("\0", "")
        words += ["--set", assignment]
    return words


def start(*arguments):
    """The exit status, what was printed, and what was complained of."""
    try:
        done = subprocess.run(
            command_of(*arguments),
            capture_output=True,
            env=environment(),
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "no end", "", ""
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def fault_of_check(files, words):
    """What is wrong with what the program makes of the files; empty where nothing is."""
    status, output, complaints = start("check", *files, *words)
    if status not in (0, 1, 2):
        return f"it ended with {status}: {complaints[-600:]}"
    if status == 2:
        return "" if "--set" in complaints else f"wrong usage: {complaints[-600:]}"
    if any(ord(c) < 32 and c != "\n" for c in output + complaints):
        return f"control characters: {complaints[:600]!r}"
    told = set(re.findall(r"^case +.*\((\S+)\)$", output, re.MULTILINE))
    for line in complaints.splitlines():
        place = PLACE.match(line)
        if not place and not MORE.match(line):
            return f"a complaint without a place: {line!r}"
        told.add(place["file"] if place else None)
    if (status == 0) != (complaints == ""):
        return f"status {status} with the complaints {complaints[:600]!r}"
    silent = [file for file in files if str(file) not in told]
    if silent and "--set" not in complaints and ".msh: " not in complaints:
        return f"nothing is said of {silent[0]}"
    return ""


def faults_of_checks(rng, files):
    """Faults with the one file that shows each."""
    faults = []
    for begin in range(0, len(files), IN_A_START):
        some, words = files[begin : begin + IN_A_START], overrides(rng)
        if fault_of_check(some, words):
            alone = [(file, words, fault_of_check([file], words)) for file in some]
            found = [fault for fault in alone if fault[2]]
            faults += found or [(some, words, "they fail together, but not one by one")]
    return faults


SMALL = [
    word
    for key in ("mesh.order=2", "mesh.x.elements=2", "mesh.y.elements=2", "mesh.z.elements=2")
    for word in ("--set", key)
]
RUN_ENDS = (0, 3, 4)  # done, blown up, not converged


def fault_of_run(file):
    """What passes the check must not be refused by a run, nor end it."""
    if b"stage" in file.read_bytes():  # may name any folder
        return ""
    words = [file, "--steps", "1", *SMALL]
    if start("check", *words)[0] != 0:
        return ""
    folder = file.with_suffix("")
    status, _, complaints = start("run", *words, "--out", folder, "--progress", "none")
    shutil.rmtree(folder, ignore_errors=True)
    return "" if status in RUN_ENDS else f"the run ended with {status}: {complaints[-600:]}"


@pytest.mark.parametrize("part", range(4))
def test_changed_cases_are_checked_in_words(part, tmp_path):
    rng = random.Random(f"check {SEED} {part}")
    assert faults_of_checks(rng, write_cases(rng, tmp_path, 3 * IN_A_START)) == []


def test_changed_cases_that_pass_the_check_run(tmp_path):
    rng = random.Random(f"run {SEED}")
    files = write_cases(rng, tmp_path, 12)
    assert [fault for fault in map(fault_of_run, files) if fault] == []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="case files")
    parser.add_argument("--seed", default=str(SEED))
    parser.add_argument("--runs", type=int, default=0, help="of them, how many are run as well")
    parser.add_argument("--keep", type=Path, help="a new folder that keeps the files")
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="mutated-cases-"))
    folder.mkdir(exist_ok=True)
    rng = random.Random(options.seed)
    files = write_cases(rng, folder, options.count)
    faults = faults_of_checks(rng, files)
    for file in files[: options.runs]:
        if fault := fault_of_run(file):
            faults.append((file, SMALL, fault))
    for file, words, fault in faults:
        print(file, *words, fault, sep="\n  ")
    print(f"{len(files)} cases, {len(faults)} faults, in {folder}")
    if not options.keep and not faults:
        shutil.rmtree(folder)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
