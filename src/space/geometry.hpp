#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/geometric_factors.hpp"
#include "poly/matrix.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::space {

/// Coordinates x, y, z of the nodes of all local elements, [n_elem][k][j][i] each.
using Coordinates = std::array<base::AlignedArray<double>, 3>;

/// The metric terms of curved elements at their nodes, 19 values per node, in the layout of
/// kernels::ElementGeometry; element after element.
class Geometry {
 public:
  /// Elements with the polynomials of the nodes as shape functions; those of a plane are so thick.
  Geometry(Coordinates coordinates, const kernels::LineRule& rule, double thickness);

  /// The metric terms of `fine` at other nodes, interpolated, each for itself: unlike those of the
  /// interpolated shape they stay positive where an element is strongly curved.
  Geometry(const Geometry& fine, const poly::Quadrature& from, const poly::Quadrature& to);

  /// Those made from coordinates get others, as many, in place: what refers to their terms has the
  /// new ones.
  void move(const Coordinates& coordinates, const kernels::LineRule& rule, double thickness);

  [[nodiscard]] const Coordinates& coordinates() const { return coordinates_; }
  /// dr_a / dx_b of element e. [k][j][9][i]
  [[nodiscard]] std::span<const double> metric(int e) const { return of(metric_, 9, e); }
  /// Stiffness factors from element e on. [k][j][6][i]
  [[nodiscard]] const double* stiffness(int e) const { return stiffness_.data() + 6 * size_ * e; }
  /// w J from element e on. [k][j][i]
  [[nodiscard]] const double* mass(int e) const { return mass_.data() + size_ * e; }
  /// The same, without a weight by radius.
  [[nodiscard]] const double* plain_mass(int e) const {
    return (plain_mass_.size() > 0 ? plain_mass_ : mass_).data() + size_ * e;
  }
  /// w J and the stiffness factors times factor * y; no y is negative.
  void weigh_by_radius(double factor);
  /// Lengths of the box that is most like element e: (2 / h_a)^2 is the mean of |grad r_a|^2.
  [[nodiscard]] std::array<double, 3> lengths(int e) const { return lengths_[e]; }

  /// Of the elements made from coordinates: the one with the smallest Jacobian determinant, and
  /// where that is.
  struct Worst {
    int element = -1;  ///< none on a rank without elements
    kernels::SmallestJacobian jacobian;
  };
  [[nodiscard]] const Worst& worst() const { return worst_; }

 private:
  [[nodiscard]] std::span<const double> of(const base::AlignedArray<double>& values, int kinds,
                                           int e) const {
    return {values.data() + kinds * size_ * e, kinds * size_};
  }
  void measure(const kernels::LineRule& rule, double thickness);
  [[nodiscard]] std::array<double, 3> mean_lengths(int e) const;
  /// Reads and writes one kind of `kinds` at every node: array [k][j][kinds][i].
  [[nodiscard]] static base::AlignedArray<double> kind_of(const base::AlignedArray<double>& values,
                                                          int kinds, int kind, int n);
  static void set_kind(const base::AlignedArray<double>& field, int kinds, int kind, int n,
                       base::AlignedArray<double>& values);

  kernels::ElementShape shape_;
  std::size_t size_;
  int n_;
  Coordinates coordinates_;
  base::AlignedArray<double> metric_, stiffness_, mass_;
  base::AlignedArray<double> plain_mass_;  ///< where mass_ is weighted
  std::vector<std::array<double, 3>> lengths_;
  Worst worst_;
};

/// Values of a field on nodes `from` of each element, of a plane or not, taken over to the nodes
/// `to`.
base::AlignedArray<double> resample(std::span<const double> field, const std::vector<double>& from,
                                    const std::vector<double>& to, bool is_plane);

}  // namespace lobatto::space
