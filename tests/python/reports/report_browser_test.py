"""The page of the report in a browser: nothing fails, everything is drawn, nothing is fetched."""

import json
import re
import shutil
import subprocess
from html import unescape
from itertools import pairwise

import pytest
from lobatto.report.command import write_report
from matplotlib import image
from synthetic_report import profile_of, report_run, scaling_set

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason=f"no browser: none of {', '.join(BROWSERS)} is installed"
)

PROBE = """
<script>
const errors = [];
addEventListener("error", event => errors.push(String(event.message || event.target)), true);
// The load event waits for them; what would be awaited after it, the browser may not wait for.
const copies = [];
addEventListener("DOMContentLoaded", () => {
  const sources = [...document.querySelectorAll("svg image")].map(i => i.href.baseVal);
  sources.push(...[...document.images].map(i => i.src));
  for (const source of sources) {
    const copy = new Image();
    copy.src = source;
    copies.push(copy);
  }
});
function box(element) {
  const r = element.getBoundingClientRect();
  return {text: element.textContent, x: r.left, y: r.top, width: r.width, height: r.height};
}
addEventListener("load", () => {
  const seen = {
    pictures: [...document.querySelectorAll("figure svg")].map(box),
    labels: [...document.querySelectorAll("[data-picture$=roofline] text")].map(box),
    images: copies.map(copy => [copy.naturalWidth, copy.naturalHeight]),
    fetched: performance.getEntriesByType("resource").map(r => r.name)
      .filter(name => !name.startsWith("data:")),
    overflow: document.documentElement.scrollWidth - innerWidth,
    ink: getComputedStyle(document.body).color,
    errors,
  };
  const report = document.createElement("pre");
  report.id = "probe";
  report.textContent = JSON.stringify(seen);
  document.body.append(report);
});
</script>
"""


def browse(path, profile, *options, size=(1000, 4000)):
    """Runs the browser without a window, returns its standard output and error."""
    command = [
        BROWSER,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--enable-logging=stderr",
        f"--user-data-dir={profile}",
        f"--window-size={size[0]},{size[1]}",
        "--virtual-time-budget=10000",
        *options,
        path.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "CONSOLE" not in done.stderr, done.stderr
    return done


def look_at(path, tmp_path, **size):
    """What the page with the probe in it says of itself."""
    probed = path.with_name("probed.html")
    probed.write_text(path.read_text(encoding="utf-8").replace("</head>", PROBE + "</head>"))
    document = browse(probed, tmp_path / "profile", "--dump-dom", **size).stdout
    return json.loads(unescape(re.search(r'<pre id="probe">(.*?)</pre>', document).group(1)))


def screenshot(path, tmp_path, *options):
    picture = tmp_path / "screen.png"
    browse(path, tmp_path / "profile", f"--screenshot={picture}", *options)
    return image.imread(picture)[..., :3]


@pytest.fixture
def page(tmp_path):
    return write_report(scaling_set(tmp_path), tmp_path / "page.html")


def test_everything_is_drawn_and_nothing_fetched(page, tmp_path):
    seen = look_at(page, tmp_path)
    assert seen["errors"] == [] and seen["fetched"] == []
    assert len(seen["pictures"]) == 16
    assert all(p["width"] > 300 and p["height"] > 100 for p in seen["pictures"])
    # Two matrices and the colours beside them.
    assert len(seen["images"]) == 4
    assert all(min(size) > 0 for size in seen["images"])


def test_the_page_is_not_wider_than_a_phone(page, tmp_path):
    # A window is not made narrower than 500 pixels.
    assert look_at(page, tmp_path, size=(500, 900))["overflow"] <= 0


def test_names_on_the_roofline_do_not_overlap(tmp_path):
    """Many regions at nearly the same rate."""
    folder = report_run(tmp_path / "run")
    summary = json.loads((folder / "summary.json").read_text())
    crowd = [
        {**summary["regions"][0], "name": f"region {i}", "share": 0.1, "gflops": 30 + 0.1 * i}
        for i in range(9)
    ]
    summary["regions"] = [*crowd, *summary["regions"]]
    (folder / "summary.json").write_text(json.dumps(summary))
    seen = look_at(write_report([folder]), tmp_path)
    names = {region["name"] for region in summary["regions"]}
    labels = sorted((x for x in seen["labels"] if x["text"].strip() in names), key=lambda x: x["y"])
    assert len(labels) == 12
    for above, below in pairwise(labels):
        assert above["y"] + above["height"] <= below["y"] + 1
    right = seen["pictures"][1]["x"] + seen["pictures"][1]["width"]
    assert all(label["x"] + label["width"] <= right for label in labels)


def test_screenshots_light_and_dark(tmp_path):
    path = write_report([report_run(tmp_path / "run", profile_of([5.0, 3.0], 5.5))])
    light = screenshot(path, tmp_path)
    dark = screenshot(path, tmp_path, "--blink-settings=preferredColorScheme=0")
    for pixels in (light, dark):
        assert pixels.std() > 0.05  # not an empty sheet
    assert light.mean() > 0.8 and dark.mean() < 0.3
