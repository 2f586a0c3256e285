#pragma once

#include <vector>

#include "physics/closures/element_gradients.hpp"
#include "physics/closures/subgrid_model.hpp"
#include "physics/settings.hpp"

namespace lobatto::physics {

/// nu_t = C_k Delta sqrt(|k|) from the kinetic energy k of the motions that the mesh does not
/// resolve, the field of that name, for which an equation is solved (Schumann 1975; Yoshizawa &
/// Horiuti 1985). Where the scheme has left k below
/// zero it is still diffused, and made, which brings it back.
///
/// The constants are those of an inertial range E(kappa) = alpha eps^(2/3) kappa^(-5/3) cut off at
/// pi / Delta, alpha = 1.6 (Lilly 1967): the energy beyond is k = (3/2) alpha (eps Delta /
/// pi)^(2/3), so that eps = C_e k^(3/2) / Delta has C_e = pi (2 / (3 alpha))^(3/2); and eps = nu_t
/// 2 S : S with 2 S : S = (3/2) alpha eps^(2/3) (pi / Delta)^(4/3) gives C_k = C_e / pi^2.
class EnergyModel final : public SubgridModel {
 public:
  static constexpr const char* word = "one-equation";
  static constexpr const char* field = "subgrid_energy";
  static constexpr const char* diffusivity = "subgrid_energy_diffusivity";
  static constexpr double constant = 0.0856;    ///< C_k
  static constexpr double dissipation = 0.845;  ///< C_e

  /// c_k: C_k. fluid: of a space.
  EnergyModel(double c_k, const space::FunctionSpace& fluid);

  void evaluate(const state::State& state, std::span<double> out) override;
  [[nodiscard]] kernels::Cost cost() const override;

 private:
  double constant_;
  std::vector<double> widths_;  ///< of the elements
  std::size_t size_;
};

/// The equation of k.
struct SubgridEnergySettings {
  double dissipation = EnergyModel::dissipation;
  double prandtl = 1;  ///< eddy viscosity over the diffusivity of k by eddies
  std::vector<ScalarBoundaryCondition> faces;  ///< one per part of the boundary of the fluid
  space::SpaceTimeFunction initial;            ///< empty: where it is made as fast as it is taken
};

/// Adds k to the state, and its equation. c_k: that of the model.
void add_subgrid_energy(const SubgridEnergySettings& settings, double c_k, Assembly& assembly);

}  // namespace lobatto::physics
