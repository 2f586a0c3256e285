#pragma once

#include <array>
#include <vector>

#include "kernels/products/element_filter.hpp"
#include "physics/closures/element_gradients.hpp"
#include "physics/closures/subgrid_model.hpp"

namespace lobatto::physics {

/// Smagorinsky's model with a constant that the resolved flow tells (Germano, Piomelli, Moin &
/// Cabot 1991): nu_t = C Delta^2 |S|, |S| = sqrt(2 S : S). A test filter F keeps the
/// modes up to half of the order of each element, the width r Delta. What is between both,
///   L_ij = F(u_i u_j) - F u_i F u_j,   less its trace, is to be   2 C M_ij,
///   M_ij = Delta^2 (F(|S| S_ij) - r^2 |S^| S^_ij),   S^ of F u,
/// so that C = <L : S^> / (2 <M : S^>), which gives the energy that passes the test filter, with
/// means over an element, and over elements along directions of a box. Least squares over all of M
/// (Lilly 1992) would divide by <M : M>: the gradients of an element's highest modes are large
/// beside its faces, and M there, which has nothing to do with L, would bring C down to zero. C may
/// be negative, where energy comes back from the motions that are not resolved; it is 0 where
/// M : S^ is not, as it should be, below zero, and where L is round-off of the products.
class DynamicModel final : public SubgridModel {
 public:
  static constexpr const char* word = "dynamic";

  /// In the fluid of the space, which must live as long. averaged: directions. Throws base::Error
  /// where there is no room for a test filter, or no box for directions.
  DynamicModel(const std::array<bool, 3>& averaged, const space::FunctionSpace& space);

  void evaluate(const state::State& state, std::span<double> out) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  using Tensor = std::array<std::vector<double>, 6>;  ///< xx, yy, zz, xy, xz, yz

  struct Sums {
    double of_l = 0, of_m = 0;  ///< int L : S^ and int M : S^
    double scale = 0;           ///< of of_l: that of the products which cancel in L
  };
  /// Of a block, out = F of each element's values; out may be u.
  void filter(const space::ElementBlock& block, const double* u, double* out);
  /// products_ = F(u_i u_j) - F u_i F u_j, with F u in filtered_.
  void find_products(const space::ElementBlock& block, const std::array<const double*, 3>& u);
  /// difference_ = F(|S| S_ij) - r^2 |S^| S^_ij and coarse_strain_ = S^; |S| goes to `rate`.
  void find_difference(const space::ElementBlock& block, const std::array<const double*, 3>& u,
                       double* rate);
  /// Those of element e, whose values in what was found begin at `first`.
  [[nodiscard]] Sums sums_of(int e, std::size_t first) const;
  /// The mean that element e takes part in.
  [[nodiscard]] std::size_t group_of(int e) const;

  const space::FunctionSpace& fluid_;
  std::vector<space::ElementBlock> blocks_;
  const mesh::BoxMesh* box_;  ///< null where there is none
  std::array<bool, 3> averaged_;
  std::array<std::size_t, 3> n_groups_{1, 1, 1};  ///< elements along the directions that are left
  kernels::ElementFilter filter_;
  double ratio_;  ///< r
  ElementGradients gradients_;
  std::vector<double> widths_;  ///< of the elements
  /// At the nodes of a block, as what follows.
  std::array<std::vector<double>, 3> filtered_;
  Tensor products_, difference_, coarse_strain_;
  std::vector<double> work_;
};

}  // namespace lobatto::physics
