// lobatto_core: the solver as a module of Python. The package lobatto is what people use of it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "case/document/printable.hpp"
#include "comm/agreement/joint_end.hpp"
#include "comm/communicator.hpp"
#include "commands/command_line.hpp"
#include "io/hdf5/handle.hpp"
#include "lobatto/version.hpp"
#include "poly/blas_threads.hpp"
#include "python/bindings.hpp"
#include "python/python_user_code.hpp"
#include "run/records/error_report.hpp"

namespace nb = nanobind;

namespace lobatto::python {

namespace {

/// Starts MPI, unless mpi4py or somebody else has; who starts it ends it.
std::unique_ptr<comm::Environment> start_mpi() {
  int argc = 0;
  char** argv = nullptr;
  poly::use_one_blas_thread();
  io::open_hdf5_without_end();
  return std::make_unique<comm::Environment>(argc, argv);
}

/// The program with these words, and user code for the case that they name. The exit code.
int run_command_line(const std::vector<nb::bytes>& given, const nb::object& user_code) {
  std::vector<std::string> words;
  for (const auto& word : given) words.emplace_back(word.c_str(), word.size());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  const auto world = comm::Communicator::world();
  comm::JointEnd end(world);
  std::unique_ptr<PythonUserCode> code;
  if (!user_code.is_none()) code = std::make_unique<PythonUserCode>(user_code);
  try {
    return run::end_without_error(commands::run_command_line(static_cast<int>(argv.size()),
                                                             argv.data(), world, end, code.get()),
                                  end, world);
  } catch (...) {
    return run::end_with_error(end, world);
  }
}

/// From now on base::Error is the exception LobattoError where Python sees it.
void raise_errors_as_lobatto_error() {
  nb::object type = nb::module_::import_("lobatto.errors").attr("LobattoError");
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void* raised) {
        try {
          std::rethrow_exception(thrown);
        } catch (const base::Error& error) {
          PyErr_SetString(static_cast<PyObject*>(raised),
                          cases::printable_lines(error.what()).c_str());
        }
      },
      type.release().ptr());
}

}  // namespace

}  // namespace lobatto::python

NB_MODULE(lobatto_core, module) {
  using namespace lobatto;
  // What a script still holds when it ends is not lost to anybody.
  nb::set_leak_warnings(false);
  module.doc() = "The solver of Lobatto; see the package lobatto.";
  module.attr("__version__") = version::number;
  python::raise_errors_as_lobatto_error();
  module.def("mpi_is_running", &comm::Environment::is_running,
             "Whether the MPI library of the solver has been started, by whomever.");
  module.def("mpi_library", &comm::mpi_library_version, "Its name and version.");
  module.def("mpi_library_of_build", &comm::mpi_library_of_build,
             "The kind of library that the solver was built for.");
  module.def("reaches_library_of_build", &comm::reaches_library_of_build,
             "Whether calls of the solver reach such a one, and not one that was loaded before.");
  module.def(
      "start_mpi",
      [] {
        // Ended at the very end of the process, after all that holds a communicator.
        const nb::gil_scoped_release others_run;
        static std::unique_ptr<comm::Environment> environment = python::start_mpi();
        return environment->is_ours();
      },
      "Starts MPI, and says whether that was the first time for the process.");
  module.def("run_command_line", &python::run_command_line, nb::arg("words"),
             nb::arg("user_code").none());
  python::bind_meeting(module);
  python::bind_simulation(module);
}
