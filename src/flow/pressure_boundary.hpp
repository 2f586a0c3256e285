#pragma once

#include <array>
#include <span>
#include <vector>

#include "flow/history.hpp"
#include "flow/settings.hpp"
#include "space/box_boundary.hpp"
#include "time/coefficients.hpp"

namespace lobatto::flow {

/// Surface terms of the weak pressure equation on the faces where the velocity is given:
///
///   (grad q, grad p) = (grad q, u_hat) - nu int (n x omega*) . grad q - b_0 int q n . u^{n+1}
///
/// The rotational form follows from (grad q, curl omega) = int n . (omega x grad q): only first
/// derivatives of the velocity and tangential derivatives of q on the face enter. With the outward
/// normal n = s e_d, the tangential components are
///   (n x omega)_t = s (d_t u_d - d_d u_t).
/// omega* is extrapolated from earlier steps. Karniadakis, Israeli & Orszag, J. Comput. Phys. 97
/// (1991); in weak form as in Tomboulides, Lee & Orszag, J. Sci. Comput. 12 (1997).
class PressureBoundary {
 public:
  /// Order of the extrapolation of omega*. Two keep the velocity at third order, since the boundary
  /// term enters it with one more power of the step; three make the splitting unstable at large
  /// viscous steps (Leriche et al., J. Sci. Comput. 26 (2006); Guermond, Minev & Shen, Comput.
  /// Methods Appl. Mech. Eng. 195 (2006)).
  static constexpr int max_order = 2;

  PressureBoundary(const space::BoxSpace& space,
                   const std::array<VelocityFace, mesh::n_faces>& faces);

  /// Stores n x omega of the velocity of the current step; call once a step, before `update`.
  void record(const space::VectorField& velocity);
  /// Prepares the terms for the step to time t.
  void update(double viscosity, const time::Bdf& bdf, const time::Extrapolation& extrapolation,
              double t);
  /// Adds the terms of local element e to its weak right-hand side. [n][n][n]
  void add_to(int e, double* rhs) const;

 private:
  static constexpr int none = -1;
  struct FaceTerm {
    space::BoxBoundary boundary;
    space::SpaceTimeFunction normal_velocity;  ///< empty on a wall
    bool depends_on_time;
    std::vector<double> normal_values;  ///< [element][b][a]; empty until first evaluated
    History<std::vector<double>, max_order>
        curl;                 ///< (n x omega)_a, (n x omega)_b: [element][2][b][a]
    std::vector<double> rhs;  ///< [element][b][a]
    std::vector<int> slot;    ///< local element -> its slot, or none
  };
  void record_face(FaceTerm& term, const space::VectorField& velocity) const;
  void add_vorticity_term(FaceTerm& term, double viscosity,
                          const time::Extrapolation& extrapolation) const;
  void add_normal_velocity_term(FaceTerm& term, double leading, double t) const;

  const space::BoxSpace& space_;
  std::vector<FaceTerm> terms_;
};

}  // namespace lobatto::flow
