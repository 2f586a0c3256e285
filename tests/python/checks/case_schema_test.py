"""The JSON Schema of case files against cases that the program knows, right and wrong ones."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from program import SMALL_DUCT, lobatto, needs_program

jsonschema = pytest.importorskip("jsonschema")
pytestmark = needs_program

ROOT = Path(__file__).parents[3]
CASES = sorted((ROOT / "cases").glob("*.toml"))
# By type, range, words, names and number of items, or keys that exclude or need each other; each
# with the path of what is wrong and a word of the complaint.
REFUSED = {
    "boundary_list": ("boundary/x", "anyOf"),
    "boundary_two_components": ("boundary/x", "anyOf"),
    "case_is_text": ("case", "type"),
    "case_name": ("case/name", "pattern"),
    "fluid_empty": ("fluid", "oneOf"),
    "mesh_table_misspelt": ("", "additionalProperties"),
    "missing_axis": ("mesh", "anyOf"),
    "missing_order": ("mesh", "required"),
    "missing_table": ("", "anyOf"),
    "order_has_fraction": ("mesh/order", "type"),
    "order_is_text": ("mesh/order", "type"),
    "order_too_high": ("mesh/order", "maximum"),
    "output_format": ("output/fields/format", "enum"),
    "output_two_intervals": ("output/fields", "oneOf"),
    "periodic_is_text": ("mesh/z/periodic", "type"),
    "probe_line_of_one": ("probe/0/line/points", "minimum"),
    "probe_name_long": ("probe/0/name", "pattern"),
    "probe_point_of_two": ("probe/0/points/1", "minItems"),
    "range_and_ticks": ("mesh/x", "oneOf"),
    "reynolds_and_viscosity": ("fluid", "oneOf"),
    "scalar_is_table": ("scalar", "type"),
    "scalar_without_name": ("scalar/0", "required"),
    "solver_of_velocity": ("solver/velocity", "enum"),
    "statistics_average_is_word": ("statistics/average", "type"),
    "statistics_direction_twice": ("statistics/average", "uniqueItems"),
    "time_order": ("time/order", "maximum"),
    "time_without_end": ("time", "anyOf"),
    "unknown_key_misspelt": ("mesh", "additionalProperties"),
    "unknown_table": ("", "additionalProperties"),
    "viscosity_negative": ("fluid/viscosity", "exclusiveMinimum"),
}


@pytest.fixture(scope="module")
def schema():
    result = lobatto("keys", "--json-schema")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def judge(schema):
    return jsonschema.Draft7Validator(schema)


def complaints(judge, text):
    """Of what is wrong: its path, and the keyword of the schema that it offends."""
    return {
        ("/".join(map(str, error.absolute_path)), error.validator)
        for error in judge.iter_errors(tomllib.loads(text))
    }


def test_it_is_a_valid_schema(schema):
    jsonschema.Draft7Validator.check_schema(schema)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_it_accepts_every_case(judge, case):
    assert complaints(judge, case.read_text()) == set()


def test_it_accepts_numbers_as_texts_words_and_tables(judge):
    more = """
[statistics]
start = "2*pi"
[output.checkpoint]
every_wall = "1h30min"
[parameters]
a_1 = "2/3"
"""
    assert complaints(judge, SMALL_DUCT + more) == set()
    assert complaints(judge, SMALL_DUCT + more.replace("1h30min", "never")) == set()
    assert complaints(judge, SMALL_DUCT + more.replace("1h30min", "soon")) == {
        ("output/checkpoint/every_wall", "anyOf")
    }
    assert complaints(judge, SMALL_DUCT + more.replace("a_1", '"1 a"')) == {
        ("parameters", "additionalProperties")
    }


@pytest.mark.parametrize("name", REFUSED)
def test_it_refuses_wrong_cases_where_they_are_wrong(judge, name):
    text = (ROOT / "tests/bad_cases" / f"{name}.toml").read_text()
    assert REFUSED[name] in complaints(judge, text)


def described(schema):
    """Every declaration with a description, wherever it stands."""
    if isinstance(schema, dict):
        if isinstance(schema.get("description"), str):
            yield schema
        for part in schema.values():
            yield from described(part)
    if isinstance(schema, list):
        for part in schema:
            yield from described(part)


def test_examples_and_defaults_are_what_it_accepts(schema):
    declarations = list(described(schema))
    texts = [text for each in declarations for text in each.get("examples", [])]
    assert len(declarations) > 120 and len(texts) > 100
    for declaration in declarations:
        part = {"definitions": schema["definitions"], **declaration}
        judge = jsonschema.Draft7Validator(part)
        for value in declaration.get("examples", []):
            judge.validate(value)
        if "default" in declaration:
            judge.validate(declaration["default"])


def test_every_key_of_the_manual_is_in_it(schema):
    """The rows of the table that `lobatto keys` prints."""
    paths = re.findall(r"^\| `(\S+)` \|", lobatto("keys").stdout, re.MULTILINE)
    assert len(paths) > 110
    for path in paths:
        place = schema
        for name in path.split("."):
            known = [place, place.get("items", {}), *place.get("anyOf", [])]
            name = {"<axis>": "x", "<face>": "y_min"}.get(name, name.removesuffix("[]"))
            found = [
                each["properties"][name] for each in known if name in each.get("properties", {})
            ]
            found += [
                declaration
                for each in known
                for declaration in each.get("patternProperties", {}).values()
                if name == "<name>"
            ]
            assert found, path
            place = found[0]
            if "$ref" in place:
                place = schema["definitions"][place["$ref"].rpartition("/")[2]]


def test_defaults_and_meanings_are_those_of_the_declarations(schema):
    time = schema["properties"]["time"]["properties"]
    assert time["order"]["default"] == 3 and time["order"]["maximum"] == 3
    assert time["dt"]["minimum"] == 1e-30 and time["dt"]["maximum"] == 1e30
    assert time["end"]["exclusiveMinimum"] == 0 and time["end"]["type"] == ["number", "string"]
    solver = schema["properties"]["solver"]["properties"]
    methods = ["auto", "tensor-direct", "extruded-direct", "tensor-cg", "schwarz-multigrid"]
    assert solver["pressure"]["enum"] == methods
    assert solver["tolerance"]["default"] == 1e-10
    assert (
        "Default: never"
        in (
            schema["properties"]["output"]["properties"]["fields"]["properties"]["every_steps"][
                "description"
            ]
        )
    )
