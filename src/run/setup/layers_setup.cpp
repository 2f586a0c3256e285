#include "run/setup/flow_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "extruded/extruded_plan.hpp"
#include "perf/memory.hpp"
#include "physics/conditions/face_frames.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "plan/layers.hpp"
#include "plan/memory.hpp"
#include "plan/solver_choice.hpp"

namespace lobatto::run {

namespace {

/// Of the unknowns of an equation.
std::vector<space::BoundaryConditions> conditions_of(const std::string& equation,
                                                     const space::FunctionSpace& space,
                                                     const physics::FlowSettings& settings) {
  if (equation == "pressure") return {physics::pressure_conditions(space, settings.faces)};
  if (equation != "velocity") {
    const auto scalar =
        std::ranges::find(settings.scalars, equation, &physics::ScalarSettings::name);
    return {physics::scalar_conditions(space, scalar->faces)};
  }
  std::vector<space::BoundaryConditions> conditions;
  for (int d = 0; d < 3; ++d)
    conditions.push_back(physics::velocity_conditions(space, settings.faces, d));
  return conditions;
}

/// Why an equation does not serve, whatever the mesh is, or nothing. Collective.
std::string obstacle_of(const std::string& equation, const space::FunctionSpace& space,
                        const physics::FlowSettings& settings) {
  return equation == "velocity" && physics::needs_frames(space, settings.faces)
             ? "faces that lie across no axis, or periodic sides that are a rotation of each "
               "other, "
               "couple the components of the velocity"
             : "";
}

plan::Grounds::OnLayers look_at(const std::vector<space::BoundaryConditions>& conditions,
                                const space::FunctionSpace& space,
                                std::shared_ptr<extruded::ExtrudedPlans>& layers) {
  try {
    if (layers == nullptr) layers = std::make_shared<extruded::ExtrudedPlans>(space);
    std::set<std::shared_ptr<const extruded::ExtrudedPlan>> plans;
    for (const auto& of_unknown : conditions) plans.insert(layers->with(space, of_unknown));
    return {{plans.begin(), plans.end()}};
  } catch (const base::Error& error) {
    return {{}, error.what()};
  }
}

/// More than half of the memory of a node is no way to save time. Collective.
std::string fault_of_memory(const plan::Grounds& grounds, const std::string& equation,
                            const comm::Communicator& communicator) {
  const double bytes = communicator.split_by_node().sum(plan::bytes_on_layers(grounds, equation));
  const auto of_node = static_cast<double>(perf::memory_bytes());
  const auto worst = communicator.max_location(bytes / of_node);
  std::vector<double> there{bytes, of_node};
  communicator.broadcast(there, worst.rank);
  if (worst.value <= 0.5) return "";
  return fmt::format("the factors of the plane mesh take {} on a node, which has {}",
                     plan::bytes_text(there[0]), plan::bytes_text(there[1]));
}

}  // namespace

void find_layers(const cases::Case& the_case, const space::FunctionSpace& space,
                 const physics::FlowSettings& settings, plan::Grounds& grounds) {
  for (const auto& question : plan::layer_questions(the_case)) {
    if (!question.is_open()) continue;
    auto& found = grounds.on_layers[question.equation];
    found.obstacle = obstacle_of(question.equation, space, settings);
    if (found.obstacle.empty())
      found = look_at(conditions_of(question.equation, space, settings), space, grounds.layers);
    if (!found.plans.empty())
      found.obstacle = fault_of_memory(grounds, question.equation, space.communicator());
    if (!found.obstacle.empty()) found.plans.clear();
    if (found.plans.empty() && question.wished == cases::SolverMethod::extruded_direct)
      throw base::Error(fmt::format("{} = \"extruded-direct\": {}; take an iterative solver",
                                    the_case.place(question.key), found.obstacle));
  }
}

}  // namespace lobatto::run
