#pragma once

#include <array>
#include <vector>

#include "flow/history.hpp"
#include "flow/settings.hpp"
#include "space/box_boundary.hpp"
#include "space/box_space.hpp"
#include "time/coefficients.hpp"

namespace lobatto::flow {

/// Keeps outflow faces stable where fluid enters through them. With nu du/dn = p n there, fluid
/// that comes back brings in the kinetic energy |u|^2 / 2 per volume without bound; the traction
///
///   nu du/dn - p n = (1/2) min(u . n, 0) u
///
/// takes just that away (Bruneau & Fabrie, M2AN 30 (1996); the energy-stable form of Dong,
/// Karniadakis & Chryssostomidis, J. Comput. Phys. 261 (2014), with a sharp switch). Nothing
/// changes where fluid leaves. u is extrapolated to the new time.
class Backflow {
 public:
  static constexpr int max_order = 2;  ///< levels that are kept

  Backflow(const space::BoxSpace& space, const std::array<VelocityFace, mesh::n_faces>& faces);

  /// Takes the velocity on the outflow faces as the newest level.
  void record(const space::VectorField& velocity);
  /// Prepares add_to for a step. extrapolation: order at most max_order.
  void update(const time::Extrapolation& extrapolation);
  /// Adds the surface integrals of one component at local element e to its weak right-hand side.
  /// [n^3]
  void add_to(int component, int e, double* rhs) const;

 private:
  static constexpr int none = -1;
  struct Face {
    space::BoxBoundary boundary;
    History<std::array<std::vector<double>, 3>, max_order> velocity;  ///< [slot][node]
    std::array<std::vector<double>, 3> traction;                      ///< times the surface weight
    std::vector<int> slot;                                            ///< of each local element
  };
  [[nodiscard]] std::size_t n_nodes() const {
    return static_cast<std::size_t>(space_.n()) * space_.n();
  }

  const space::BoxSpace& space_;
  std::vector<Face> faces_;
};

}  // namespace lobatto::flow
