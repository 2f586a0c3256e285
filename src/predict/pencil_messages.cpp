#include "predict/pencil_messages.hpp"

#include <cmath>

namespace lobatto::predict {

std::optional<RankSet> PencilMessages::group_of(int rank) const {
  const mesh::RankGrid& grid = partition_.grid();
  const int n_members = grid.n_x * grid.n_y;
  if (kind_ == Kind::x) return RankSet{rank / grid.n_x * grid.n_x, 1, grid.n_x};
  if (kind_ == Kind::y) return RankSet{rank / n_members * n_members, 1, n_members};
  return RankSet{rank % n_members, n_members, grid.n_z};
}

/// Of the ranks that share columns, those of one y and z coordinate; for y those of one z
/// coordinate; for z those with as many lines.
const PencilMessages::Factors& PencilMessages::factors_of(int rank, const RankSet& group) const {
  const direct::PencilShape shape = partition_.shape(rank, order_);
  const int z = shape.grid.z_coordinate(rank), n_lines = shape.n_lines(shape.y_member(rank));
  const bool is_z = kind_ == Kind::ends || kind_ == Kind::matrices;
  const auto [known, is_new] = known_.try_emplace(is_z ? n_lines : group.first);
  Factors& factors = known->second;
  if (!is_new) return factors;
  const auto values = [&](int from, int to) {
    if (kind_ == Kind::x) return static_cast<double>(shape.x_values(from, to));
    if (kind_ == Kind::y) return static_cast<double>(shape.y_values(from, to, z));
    const int per_line = kind_ == Kind::ends ? n_together_ * direct::SlabExchange::values_of_ends
                                             : direct::SlabExchange::values_of_matrices;
    return static_cast<double>(shape.z_values(from, to, n_lines, per_line));
  };
  // Longer parts come first: where the first member has nothing, nobody has.
  const double of_first = values(0, 0);
  for (int m = 0; m < group.size; ++m) {
    factors.sent.push_back(of_first > 0 ? values(m, 0) / of_first : 0);
    factors.received.push_back(of_first > 0 ? values(0, m) : 0);
  }
  return factors;
}

/// Each begins with its next neighbour, as comm::MessageTransport does.
void PencilMessages::visit_others(int rank, bool outwards, Visit visit) const {
  const RankSet group = *group_of(rank);
  const int own = (rank - group.first) / group.stride;
  const Factors& factors = factors_of(rank, group);
  const double of_own = outwards ? factors.sent[own] : factors.received[own];
  const auto& of_others = outwards ? factors.received : factors.sent;
  if (of_own == 0) return;
  for (int step = 1; step < group.size; ++step) {
    const int other = own + step < group.size ? own + step : own + step - group.size;
    // A whole number, but for the round-off of the quotient.
    if (of_others[other] > 0) visit(group.rank(other), 8 * std::round(of_own * of_others[other]));
  }
}

}  // namespace lobatto::predict
