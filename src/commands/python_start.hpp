#pragma once

namespace lobatto::commands {

/// Where a case that is to be run or checked has user code, or a picture of a mesh is asked for,
/// the process becomes a Python that carries out the same command line, `python3 -m lobatto run
/// ...`; else returns. Before MPI starts. Ends the process with exit code 1 where there is no such
/// Python.
///
/// That Python is $LOBATTO_PYTHON, the one that the module was built for, or python3; where the
/// program has a folder `python` beside it, the package is taken from there.
void become_python_where_needed(int argc, char** argv);

}  // namespace lobatto::commands
