#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "comm/exchange/all_to_all.hpp"
#include "poly/lagrange.hpp"
#include "space/element_search.hpp"
#include "space/function_space.hpp"

namespace lobatto::space {

/// Values of fields at any points, by the polynomials of the element that each point lies in,
/// whichever rank has it. The points are looked for once.
class Interpolation {
 public:
  using Point = std::array<double, 3>;

  /// points: of this rank, any number. A point that lies in no element is taken to the surface of
  /// one where it is at most max_excess outside of it, in the element's coordinates on [-1, 1].
  /// Collective.
  Interpolation(const FunctionSpace& space, std::span<const Point> points, double max_excess = 1e-8)
      : Interpolation(space.communicator(), ElementSearch(space), points, max_excess) {}
  /// With a search of the elements of all ranks that others use too.
  Interpolation(const comm::Communicator& communicator, const ElementSearch& search,
                std::span<const Point> points, double max_excess);

  [[nodiscard]] std::size_t n_points() const { return n_points_; }
  /// The points of this rank that were not found, by index; their values are zero.
  [[nodiscard]] const std::vector<std::size_t>& missing() const { return missing_; }

  /// out [n_points] = field at the points. Collective.
  void evaluate(std::span<const double> field, std::span<double> out);

 private:
  struct Held {  ///< a point of some rank in an element of this one
    int element;
    std::vector<double> basis;  ///< l_i(r), l_j(s), l_k(t), [n], [n], [n_t]
  };
  [[nodiscard]] double value_at(const Held& held, std::span<const double> field) const;

  kernels::ElementShape shape_;
  std::size_t n_points_;
  std::vector<std::size_t> missing_;
  std::vector<std::vector<Held>> held_;            ///< for each rank
  std::vector<std::vector<std::size_t>> origins_;  ///< index of the points that each rank has
  std::unique_ptr<comm::AllToAll> exchange_;
};

}  // namespace lobatto::space
