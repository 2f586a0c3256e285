#include "run/records/tolerance_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "state/change.hpp"
#include "state/memory_snapshot.hpp"

namespace lobatto::run {

namespace {

constexpr int n_steps = 3;
constexpr double tighter = 1e-3;

/// The fields that steps advance, as they are, beside those of the simulation.
class Copies {
 public:
  explicit Copies(const Simulation& simulation) : space_(simulation.space()) {
    const bool is_given = simulation.the_case().prescribed_velocity.has_value();
    for (const auto& field : simulation.state().variables()) {
      const bool is_flow = field->name() == "velocity";
      if (field->kind().n_levels < 3 || (is_flow && is_given)) continue;
      const state::VariableKind kind{.is_vector = field->kind().is_vector};
      Copy copy{*field, std::make_unique<state::Variable>(field->name(), kind, space_),
                is_flow ? space_.fluid() : space_};
      for (int c = 0; c < field->n_components(); ++c)
        std::ranges::copy(field->now(c), copy.before->now(c).begin());
      copies_.push_back(std::move(copy));
    }
  }

  /// In parts of the fields. Collective.
  [[nodiscard]] double difference() const {
    std::vector<state::Comparison> comparisons;
    for (const Copy& copy : copies_)
      comparisons.push_back({copy.field, *copy.before, 0, copy.where});
    return state::largest_change(comparisons);
  }

 private:
  struct Copy {
    const state::Variable& field;
    std::unique_ptr<state::Variable> before;
    const space::FunctionSpace& where;
  };
  const space::FunctionSpace& space_;
  std::vector<Copy> copies_;
};

bool takes(Simulation& simulation, int n) {
  for (int i = 0; i < n; ++i) {
    if (simulation.finished()) return false;
    simulation.advance();
  }
  return true;
}

/// "solver.pressure_tolerance = 1e-06", those of solvers that are iterative.
std::vector<std::string> enough_of(const cases::Case& the_case, const physics::StepReport& last,
                                   double left) {
  constexpr double most_of_pressure = 1e-4, most = 1e-6;
  bool has_multigrid = false, has_others = false;
  for (const auto& solve : last.solves) {
    has_multigrid = has_multigrid || solve.solver == "schwarz-multigrid";
    has_others = has_others || solve.solver == "jacobi-cg" || solve.solver == "tensor-cg";
  }
  std::vector<std::string> enough;
  const auto add = [&](const char* key, double tolerance, double limit) {
    enough.push_back(fmt::format("solver.{} = {:.0e}", key,
                                 tolerance_for(tolerance, left, *last.step_error, limit)));
  };
  if (has_multigrid)
    add("pressure_tolerance", the_case.iterative_pressure.tolerance, most_of_pressure);
  if (has_others) add("tolerance", the_case.iterative_velocity.tolerance, most);
  return enough;
}

}  // namespace

double tolerance_for(double tolerance, double left, double step_error, double most) {
  constexpr double part = 0.1, least = 1e-13;
  const double wanted = left > 0 ? tolerance * part * step_error / left : most;
  constexpr double rounding = 1e-9;
  return std::pow(10, std::floor(std::log10(std::clamp(wanted, least, most)) + rounding));
}

std::string advise_tolerances(Simulation& simulation, const physics::StepReport& last) {
  const cases::Case& the_case = simulation.the_case();
  const bool is_known = last.step_error && *last.step_error > 0;
  if (!is_known || the_case.along_characteristics || simulation.search() != nullptr) return "";
  state::MemorySnapshot before;
  state::MemorySnapshot::Keeper keeper(before);
  simulation.visit_state(keeper, true);
  if (!takes(simulation, n_steps)) return "";
  const Copies copies(simulation);
  state::MemorySnapshot::Giver giver(before);
  simulation.visit_state(giver, true);
  simulation.equations().tighten_solvers(tighter);
  takes(simulation, n_steps);
  const double left = copies.difference() / n_steps;
  const bool follows =
      the_case.iterative_pressure.follows_steps || the_case.iterative_velocity.follows_steps;
  return fmt::format(
      "tolerances  a step leaves an error of {:.2g} of the fields, iterative solvers {:.2g}: {}\n",
      *last.step_error, left,
      follows ? "they follow the step, as solver.tolerance and solver.pressure_tolerance are not "
                "both given"
              : fmt::format("{} would leave a tenth of the step's",
                            fmt::join(enough_of(the_case, last, left), ", ")));
}

}  // namespace lobatto::run
