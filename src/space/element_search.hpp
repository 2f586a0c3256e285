#pragma once

#include <array>
#include <optional>
#include <vector>

#include "space/element_map.hpp"
#include "space/function_space.hpp"
#include "space/nodal_elements.hpp"

namespace lobatto::space {

/// A corner-to-corner box around something.
struct Bounds {
  std::array<double, 3> lower, upper;
  /// What neither contains nor is contained in anything; grows to what is added.
  static Bounds nothing();
  void add(const std::array<double, 3>& x);
  /// Wider by this part of its diagonal on all sides.
  void widen(double part);
  [[nodiscard]] bool contains(const std::array<double, 3>& x) const;
};

/// Finds the element of this rank that a point lies in, and where in it. What it searches must
/// outlive it.
class ElementSearch {
 public:
  explicit ElementSearch(const FunctionSpace& space);
  explicit ElementSearch(const NodalElements& elements);

  struct Place {
    int element = -1;
    std::array<double, 3> r{};  ///< on [-1, 1]^3
    /// How far outside of [-1, 1] the point is, at most over the directions, before r was brought
    /// back to it.
    double excess = 0;
    double distance = 0;  ///< from the point to x(r)
  };
  /// The element with the least excess, if any has one of at most max_excess. Newton's method on
  /// x(r) in elements whose bounds hold the point; at once in axis-aligned ones.
  [[nodiscard]] std::optional<Place> find(const std::array<double, 3>& x, double max_excess) const;

  /// All elements that the point is in or at most so far outside of, in no order: several where
  /// they meet.
  [[nodiscard]] std::vector<Place> find_all(const std::array<double, 3>& x,
                                            double max_excess) const;

  /// Around all elements, a little widened; contains nothing on a rank without elements.
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] const ElementMap& map() const { return map_; }

 private:
  void find_bounds();
  void element_points(int element, std::array<std::vector<double>, 3>& points) const;
  [[nodiscard]] std::size_t element_size() const { return map_.shape().size(); }
  void fill_cells();
  [[nodiscard]] std::array<int, 3> cell_of(const std::array<double, 3>& x) const;
  [[nodiscard]] std::size_t cell_index(int i, int j, int k) const {
    return static_cast<std::size_t>((k * n_cells_[1] + j) * n_cells_[0] + i);
  }
  /// Those whose bounds may hold the point.
  [[nodiscard]] std::span<const int> near(const std::array<double, 3>& x) const;
  /// In an element, r as Newton's method finds it.
  [[nodiscard]] std::optional<Place> place_in(int element, const std::array<double, 3>& x,
                                              double max_excess) const;
  /// With r in the element.
  [[nodiscard]] Place bring_back(Place place, const std::array<double, 3>& x) const;
  [[nodiscard]] std::array<double, 3> nearest_node(int element,
                                                   const std::array<double, 3>& x) const;

  const FunctionSpace* boxes_ = nullptr;  ///< where the elements are axis-aligned boxes
  std::array<std::span<const double>, 3> coordinates_;  ///< else of all nodes
  const poly::Quadrature& nodes_;
  double half_thickness_ = 0;  ///< of a plane
  int n_elements_;
  ElementMap map_;
  std::vector<Bounds> of_elements_;
  Bounds bounds_;
  /// A grid over bounds_, about as many cells as elements: the elements that each cell touches, one
  /// cell after another.
  std::array<int, 3> n_cells_{1, 1, 1};
  std::vector<std::size_t> first_;
  std::vector<int> elements_;
};

}  // namespace lobatto::space
