"""Cases of Neko as case files: made-up small ones of both forms, and what is said of each key."""

import json
import math
import re
import tomllib

import numpy as np
import pytest
from lobatto.errors import LobattoError
from lobatto.importing.command import case_text
from lobatto.importing.ledger import Outcome
from lobatto.importing.neko_case import import_neko

NEW = """
{
  "version": 1.0,
  "case": {
    "mesh_file": "duct.nmsh",          // a comment
    "output_directory": "out",
    "output_precision": "double",
    "output_checkpoints": true,
    "checkpoint_control": "tsteps",
    "checkpoint_value": 500,
    "job_timelimit": "1-02:30:00",
    "constants": [
      {"name": "U_0", "value": 1.5},
      {"name": "stream", "value": [1.0, 0.0, 0.0]}
    ],
    "time": {"end_time": 4.0, "variable_timestep": true, "target_cfl": 0.4, "max_timestep": 0.02},
    "numerics": {"polynomial_order": 5, "time_order": 2, "dealias": true,
                 "dealiased_polynomial_order": 8},
    "fluid": {
      "scheme": "pnpn",
      "rho": 2.0,
      "mu": 0.5,
      "initial_condition": {"type": "expression", "value": ["U_0*sin(x)", "0", "0"]},
      "boundary_conditions": [
        {"type": "velocity_value", "value": "stream", "zone_indices": [1]},
        {"type": "outflow+dong", "zone_indices": [2]},
        {"type": "no_slip", "zone_indices": [3, 4]},
        {"type": "shear_stress", "value": [0.5, 0, 0], "zone_indices": [5]},
        {"type": "user_velocity", "zone_indices": [6]}
      ],
      "source_terms": [
        {"type": "constant", "values": [0.1, 0, 0], "start_time": 1.0},
        {"type": "boussinesq", "scalar_field": "heat", "reference_value": 2.0, "g": [0, 0, -4]},
        {"type": "coriolis", "f": 0.2, "geostrophic_wind": [3.0, 0, 0]},
        {"type": "brinkman", "objects": []}
      ],
      "flow_rate_force": {"direction": 1, "value": 1.0, "use_averaged_flow": true},
      "velocity_solver": {"type": "cg", "preconditioner": {"type": "jacobi"},
                          "absolute_tolerance": 1e-7, "max_iterations": 300},
      "pressure_solver": {"type": "gmres", "projection_space_size": 30},
      "output_control": "nsamples",
      "output_value": 8
    },
    "scalars": [
      {"name": "heat", "cp": 2.0, "lambda": 0.8, "solver": {"type": "cg"},
       "initial_condition": {"type": "uniform", "value": 1.0},
       "boundary_conditions": [
         {"type": "dirichlet", "value": 3.0, "zone_indices": [1]},
         {"type": "neumann", "flux": 0.4, "zone_indices": [2, 3]}
       ],
       "source_terms": [{"type": "constant", "values": [0.25]}]},
      {"name": "dye", "Pe": 50.0, "initial_condition": {"type": "user"}}
    ],
    "simulation_components": [
      {"type": "fluid_stats", "start_time": 1.0, "compute_control": "tsteps",
       "compute_value": 5, "set_of_stats": "basic"},
      {"type": "probes", "fields": ["u", "p", "heat"], "output_file": "line.csv",
       "compute_control": "simulationtime", "compute_value": 0.5,
       "points": [{"type": "line", "start": [0, 0, 0], "end": [1, 0, 0], "amount": 3}]},
      {"type": "force_torque", "zone_id": 3, "zone_name": "wall", "center": [0, 0, 0],
       "scale": 2.0, "compute_control": "tsteps", "compute_value": 10},
      {"type": "les_model", "model": "sigma", "c": 1.4, "nut_field": "nut"},
      {"type": "spectral_error"},
    ],
    "invented": 7
  }
}
"""
OLD = """
{
  "version": 0.6,
  "case": {
    "mesh_file": "box.nmsh", "end_time": 2.0, "timestep": 0.01, "output_at_end": false,
    "numerics": {"polynomial_order": 7, "time_order": 3, "dealias": false},
    "fluid": {
      "scheme": "pnpn", "Re": 200.0,
      "initial_condition": {"type": "uniform", "value": [2.0, 0.0, 0.0]},
      "inflow_condition": {"type": "blasius"},
      "blasius": {"delta": 0.5, "freestream_velocity": [2.0, 0.0, 0.0],
                  "approximation": "cubic"},
      "boundary_types": ["v", "o", "", "w", "on", "sym"]
    },
    "scalar": {"enabled": true, "Pe": 10.0, "boundary_types": ["d=1.5", "", "", "n=0", "d_s"],
               "initial_condition": {"type": "uniform", "value": 0.0}},
    "statistics": {"enabled": true, "start_time": 1.0, "sampling_interval": 20}
  }
}
"""


@pytest.fixture
def imported(tmp_path):
    def read(text):
        path = tmp_path / "duct.case"
        path.write_text(text)
        draft, ledger = import_neko(path)
        return tomllib.loads(case_text(path, draft, ledger)), ledger

    return read


def test_keys_of_version_one(imported):
    document, _ = imported(NEW)
    assert document["mesh"] == {"order": 5, "file": "duct.nmsh", "quadrature": 9}
    assert document["time"] == {
        "order": 2,
        "cfl": 0.4,
        "max_dt": 0.02,
        "end": 4.0,
        "wall_limit": 26.5 * 3600,
    }
    assert document["fluid"] == {"viscosity": 0.25}
    assert document["parameters"] == {"U_0": 1.5}
    assert document["initial"]["velocity"] == ["U_0*sin(x)", "0", "0"]
    assert document["output"]["fields"] == {"every_time": 0.5, "precision": "double"}
    assert document["output"]["checkpoint"] == {"every_steps": 500, "final": True}
    assert document["solver"] == {"max_iterations": 300, "pressure_projection": 20}
    assert document["forcing"]["flow_rate"] == 1.0
    assert document["forcing"]["flow_direction"] == "x"


def test_steps_along_characteristics(imported):
    text = NEW.replace('"time_order": 2', '"time_order": 2, "oifs": true')
    time = imported(text.replace('"target_cfl": 0.4', '"target_cfl": 3'))[0]["time"]
    assert (time["splitting"], time["cfl"]) == ("characteristics", 3)
    off = text.replace('"oifs": true', '"oifs": false')
    assert "splitting" not in imported(off)[0]["time"]


def test_a_plane_mesh_gets_a_layer(imported, tmp_path):
    for order in "<>":
        head = np.array([4, 2], dtype=f"{order}i4").tobytes()
        (tmp_path / "duct.nmsh").write_bytes(head)
        document, _ = imported(NEW)
        layers = {"range": [0.0, 1.0], "elements": 1, "periodic": True}
        assert document["mesh"]["extrude"] == layers
    (tmp_path / "duct.nmsh").write_bytes(np.array([4, 3], dtype="<i4").tobytes())
    document, _ = imported(NEW)
    assert "extrude" not in document["mesh"]


def nmsh(kinds, order="<"):
    """A mesh of one plane element whose sides have zones of these kinds."""
    integers = np.dtype(f"{order}i4")
    zones = [[1, facet, 0, 0, 1, 2, 3, 4, kind] for facet, kind in enumerate(kinds, start=1)]
    parts = [[1, 2], [1, *(4 * [0] + 3 * [0]) * 4], [len(kinds)], *zones, [0]]
    return b"".join(np.array(part, dtype=integers).tobytes() for part in parts)


@pytest.mark.parametrize("order", "<>")
def test_conditions_of_the_mesh_itself(imported, tmp_path, order):
    mesh = nmsh([1, 2, 3, 6], order)
    (tmp_path / "duct.nmsh").write_bytes(mesh)
    text = '{"case": {"mesh_file": "duct.nmsh", "fluid": {"Re": 10, %s}}}'
    velocity = '{"type": "uniform", "value": [2, 0, 0]}'
    document, _ = imported(text % f'"initial_condition": {velocity}')
    tangential = {"tangential_velocity": ["2.0", "0.0", "0.0"]}
    inflow = {"velocity": [2.0, 0.0, 0.0]}
    assert document["boundary"] == {
        "wall": "wall",
        "inlet": inflow,
        "outlet": "outflow",
        "outlet_normal": tangential,
    }
    document, ledger = imported(text % '"inflow_condition": {"type": "user"}')
    assert "inlet" not in document["boundary"]
    assert {e.what: e.outcome for e in ledger.entries}["boundary inlet"] is Outcome.OPEN
    (tmp_path / "duct.nmsh").write_bytes(mesh[:150])
    assert "boundary" not in imported(text % f'"inflow_condition": {velocity}')[0]


def test_a_frozen_velocity_has_no_pressure_to_solve_for(imported):
    document, ledger = imported(NEW.replace('"scheme"', '"freeze": true, "scheme"'))
    assert document["flow"]["velocity"] == "frozen"
    assert "pressure_projection" not in document["solver"]
    assert any("no pressure is solved for" in entry.text for entry in ledger.entries)


def test_conditions_of_version_one(imported):
    document, ledger = imported(NEW)
    boundary = document["boundary"]
    assert boundary["zone-1"] == {"velocity": [1.0, 0.0, 0.0]}
    assert boundary["zone-2"] == "outflow"
    assert boundary["zone-3"] == boundary["zone-4"] == "wall"
    assert boundary["zone-5"] == {"normal_velocity": 0, "traction": [0.25, 0.0, 0.0]}
    assert "zone-6" not in boundary
    assert any("zone-6" in entry.text and entry.outcome is Outcome.OPEN for entry in ledger.entries)


def test_source_terms(imported):
    document, _ = imported(NEW)
    (buoyancy,) = document["forcing"]["buoyancy"]
    assert buoyancy == {
        "scalar": "heat",
        "coefficient": 2.0,
        "reference": 2.0,
        "direction": [0.0, 0.0, -1.0],
    }
    assert document["rotation"]["rate"] == [0.0, 0.0, 0.1]
    # 2 rate x wind = 2 (0, 0, 0.1) x (3, 0, 0) = (0, 0.6, 0)
    first, second, third = document["forcing"]["body"]
    assert first == "0.1*(t >= 1.0 ? 1 : 0) + 0.0"
    assert eval(second) == pytest.approx(0.6) and eval(third) == 0


def test_scalars(imported):
    document, _ = imported(NEW)
    heat, dye = document["scalar"]
    assert heat["diffusivity"] == pytest.approx(0.8 / 4)
    assert heat["initial"] == 1.0 and heat["source"] == "0.25"
    assert heat["boundary"]["zone-1"] == {"value": 3.0}
    assert heat["boundary"]["zone-3"]["flux"] == pytest.approx(0.1)
    assert dye == {"name": "dye", "diffusivity": 0.01}


def test_components(imported):
    document, ledger = imported(NEW)
    assert document["statistics"] == {"start": 1.0, "every_steps": 5, "quantities": "basic"}
    assert document["probe"] == [
        {
            "name": "line",
            "line": {"from": [0, 0, 0], "to": [1, 0, 0], "points": 3},
            "every_time": 0.5,
            "quantities": ["u", "p", "heat"],
        }
    ]
    assert document["force"][0]["on"] == ["zone-3"]
    assert document["subgrid"] == {"model": "sigma", "constant": 1.4}
    opened = [entry.what for entry in ledger.entries if entry.outcome is Outcome.OPEN]
    assert any("scale = 2.0" in what for what in opened)
    assert any("spectral_error" in what for what in opened)


@pytest.mark.parametrize("text", [NEW, OLD], ids=["new", "old"])
def test_every_key_is_in_the_report(imported, text):
    _, ledger = imported(text)
    lines = text.splitlines()
    said = {int(entry.place.partition(":")[2]) for entry in ledger.entries if ":" in entry.place}
    words = " ".join(entry.what for entry in ledger.entries)
    keys = {
        (number, key)
        for number, line in enumerate(lines, start=1)
        for key in re.findall(r'"(\w+)":', line)
    }
    containers = {
        "case",
        "fluid",
        "scalar",
        "scalars",
        "constants",
        "time",
        "numerics",
        "boundary_conditions",
        "source_terms",
        "simulation_components",
    }
    assert len(keys) > 30
    for number, key in keys:
        if key not in containers:
            assert number in said or key in words, f"nothing is said of {key} in line {number}"


def test_an_unknown_key_is_open(imported):
    _, ledger = imported(NEW)
    (entry,) = (entry for entry in ledger.entries if "invented" in entry.what)
    assert entry.outcome is Outcome.OPEN


def test_keys_before_version_one(imported):
    document, _ = imported(OLD)
    assert document["mesh"]["quadrature"] == "none"
    assert document["time"] == {"order": 3, "dt": 0.01, "end": 2.0}
    assert document["output"]["fields"] == {"final": False}
    assert document["statistics"] == {"start": 1.0, "every_steps": 20}
    boundary = document["boundary"]
    assert boundary["zone-2"] == "outflow" and boundary["zone-4"] == "wall"
    assert boundary["zone-5"] == {"tangential_velocity": ["2.0", "0.0", "0.0"]}
    assert boundary["zone-6"] == "symmetry" and "zone-3" not in boundary
    (scalar,) = document["scalar"]
    assert scalar["name"] == "temperature"
    assert scalar["boundary"] == {"zone-1": {"value": 1.5}, "zone-4": "insulated"}


MISSING = object()
ON = [{"type": "normal_outflow", "zone_indices": [1]}]


def pair(name, fluid=None, has=None, words=None, **case):
    return pytest.param(fluid or {}, case, has or {}, words or {}, id=name)


PAIRS = [
    *(
        pair(
            f"advection with numerics {numerics}",
            {},
            {"mesh.quadrature": quadrature},
            {"numerics.dealias": word} if word else {},
            numerics=numerics,
        )
        for numerics, quadrature, word in (
            ({"polynomial_order": 5}, MISSING, "open"),
            ({"polynomial_order": 5, "oifs": True}, MISSING, None),
            ({"polynomial_order": 5, "dealias": False}, "none", "translated"),
            ({"polynomial_order": 5, "dealias": True}, MISSING, "no need"),
        )
    ),
    pair(
        "a normal outflow beside a formula",
        {
            "boundary_conditions": ON,
            "initial_condition": {"type": "expression", "value": ["z", "1", "0"]},
        },
        {"boundary.zone-1.tangential_velocity": ["z", "1", "0"]},
    ),
    pair(
        "a normal outflow beside user code",
        {"boundary_conditions": ON, "initial_condition": {"type": "user"}},
        {"boundary": MISSING},
        {"boundary_conditions": "open"},
    ),
    pair(
        "a normal outflow after a restart",
        {"boundary_conditions": ON},
        {"boundary": MISSING},
        {"boundary_conditions": "open"},
        restart_file="a.chkp",
    ),
    pair(
        "two conditions of a zone",
        {
            "boundary_conditions": [
                {"type": "no_slip", "zone_indices": [1]},
                {"type": "outflow", "zone_indices": [1, 2]},
            ]
        },
        {"boundary": MISSING},
        {"boundary_conditions": "open"},
    ),
    pair(
        "no advection",
        {"advection": False},
        {"fluid.advection": False, "scalar.0.advection": False},
        {"advection": "translated"},
        scalar={"Pe": 10.0, "advection": False},
    ),
    pair(
        "rotations add up",
        {
            "source_terms": [
                {"type": "coriolis", "rotation_vector": [0, 1, 0]},
                {"type": "coriolis", "f": 0.5},
            ]
        },
        {"rotation.rate": [0.0, 1.0, 0.25]},
    ),
    pair(
        "a flux of versions before 1.0 is over density and heat capacity",
        {"Re": None, "rho": 2.0, "mu": 0.1},
        {"scalar.0.boundary.zone-1.flux": 0.25},
        scalar={"cp": 2.0, "lambda": 1.0, "boundary_types": ["n=1"]},
    ),
    pair(
        "a scalar by the name of its field",
        {
            "source_terms": [
                {"type": "boussinesq", "scalar_field": "T", "reference_value": 1.0, "g": [0, 0, -1]}
            ]
        },
        {"forcing.buoyancy.0.scalar": "heat"},
        scalars=[{"name": "dye", "Pe": 1.0}, {"name": "heat", "field_name": "T", "Pe": 1.0}],
    ),
    pair(
        "buoyancy by a field that is no scalar",
        {
            "source_terms": [
                {
                    "type": "boussinesq",
                    "scalar_field": "rho",
                    "reference_value": 1.0,
                    "g": [0, 0, -1],
                }
            ]
        },
        {"forcing": MISSING},
        {"source_terms": "open"},
        scalar={"Pe": 10.0},
    ),
    pair(
        "probes of fields that there are not",
        None,
        {"probe.0.quantities": ["u"]},
        {"fields: omega_x": "open"},
        simulation_components=[
            {
                "type": "probes",
                "fields": ["u", "omega_x"],
                "points": [{"type": "points", "coordinates": [0, 0, 0]}],
            }
        ],
    ),
    pair("a density beside a Reynolds number", {"rho": 2.0}, None, {"fluid.rho": "open"}),
    pair("a negative Reynolds number", {"Re": -1.0}, {"fluid": MISSING}, {"fluid.Re": "open"}),
    pair(
        "a begin at another time",
        None,
        {"time.end": MISSING},
        {"start_time": "open", "end_time": "open"},
        time={"end_time": 1.0, "timestep": 0.01, "start_time": 0.5},
    ),
]


def found_at(document, path):
    for part in path.split("."):
        if isinstance(document, list):
            document = document[int(part)]
        else:
            document = document.get(part, MISSING) if isinstance(document, dict) else MISSING
    return document


@pytest.mark.parametrize(("fluid", "case", "has", "words"), PAIRS)
def test_a_pair(imported, fluid, case, has, words):
    """What a source says and what the case file has of it: right, or open."""
    initial = {"type": "uniform", "value": [1.0, 0.0, 0.0]}
    whole = {"scheme": "pnpn", "Re": 100.0, "initial_condition": initial, **fluid}
    source = {
        "mesh_file": "duct.nmsh",
        "numerics": {"polynomial_order": 5, "dealias": True},
        "time": {"end_time": 1.0, "timestep": 0.01},
        "fluid": {key: value for key, value in whole.items() if value is not None},
        **case,
    }
    document, ledger = imported(json.dumps({"version": 1.0, "case": source}))
    for path, expected in has.items():
        found = found_at(document, path)
        assert found is expected or found == expected, (path, found)
    for text, word in words.items():
        assert {e.outcome.value for e in ledger.entries if text in e.what} == {word}, text


def test_a_boundary_layer(imported):
    document, _ = imported(OLD)
    text = document["boundary"]["zone-1"]["velocity"][0]
    found = re.fullmatch(r"2\.0\*\((.*) < 1 \? (.*) : 1\)", text)
    profile = found[2].replace("^", "**")
    for z in (0.0, 0.2, 0.5):
        expected = 1.5 * (z / 0.5) - 0.5 * (z / 0.5) ** 3
        assert eval(profile, {"z": z}) == pytest.approx(expected)
    assert math.isclose(eval(found[1], {"z": 0.5}), 1.0)


def test_user_files_are_named(imported, tmp_path):
    (tmp_path / "duct.f90").write_text(
        "subroutine user_setup(user)\n  user%initial_conditions => my_start\nend subroutine\n"
    )
    _, ledger = imported(NEW)
    (entry,) = (entry for entry in ledger.entries if "my_start" in entry.what)
    assert entry.place == "duct.f90:2" and entry.outcome is Outcome.OPEN


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"case": {"mesh_file" "a"}}', r"duct\.case:1: expected ':', found '\"a\"'"),
        ('{\n"case": {\n', r"duct\.case:2: expected a key in quotes, found the end"),
        ('{"case": {"end_time": soon}}', r"duct\.case:1: expected a value, found 'soon'"),
        ("&NEKO_CASE\nmesh_file = 'a'\n/", r"namelists of Neko before 0\.5 are not read"),
        ('{"case": {"end_time": 1,\n"end_time": 2}}', r"duct\.case:2: expected each key .* once"),
        ('{"other": 1}', r"expected an object 'case'"),
    ],
)
def test_what_is_no_case(imported, text, message):
    with pytest.raises(LobattoError, match=message):
        imported(text)
