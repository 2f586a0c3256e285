#include "python/bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "comm/agreement/farewell.hpp"
#include "comm/agreement/meeting.hpp"

namespace lobatto::python {

namespace nb = nanobind;
using namespace nb::literals;
using comm::Meeting;

namespace {

/// None where there is none, else (sorts, rank, words of the first rank, words of that rank).
nb::object as_tuple(const std::optional<Meeting::Difference>& difference) {
  if (!difference) return nb::none();
  return nb::make_tuple(difference->sorts, difference->rank, difference->words_of_first,
                        difference->words_of_rank);
}

bool waits(Meeting& meeting, std::optional<double> seconds) {
  const nb::gil_scoped_release others_run;
  if (!seconds) return meeting.waits(std::nullopt);
  return meeting.waits(std::chrono::milliseconds(static_cast<long long>(1e3 * *seconds)));
}

/// None, or (the rank that never comes, this one).
nb::object wait_for_all(std::optional<int> communicator, int farewell) {
  std::optional<comm::Absence> absence;
  {
    const nb::gil_scoped_release others_run;
    absence = comm::wait_for_all(communicator, farewell);
  }
  return absence ? nb::object(nb::make_tuple(absence->absent, absence->waiting)) : nb::none();
}

}  // namespace

void bind_meeting(nb::module_& module) {
  nb::class_<Meeting>(module, "Meeting", "Where ranks compare what they do next.")
      .def(
          "__init__",
          [](Meeting* self, std::optional<int> communicator) {
            new (self) Meeting(communicator_of(communicator));
          },
          "communicator"_a.none())
      .def_prop_ro("rank", [](const Meeting& self) { return self.communicator().rank(); })
      .def_prop_ro("size", [](const Meeting& self) { return self.communicator().size(); })
      .def(
          "meet",
          [](Meeting& self, int sort, std::string words) {
            return as_tuple(self.meet({sort, std::move(words)}));
          },
          "sort"_a, "words"_a)
      .def(
          "come",
          [](Meeting& self, int sort, std::string words) { self.come({sort, std::move(words)}); },
          "sort"_a, "words"_a)
      .def("waits", &waits, "seconds"_a.none())
      .def("difference", [](const Meeting& self) { return as_tuple(self.difference()); });
  module.def("wait_for_all", &wait_for_all, "communicator"_a.none(), "farewell"_a);
  module.def("end_job", &comm::end_job, "code"_a, "Ends all ranks at once.");
}

}  // namespace lobatto::python
