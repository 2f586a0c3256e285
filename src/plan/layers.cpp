#include "plan/layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "extruded/extruded_plan.hpp"
#include "plan/describe.hpp"
#include "plan/memory.hpp"
#include "plan/solver_choice.hpp"
#include "plan/solver_cost.hpp"

namespace lobatto::plan {

namespace {

std::vector<std::string> equations_on_layers(const cases::Case& the_case, const Grounds& grounds) {
  std::vector<std::string> equations;
  for (const SolverChoice& choice : choose_solvers(the_case, grounds))
    if (choice.method == cases::SolverMethod::extruded_direct &&
        grounds.on_layers.contains(choice.equation))
      equations.push_back(choice.equation);
  return equations;
}

double factor_bytes(const Grounds& grounds, const std::string& equation) {
  double bytes = 0;
  for (const auto& plan : grounds.on_layers.at(equation).plans)
    bytes += plan->bytes_of_group() * plan->most_groups(grounds.n_ranks);
  return bytes;
}

double factorization_seconds(const Grounds& grounds, const std::string& equation) {
  double flops = 0;
  for (const auto& plan : grounds.on_layers.at(equation).plans)
    flops += plan->factorization_flops_of_group() * plan->most_groups(grounds.n_ranks);
  return 1e-9 * flops / (part_of_products_in_factors * grounds.rates.product_gflops);
}

}  // namespace

double bytes_on_layers(const Grounds& grounds, const std::string& equation) {
  double bytes = factor_bytes(grounds, equation);
  for (const auto& plan : grounds.on_layers.at(equation).plans) {
    const double n_columns = static_cast<double>(plan->skeleton().n_columns()) / grounds.n_ranks;
    bytes += plan->bytes_of_columns(n_columns, equation == "velocity" ? 3 : 1);
  }
  return bytes;
}

double flops_on_layers(const Grounds& grounds, const std::string& equation) {
  const auto found = grounds.on_layers.find(equation);
  if (found == grounds.on_layers.end()) return 0;
  const auto& plans = found->second.plans;
  const double n_solves = (equation == "velocity" ? 3.0 : 1.0) / static_cast<double>(plans.size());
  double flops = 0;
  for (const auto& plan : plans)
    flops += plan->cost_of_columns(static_cast<double>(plan->skeleton().n_columns()), 1).flops +
             plan->cost_of_group(1).flops * plan->most_groups(1);
  return n_solves * flops;
}

double bytes_on_layers(const cases::Case& the_case, const Grounds& grounds) {
  double bytes = 0;
  for (const auto& equation : equations_on_layers(the_case, grounds))
    bytes += bytes_on_layers(grounds, equation);
  return bytes;
}

std::string describe_layers(const cases::Case& the_case, const Grounds& grounds) {
  const auto equations = equations_on_layers(the_case, grounds);
  if (equations.empty()) return "";
  const auto& plan = *grounds.on_layers.at(equations.front()).plans.front();
  double bytes = 0, seconds = 0;
  for (const auto& equation : equations) {
    bytes += factor_bytes(grounds, equation);
    if (equation != "pressure") seconds += factorization_seconds(grounds, equation);
  }
  const auto& direction = plan.layers().direction;
  return line("layers",
              fmt::format("{} of {} along ({:.3g}, {:.3g}, {:.3g}){}; {}",
                          counted(plan.layers().n_layers(), "layer"),
                          counted(static_cast<long long>(plan.skeleton().n_columns()), "element"),
                          direction[0], direction[1], direction[2],
                          plan.layers().periodic ? ", periodic" : "",
                          counted(plan.lanes().n_eigenvalues(), "different mode"))) +
         line("", fmt::format("factors of {} on the rank with most; where the step changes its "
                              "length they are made anew in about {:.2g} s",
                              bytes_text(bytes), seconds));
}

}  // namespace lobatto::plan
