#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "physics/conditions/surface_mean.hpp"
#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/element_blocks.hpp"
#include "space/function_space.hpp"
#include "space/nodal_value.hpp"
#include "state/history.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

/// What the flow itself has to say in the conditions of faces where components of the velocity are
/// free. A traction g in the form nu du/dn - p n = g, or 2 nu S n - p n = g, is
///
///   p = c nu D - g . n,   nu du/dn = g - (g . n) n + nu D n - s nu t,
///   D = n . (du/dn),   t = the part of grad(u . n) along the face, n held fixed,
///
/// with c = 1, s = 0 or c = 2, s = 1. Traction has what is of g; this class has the terms with D
/// and t, taken from earlier levels. Where the tangential velocity is given, D is minus its
/// divergence along the face, whatever fixes the pressure. Where only the normal one is given, the
/// term with t is left.
///
/// Where all components are free, D is n . (du/dn) - a div u. Without its second part a mode in
/// which D gives itself back would drift: extrapolated once more in each step, with nothing that
/// draws it to its value. On a half space at large viscous steps a wave of D comes back times
/// 1 - 3a/2 in the one form and 1 - 2a in the other, and times -a and -2a where the elements are
/// too long for it; with two levels all that lies between -1/3 and 1 dies away. A third level,
/// which keeps the third order of the step, is taken where the step is small against the diffusion
/// between nodes, and one alone in the second form where it is longer than that through an element:
/// further levels would be unstable there. Of a wave along z (space/wave_along_z.hpp) D is a wave
/// as p is, and t one as u is.
class ExtrapolatedTraction {
 public:
  /// Collective.
  ExtrapolatedTraction(const space::FunctionSpace& space,
                       std::span<const VelocityBoundaryCondition> faces, double wave_number = 0);

  /// Stores D and t of the velocity of the current step; call once per step, before `update`.
  void record(const space::VectorField& velocity);
  /// Prepares the terms for a step, with the viscosity at its end. Collective.
  void update(const space::NodalValue& viscosity, const time::NextStep& next);
  /// The space has moved. Collective.
  void follow_mesh();

  /// c nu D on one part of the boundary, of the last update: a function that wants
  /// space::Points::nodes and that this lives as long. Empty where it is zero.
  [[nodiscard]] space::SpaceTimeFunction pressure_on(int part) const;
  /// Adds the surface integrals of one component on a block to its weak right-hand side.
  /// [n_elements][n^3]
  void add_to(int component, const space::ElementBlock& block, double* rhs) const;
  /// The work per time of these integrals, of the last update; of this rank.
  [[nodiscard]] double power(const space::VectorField& velocity) const;

 private:
  using Values = std::array<std::vector<double>, 3>;  ///< x, y, z on a boundary
  struct Level {
    std::vector<double> outward;     ///< n . (du/dn), on a boundary
    std::vector<double> divergence;  ///< div u
    Values shear;                    ///< t; empty where s = 0
  };
  struct Face {
    int part;
    space::Boundary boundary;
    SurfaceMean mean;
    bool normal_is_free;
    bool has_shear;   ///< s
    double pressure;  ///< c
    bool is_given;    ///< D or t is that of given velocities
    state::History<Level> levels;
    std::vector<double> of_nodes;    ///< sum of 1 / distance^2 to the next nodes of an element
    std::vector<double> of_element;  ///< 1 / height^2 of the element
    std::vector<double> stress;      ///< nu D at the nodes of `mean`
    Values traction;                 ///< times the surface weights
  };

  /// How D and t of a value are made.
  struct Blend {
    int n_levels;
    double divergence;  ///< a
  };

  void add_face(int part, const VelocityBoundaryCondition& given);
  void record_slot(Face& face, std::size_t slot, const space::VectorField& velocity) const;
  void measure(Face& face) const;
  [[nodiscard]] static Blend blend_at(const Face& face, std::size_t i, double diffusion);
  static void find_traction(Face& face, const space::NodalValue& viscosity,
                            const time::NextStep& next);
  static void add_normal(Face& face);

  const space::FunctionSpace& space_;
  double wave_number_;
  std::vector<Face> faces_;
};

}  // namespace lobatto::physics
