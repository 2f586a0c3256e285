#include "predict/partition.hpp"

#include "direct/solver_frame.hpp"
#include "plan/regions.hpp"
#include "plan/solver_choice.hpp"

namespace lobatto::predict {

Partition::Partition(const cases::Case& the_case, const plan::Grounds& grounds)
    : axes_(the_case.axes),
      order_(the_case.order),
      flops_per_byte_(perf::flops_per_byte(grounds.rates)),
      n_elements_(mesh::n_elements_along(axes_)),
      grid_(mesh::choose_grid(n_elements_, grounds.n_ranks, plan::cut_of(the_case, grounds))) {}

Partition Partition::in_solver_frame() const {
  Partition frame = *this;
  frame.axes_ = direct::in_solver_frame(axes_, grid_.last);
  frame.n_elements_ = direct::in_solver_frame(n_elements_, grid_.last);
  frame.grid_ = direct::in_solver_frame(grid_);
  return frame;
}

direct::PencilShape Partition::shape(int rank, int order) const {
  return {grid_, n_elements_, order, local(rank)};
}

}  // namespace lobatto::predict
