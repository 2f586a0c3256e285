#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "gs/gather_scatter.hpp"
#include "precond/coarse/coarse_problem.hpp"

namespace lobatto::precond {

/// The free vertices counted 0 ... N - 1 over all ranks. Each belongs to the lowest of the ranks
/// that hold it; a rank's own are consecutive, in the order of their ids.
class VertexNumbering {
 public:
  /// ids [n_elem]: any non-negative numbers, negative where u is fixed to zero. A rank may have no
  /// elements. Collective.
  VertexNumbering(std::span<const std::array<std::int64_t, n_vertices>> ids,
                  const comm::Communicator& communicator);

  [[nodiscard]] std::int64_t size() const { return size_; }  ///< N
  [[nodiscard]] std::int64_t first_owned() const { return first_owned_; }
  [[nodiscard]] std::size_t n_owned() const { return own_copies_.size(); }
  /// [n_elem][8] the vertices' numbers, -1 where fixed.
  [[nodiscard]] std::span<const std::int64_t> numbers() const { return numbers_; }

  /// owned [n_owned] = the sums of shares [n_elem][8] over all elements. Collective.
  void gather(std::span<const double> shares, std::span<double> owned);
  /// copies [n_elem][8] = the values of the vertices, zero where fixed. Collective.
  void scatter(std::span<const double> owned, std::span<double> copies) const;

 private:
  /// One of this rank's copies of each vertex that it owns.
  void choose_own_copies(std::span<const std::int64_t> ids, const comm::Communicator& communicator);

  gs::GatherScatter gather_scatter_;
  std::int64_t size_ = 0, first_owned_ = 0;
  std::vector<std::uint32_t> own_copies_;  // [n_owned], indices into [n_elem][8]
  std::vector<std::int64_t> numbers_;
  base::AlignedArray<double> sums_;
};

/// All ids one after another, [n_elem][8].
std::vector<std::int64_t> flatten(std::span<const std::array<std::int64_t, n_vertices>> ids);

}  // namespace lobatto::precond
