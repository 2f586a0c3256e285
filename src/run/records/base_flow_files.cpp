#include "run/records/base_flow_files.hpp"

#include <fmt/format.h>

#include "comm/agreement/agreed_fault.hpp"
#include "io/run_folder.hpp"
#include "io/text_file.hpp"
#include "plan/describe.hpp"

namespace lobatto::run {

namespace {

std::string history_csv(const stability::BaseFlowSearch& search) {
  std::string text = "iterate,change,propagations,krylov_vectors,step_length\n";
  int number = 0;
  for (const auto& iterate : search.iterates())
    text += fmt::format("{},{:.9e},{},{},{:g}\n", number++, iterate.change, iterate.n_propagations,
                        iterate.n_products, iterate.step_length);
  return text;
}

}  // namespace

std::string propagation_text(const stability::BaseFlowSearch& search) {
  std::string text = fmt::format("propagation {}: ", search.n_propagations());
  if (!search.has_new_iterate()) return text + search.describe_work();
  return text + fmt::format("flow {}: changes by {:.3e} of itself per unit of time",
                            search.iterates().size() - 1, search.iterates().back().change);
}

std::string base_flow_text(const stability::BaseFlowSearch& search) {
  return fmt::format(
      "{} after {}: the flow changes by {:.3g} of itself per unit of time",
      search.is_converged() ? "steady" : "not steady, stability.tolerance is not reached,",
      plan::counted(search.n_propagations(), "propagation"), search.iterates().back().change);
}

void write_base_flow(const Simulation& simulation, const std::filesystem::path& folder) {
  const auto& communicator = simulation.space().communicator();
  io::make_folder(folder, communicator);
  comm::on_root(communicator, [&] {
    io::write_text(folder / "history.csv", history_csv(*simulation.base_flow_search()));
  });
}

}  // namespace lobatto::run
