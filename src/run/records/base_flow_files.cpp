#include "run/records/base_flow_files.hpp"

#include <fmt/format.h>

#include "comm/agreement/agreed_fault.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"
#include "plan/describe.hpp"

namespace lobatto::run {

namespace {

using stability::Period;

std::string history_csv(const stability::BaseFlowSearch& search) {
  const bool is_periodic = search.settings().period != Period::none;
  std::string text = "iterate,change,propagations,krylov_vectors,step_length";
  text += is_periodic ? ",period\n" : "\n";
  int number = 0;
  for (const auto& iterate : search.iterates()) {
    text += fmt::format("{},{:.9e},{},{},{:g}", number++, iterate.change, iterate.n_propagations,
                        iterate.n_products, iterate.step_length);
    text += is_periodic ? fmt::format(",{:.17g}\n", iterate.horizon) : "\n";
  }
  return text;
}

/// As the case of its modes wants it.
std::string period_text(const stability::BaseFlowSearch& search) {
  if (search.settings().period != Period::unknown) return "";
  const double period = search.iterates().back().horizon;
  const auto n_steps = search.settings().propagation.steps;
  return fmt::format("; its period is {:.10g}, time.dt = {:.17g}", period,
                     period / static_cast<double>(n_steps));
}

}  // namespace

std::string propagation_text(const stability::BaseFlowSearch& search) {
  std::string text = fmt::format("propagation {}: ", search.n_propagations());
  if (!search.has_new_iterate()) return text + search.describe_work();
  return text + fmt::format("flow {}: changes by {:.3e} of itself per unit of time{}",
                            search.iterates().size() - 1, search.iterates().back().change,
                            period_text(search));
}

std::string base_flow_text(const stability::BaseFlowSearch& search) {
  const bool is_steady = search.settings().period == Period::none;
  return fmt::format("{}{}{} after {}: the flow changes by {:.3g} of itself per unit of time{}",
                     search.is_converged() ? "" : "not ", is_steady ? "steady" : "periodic",
                     search.is_converged() ? "" : ", stability.tolerance is not reached,",
                     plan::counted(search.n_propagations(), "propagation"),
                     search.iterates().back().change, period_text(search));
}

void write_base_flow(const Simulation& simulation, const std::filesystem::path& folder) {
  const auto& communicator = simulation.space().communicator();
  io::make_folder(folder, communicator);
  comm::on_root(communicator, [&] {
    io::write_text(folder / "history.csv", history_csv(*simulation.base_flow_search()));
  });
}

}  // namespace lobatto::run
