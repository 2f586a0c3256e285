#pragma once

#include <optional>
#include <span>
#include <vector>

#include "particles/element_links.hpp"
#include "particles/motion.hpp"
#include "space/element_map.hpp"

namespace lobatto::particles {

/// What becomes of a particle that meets a part of the boundary.
struct Wall {
  enum class Action { reflect, absorb, leave };
  Action action = Action::reflect;
  double restitution = 1;  ///< of the velocity across the wall
};

/// What has become of particles, of all steps.
struct Tally {
  long long reflected = 0, absorbed = 0, left = 0;
  long long lost = 0;  ///< no way was found through the mesh
};

/// A particle under way.
struct Flight {
  Particle particle;  ///< x and r: where it is; level 0: at the begin of the step
  Arc arc{};
  double time = 0;  ///< from the begin of the arc to the end of the step
  Vector3 begin{};  ///< of the arc, and of the chord to:
  Vector3 to{};
  double passed = 0;             ///< part of the chord
  std::int64_t is_straight = 0;  ///< along the chord alone, without an arc; the levels stay
  std::int64_t n_hops = 0, n_bounces = 0;
  std::int64_t rank = 0;  ///< that it goes on to
};

Flight fly(const Particle& particle, const Arc& arc, double time);
/// Along a straight line; levels stay as they are.
Flight shift(const Particle& particle, const Vector3& by);

/// Leads particles through the mesh: from face to face along the chords of their paths, so that
/// they meet the boundary where they meet it, and go through no wall however thin. The place in an
/// element follows by Newton's method from the last one.
class Tracker {
 public:
  /// walls: one for each of space.boundaries(). The space must live as long. Collective.
  Tracker(const space::FunctionSpace& space, std::vector<Wall> walls);

  [[nodiscard]] const space::ElementMap& map() const { return map_; }

  enum class Outcome { arrived, goes_on, gone };
  /// To the end of the step, or to the face of an element of another rank; counts what it meets.
  Outcome walk(Flight& flight, Tally& tally) const;

 private:
  struct Exit {
    int face;
    double part;  ///< of what is left of the chord
    Vector3 r, x;
  };
  [[nodiscard]] std::optional<Vector3> place_in_element(const Flight& flight) const;
  [[nodiscard]] std::optional<Exit> exit_of(const Flight& flight) const;
  [[nodiscard]] std::optional<Exit> exit_through(const Flight& flight, int face, Exit guess) const;
  void step_over(Flight& flight, int face) const;
  /// False where it is gone.
  bool meet(Flight& flight, int face, const Wall& wall, Tally& tally) const;
  void reflect(Flight& flight, int face, double restitution) const;
  /// Moves the point of the wall that the chord has met to that which the arc meets; returns when.
  double meet_arc(Flight& flight, int face, const Vector3& normal) const;
  [[nodiscard]] Vector3 normal_at(const Flight& flight, int face) const;

  const space::FunctionSpace& space_;
  space::ElementMap map_;
  ElementLinks links_;
  std::vector<Wall> walls_;
};

}  // namespace lobatto::particles
