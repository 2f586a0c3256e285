#include "run/start.hpp"

#include <utility>

#include "base/error.hpp"
#include "run/checks/start_check.hpp"
#include "run/setup/base_flow.hpp"

namespace lobatto::run {

namespace {

/// And not the run's own.
bool is_named_by(const cases::Case& the_case, const RunOrigin& origin) {
  return the_case.restart && origin.where == the_case.restart->where;
}

}  // namespace

Start::Start(const cases::Case& the_case, CheckedCase checked,
             const comm::Communicator& communicator)
    : origin(checked.origin),
      simulation(the_case, checked.grounds, std::move(checked.space)),
      observers(simulation) {
  const bool is_begun = origin.continues && origin.checkpoint && !is_named_by(the_case, origin);
  if (simulation.mode_search() != nullptr && !is_begun)
    text = set_base_flow(simulation, origin, communicator);
  else if (origin.continues || origin.checkpoint)
    text = load_origin(simulation, &observers, origin, communicator);
  if (const auto problem = find_start_problem(simulation)) throw base::Error(*problem);
}

}  // namespace lobatto::run
