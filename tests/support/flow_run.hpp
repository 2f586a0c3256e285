#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "flow_terms.hpp"
#include "physics/equations/equation_system.hpp"

// Small flows that take their steps without a case.

namespace lobatto::test {

/// A function of time alone.
template <class Function>
space::SpaceTimeFunction in_time(Function function) {
  return [function](const space::Points&, double t, std::span<double> out) {
    std::ranges::fill(out, function(t));
  };
}
inline space::SpaceTimeFunction constant(double value) {
  return in_time([value](double) { return value; });
}

inline physics::FlowSettings settings_of(std::vector<physics::VelocityBoundaryCondition> faces,
                                         double viscosity, int time_order = 3) {
  physics::FlowSettings settings;
  settings.viscosity = viscosity;
  settings.faces = std::move(faces);
  settings.time_order = time_order;
  return settings;
}

/// Walls at the ends of y, periodic along x and z.
inline std::vector<physics::VelocityBoundaryCondition> channel_faces() {
  auto faces = faces_of(physics::VelocityCondition::periodic);
  faces[2] = faces[3] = {physics::VelocityCondition::wall, {}, false};
  return faces;
}
inline const Block channel_block{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {true, false, true}};

/// A scalar that nothing leaves through the boundary.
inline physics::ScalarSettings insulated(const std::string& name, double diffusivity) {
  return {name, diffusivity, std::vector<physics::ScalarBoundaryCondition>(mesh::n_faces), {}};
}

/// A flow in a box of elements of some order, with its state.
struct FlowRun {
  FlowRun(const Block& block, int order, const physics::FlowSettings& settings)
      : space(block.mesh(order, world), world),
        state(space, settings.time_order),
        flow(state, settings, profiler) {}
  /// On moved elements.
  FlowRun(const Block& block, int order, const physics::FlowSettings& settings,
          const space::CoordinateMap& map)
      : space(block.mesh(order, world), map, world),
        state(space, settings.time_order),
        flow(state, settings, profiler) {}

  [[nodiscard]] const space::Field& field(const char* name, int component = 0) const {
    return state[name].now(component);
  }
  /// The largest difference between a field and a function at time t.
  [[nodiscard]] double error(const space::Field& found, const space::SpaceTimeFunction& exact,
                             double t = 0) const {
    auto difference = space.make_field();
    space.evaluate(exact, t, difference);
    for (std::size_t q = 0; q < found.size(); ++q) difference[q] -= found[q];
    return space.max_abs(difference);
  }

  comm::Communicator world = comm::Communicator::world();
  perf::Profiler profiler;
  space::FunctionSpace space;
  state::State state;
  physics::EquationSystem flow;
};

}  // namespace lobatto::test
