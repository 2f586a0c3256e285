#include "stability/flow_gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "physics/linearised.hpp"
#include "stability/snapshot_stack.hpp"

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

/// Of a snapshot on this rank, once all levels of the past are known.
std::size_t bytes_of_snapshot(const state::State& state, int order) {
  std::size_t n_values = 0;
  for (const auto& field : state.variables()) {
    const auto& kind = field->kind();
    const int n_levels = kind.n_levels == 1 ? 1 : order;
    n_values += field->n_components() * std::min(kind.n_saved, n_levels) * state.space().size();
  }
  return n_values * sizeof(double);
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

FlowGradient::Plan FlowGradient::plan(const Run& run) const {
  const long long n_levels = run.n_steps + 1;
  const auto n_in_memory = std::min<long long>(run.n_snapshots, n_levels);
  const auto n_on_disk = std::min<long long>(run.n_on_disk, n_levels - n_in_memory);
  Plan plan{schedule_backwards(run.n_steps, static_cast<int>(n_in_memory + n_on_disk)), {}, 0};
  plan.on_disk = places_on_disk(plan.schedule, static_cast<int>(n_on_disk));
  plan.bytes =
      state_.space().communicator().sum(static_cast<double>(bytes_of_snapshot(state_, order_)));
  return plan;
}

/// One gradient: steps forwards, through snapshots, and back.
class FlowGradient::Work {
 public:
  Work(FlowGradient& gradient, const Run& run, Objective objective)
      : of_(gradient),
        run_(run),
        objective_(objective),
        plan_(gradient.plan(run)),
        snapshots_(gradient.state_.space().communicator(),
                   {run.scratch, plan_.on_disk,
                    std::ranges::count(plan_.on_disk, 1) *
                        bytes_of_snapshot(gradient.state_, gradient.order_)}) {}

  Result find() {
    const SteppedLevels levels{[&] { store(); }, [&] { restore(); }, [&] { snapshots_.pop(); },
                               [&](long long n) { advance(n); },
                               [&](long long level) { visit(level); }};
    const auto n_places = static_cast<int>(plan_.schedule.n_uses.size());
    result_.n_steps_taken = visit_backwards(run_.n_steps, n_places, levels);
    result_.of_initial = parts_of(of_.adjoint_->result(), of_.make_parts());
    result_.of_force = parts_of(of_.adjoint_->of_force(), of_.make_parts());
    result_.of_coefficients = of_.adjoint_->of_coefficients();
    result_.of_boundary = of_boundary(*of_.adjoint_);
    return std::move(result_);
  }

 private:
  /// Steps back and the objective cost about as much as two steps.
  static constexpr double steps_of_a_visit = 2;

  void store() {
    snapshots_.push(
        [&](base::StateVisitor& visitor) { of_.equations_.visit_state(visitor, true); });
  }
  void restore() {
    snapshots_.give_last(
        [&](base::StateVisitor& visitor) { of_.equations_.visit_state(visitor, true); });
  }

  void advance(long long n_steps) {
    for (long long n = 0; n < n_steps; ++n) {
      const auto report = of_.equations_.step(run_.dt);
      if (!std::isfinite(report.state.kinetic_energy))
        throw base::Error(fmt::format(
            "the flow blew up in step {} of the gradient's run; expected a smaller dt than {:g}",
            report.step, run_.dt));
      tell(1);
    }
  }

  void visit(long long level) {
    Parts slope = of_.make_parts();
    result_.value += objective_(level, slope);
    if (level == run_.n_steps) {
      physics::set_base_flow(of_.state_, of_.perturbation_);
      of_.adjoint_->begin(spans_of(slope), run_.n_steps, run_.dt, of_.order_);
    } else {
      of_.adjoint_->step_back([&](physics::BaseLevel base) {
        of_.equations_.take_to(base, run_.dt);
        physics::set_base_flow(of_.state_, of_.perturbation_);
        if (base != physics::BaseLevel::begin) restore();
      });
      of_.adjoint_->add(spans_of(slope));
    }
    tell(steps_of_a_visit);
  }

  void tell(double work) {
    done_ += work;
    const double all = static_cast<double>(plan_.schedule.n_steps_taken) +
                       steps_of_a_visit * static_cast<double>(run_.n_steps + 1);
    if (run_.watch) run_.watch(done_ / all);
  }

  FlowGradient& of_;
  const Run& run_;
  Objective objective_;
  Plan plan_;
  SnapshotStack snapshots_;
  Result result_;
  double done_ = 0;
};

FlowGradient::Result FlowGradient::find(const Run& run, Objective objective) {
  SnapshotStack before(state_.space().communicator(), {});
  const auto visit = [&](base::StateVisitor& visitor) { equations_.visit_state(visitor, true); };
  before.push(visit);
  physics::EquationSystem::Fields as_they_are;
  as_they_are.scalars.resize(n_parts_ - 3);
  try {
    equations_.set_fields(state_.time(), state_.n_steps(), as_they_are);
    Result result = Work(*this, run, objective).find();
    before.give_last(visit);
    return result;
  } catch (...) {
    before.give_last(visit);
    throw;
  }
}

}  // namespace lobatto::stability
