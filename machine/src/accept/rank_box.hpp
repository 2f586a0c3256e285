#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// n things in a row, shared out among some parts as evenly as can be.
struct Shares {
  int n, parts;

  /// The first of part i; n for i = parts.
  [[nodiscard]] int first(int i) const {
    return static_cast<int>(static_cast<long long>(n) * i / parts);
  }
  [[nodiscard]] int count(int i) const { return first(i + 1) - first(i); }
  /// The part to which one of them belongs.
  [[nodiscard]] int part_of(int at) const {
    return static_cast<int>((static_cast<long long>(parts) * (at + 1) - 1) / n);
  }
};

/// A box of cells in some directions, shared out among a box of ranks as evenly as can be. The
/// first direction runs fastest, of cells and of ranks.
class RankBox {
 public:
  /// size and ranks as in KernelSettings. Throws base::Error where there are more ranks than cells
  /// in a direction, where the ranks per direction are not as many as there are, or where numbers
  /// are missing. rank_directions: see KernelKind; further directions are not shared.
  RankBox(const KernelSettings& settings, const std::vector<int>& default_size, int rank_directions,
          int rank, int n_ranks);
  /// A box of so many cells of all ranks together, shared out among the same ranks.
  [[nodiscard]] RankBox with_size(const std::vector<int>& size) const;

  [[nodiscard]] int n_directions() const { return static_cast<int>(size_.size()); }
  [[nodiscard]] const std::vector<int>& size() const { return size_; }    ///< of all ranks together
  [[nodiscard]] const std::vector<int>& ranks() const { return ranks_; }  ///< per direction, of all
  [[nodiscard]] int coordinate(int direction) const {
    return coordinates_[static_cast<std::size_t>(direction)];
  }
  /// Which cells belong to which coordinate of ranks in a direction.
  [[nodiscard]] Shares shares(int direction) const {
    const auto d = static_cast<std::size_t>(direction);
    return {size_[d], ranks_[d]};
  }
  /// The cells of this rank in a direction: first and how many.
  [[nodiscard]] int first(int direction) const;
  /// The first cell of the ranks at a coordinate; that of the one after the last: all cells.
  [[nodiscard]] int first(int direction, int coordinate) const;
  [[nodiscard]] int count(int direction) const;
  [[nodiscard]] std::size_t n_cells() const;  ///< of this rank
  [[nodiscard]] double n_cells_in_all() const;
  /// The rank `step` further in a direction, around the end; this one where it is alone.
  [[nodiscard]] int neighbour(int direction, int step) const;
  /// The rank at some coordinates, taken around the ends.
  [[nodiscard]] int rank_at(std::vector<int> coordinates) const;
  [[nodiscard]] KernelSettings settings() const { return {size_, true, ranks_}; }

 private:
  std::vector<int> size_, ranks_, coordinates_;
};

/// n_ranks as a product of n_directions factors, as near to each other as can be, the largest last.
std::vector<int> even_factors(int n_ranks, int n_directions);

/// "8x8x4".
std::string by_x(const std::vector<int>& numbers);

}  // namespace lobatto::accept
