#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/exchange/all_to_all.hpp"
#include "extruded/lane_factor.hpp"
#include "extruded/mode_lanes.hpp"
#include "extruded/plane_element.hpp"
#include "precond/coarse/vertex_rows.hpp"

namespace lobatto::extruded {

/// The plane problems on the lines between elements, sum of S(lambda), for all modes: groups of
/// modes are dealt out to the ranks, which hold their factors.
class Skeleton {
 public:
  /// ids [n_columns][n_outer] of the outer nodes of the columns here, -1 where the solution is
  /// zero. Where is_singular, the problem of eigenvalue 0 has a constant left open, and its
  /// right-hand sides have sum zero. Collective.
  Skeleton(std::span<const std::int64_t> ids, std::span<const PlaneElement> elements,
           const ModeLanes& lanes, bool is_singular, const comm::Communicator& communicator);

  /// Unknowns that this rank has a part of.
  [[nodiscard]] std::size_t n_own() const { return own_.size(); }
  /// Of these the one of each outer node; -1: none. [n_columns][n_outer]
  [[nodiscard]] const std::vector<int>& places() const { return places_; }
  /// values [group][n_own][slots of a group]: the ranks' parts of the right-hand sides, then the
  /// solutions. Collective; allocates nothing.
  void solve(double* values);

  [[nodiscard]] std::size_t n_unknowns() const { return plan_.order.size(); }
  /// Entries of a factor.
  [[nodiscard]] std::size_t n_entries() const { return n_entries_; }
  /// Factors on this rank.
  [[nodiscard]] std::size_t n_bytes() const;
  [[nodiscard]] int n_own_groups() const { return static_cast<int>(factors_.size()); }
  [[nodiscard]] double exchange_seconds() const { return exchange_seconds_; }

 private:
  struct Elements;
  [[nodiscard]] int first_group(int rank) const;
  void number(const Elements& all);
  void factorize(const Elements& all, bool is_singular);
  void make_exchanges(const comm::Communicator& communicator);
  void send_to_owners(const double* values);
  void solve_group(int group);
  void send_back(double* values);

  const ModeLanes& lanes_;
  int rank_, n_ranks_;
  std::vector<std::vector<int>> numbers_;  ///< unknowns of each rank, ascending
  std::vector<int> own_, places_;
  precond::EliminationPlan plan_;
  std::vector<int> row_of_;  ///< of an unknown in the order of elimination
  std::size_t n_entries_ = 0;
  std::vector<LaneFactor> factors_;  ///< of the groups here
  std::unique_ptr<comm::AllToAll> to_owners_, back_;
  base::AlignedArray<double> rows_;  ///< of a group, in the order of elimination
  double exchange_seconds_ = 0;
};

}  // namespace lobatto::extruded
