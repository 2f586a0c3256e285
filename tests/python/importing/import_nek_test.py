"""Cases of Nek5000 and NekRS as case files: made-up small ones, and what is said of each line."""

import math
import re
import tomllib

import pytest
from lobatto.errors import LobattoError
from lobatto.importing.command import case_text, run_import
from lobatto.importing.ledger import Outcome
from lobatto.importing.nek_case import import_nek
from nek_cases import channel_sides, imported, numbered_sides, one_element, write_re2
from program import lobatto, needs_program
from rich.console import Console

PAR = """
# a comment
[GENERAL]
polynomialOrder = 5
stopAt = endTime
endTime = 2.5           # with a comment
numSteps = 100
dt = 1e-2
timeStepper = bdf2
extrapolation = OIFS
writeControl = runTime
writeInterval = 0.5
userParam01 = 0.25
filtering = hpfrt
filterWeight = 10
filterCutoffRatio = 0.7
dealiasing = yes
constFlowRate = X
meanVelocity = 1.0
inventedKey = 3

[PROBLEMTYPE]
equation = incompNS
variableProperties = yes

[PRESSURE]
residualTol = 1e-5
residualProj = no
preconditioner = semg_amg

[VELOCITY]
density = 2
viscosity = 0.02

[TEMPERATURE]
rhoCp = 4.0
conductivity = -50
"""
USR = """
#define AMP 0.5      /* of the wave */
      subroutine uservp (ix,iy,iz,eg)
      include 'SIZE'
      include 'TOTAL'
      include 'NEKUSE'
      udiff  = param(2)*(1. + 0.1*temp)
      utrans = param(1)
      if (ifield.eq.2) then
         udiff  = param(8)
         utrans = param(7)
      endif
      return
      end
c-----------------------------------------------------------------------
      subroutine userf (ix,iy,iz,eg)
      include 'NEKUSE'
      real    omega
      integer e
      omega = 2
      ffx =  2*omega*uy
     $     + AMP*sin(x)
      ffy = -2*omega*ux
      ffz = 1/2 + 1./4        ! integers divide to zero
      return
      end
      subroutine userq (ix,iy,iz,eg)
      include 'NEKUSE'
      qvol = 8*uparam(1)*exp(-x**2)
      return
      end
      subroutine userbc (ix,iy,iz,iside,eg)
      include 'NEKUSE'
      if (cbc(iside,gllel(eg),ifield).eq.'v  ') then
         ux = 1 - y**2
         uy = 0.0
         uz = 0.0
      endif
      temp = 0.
      if (y.gt.0.5) temp = cos(time)
      return
      end
      subroutine useric (ix,iy,iz,eg)
      include 'NEKUSE'
      ux = bump(y)
      uy = 0
      uz = 0
      call noise(uz)
      temp = 1
      return
      end
      real function bump(s)
      bump = (1 - s)*(1 + s)
      return
      end
      subroutine noise(a)
      a = ran1(1)
      return
      end
      subroutine userchk
      include 'TOTAL'
      call avg_all
      if (mod(istep,10).eq.0) call outpost(vx,vy,vz,pr,t,'abc')
      return
      end
      subroutine usrdat
      return
      end
      subroutine usrdat2
      include 'TOTAL'
      integer e,f
      do e=1,nelt
      do f=1,2*ndim
         if (cbc(f,e,1).eq.'W  ') cbc(f,e,2) = 't  '
         if (cbc(f,e,1).eq.'v  ') cbc(f,e,2) = 'I  '
         if (cbc(f,e,1).eq.'O  ') cbc(f,e,2) = 'f  '
      enddo
      enddo
      return
      end
"""


@pytest.fixture
def case(tmp_path):
    (tmp_path / "jet.par").write_text(PAR)
    (tmp_path / "jet.usr").write_text(USR)
    write_re2(tmp_path / "jet.re2", one_element(), channel_sides(["W", "O", "W", "v"]))
    return tmp_path / "jet.par"


def texts_of(ledger, place):
    return [entry.text for entry in ledger.entries if entry.place == place]


def test_settings_become_keys(case):
    document, _ = imported(case)
    assert document["mesh"] == {"order": 5, "file": "jet.re2"}
    assert document["time"] == {
        "dt": 0.01,
        "end": 2.5,
        "order": 2,
        "splitting": "characteristics",
    }
    assert document["output"]["fields"] == {"every_time": 0.5}
    assert document["forcing"]["flow_rate"] == 1.0
    assert document["forcing"]["flow_direction"] == "x"
    assert document["filter"] == {"kind": "relaxation", "modes": 2, "chi": 10.0}
    assert document["solver"] == {"pressure_projection": 0}
    assert document["scalar"][0]["name"] == "temperature"


def test_every_key_of_the_file_is_in_the_report(case):
    _, ledger = imported(case)
    keys = [number for number, line in enumerate(PAR.splitlines(), 1) if re.match(r"\w+ *=", line)]
    assert len(keys) == 26
    for number in keys:
        found = texts_of(ledger, f"jet.par:{number}")
        assert found and all(found), f"nothing is said of line {number}"


def test_every_routine_is_in_the_report(case):
    _, ledger = imported(case)
    said = " ".join(entry.what for entry in ledger.entries)
    for name in re.findall(r"(?:subroutine|function) (\w+)", USR):
        assert name in said


def test_an_unknown_key_is_open(case):
    _, ledger = imported(case)
    (entry,) = (entry for entry in ledger.entries if "inventedKey" in entry.what)
    assert entry.outcome is Outcome.OPEN


def value(expression, **names):
    """An expression of the case file by Python."""
    text = expression.replace("^", "**").replace("ln(", "log(").replace("&&", "and")
    text = re.sub(r"\((.*) \? (.*) : (.*)\)", r"((\2) if \1 else (\3))", text)
    return eval(
        text, {name: getattr(math, name) for name in ("sin", "cos", "exp", "log", "pi")}, names
    )


def test_formulas_keep_their_values(case):
    document, _ = imported(case)
    force = document["forcing"]["body"]
    assert value(force[0], x=0.3, v=0.7) == pytest.approx(4 * 0.7 + 0.5 * math.sin(0.3))
    assert value(force[1], u=0.2) == pytest.approx(-0.8)
    assert value(force[2]) == 0.25
    viscosity = document["fluid"]["viscosity"]
    assert value(viscosity, temperature=3.0) == pytest.approx(0.02 * 1.3 / 2)
    scalar = document["scalar"][0]
    assert value(scalar["source"], x=0.4) == pytest.approx(8 * 0.25 * math.exp(-0.16) / 4)
    assert scalar["diffusivity"] == pytest.approx(1 / 50 / 4)


def test_boundary_values_go_to_the_letters_of_the_mesh(case):
    document, _ = imported(case)
    boundary = document["boundary"]
    assert boundary["W"] == "wall" and boundary["O"] == "outflow"
    assert value(boundary["v"]["velocity"][0], y=0.5) == 0.75
    of_scalar = document["scalar"][0]["boundary"]
    assert of_scalar["v"] == "insulated"
    assert value(of_scalar["O"]["flux"]) == 0
    assert value(of_scalar["W"]["value"], y=0.6, t=0.3) == pytest.approx(math.cos(0.3))
    assert value(of_scalar["W"]["value"], y=0.4, t=0.3) == 0


def test_a_formula_behind_an_unknown_call_is_open(case):
    document, ledger = imported(case)
    assert "initial" not in document
    (entry,) = (e for e in ledger.entries if e.what == "useric: initial values")
    line = USR.splitlines().index("      call noise(uz)") + 1
    assert entry.outcome is Outcome.OPEN and f"line {line}" in entry.text
    assert document["scalar"][0]["initial"] == 1.0


def test_device_code_leaves_boundary_values_open(case):
    case.with_suffix(".udf").write_text("void velocityDirichletConditions(bcData *bc)\n{\n}\n")
    document, ledger = imported(case)
    assert "v" not in document["boundary"] and document["boundary"]["W"] == "wall"
    assert any("velocityDirichletConditions" in entry.what for entry in ledger.entries)
    assert "values may be set in jet.udf" in case_text(case, *import_nek(case))


def test_without_user_file_values_are_open(case):
    case.with_suffix(".usr").unlink()
    document, ledger = imported(case)
    assert "v" not in document["boundary"]
    assert any("no .usr" in entry.text for entry in ledger.entries)


def test_conditions_that_calls_set_by_number(case):
    usr = case.with_suffix(".usr")
    calls = "      call setbc(3,1,'v  ')\n      call setbc(4, 1, 'W  ')\n"
    usr.write_text(USR.replace("      integer e,f\n", "      integer e,f\n" + calls))
    sides = channel_sides(["EXO"] * 4)
    numbered = [
        (e, f, [0, 0, 0, 0, n], c)
        for (e, f, _, c), n in zip(sides[0][:4], (3, 4, 4, 9), strict=True)
    ]
    write_re2(case.with_suffix(".re2"), one_element(), [numbered + sides[0][4:]])
    document, ledger = imported(case)
    assert value(document["boundary"]["boundary-3"]["velocity"][0], y=0.5) == 0.75
    assert document["boundary"]["boundary-4"] == "wall"
    assert any("boundary-9" in e.what and "mesh converter" in e.text for e in ledger.entries)


def test_sub_cycling_is_steps_along_characteristics(case):
    variable = PAR.replace("dt = 1e-2", "dt = 0\nvariableDt = yes\ntargetCFL = 2")
    for text, splitting, cfl in (
        (variable, "characteristics", 2),
        (variable.replace("targetCFL = 2", "targetCFL = 8"), "characteristics", 5),
        (variable.replace("extrapolation = OIFS", "extrapolation = standard"), None, 0.5),
        (variable.replace("extrapolation = OIFS", "subCyclingSteps = 3"), "characteristics", 2),
        (variable.replace("extrapolation = OIFS", "subCyclingSteps = 0"), None, 0.5),
    ):
        case.write_text(text)
        time = imported(case)[0]["time"]
        assert (time.get("splitting"), time["cfl"]) == (splitting, cfl)


def test_a_fluid_at_rest_asks_for_a_first_step(case):
    case.write_text(PAR.replace("dt = 1e-2", "dt = 0\nvariableDt = yes\ntargetCFL = 0.6"))
    document, ledger = imported(case)
    assert document["time"]["cfl"] == 0.6 and "max_dt" not in document["time"]
    assert any("needs time.max_dt" in entry.text for entry in ledger.entries)


def test_type_map_by_number(case):
    case.write_text(PAR.replace("density = 2", "density = 1\nboundaryTypeMap = wall, sym, outlet"))
    sides = channel_sides(["MSH"] * 4)
    numbered = [
        (e, f, [0, 0, 0, 0, n], c)
        for (e, f, _, c), n in zip(sides[0][:4], (1, 3, 2, 7), strict=True)
    ]
    write_re2(case.with_suffix(".re2"), one_element(), [numbered + sides[0][4:]])
    document, ledger = imported(case)
    boundary = document["boundary"]
    assert boundary["boundary-1"] == "wall"
    assert boundary["boundary-2"] == "symmetry"
    assert boundary["boundary-3"] == "outflow"
    assert "boundary-7" not in boundary
    assert any(
        e.what == "boundary boundary-7" and e.outcome is Outcome.OPEN for e in ledger.entries
    )


def rea_text(switches, letters, heat_letters=None, n_fluid=1, further=()):
    """A plane case of one or two elements from x = 0 on; letters: of the faces, by element."""
    parameters = {1: 1, 2: -100, 7: 1, 8: -50, 12: -0.01, 11: 5, **dict(further)}
    lines = ["****** PARAMETERS *****", " 2.6 NEKTON VERSION", " 2 DIMENSIONAL RUN"]
    lines += [" 103 PARAMETERS FOLLOW"]
    lines += [f" {parameters.get(n, 0)} p{n:03d}" for n in range(1, 104)]
    lines += [" 4 LINES OF PASSIVE SCALAR DATA FOLLOWS", *["1. 1. 1."] * 4]
    lines += [f" {len(switches)} LOGICAL SWITCHES FOLLOW", *(f" {one}" for one in switches)]
    lines += [" **MESH DATA**", f" {len(letters)} 2 {n_fluid} NEL,NDIM,NELV"]
    for e in range(len(letters)):
        lines += [f" ELEMENT {e + 1} [ 1A] GROUP 0", f" {e} {e + 1} {e + 1} {e}", " 0 0 1 1"]
    lines += [" ***** CURVED SIDE DATA *****", " 0 Curved sides follow"]
    lines += [" ***** BOUNDARY CONDITIONS *****"]
    for kind, of_field in (("FLUID  ", letters), ("THERMAL", heat_letters)):
        lines += [f" ***** {'' if of_field else 'NO '}{kind} BOUNDARY CONDITIONS *****"]
        for e, around in enumerate(of_field or [], start=1):
            lines += [f" {c:3s} {e} {face} 0 0 0 0 0" for face, c in enumerate(around, start=1)]
    return "\n".join([*lines, " 0 PRESOLVE/RESTART OPTIONS *****", ""])


def imported_rea(folder, text, usr=""):
    (folder / "plane.rea").write_text(text)
    (folder / "plane.usr").write_text(usr)
    return imported(folder / "plane.rea")


AROUND = [["W", "O", "W", "W"]]


def test_without_heat_there_is_no_scalar(tmp_path):
    document, ledger = imported_rea(tmp_path, rea_text(["T IFFLOW", "F IFHEAT"], AROUND))
    assert "scalar" not in document
    assert any("IFHEAT is F" in entry.text for entry in ledger.entries)
    document, _ = imported_rea(
        tmp_path, rea_text(["T IFFLOW", "T IFHEAT"], AROUND, [["I", "O", "I", "I"]])
    )
    assert document["scalar"][0]["diffusivity"] == 1 / 50


@pytest.mark.parametrize("off", ["F IFHEAT", "f ifheat", ".FALSE. IFHEAT", "false  IFHEAT heat"])
def test_switches_are_read_as_fortran_does(tmp_path, off):
    document, _ = imported_rea(tmp_path, rea_text(["T IFFLOW", off], AROUND))
    assert "scalar" not in document


@pytest.mark.parametrize(
    ("weight", "expected"),
    [(0.05, {"kind": "explicit", "modes": 2, "weight": 0.05}), (-5, None), (0, None)],
)
def test_a_filter_by_parameters(tmp_path, weight, expected):
    text = rea_text(["T IFFLOW", "F IFHEAT"], AROUND, further={103: weight, 101: 1})
    document, _ = imported_rea(tmp_path, text)
    assert document.get("filter") == expected


def test_a_filter_that_user_code_chooses_is_open(tmp_path):
    text = rea_text(["T IFFLOW", "F IFHEAT"], AROUND, further={103: 0.05, 101: 1})
    usr = "      subroutine usrdat\n      include 'TOTAL'\n      filterType = 2\n      end\n"
    document, ledger = imported_rea(tmp_path, text, usr)
    assert "filter" not in document
    said = {e.outcome for e in ledger.entries if "parameter 103" in e.what or "filter" in e.what}
    assert said == {Outcome.OPEN}


def test_restart_files_of_several_lines(tmp_path):
    """The first counts, as where a .par names them in one line."""
    lines = "2 PRESOLVE/RESTART OPTIONS *****\na0.f00001 time=0\nb0.f00001 T"
    text = rea_text(["T IFFLOW", "F IFHEAT"], AROUND)
    document, ledger = imported_rea(
        tmp_path, text.replace("0 PRESOLVE/RESTART OPTIONS *****", lines)
    )
    assert document["restart"] == {"from": "a0.f00001", "time": 0.0}
    assert any(e.what == "b0.f00001 T" and e.outcome is Outcome.OPEN for e in ledger.entries)


def test_without_flow_the_velocity_is_given(tmp_path):
    text = rea_text(["F IFFLOW", "T IFHEAT"], [["", "", "", ""]], [["I", "I", "I", "O"]])
    document, _ = imported_rea(tmp_path, text)
    assert document["flow"]["velocity"] == ["0", "0", "0"]
    assert set(document["scalar"][0]["boundary"]) == {"I", "O"}


def test_solid_elements_are_a_solid(tmp_path):
    flow = [["W", "W", "W", "v"], ["", "", "", ""]]
    heat = [["I", "E", "I", "t"], ["I", "f", "I", "E"]]
    text = rea_text(["T IFFLOW", "T IFHEAT"], flow, heat)
    document, _ = imported_rea(tmp_path, text, USR)
    assert document["solid"] == [{"name": "solid", "volumes": ["solid"]}]
    scalar = document["scalar"][0]
    assert scalar["solid"] == {"solid": {"conductivity": 1 / 50, "capacity": 1}}
    # What lies on solids alone has a condition of the flow that nobody asks for.
    assert document["boundary"]["f"] == "wall" and "I" in document["boundary"]


def test_loops_over_some_faces_concern_those_alone(tmp_path):
    usr = """
      subroutine usrdat2
      include 'TOTAL'
      do e=1,nelt
      do f=3,4
         cbc(f,e,1) = 'P  '
      enddo
      cbc(2,e,1) = 'W  '
      enddo
      return
      end
"""
    text = rea_text(["T IFFLOW", "F IFHEAT"], [["O", "v", "SYM", "s"]])
    document, _ = imported_rea(tmp_path, text, usr)
    assert document["boundary"] == {"O": "outflow", "v": "wall"}


@pytest.mark.parametrize("switch", ["T", "F"])
def test_a_traction_is_the_force_per_area(tmp_path, switch):
    """Nek5000 refuses it without its stress formulation."""
    usr = """
      subroutine userbc (ix,iy,iz,iside,ieg)
      include 'NEKUSE'
      trx = 4.0
      try = 0.5*y
      trz = 0.0
      return
      end
"""
    text = rea_text(["T IFFLOW", "F IFHEAT", f"{switch} IFSTRS"], [["s", "W", "W", "W"]])
    document, _ = imported_rea(tmp_path, text, usr)
    condition = document["boundary"]["s"]
    assert condition["traction_form"] == "stress"
    assert value(condition["traction"][1], y=0.5) == 0.25


def test_a_plane_case_is_known_to_be_one(tmp_path):
    usr = """
      subroutine userbc (ix,iy,iz,iside,ieg)
      include 'NEKUSE'
      if (if3d) then
         ux = zz
      elseif (ifaxis) then
         ux = ax
      else
         ux = ldim*y
      endif
      uy = 0
      uz = 0
      return
      end
"""
    text = rea_text(["T IFFLOW", "F IFHEAT"], [["W", "O", "W", "v"]])
    document, _ = imported_rea(tmp_path, text, usr)
    assert value(document["boundary"]["v"]["velocity"][0], y=0.25) == 0.5


@needs_program
def test_the_file_is_accepted(case):
    target = case.with_suffix(".toml")
    text = case_text(case, *import_nek(case)).replace("flow_rate = 1.0\n", "")
    target.write_text(text.replace('flow_direction = "x"\n', ""))
    result = lobatto("check", target)
    assert result.returncode == 0, result.stdout + result.stderr


def test_nothing_is_written_over(case, tmp_path):
    from lobatto.importing.draft import write_new

    target = tmp_path / "mine.toml"
    target.write_text("mine")
    with pytest.raises(LobattoError, match=r"mine\.toml: is there already"):
        write_new(target, "other")
    assert target.read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("polynomialOrder = 5\n", r"jet\.par:1: found .* expected a section"),
        ("[GENERAL]\ndt\n", r"jet\.par:2: found 'dt', expected 'key = value'"),
    ],
)
def test_a_file_that_is_no_par(case, text, message):
    case.write_text(text)
    with pytest.raises(LobattoError, match=message):
        import_nek(case)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(LobattoError, match=r"ends with \.par, \.rea, \.usr"):
        import_nek(tmp_path / "mesh.re2")
    with pytest.raises(LobattoError, match="there is no file"):
        import_nek(tmp_path / "gone.par")


def test_paths_lead_from_the_case_file(case, tmp_path):
    case.write_text(PAR.replace("dt = 1e-2", 'dt = 1e-2\nstartFrom = "old/x0.f00001"'))
    (tmp_path / "other").mkdir()
    target = tmp_path / "other" / "new.toml"
    run_import(case, target, import_nek, Console(quiet=True))
    document = tomllib.loads(target.read_text())
    assert (target.parent / document["mesh"]["file"]).samefile(case.with_suffix(".re2"))
    assert document["restart"]["from"] == "../old/x0.f00001"


def test_a_user_file_of_another_name_is_named(case):
    case.with_suffix(".usr").rename(case.with_name("other.usr"))
    document, ledger = imported(case)
    assert "v" in document["boundary"]
    (entry,) = (e for e in ledger.entries if e.place == "other.usr")
    assert entry.outcome is Outcome.OPEN and "only one there" in entry.text


def test_a_mark_of_the_byte_order_is_no_letter(case):
    case.write_bytes(b"\xef\xbb\xbf[GENERAL]\nnumSteps = 3\ndt = 0.5\n")
    document, _ = imported(case)
    assert document["time"] == {"dt": 0.5, "steps": 3}


@pytest.mark.parametrize("low", [(0, 0), (0, 0, 0)])
def test_sides_without_a_condition_are_counted(case, low):
    """Two elements side by side: those in between count for none."""
    high = [1.0] * len(low)
    one = one_element(low, high)
    two = one_element((1, *low[1:]), (2, *high[1:]))
    write_re2(case.with_suffix(".re2"), one + two, [[(1, 4, [0] * 5, "v"), (2, 2, [0] * 5, "O")]])
    _, ledger = imported(case)
    n_sides = 4 if len(low) == 2 else 8
    assert any(e.what.startswith(f"{n_sides} outer sides") for e in ledger.entries)


def test_plane_sides_without_a_condition_are_open(tmp_path):
    _, ledger = imported_rea(tmp_path, rea_text(["T IFFLOW", "F IFHEAT"], [["W", "", "", ""]]))
    assert any(e.what.startswith("3 outer sides") for e in ledger.entries)


@pytest.mark.parametrize("last", ["T IFFLOW", "LOGICAL SWITCHES"])
def test_a_rea_that_is_cut_is_refused(tmp_path, last):
    text = rea_text(["T IFFLOW", "F IFHEAT"], AROUND)
    (tmp_path / "plane.rea").write_text(text[: text.index(last) + len(last)])
    with pytest.raises(LobattoError, match="is cut"):
        import_nek(tmp_path / "plane.rea")


@pytest.mark.parametrize(
    ("columns", "stokes"), [("T F F", False), ("F F F", True), ("F T T", True)]
)
def test_columns_of_advection(tmp_path, columns, stokes):
    switches = ["T IFFLOW", "F IFHEAT", f"{columns} IFNAV & IFADVC"]
    document, _ = imported_rea(tmp_path, rea_text(switches, AROUND))
    assert ("advection" in document["fluid"]) is stokes


def test_a_restart_counts_its_steps_from_those_of_the_file(case, tmp_path):
    head = "#std 4 6 6 6 1 1 2.0E-01 20 0 1 UPT".ljust(132)
    (tmp_path / "x0.f00002").write_text(head)
    case.write_text("[GENERAL]\nnumSteps = 5\ndt = 0.01\nstartFrom = x0.f00002\n")
    document, _ = imported(case)
    assert document["time"]["steps"] == 25
    case.write_text("[GENERAL]\nnumSteps = 5\ndt = 0.01\nstartFrom = x0.f00002 time=0 U\n")
    document, _ = imported(case)
    assert document["time"]["steps"] == 5
    assert document["restart"]["time"] == 0 and document["restart"]["fields"] == ["velocity"]


def test_the_pieces_of_a_field_lie_in_folders(case, tmp_path):
    for rank in range(2):
        (tmp_path / f"A0{rank}").mkdir()
        (tmp_path / f"A0{rank}" / f"x0{rank}.f00002").write_text("#std")
    case.write_text("[GENERAL]\nnumSteps = 5\ndt = 0.01\nstartFrom = x0.f00002\n")
    document, ledger = imported(case)
    assert document["restart"]["from"] == "A00/x00.f00002"
    assert any(e.what == "x0.f00002" and e.outcome is Outcome.OPEN for e in ledger.entries)


UDF = """
static dfloat P_U0;
static const dfloat HALF = 0.5f;
#define WIDTH 2.0
#ifdef __okl__
dfloat profile(const dfloat s) { return 1 - s * s; }
void udfDirichlet(bcData *bc)
{
  if (isField("fluid velocity")) {
    const dfloat y = bc->y;   // of the inlet
    bc->uxFluid = (bc->id == 1) ? p_U0 * profile(y) : 0.0;
    bc->uyFluid = pow(y, 2) / WIDTH;
    bc->uzFluid = bc->z > 0.5 && y < HALF ? 1 : sin(M_PI * bc->time);
  } else if (isField("fluid pressure")) {
    bc->pFluid = 3;
  } else if (isField("scalar heat")) {
    bc->sScalar = bc->usrwrk[0];
  }
}
void udfNeumann(bcData *bc)
{
  if (isField("scalar heat")) bc->fluxScalar = -0.2 * (bc->sScalar - bc->x);
}
void udfRobin(bcData *bc) { bc->h = 4; bc->sInfScalar = 0.5; }
#endif
void UDF_LoadKernels(deviceKernelProperties& kernelInfo)
{
  kernelInfo.define("p_U0") = P_U0;
}
void UDF_Setup0(MPI_Comm comm, setupAide &options)
{
  platform->par->extract("casedata", "p_u0", P_U0);
}
"""
NEKRS = """userSections = CASEDATA
[GENERAL]
polynomialOrder = 5
numSteps = 5
dt = 1e-3
scalars = s, heat
checkpointInterval = 50
[MESH]
boundaryIDMap = 5, 2, 3, 4, 1, 6
[FLUID VELOCITY]
boundaryTypeMap = udfDirichlet, zeroNeumann, zeroDirichlet, zeroDirichletN/zeroNeumann, none, onx
rho = 2
mu = 1/500
[SCALAR]
boundaryTypeMap = zeroNeumann, zeroNeumann, zeroNeumann, zeroNeumann, zeroNeumann, zeroNeumann
[SCALAR HEAT]
transportCoeff = 2
diffusionCoeff = 1/350
boundaryTypeMap = udfDirichlet, udfNeumann, udfRobin, zeroNeumann, zeroNeumann, zeroNeumann
[CASEDATA]
p_u0 = 1.5
"""


def test_a_case_of_later_versions_of_nekrs(tmp_path):
    (tmp_path / "rs.par").write_text(NEKRS)
    (tmp_path / "rs.udf").write_text(UDF)
    write_re2(tmp_path / "rs.re2", one_element(), numbered_sides())
    document, ledger = imported(tmp_path / "rs.par")
    assert document["fluid"]["viscosity"] == 0.001
    assert document["output"]["fields"] == {"every_steps": 50}
    assert document["parameters"] == {"p_u0": 1.5}
    boundary = document["boundary"]
    inlet = boundary["boundary-5"]["velocity"]
    assert value(inlet[0], p_u0=2.0, y=0.5) == 1.5
    assert value(inlet[1], y=0.5) == 0.125
    assert value(inlet[2], z=0.2, y=0.1, t=0.5) == pytest.approx(1)
    assert boundary["boundary-2"] == {"pressure": "1.5"}
    assert boundary["boundary-3"] == "wall" and boundary["boundary-4"] == "symmetry"
    assert boundary["boundary-6"] == {"tangential_velocity": ["0", "0", "0"]}
    assert "boundary-1" not in boundary
    first, heat = document["scalar"]
    assert first["name"] == "s" and set(first["boundary"].values()) == {"insulated"}
    assert heat["diffusivity"] == pytest.approx(1 / 700)
    assert "boundary-5" not in heat["boundary"]
    flux = heat["boundary"]["boundary-2"]["flux"]
    assert value(flux, heat=3.0, x=1.0) == pytest.approx(-0.2)
    assert heat["boundary"]["boundary-3"] == {"robin": "2", "ambient": "0.5"}
    said = {entry.what: entry.outcome for entry in ledger.entries}
    assert said["heat on boundary-5"] is Outcome.OPEN
    assert said["boundary boundary-1"] is Outcome.OPEN


SETUP = """
void UDF_Setup()
{
  auto mesh = nrs->mesh;
  const auto A = 0.5;
  auto [x, y, z] = mesh->xyzHost();
  if (platform->options.getArgs("RESTART FILE NAME").empty()) {
    std::vector<dfloat> U(mesh->dim * nrs->fieldOffset, 0.0);
    std::vector<dfloat> T(mesh->Nlocal);
    for (int n = 0; n < mesh->Nlocal; n++) {
      const auto r = x[n] * x[n];
      U[n + 0 * nrs->fieldOffset] = A * (1 - r);
      U[n + 2 * nrs->fieldOffset] = (y[n] > 0) ? p_u0 : 0.0;
      T[n] = 1 - z[n];
    }
    nrs->fluid->o_U.copyFrom(U.data(), U.size());
    nrs->scalar->o_solution("heat").copyFrom(T.data(), T.size());
  }
}
"""


def of_nekrs(tmp_path, udf):
    (tmp_path / "rs.par").write_text(NEKRS)
    (tmp_path / "rs.udf").write_text(udf)
    write_re2(tmp_path / "rs.re2", one_element(), numbered_sides())
    return imported(tmp_path / "rs.par")


def test_initial_values_of_nekrs(tmp_path):
    document, _ = of_nekrs(tmp_path, UDF + SETUP)
    velocity = document["initial"]["velocity"]
    assert value(velocity[0], x=0.5) == 0.375
    assert velocity[1:] == ["0", "(y > 0 ? p_u0 : 0.0)"]
    assert document["scalar"][1]["initial"] == "1 - z"


def test_a_file_that_the_code_of_nekrs_includes(tmp_path):
    (tmp_path / "mine.okl").write_text(UDF)
    document, _ = of_nekrs(tmp_path, '#ifdef __okl__\n#include "mine.okl"\n#endif\n' + SETUP)
    assert document["scalar"][1]["boundary"]["boundary-3"]["robin"] == "2"
    assert "boundary-5" in document["boundary"]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("nrs->userProperties = &uservp;", "fluid"),
        ('platform->options.setArgs("VISCOSITY", "1");', "fluid"),
        ('platform->options.setArgs("FLUID DENSITY", "1");', "fluid"),
        ("MPI_Allreduce(MPI_IN_PLACE, &A, 1, MPI_DFLOAT);", "initial"),
    ],
)
def test_what_the_code_of_nekrs_sets_anew_is_open(tmp_path, line, key):
    place = "auto [x, y, z]"
    document, _ = of_nekrs(tmp_path, UDF + SETUP.replace(place, f"{line}\n  {place}"))
    assert key not in document


def test_a_model_of_turbulence_of_nekrs_is_not_here(tmp_path):
    document, _ = of_nekrs(
        tmp_path, UDF + SETUP.replace("const auto A", "RANSktau::setup(0); const auto A")
    )
    assert "RANS" in document["case"]["refuse"][0]


SOURCES = """
#ifdef __okl__
@kernel void turning(const dlong Ntotal, const dlong offset, const dfloat rate,
                     @ restrict const dfloat *X, @ restrict const dfloat *S,
                     @ restrict const dfloat *U, @ restrict dfloat *OUT)
{
  for (dlong n = 0; n < Ntotal; ++n; @tile(p_blockSize, @outer, @inner)) {
    if (n < Ntotal) {
      const dfloat v = U[n + 1 * offset];
      OUT[n + 0 * offset] = 2 * rate * v + X[n];
      OUT[n + 1 * offset] = -2 * rate * U[n + 0 * offset];
      OUT[n + 2 * offset] = S[n + 1 * offset];
    }
  }
}
@kernel void heating(const dlong N, @ restrict const dfloat *Y, @ restrict dfloat *Q)
{
  for (dlong e = 0; e < N; ++e; @outer(0)) {
    for (int n = 0; n < p_Np; ++n; @inner(0)) {
      const int id = e * p_Np + n;
      Q[id] = 4.0 * Y[id];
    }
  }
}
#endif
void userf(double time)
{
  auto mesh = nrs->mesh;
  turning(mesh->Nlocal, nrs->fieldOffset, 0.5, mesh->o_x, nrs->cds->o_S, nrs->o_U, nrs->o_NLT);
}
void userq(double time)
{
  heating(nrs->mesh->Nelements, nrs->mesh->o_y, nrs->scalar->o_explicitTerms("heat"));
}
void more(double time) { platform->linAlg->fill(1, 2, nrs->o_NLT); }
void UDF_Setup()
{
  nrs->userVelocitySource = &userf;
  nrs->userScalarSource = &userq;
}
"""


@pytest.mark.parametrize("hook", ["&userf", "&more"])
def test_forces_and_sources_of_nekrs(tmp_path, hook):
    (tmp_path / "rs.par").write_text(NEKRS.replace("rho = 2", "").replace("Coeff = 2", "Coeff = 1"))
    (tmp_path / "rs.udf").write_text(SOURCES.replace("&userf", hook))
    write_re2(tmp_path / "rs.re2", one_element(), numbered_sides())
    document, ledger = imported(tmp_path / "rs.par")
    assert document["scalar"][1]["source"] == "4.0*y"
    (entry,) = (e for e in ledger.entries if e.what.startswith("userVelocitySource"))
    if hook == "&userf":
        force = document["forcing"]["body"]
        assert value(force[0], v=3.0, x=0.25) == pytest.approx(3.25)
        assert value(force[1], u=3.0) == pytest.approx(-3)
        assert force[2] == "heat"
    else:
        assert "forcing" not in document and entry.outcome is Outcome.OPEN


def test_switches_that_are_off_are_no_need_each(tmp_path):
    switches = ["T IFFLOW", "F IFHEAT", "F IFAXIS", "F IFSTRS", "F IFMVBD"]
    _, ledger = imported_rea(tmp_path, rea_text(switches, AROUND))
    said = {e.what: e.outcome for e in ledger.entries}
    assert {said[f"F {name}"] for name in ("IFAXIS", "IFSTRS", "IFMVBD")} == {Outcome.NO_NEED}


def test_outer_sides_of_a_plane_mesh_that_no_condition_names(tmp_path):
    (tmp_path / "one.par").write_text("[GENERAL]\nnumSteps = 5\n[VELOCITY]\nviscosity = 1\n")
    usr = "      subroutine userbc(ix,iy,iz,iside,eg)\n      ux = y\n      end\n"
    (tmp_path / "one.usr").write_text(usr)
    sides = [(1, 4, [0] * 5, "v"), (1, 1, [0] * 5, "E"), (1, 2, [0] * 5, "")]
    write_re2(tmp_path / "one.re2", one_element((0, -1), (2, 1)), [sides])
    document, ledger = imported(tmp_path / "one.par")
    assert document["boundary"] == {"v": {"velocity": ["y", "v", "0"]}}
    assert any(e.what.startswith("3 outer sides") for e in ledger.entries)
