#pragma once

#include <array>
#include <span>
#include <vector>

#include "space/boundary.hpp"
#include "space/function_space.hpp"
#include "space/nodal_value.hpp"

namespace lobatto::stats {

/// What the flow does to parts of the boundary, for unit density: with n the normal out of the
/// fluid, the traction on the wall is
///   p n - nu (grad u + grad u^T) n,
/// its first part the pressure, its second viscous.
class WallTraction {
 public:
  using Point = std::array<double, 3>;

  /// boundaries: indices in space.boundaries(). `about`: the point that moments are about. `space`
  /// must live as long.
  WallTraction(const space::FunctionSpace& space, std::span<const int> boundaries,
               const Point& about = {});

  /// The space has moved.
  void follow_mesh();

  struct Force {
    std::array<double, 3> pressure{}, viscous{};
    /// Integrals of (x - about) x traction.
    std::array<double, 3> pressure_moment{}, viscous_moment{};
    double mean_shear = 0;  ///< area mean of the length of the viscous traction along the wall
    double area = 0;
  };
  /// Integrals over the boundaries; around an axis those of full circles, which have a part along x
  /// alone. Collective.
  [[nodiscard]] Force integrate(const std::array<std::span<const double>, 3>& velocity,
                                std::span<const double> pressure,
                                const space::NodalValue& viscosity) const;

  /// Of the boundaries. Collective.
  [[nodiscard]] double area() const;
  /// Area mean of diffusivity dT/dn, positive into the fluid. Collective.
  [[nodiscard]] double mean_flux(std::span<const double> scalar,
                                 const space::NodalValue& diffusivity) const;

 private:
  /// A part of the boundary, and the arms of its nodes: x - about.
  struct Wall {
    space::Boundary boundary;
    std::array<std::vector<double>, 3> arms;
  };
  [[nodiscard]] std::array<std::vector<double>, 3> arms_of(const space::Boundary& boundary) const;
  void add(const Wall& wall, const std::array<const double*, 3>& velocity,
           std::span<const double> pressure, const space::NodalValue& viscosity,
           Force& force) const;
  /// -nu (grad u + grad u^T) n at node q of a slot.
  [[nodiscard]] std::array<double, 3> viscous_traction(const space::Boundary& boundary,
                                                       std::size_t slot, std::size_t q,
                                                       const std::array<const double*, 3>& velocity,
                                                       double nu) const;

  const space::FunctionSpace& space_;
  Point about_;
  std::vector<Wall> walls_;
};

}  // namespace lobatto::stats
