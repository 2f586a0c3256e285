#include "predict/tensor_schedule.hpp"

#include <optional>

#include "direct/solver_frame.hpp"
#include "predict/pencil_messages.hpp"

namespace lobatto::predict {

TensorSchedule::TensorSchedule(const Partition& partition, int order,
                               const direct::BoxConditions& conditions, bool is_singular)
    : partition_(partition.in_solver_frame()),
      order_(order),
      conditions_(direct::in_solver_frame(conditions, partition.grid().last)),
      is_singular_(is_singular) {
  const int n_z = partition_.grid().n_z;
  // What the other directions take is the same on all ranks.
  const auto whole = n_z > 1 ? std::optional(direct::Share{}) : std::nullopt;
  lines_.assign(n_z, direct::line_work(partition_.axes(), order, conditions_, whole,
                                       partition_.flops_per_byte()));
  for (int z = 0; n_z > 1 && z < n_z; ++z) {
    const direct::Share slab = direct::share_of(partition_.n_elements()[2], n_z, z);
    lines_[z].z = direct::slab_work(partition_.axes()[2], order, conditions_[2], slab);
  }
}

kernels::Cost TensorSchedule::cost(int rank) const {
  return tensor_cost({partition_.shape(rank, order_), rank, conditions_},
                     lines_[partition_.grid().z_coordinate(rank)]);
}

/// Between exchanges the work is taken to be the same: both ways cost as much, and which direction
/// takes more depends on the case.
void TensorSchedule::compute_part(physics::WorkPart part, int n_problems,
                                  ScheduleSink& sink) const {
  const mesh::RankGrid& grid = partition_.grid();
  const int n_exchanges =
      2 * ((grid.n_x > 1 ? 1 : 0) + (grid.n_x * grid.n_y > 1 ? 1 : 0) + (grid.n_z > 1 ? 1 : 0));
  const double share = 1.0 * n_problems / (n_exchanges + 1);
  sink.compute(name_of(part), [&](int rank) { return cost(rank) * share; });
}

void TensorSchedule::exchange_ends(physics::WorkPart part, int n_problems,
                                   ScheduleSink& sink) const {
  using enum PencilMessages::Kind;
  const mesh::RankGrid& grid = partition_.grid();
  // The line of the constant is the first one of its plane, and that the first of all planes.
  const RankSet of_constant{0, grid.n_x * grid.n_y, grid.n_z};
  if (is_singular_) sink.all_reduce(of_constant, sizeof(double));
  sink.exchange(PencilMessages(partition_, order_, ends, false, n_problems));
  compute_part(part, n_problems, sink);
  sink.exchange(PencilMessages(partition_, order_, ends, true, n_problems));
  if (is_singular_) sink.all_reduce(of_constant, sizeof(double));
}

void TensorSchedule::emit(physics::WorkPart part, int n_problems, ScheduleSink& sink) const {
  using enum PencilMessages::Kind;
  const mesh::RankGrid& grid = partition_.grid();
  const bool cuts_columns = grid.n_x > 1, deals_planes = grid.n_x * grid.n_y > 1;
  const auto exchange = [&](bool is_there, PencilMessages::Kind kind, bool back) {
    if (!is_there) return;
    sink.exchange(PencilMessages(partition_, order_, kind, back));
    compute_part(part, 1, sink);
  };
  const auto to_planes = [&] {
    compute_part(part, 1, sink);
    exchange(cuts_columns, x, false);
    exchange(deals_planes, y, false);
  };
  const auto from_planes = [&] {
    exchange(deals_planes, y, true);
    exchange(cuts_columns, x, true);
  };
  if (grid.n_z == 1) {
    for (int i = 0; i < n_problems; ++i) {
      to_planes();
      from_planes();
    }
    return;
  }
  for (int i = 0; i < n_problems; ++i) to_planes();
  exchange_ends(part, n_problems, sink);
  for (int i = 0; i < n_problems; ++i) {
    compute_part(part, 1, sink);
    from_planes();
  }
}

}  // namespace lobatto::predict
