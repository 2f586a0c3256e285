#include "run/start.hpp"

#include <utility>

#include "base/error.hpp"
#include "run/checks/start_check.hpp"

namespace lobatto::run {

Start::Start(const cases::Case& the_case, CheckedCase checked,
             const comm::Communicator& communicator)
    : origin(checked.origin),
      simulation(the_case, checked.grounds, std::move(checked.space)),
      observers(simulation) {
  if (origin.continues || origin.checkpoint)
    text = load_origin(simulation, &observers, origin, communicator);
  if (const auto problem = find_start_problem(simulation)) throw base::Error(*problem);
}

}  // namespace lobatto::run
