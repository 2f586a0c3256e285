#pragma once

#include <array>
#include <span>
#include <vector>

#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::stats {

/// What the flow does to parts of the boundary, for unit density: with n the normal out of the
/// fluid, the traction on the wall is
///   p n - nu (grad u + grad u^T) n,
/// its first part the pressure, its second viscous.
class WallTraction {
 public:
  /// boundaries: indices in space.boundaries(). `space` must live as long.
  WallTraction(const space::FunctionSpace& space, std::span<const int> boundaries,
               double viscosity);

  struct Force {
    std::array<double, 3> pressure{}, viscous{};
    double mean_shear = 0;  ///< area mean of the length of the viscous traction along the wall
    double area = 0;
  };
  /// Integrals over the boundaries. Collective.
  [[nodiscard]] Force integrate(const std::array<std::span<const double>, 3>& velocity,
                                std::span<const double> pressure) const;

  /// Area mean of diffusivity dT/dn, positive into the fluid. Collective.
  [[nodiscard]] double mean_flux(std::span<const double> scalar, double diffusivity) const;

 private:
  void add(const space::Boundary& boundary, const std::array<const double*, 3>& velocity,
           std::span<const double> pressure, Force& force) const;

  const space::FunctionSpace& space_;
  std::vector<space::Boundary> boundaries_;
  double viscosity_;
};

}  // namespace lobatto::stats
