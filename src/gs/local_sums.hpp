#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "gs/global_ids.hpp"

namespace lobatto::gs {

/// The arithmetic of the gather-scatter within a rank. Groups that no other rank takes part in are
/// summed in place; those that are shared are gathered into one sum each (a slot), and what has
/// become of the sum is scattered back. Values are double or float; slots are always double.
class LocalSums {
 public:
  /// is_shared [n_groups]: whether another rank holds the id too. Slots are numbered in the order
  /// of the shared groups.
  LocalSums(const IdGroups& groups, const std::vector<bool>& is_shared);

  [[nodiscard]] std::size_t n_slots() const { return shared_offsets_.size() - 1; }
  /// Local indices of the values of all slots.
  [[nodiscard]] std::span<const std::uint32_t> shared_values() const { return shared_members_; }
  /// sums [n_slots]; the copies are added in the order of their local indices.
  void gather_shared(std::span<const double> values, std::span<double> sums) const;
  void gather_shared(std::span<const float> values, std::span<double> sums) const;
  /// totals [n_slots]
  void scatter_shared(std::span<const double> totals, std::span<double> values) const;
  void scatter_shared(std::span<const double> totals, std::span<float> values) const;
  /// Replaces the copies of each group held by this rank alone by their sum, in each of the fields.
  /// Those whose values all lie below `end`, from the piece of memory on that the call before has
  /// given, 0 at first; gives the piece to go on with. A few groups just below `end` are left to
  /// the next call.
  std::size_t add_unshared(std::span<const std::span<double>> fields, std::size_t first_piece = 0,
                           std::size_t end = everything) const;
  std::size_t add_unshared(std::span<const std::span<float>> fields, std::size_t first_piece = 0,
                           std::size_t end = everything) const;
  static constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

 private:
  template <class Real>
  void gather(std::span<const Real> values, std::span<double> sums) const;
  template <class Real>
  void scatter(std::span<const double> totals, std::span<Real> values) const;
  template <class Real>
  std::size_t add(std::span<const std::span<Real>> fields, std::size_t first_piece,
                  std::size_t end) const;
  template <class Real>
  void add_piece_of(std::span<const std::span<Real>> fields, std::size_t piece) const;

  struct Pair {
    std::uint32_t first, second;
  };
  /// Several pairs whose values follow each other in memory, as the nodes of faces and edges do
  /// that lie along the first index.
  struct PairRun {
    Pair pair;  ///< the first one
    std::uint32_t length;
  };
  /// The same of larger groups: member m of group i has the index members[m] + i.
  struct Run {
    std::uint32_t first_member, n_members;  ///< in run_members_
    std::uint32_t length;
  };
  /// Where a piece of memory begins, and the parts of its groups in the lists below.
  struct Piece {
    std::size_t begin = 0;
    std::size_t pairs = 0, pair_runs = 0, groups = 0, runs = 0;
  };
  /// Lists the groups whose last member is in one piece of memory: when that has been written, they
  /// are complete, and it is still in cache.
  void add_piece(std::span<const std::span<const std::uint32_t>> groups);
  /// The groups that are added to the lists from here on are its own.
  void begin_piece(std::size_t begin);

  std::vector<Piece> pieces_;  ///< and their end
  std::vector<Pair> pairs_;
  std::vector<PairRun> pair_runs_;
  std::vector<std::uint32_t> group_offsets_{0}, group_members_;  // of three and more
  std::vector<Run> runs_;
  std::vector<std::uint32_t> run_members_;
  std::vector<std::uint32_t> shared_offsets_{0}, shared_members_;  // [n_slots + 1]
};

}  // namespace lobatto::gs
