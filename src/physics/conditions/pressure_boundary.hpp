#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/equations/given_derivatives.hpp"
#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/element_blocks.hpp"
#include "space/nodal_value.hpp"
#include "state/history.hpp"
#include "time/coefficients.hpp"

namespace lobatto::physics {

/// Surface terms of the weak pressure equation on the faces where the velocity is given:
///
///   (grad q, grad p) = (grad q, u_hat) - nu int (n x omega*) . grad q - b_0 int q n . u^{n+1}
///
/// The rotational form follows from (grad q, curl omega) = int n . (omega x grad q): only first
/// derivatives of the velocity and tangential derivatives of q on the face enter. omega* is
/// extrapolated from earlier steps. Karniadakis, Israeli & Orszag, J. Comput. Phys. 97 (1991); in
/// weak form as in Tomboulides, Lee & Orszag, J. Sci. Comput. 12 (1997). Of a wave along z
/// (space/wave_along_z.hpp) dq/dz has the amplitude -beta q, and n x omega is a wave as u is.
class PressureBoundary {
 public:
  /// Order of the extrapolation of omega*. Two keep the velocity at third order, since the boundary
  /// term enters it with one more power of the step; three make the splitting unstable at large
  /// viscous steps (Leriche et al., J. Sci. Comput. 26 (2006); Guermond, Minev & Shen, Comput.
  /// Methods Appl. Mech. Eng. 195 (2006)).
  static constexpr int max_order = 2;

  PressureBoundary(const space::FunctionSpace& space,
                   std::span<const VelocityBoundaryCondition> faces, double wave_number = 0);

  /// Stores n x omega of the velocity of the current step; call once per step, before `update`.
  void record(const space::VectorField& velocity);
  /// Prepares the terms for the step to time t, with the viscosity at that time.
  void update(const space::NodalValue& viscosity, const time::Bdf& bdf,
              const time::Extrapolation& extrapolation, double t);
  /// The space has moved.
  void follow_mesh();
  /// What the velocities given for the last update carry out through the boundary: int u . n and
  /// int |u . n|, of this rank.
  struct Flux {
    double net = 0, through = 0;
  };
  [[nodiscard]] Flux given_flux() const;
  /// Adds the terms on a block to its weak right-hand side. [n_elements][n][n][n]
  void add_to(const space::ElementBlock& block, double* rhs) const;
  /// The transpose of the vorticity terms: y += factor times the cotangents of a velocity, of those
  /// of the right-hand side.
  void add_transposed(const space::NodalValue& viscosity, double factor, const space::Field& of_rhs,
                      space::VectorField& y) const;
  /// Adds the derivatives by the velocities that are given, of the cotangents of the right-hand
  /// side less their sign.
  void add_given(double leading, const space::Field& of_rhs, GivenDerivatives& to) const;

 private:
  using Values = std::array<std::vector<double>, 3>;  ///< x, y, z on a boundary
  struct FaceTerm {
    int index;
    space::Boundary boundary;
    VectorFunction velocity;  ///< empty on a wall
    bool depends_on_time;
    std::vector<double> normal_velocity;  ///< n . u; empty until first evaluated
    state::History<Values> curl;          ///< n x omega
    std::vector<double> rhs;
  };
  [[nodiscard]] std::size_t node_of(const space::Boundary& boundary, std::size_t i) const;
  void record_slot(FaceTerm& term, std::size_t slot, const space::VectorField& velocity) const;
  /// viscosity_at: of the index of a value on the boundary.
  template <class Viscosity>
  void add_vorticity_term(FaceTerm& term, const Viscosity& viscosity_at,
                          const time::Extrapolation& extrapolation) const;
  template <class Visit>
  void for_lines_along(const space::Boundary& boundary, std::size_t i, const Visit& visit) const;
  static void add_normal_velocity_term(FaceTerm& term, double leading, double t);

  const space::FunctionSpace& space_;
  double wave_number_;
  std::vector<FaceTerm> terms_;
};

}  // namespace lobatto::physics
