#include "stability/flow_gradient.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "physics/linearised.hpp"
#include "stability/reverse_schedule.hpp"
#include "state/memory_snapshot.hpp"

namespace lobatto::stability {

namespace {

/// What linearised() would leave out in silence, for it has no derivative or a term has no
/// transpose.
physics::FlowSettings checked(const physics::FlowSettings& settings) {
  physics::check_adjoint(settings);
  for (const auto& face : settings.faces)
    if (is_open(face.kind) && face.damps_backflow)
      throw base::Error(
          "an outflow damps backflow, which has no derivative where the flow turns; expected "
          "damp_backflow = false");
  return physics::linearised(settings);
}

std::vector<std::span<const double>> spans_of(const Parts& parts) {
  return {parts.begin(), parts.end()};
}

Parts parts_of(const std::vector<double>& vector, Parts parts) {
  auto from = vector.begin();
  for (auto& part : parts)
    for (double& value : part) value = *from++;
  return parts;
}

/// The velocity has parts 0 to 2.
std::vector<physics::BoundaryDerivative> of_boundary(const physics::AdjointFlow& adjoint) {
  std::vector<physics::BoundaryDerivative> all;
  const auto by_field = adjoint.of_boundary();
  for (std::size_t field = 0; field < by_field.size(); ++field)
    for (const auto& derivative : by_field[field]) {
      all.push_back(derivative);
      if (field > 0) all.back().component = static_cast<int>(field) + 2;
    }
  return all;
}

}  // namespace

FlowGradient::FlowGradient(state::State& state, physics::EquationSystem& equations,
                           const physics::FlowSettings& settings)
    : state_(state),
      equations_(equations),
      n_parts_(3 + settings.scalars.size()),
      order_(settings.time_order),
      perturbation_(state.space(), settings.time_order),
      linear_(perturbation_, checked(settings), profiler_),
      adjoint_(linear_.make_adjoint()) {
  adjoint_->keep_derivatives();
}

Parts FlowGradient::make_parts() const {
  Parts parts;
  for (std::size_t part = 0; part < n_parts_; ++part) {
    parts.push_back(state_.space().make_field());
    parts.back().fill(0.0);
  }
  return parts;
}

FlowGradient::Result FlowGradient::find(const Run& run, Objective objective) {
  physics::EquationSystem::Fields as_they_are;
  as_they_are.scalars.resize(n_parts_ - 3);
  equations_.set_fields(state_.time(), state_.n_steps(), as_they_are);
  std::vector<state::MemorySnapshot> stored;
  const auto restore = [&] {
    state::MemorySnapshot::Giver giver(stored.back());
    equations_.visit_state(giver, true);
  };
  const auto store = [&] {
    state::MemorySnapshot::Keeper keeper(stored.emplace_back());
    equations_.visit_state(keeper, true);
  };
  Result result;
  const auto visit = [&](long long level) {
    Parts slope = make_parts();
    result.value += objective(level, slope);
    if (level == run.n_steps) {
      physics::set_base_flow(state_, perturbation_);
      return adjoint_->begin(spans_of(slope), run.n_steps, run.dt, order_);
    }
    adjoint_->step_back([&](physics::BaseLevel base) {
      equations_.take_to(base, run.dt);
      physics::set_base_flow(state_, perturbation_);
      if (base != physics::BaseLevel::begin) restore();
    });
    adjoint_->add(spans_of(slope));
  };
  const SteppedLevels levels{store, restore, [&] { stored.pop_back(); },
                             [&] { equations_.step(run.dt); }, visit};
  result.n_steps_taken = visit_backwards(run.n_steps, run.n_snapshots, levels);
  result.of_initial = parts_of(adjoint_->result(), make_parts());
  result.of_force = parts_of(adjoint_->of_force(), make_parts());
  result.of_coefficients = adjoint_->of_coefficients();
  result.of_boundary = of_boundary(*adjoint_);
  return result;
}

}  // namespace lobatto::stability
