#include "python/bindings.hpp"

#include <exception>

#include "base/error.hpp"
#include "case/document/printable.hpp"

namespace lobatto::python {

namespace nb = nanobind;

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

}  // namespace lobatto::python
