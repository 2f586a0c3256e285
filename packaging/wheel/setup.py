"""The wheel holds a program and modules that CMake has built: it is for one platform, and for every
Python that one of the modules is for.

Setuptools builds nothing; it takes the files `lobatto_core*.so` beside this one."""

import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

MODULES = sorted(Path(__file__).parent.glob("lobatto_core*.so"))


class BuiltModules(build_ext):
    def run(self) -> None:
        for module in MODULES:
            self.mkpath(self.build_lib)
            shutil.copy2(module, self.build_lib)

    def get_outputs(self) -> list[str]:
        return [str(Path(self.build_lib) / module.name) for module in MODULES]


class WheelOfManyPythons(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


setup(
    ext_modules=[Extension("lobatto_core", [])],
    cmdclass={"build_ext": BuiltModules, "bdist_wheel": WheelOfManyPythons},
)
