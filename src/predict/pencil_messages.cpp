#include "predict/pencil_messages.hpp"

namespace lobatto::predict {

std::optional<RankSet> PencilMessages::group_of(int rank) const {
  const mesh::RankGrid& grid = partition_.grid();
  const int n_members = grid.n_x * grid.n_y;
  if (kind_ == Kind::x) return RankSet{rank / grid.n_x * grid.n_x, 1, grid.n_x};
  if (kind_ == Kind::y) return RankSet{rank / n_members * n_members, 1, n_members};
  return RankSet{rank % n_members, n_members, grid.n_z};
}

/// Each begins with its next neighbour, as comm::MessageTransport does.
void PencilMessages::visit_others(int rank, bool outwards, Visit visit) const {
  const direct::PencilShape shape = partition_.shape(rank, order_);
  const RankSet group = *group_of(rank);
  const int own = (rank - group.first) / group.stride;
  const int z = shape.grid.z_coordinate(rank), n_lines = shape.n_lines(shape.y_member(rank));
  const auto values = [&](int from, int to) {
    if (kind_ == Kind::x) return shape.x_values(from, to);
    if (kind_ == Kind::y) return shape.y_values(from, to, z);
    return shape.z_values(from, to, n_lines,
                          kind_ == Kind::ends ? n_together_ * direct::SlabExchange::values_of_ends
                                              : direct::SlabExchange::values_of_matrices);
  };
  for (int step = 1; step < group.size; ++step) {
    const int other = (own + step) % group.size;
    const std::size_t n = outwards ? values(own, other) : values(other, own);
    if (n > 0) visit(group.rank(other), 8.0 * static_cast<double>(n));
  }
}

}  // namespace lobatto::predict
