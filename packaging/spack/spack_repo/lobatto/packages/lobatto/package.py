# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Lobatto(CMakePackage):
    """Direct numerical simulation of incompressible flow by very-high-order spectral elements."""

    homepage = "https://example.org/lobatto"
    git = "https://example.org/lobatto.git"

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("machine", default=True, description="Tools for machines: health, accept, map")
    variant("hypre", default=True, description="Algebraic multigrid of vertices by BoomerAMG")
    variant("netcdf", default=True, description="Meshes of Exodus II")
    variant("cgns", default=True, description="Meshes of CGNS")
    variant("ptscotch", default=True, description="Cut large meshes on all ranks")
    variant(
        "scalapack",
        default=True,
        when="+machine",
        description="Dense systems in the acceptance of machines",
    )
    variant("python", default=True, description="User code in Python, and the tools for pictures")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")

    depends_on("mpi")
    depends_on("blas")
    depends_on("lapack")
    depends_on("hdf5+mpi")
    depends_on("libxsmm")
    depends_on("metis@5:")
    depends_on("hwloc@2:")
    depends_on("muparser")
    depends_on("fmt")
    depends_on("lz4")
    depends_on("zlib-api")
    depends_on("tomlplusplus")
    depends_on("cli11")
    depends_on("nlohmann-json")
    depends_on("hypre+mpi~int64", when="+hypre")
    depends_on("netcdf-c", when="+netcdf")
    depends_on("cgns@3.4:+hdf5+mpi", when="+cgns")
    depends_on("scotch+mpi~int64", when="+ptscotch")
    depends_on("scalapack", when="+scalapack")

    with when("+python"):
        extends("python@3.11:")
        depends_on("py-nanobind@2.9:", type="build")
        depends_on("py-numpy@1.24:", type=("build", "run"))
        depends_on("py-h5py@3.7:", type="run")
        depends_on("py-matplotlib@3.6:", type="run")
        depends_on("py-typer@0.7:", type="run")
        depends_on("py-rich@13.3:", type="run")
        depends_on("py-jinja2@3:", type="run")

    conflicts("%gcc@:11", msg="Lobatto is written in C++20: GCC 12 or newer")

    generator("ninja")

    def cmake_args(self):
        # Spack compiles for the processor that it is told to.
        spec = self.spec
        arguments = [
            self.define("LOBATTO_ARCH", ""),
            self.define("LOBATTO_UNITY", True),
            self.define("HDF5_ROOT", spec["hdf5"].prefix),
            self.define("LIBXSMM_LIBRARY", join_path(spec["libxsmm"].prefix.lib, "libxsmm.a")),
            self.define("LIBXSMM_INCLUDE_DIR", spec["libxsmm"].prefix.include),
        ]
        arguments.append(self.define_from_variant("LOBATTO_MACHINE", "machine"))
        arguments += self.optional("hypre", HYPRE_LIBRARY="libHYPRE")
        arguments += self.optional(
            "ptscotch",
            "scotch",
            PTSCOTCH_LIBRARY="libptscotch",
            SCOTCH_LIBRARY="libscotch",
            PTSCOTCHERR_LIBRARY="libptscotcherr",
        )
        arguments += self.optional("netcdf", "netcdf-c", NETCDF_LIBRARY="libnetcdf")
        arguments.append(self.define_from_variant("LOBATTO_WITH_NETCDF", "netcdf"))
        arguments.append(self.define("LOBATTO_WITH_SIMGRID", False))
        if "+netcdf" in spec:
            arguments.append(self.define("NETCDF_INCLUDE_DIR", spec["netcdf-c"].prefix.include))
        arguments += self.optional("cgns", CGNS_LIBRARY="libcgns")
        arguments.append(self.define_from_variant("LOBATTO_WITH_CGNS", "cgns"))
        if "+cgns" in spec:
            arguments.append(self.define("CGNS_INCLUDE_DIR", spec["cgns"].prefix.include))
        if "+hypre" in spec:
            arguments.append(self.define("HYPRE_INCLUDE_DIR", spec["hypre"].prefix.include))
        if "+ptscotch" in spec:
            arguments.append(self.define("PTSCOTCH_INCLUDE_DIR", spec["scotch"].prefix.include))
        if "+scalapack" in spec:
            arguments.append(self.define("SCALAPACK_LIBRARY", spec["scalapack"].libs[0]))
        else:
            arguments.append(self.define("SCALAPACK_LIBRARY", "OFF"))
        if "+python" in spec:
            arguments += [
                self.define("Python_EXECUTABLE", python.path),
                self.define("LOBATTO_PYTHON_DIR", python_platlib),
            ]
        else:
            arguments.append(self.define("CMAKE_DISABLE_FIND_PACKAGE_Python", True))
        return arguments

    def optional(self, variant, package=None, **libraries):
        """The libraries of a package by their full names, or OFF without the variant."""
        if f"+{variant}" not in self.spec:
            return [self.define(name, "OFF") for name in libraries]
        root = self.spec[package or variant].prefix
        return [
            self.define(name, find_libraries(library, root=root, recursive=True)[0])
            for name, library in libraries.items()
        ]

    def test_version(self):
        """The installed program tells its version."""
        lobatto = Executable(self.prefix.bin.lobatto)
        assert "lobatto" in lobatto("--version", output=str.split, error=str.split)

    def test_new_case(self):
        """A case to begin with is written, and nothing is wrong with it."""
        lobatto = Executable(self.prefix.bin.lobatto)
        lobatto("new", "duct")
        assert "order" in lobatto("check", "duct.toml", output=str.split, error=str.split)
