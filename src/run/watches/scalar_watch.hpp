#pragma once

#include <map>
#include <optional>
#include <string>

#include "physics/step_report.hpp"

namespace lobatto::run {

/// Tells a scalar that blows up from one that is lively. Convection and diffusion keep it between
/// its lowest and highest values (the maximum principle), so that over the steps of a run
///   lowest_n  = min(lowest_{n-1},  given_n) - dt max(r_{n-1}, r_n)
///   highest_n = max(highest_{n-1}, given_n) + dt max(r_{n-1}, r_n)
/// bound it, with `given` on the boundary and r the rate of sources and fluxes
/// (physics::ScalarLimits). Polynomials pass such bounds beside fronts that they do not resolve, by
/// a good part of the height of the front: beyond by once their distance is suspicious, by ten
/// times the end. Of an all but uniform scalar a thousandth of its values counts for that distance.
///
/// Where a step does not begin from what the one before has left, somebody has changed the scalar,
/// and its bounds begin anew with what is there.
class ScalarWatch {
 public:
  /// To be called once per step. Returns the first scalar that has passed its bounds, and what to
  /// say of it; empty while the run can go on.
  struct Finding {
    std::string name;
    std::string text;
    double middle = 0;  ///< of the bounds: the worst value is the one furthest from it
  };
  std::optional<Finding> look(const physics::StepReport& report);

  /// True where the last step may be one of a blow-up that has only begun.
  [[nodiscard]] bool is_suspicious() const { return is_suspicious_; }
  [[nodiscard]] long long last_calm_step() const { return last_calm_step_; }

 private:
  struct Bounds {
    physics::Range explained;
    physics::Range last;  ///< what the last step has left
    double rate = 0;      ///< of the last step
  };
  /// How far beyond its bounds the scalar is, in distances of them; 0 within.
  static double excess(Bounds& bounds, const physics::ScalarLimits& limits, double dt);

  std::map<std::string, Bounds> scalars_;
  bool is_suspicious_ = false;
  long long last_calm_step_ = -1;
};

}  // namespace lobatto::run
