#include "stability/mode_search.hpp"

#include <cmath>
#include <utility>

namespace lobatto::stability {

ModeSearch::ModeSearch(state::State& state, physics::EquationSystem& equations,
                       const ModeSettings& settings,
                       std::shared_ptr<const physics::BaseOrbit> orbit)
    : Search(state, settings.application()),
      state_(state),
      equations_(equations),
      settings_(settings),
      orbit_(std::move(orbit)),
      adjoint_(settings.kind == SearchKind::modes ? nullptr : equations.make_adjoint()),
      space_(state.space()),
      flow_(state, equations),
      weight_(flow_.mass()),
      sum_{space_.communicator()},
      krylov_(settings.eigen, {weight_, sum_}) {}

/// An adjoint wants a vector that vanishes where the boundary fixes values.
void ModeSearch::begin() {
  std::vector<double> start =
      flow_.waves(!space_.is_plane() || settings_.perturbation.wave_number != 0);
  if (adjoint_) {
    begin_back_with(start, 0);
    start = adjoint_->result();
  }
  krylov_.begin(start);
  begin_with(krylov_.next());
}

bool ModeSearch::is_going_back() const {
  return settings_.kind == SearchKind::adjoint_modes ||
         (settings_.kind == SearchKind::transient_growth &&
          state_.n_steps() % propagation().steps >= settings_.propagation.steps);
}

physics::StepReport ModeSearch::step(physics::EquationSystem& equations, double dt) {
  if (is_going_back()) return step_back(dt);
  auto report = equations.step(dt);
  if (is_going_back()) begin_back_with(flow_.now(), settings_.propagation.steps);
  return report;
}

/// Counted as a step; the fields stay as they are.
physics::StepReport ModeSearch::step_back(double dt) {
  const auto level = static_cast<double>(adjoint_->n_left() - 1);
  adjoint_->step_back([&](physics::BaseLevel base) {
    if (!orbit_) return;
    if (base == physics::BaseLevel::begin) orbit_->set(level * dt, state_);
    if (base == physics::BaseLevel::middle) orbit_->set(0.5 * dt, state_);
  });
  state_.history().finish(state_.history().begin(dt));
  physics::StepReport report;
  report.step = state_.n_steps();
  report.time = state_.time();
  report.dt = dt;
  report.order = settings_.time_order;
  report.state = equations_.look();
  return report;
}

void ModeSearch::take() {
  krylov_.put(adjoint_ ? adjoint_->result() : flow_.now());
  begin_with(krylov_.next());
}

void ModeSearch::begin_back_with(std::span<const double> vector, long long n_steps) {
  adjoint_->begin(parts_of(vector), n_steps, dt(), settings_.time_order);
}

void ModeSearch::begin_with(std::span<const double> vector) {
  flow_.set(vector);
  if (settings_.kind == SearchKind::adjoint_modes)
    begin_back_with(vector, settings_.propagation.steps);
}

std::vector<Mode> ModeSearch::modes() const {
  const double horizon = settings_.propagation.horizon;
  std::vector<Mode> modes;
  for (const auto& pair : krylov_.found().pairs)
    if (settings_.kind == SearchKind::transient_growth)
      modes.push_back({pair.value.real(), 0, pair.residual, pair.value});
    else
      modes.push_back({std::log(std::abs(pair.value)) / horizon, std::arg(pair.value) / horizon,
                       pair.residual, pair.value});
  return modes;
}

std::vector<double> ModeSearch::propagated(std::span<const double> vector) {
  const double time = state_.time();
  const long long n_steps = state_.n_steps();
  begin_with(vector);
  for (long long n = 0; n < settings_.propagation.steps; ++n) equations_.step(dt());
  state_.history().restart(time, n_steps);
  return flow_.now();
}

std::vector<ModeShape> ModeSearch::shapes() {
  std::vector<ModeShape> shapes;
  for (auto& pair : krylov_.with_vectors().pairs)
    shapes.push_back({std::move(pair.real), std::move(pair.imaginary)});
  return shapes;
}

void ModeSearch::visit_state(base::StateVisitor& visitor) {
  if (adjoint_) adjoint_->visit_state(visitor);
  krylov_.visit_state(visitor, [&](const std::string& name, std::span<double> vector) {
    flow_.visit(visitor, name, vector);
  });
}

}  // namespace lobatto::stability
