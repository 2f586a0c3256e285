#pragma once

#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/exchange/all_to_all.hpp"
#include "extruded/extruded_plan.hpp"
#include "extruded/lane_factor.hpp"
#include "extruded/plane_element.hpp"

namespace lobatto::extruded {

/// The plane problems on the lines between elements, sum of S(lambda), for all modes: groups of
/// modes are dealt out to the ranks, which hold their factors. Values of a group are
/// [n_own][problem][slot of the group], of the unknowns that this rank has a part of.
class Skeleton {
 public:
  /// plan and communicator must live as long. Collective.
  Skeleton(const ExtrudedPlan& plan, int n_problems, const comm::Communicator& communicator);

  /// For S(lambda + shift); elements: of the columns here. Where holds_constant, the problem of
  /// eigenvalue 0 has a constant left open, and its right-hand sides have sum zero. Collective.
  void factorize(std::span<const PlaneElement> elements, double shift, bool holds_constant);

  /// Sets all right-hand sides to zero.
  void begin();
  /// This rank's parts of those of a group, from begin() to solve().
  [[nodiscard]] double* right_hand_sides(int group);
  /// Collective; allocates nothing.
  void solve();
  /// From solve() to the next begin().
  [[nodiscard]] const double* solutions(int group) const;

  [[nodiscard]] int n_own_groups() const { return first_group(rank_ + 1) - first_group(rank_); }
  [[nodiscard]] double exchange_seconds() const { return exchange_seconds_; }

 private:
  [[nodiscard]] int first_group(int rank) const { return lanes_.first_group(rank, n_ranks_); }
  /// Values of an unknown in the groups of modes from one on, before another.
  [[nodiscard]] std::size_t width(int begin, int end) const;
  [[nodiscard]] std::size_t width_of_rank(int rank) const {
    return width(first_group(rank), first_group(rank + 1));
  }
  /// Of a group among the values of the rank that has its factor.
  [[nodiscard]] std::size_t place_of(int group) const;
  void make_exchanges();
  void exchange(comm::AllToAll& exchange);
  void solve_group(int group);

  const comm::Communicator& communicator_;
  const SkeletonPlan& plan_;
  const ModeLanes& lanes_;
  int n_problems_, rank_, n_ranks_;
  std::vector<int> owners_;          ///< ranks, by group
  std::vector<int> row_of_;          ///< of an unknown in the order of elimination
  std::vector<LaneFactor> factors_;  ///< of the groups here
  std::unique_ptr<comm::AllToAll> to_owners_, back_;
  base::AlignedArray<double> rows_;  ///< of a group, in the order of elimination
  double exchange_seconds_ = 0;
};

}  // namespace lobatto::extruded
