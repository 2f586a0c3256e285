"""A case and its run that the tests of a module share."""

import pytest
from program import lobatto


def module_run(name, text, *says):
    """The fixtures `case`, the path of a case file <name>.toml, and `run`, the folder of its run,
    whose output has to say these words."""

    @pytest.fixture(scope="module")
    def case(tmp_path_factory):
        path = tmp_path_factory.mktemp(name) / f"{name}.toml"
        path.write_text(text)
        return path

    @pytest.fixture(scope="module")
    def run(case):
        out = case.parent / "run"
        result = lobatto("run", case, "--out", out)
        assert result.returncode == 0, result.stderr
        for words in says:
            assert words in result.stdout
        return out

    return case, run
