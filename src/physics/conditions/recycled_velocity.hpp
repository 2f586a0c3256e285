#pragma once

#include <array>
#include <memory>
#include <vector>

#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"
#include "space/interpolation.hpp"
#include "state/field.hpp"
#include "state/history.hpp"
#include "time/coefficients.hpp"

namespace lobatto::physics {

/// Inflow from inside the same flow: the velocity at x + offset, extrapolated to the time of the
/// step, times what makes its mean into the fluid the given one. Without that factor nothing would
/// hold the flow rate: what flows in flows through the plane inside, too.
class RecycledVelocity {
 public:
  /// Levels as of BoundarySolution.
  static constexpr int max_order = 2;

  /// The space must live as long. Throws base::Error on all ranks where x + offset lies outside of
  /// the mesh. Collective.
  RecycledVelocity(const space::FunctionSpace& space, const FlowSettings& settings);

  /// Before anything else is called: whose values there are; it must live as long.
  void watch(const state::Field& velocity) { velocity_ = &velocity; }
  /// Keeps the current level, which is about to become the level before. Collective.
  void record();
  /// The values of the next step. Throws base::Error on all ranks where nothing would flow in.
  /// Collective.
  void extrapolate(const time::Extrapolation& extrapolation);
  /// Instead: those of the current level, as they are where nothing flows in. Collective.
  void take_current();

  /// The settings with functions of place and time for the faces that recycle: they want
  /// Points::nodes, and that this lives as long.
  [[nodiscard]] FlowSettings bound(FlowSettings settings) const;

 private:
  using Values = std::array<std::vector<double>, 3>;  ///< at the nodes of a face
  struct Face {
    std::size_t index;
    space::Boundary boundary;
    double bulk_velocity;
    double area;
    std::vector<std::size_t> nodes;  ///< local indices, ascending
    std::unique_ptr<space::Interpolation> inside;
    state::History<Values> levels;
    Values values;
  };
  Face make_face(std::size_t index, const Recycling& recycling) const;
  void look(Face& face, Values& values) const;
  /// Of the values of a face. Collective.
  [[nodiscard]] double mean_inward(const Face& face) const;
  [[nodiscard]] static bool flows_in(const Face& face, double mean);
  static void scale(Face& face, double mean);

  const space::FunctionSpace& space_;
  const state::Field* velocity_ = nullptr;
  std::vector<Face> faces_;
};

}  // namespace lobatto::physics
