#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "precond/coarse/elimination_plan.hpp"
#include "precond/coarse/vertex_rows.hpp"

namespace lobatto::extruded {

/// The unknowns on the lines between the columns of elements of all ranks, and the order in which
/// their plane problems are eliminated, the same for all modes.
class SkeletonPlan {
 public:
  /// ids [n_columns][n_outer] of the outer nodes of the columns here, -1 where the solution is
  /// zero. Collective.
  SkeletonPlan(std::span<const std::int64_t> ids, int n_outer,
               const comm::Communicator& communicator);

  [[nodiscard]] std::size_t n_columns() const { return unknowns_.size() / n_outer_; }  ///< of all
  [[nodiscard]] int n_outer() const { return n_outer_; }
  [[nodiscard]] std::size_t n_unknowns() const { return n_unknowns_; }
  /// Of the columns of all ranks, rank after rank; -1: none. [n_columns][n_outer]
  [[nodiscard]] std::span<const int> unknowns() const { return unknowns_; }
  /// Those that a rank has a part of, ascending.
  [[nodiscard]] const std::vector<int>& unknowns_of_rank(int rank) const { return numbers_[rank]; }
  [[nodiscard]] std::size_t most_unknowns() const {  ///< of a rank
    return std::ranges::max(numbers_, {}, &std::vector<int>::size).size();
  }
  /// Unknowns that this rank has a part of, and which of these each of its outer nodes is; -1:
  /// none. [n_columns][n_outer]
  [[nodiscard]] std::size_t n_own() const { return numbers_[rank_].size(); }
  [[nodiscard]] const std::vector<int>& places() const { return places_; }

  [[nodiscard]] const precond::EliminationPlan& elimination() const { return elimination_; }
  /// Of a factor, with the zeros that it stores.
  [[nodiscard]] std::size_t n_entries() const;
  /// Of making a factor: the sum of the squares of the lengths of its columns.
  [[nodiscard]] double factorization_flops() const;
  /// The assembled matrix, all values zero.
  [[nodiscard]] precond::VertexRows rows() const;

 private:
  void number(const std::vector<std::size_t>& ends);

  int n_outer_, rank_;
  std::size_t n_unknowns_;
  std::vector<int> unknowns_;
  std::vector<std::vector<int>> numbers_;  ///< [rank]
  std::vector<int> places_;
  precond::EliminationPlan elimination_;
};

}  // namespace lobatto::extruded
