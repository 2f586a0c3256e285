#include "predict/neighbour_messages.hpp"
#include "predict/step_schedule.hpp"
#include "predict/vertex_schedule.hpp"

namespace lobatto::predict {

using physics::WorkPart;
using physics::WorkPlace;

void StepSchedule::exchange_nodes(int n_nodes, int n_fields, ScheduleSink& sink) const {
  constexpr auto of = NeighbourMessages::Of::nodes;
  sink.exchange(mesh_ ? NeighbourMessages(*mesh_, n_nodes, of, n_fields)
                      : NeighbourMessages(*box_, n_nodes, of, n_fields));
}

void StepSchedule::exchange_faces(int n_nodes, ScheduleSink& sink) const {
  constexpr auto of = NeighbourMessages::Of::faces;
  sink.exchange(mesh_ ? NeighbourMessages(*mesh_, n_nodes, of)
                      : NeighbourMessages(*box_, n_nodes, of));
}

/// The right-hand sides and the first residuals of components with equal conditions are added up
/// together, and one exchange an iteration serves all of them. A projection of the guesses takes
/// two applications of the operator more, a component.
void StepSchedule::emit_jacobi_cg(const EquationSolve& solve, ScheduleSink& sink) const {
  const int n = case_.order + 1;
  const bool projects = case_.iterative_velocity.projection_vectors > 0;
  Portion portion = portion_of(solve);
  portion.end = portion.begin;
  for (const auto& group : solve.groups) {
    const auto apply_to_each = [&] {
      for (int c = 0; projects && c < group.n_components; ++c) exchange_nodes(n, 1, sink);
    };
    exchange_nodes(n, group.n_components, sink);
    apply_to_each();
    for (int i = 0; i <= solve.n_iterations; ++i) {
      exchange_nodes(n, group.n_components, sink);
      portion.begin = portion.end++;
      emit_part(solve.part, portion, sink);
    }
    apply_to_each();
  }
}

/// Components one after another; each iteration solves directly with the mean of the coefficient.
void StepSchedule::emit_tensor_cg(const EquationSolve& solve, const Direct& direct,
                                  ScheduleSink& sink) const {
  const int n = case_.order + 1;
  emit_part(solve.part, portion_of(solve), sink);
  for (std::size_t g = 0; g < direct.size(); ++g) {
    for (int c = 0; c < solve.groups[g].n_components; ++c) {
      exchange_nodes(n, 1, sink);
      exchange_nodes(n, 1, sink);
      for (int i = 0; i < solve.n_iterations; ++i) {
        direct[g].emit(solve.part, 1, sink);
        exchange_nodes(n, 1, sink);
      }
    }
  }
}

/// Applications of the operator besides those of the iterations: the residual of the guess, the
/// guess itself, and what the solution adds to the projection.
void StepSchedule::emit_multigrid(const EquationSolve& solve, ScheduleSink& sink) const {
  const int n = case_.order + 1;
  const bool projects = case_.iterative_pressure.projection_vectors > 0;
  exchange_nodes(n, 1, sink);
  emit_part(WorkPart::projection, {}, sink);
  if (projects) exchange_nodes(n, 1, sink);
  exchange_nodes(n, 1, sink);
  for (int i = 0; i < solve.n_iterations; ++i) {
    for (const auto& known : physics::work_parts)
      if (known.part == solve.part || known.place == WorkPlace::pressure_iteration)
        emit_part(known.part, {i, i + 1, solve.n_iterations}, sink);
    emit_cycle(solve, sink);
    exchange_nodes(n, 1, sink);
  }
  if (projects && solve.n_iterations > 0) exchange_nodes(n, 1, sink);
}

/// As SchwarzMultigrid::descend and ascend exchange: a smoother takes what lies beyond the faces.
void StepSchedule::emit_cycle(const EquationSolve& pressure, ScheduleSink& sink) const {
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    exchange_faces(levels_[l], sink);
    exchange_nodes(levels_[l], 1, sink);
    if (l + 1 < levels_.size()) exchange_nodes(levels_[l + 1], 1, sink);
  }
  emit_coarse(pressure, sink);
  for (std::size_t l = levels_.size(); l-- > 0;) {
    exchange_nodes(levels_[l], 1, sink);
    exchange_faces(levels_[l], sink);
    exchange_nodes(levels_[l], 1, sink);
  }
}

void StepSchedule::emit_coarse(const EquationSolve& pressure, ScheduleSink& sink) const {
  if (coarse_) return coarse_->emit(WorkPart::coarse_problem, 1, sink);
  const std::int64_t n = n_vertices(case_, whole_);
  switch (coarse_kind(case_, grounds_, whole_)) {
    case precond::CoarseKind::boomer_amg:
      return emit_amg(n, grounds_.n_ranks, precond::amg_ranks(n, grounds_.n_ranks, grounds_.rates),
                      sink);
    case precond::CoarseKind::schwarz:
      return emit_schwarz(
          n, grounds_.n_ranks, pressure.is_singular(), [&] { exchange_nodes(2, 2, sink); }, sink);
    default:
      return emit_replicated(n, grounds_.n_ranks, sink);
  }
}

}  // namespace lobatto::predict
