#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "physics/moving_mesh.hpp"
#include "physics/step_report.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"
#include "state/variable.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

class Density;

/// Where a scalar T, times the heat capacity c where that is not 1, comes from and goes to, in the
/// sums that the scheme itself makes: with q = 1 in
///   (b_0 M(c) + K) T^{n+1} = M(c) T_hat + fluxes
/// the stiffness drops out, so that what comes in by diffusion through the boundary, given or not,
/// is b_0 int c T^{n+1} - int c T_hat. The boundary's part of the convection, -int u . n T, and
/// sources are extrapolated as the step extrapolates them. On a mesh that moves with w it is
/// -int (u - w) . n T, and the parts sum to the change but for the errors of the scheme. Where the
/// density varies c is that, and the change is that of int rho T, which the other three are up to
/// the error of the step.
class ScalarBalance {
 public:
  /// velocity: what carries, where c is 1; null where nothing does. capacity: c at all nodes, or
  /// null. All must live as long.
  ScalarBalance(const space::FunctionSpace& space, const state::Variable* velocity,
                const state::Variable& scalar, std::shared_ptr<const space::Field> capacity,
                const MovingMesh* mesh = nullptr);

  /// The density varies, which must live as long.
  void weigh_by(const Density& density) { density_ = &density; }
  /// Looks at the current level.
  void measure();
  /// The space has moved.
  void follow_mesh();
  /// The current level, which was measured, becomes the level before. source: the integral of the
  /// source in the explicit part that was evaluated last, this rank's.
  void advance(double source);
  /// What a step took up, this rank's: int c T_hat, the source as above, and what a filter of the
  /// new level made of its content, per time.
  struct Gains {
    double hat = 0;
    double source = 0;
    double filtered = 0;
    std::vector<double> hat_in_solids = {};  ///< of int c T_hat the part in each solid
    /// With a density: int c T^{n+1} with the c of the solve, and what a source at the new time
    /// added to int c T per time.
    std::optional<double> solved = {};
    double heating = 0;
  };
  /// Of a step that is complete and measured; what a filter did counts as a source. Collective.
  [[nodiscard]] ScalarReport report(const std::string& name, const time::NextStep& next,
                                    const Gains& gains) const;

 private:
  /// Sums of this rank.
  struct Level {
    double content = 0;     ///< int c T
    double convection = 0;  ///< -int over the boundary of u . n T
    double source = 0;
    std::vector<double> in_solids = {};  ///< of the content
  };
  [[nodiscard]] double content() const;
  /// Of each solid; the capacity is there.
  [[nodiscard]] std::vector<double> content_in_solids() const;
  [[nodiscard]] double convection() const;

  const space::FunctionSpace& space_;
  const state::Variable* velocity_;
  const state::Variable& scalar_;
  std::shared_ptr<const space::Field> capacity_;
  const MovingMesh* mesh_;            ///< null where it stays
  const Density* density_ = nullptr;  ///< null where it is one
  std::vector<space::Boundary> boundaries_;
  Level now_;
  std::array<Level, time::max_order> before_;  ///< newest first
};

}  // namespace lobatto::physics
