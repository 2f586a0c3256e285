#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "particles/point_finder.hpp"
#include "particles/tracker.hpp"

namespace lobatto::particles {

/// The particles of one family on all ranks: each rank has those in its elements, in the order of
/// elements and then of their ids. What becomes of one depends on nothing but its own past and the
/// velocity of the fluid: not on the number of ranks.
class Cloud {
 public:
  struct Settings {
    std::string name;
    Material material;
    std::vector<Wall> walls;  ///< one for each of space.boundaries()
    int order = 3;            ///< of the steps
  };
  /// The space, with fluid alone, must live as long. Collective.
  Cloud(const space::FunctionSpace& space, const Settings& settings);

  /// Adds particles at places of this rank; the i-th of the points, which all ranks know, gets the
  /// id n_added() + i. velocity: of each at first; none: that of the fluid. Collective.
  void add(std::span<const Vector3> points, std::span<const PointFinder::Place> here,
           const std::optional<Vector3>& velocity, const space::VectorField& u);

  /// Takes a step to the time of the velocity u. Collective.
  void step(double dt, const space::VectorField& u);

  [[nodiscard]] const std::vector<Particle>& particles() const { return particles_; }
  [[nodiscard]] const Motion& motion() const { return motion_; }
  [[nodiscard]] std::int64_t n_added() const { return n_added_; }
  /// Of this rank's particles; see total().
  [[nodiscard]] const Tally& tally() const { return tally_; }

  /// Over all ranks. Collective.
  struct Summary {
    long long count = 0;
    Tally tally;
    Vector3 mean_velocity{}, rms_velocity{};  ///< rms: of the difference to the mean
    Vector3 mean_drag{};                      ///< force per mass
  };
  [[nodiscard]] Summary summary() const;

  /// Adds to force, int f q for all basis functions q of the elements of this rank, what the fluid
  /// feels of the drag, -m f (u - v) / tau of so many particles for each: spread evenly over the
  /// element of the particle (Crowe, Sharma & Stock, J. Fluids Eng. 99 (1977) 325). At its place
  /// alone the force would move next to no fluid, and explicit steps would have to be short.
  void add_reaction(double number, space::VectorField& force) const;

  /// A run goes on to the bit on as many ranks; nothing is loaded where the state has no particles
  /// of this name, and false returned. Collective.
  bool visit_state(base::StateVisitor& visitor);

 private:
  /// Walks all flights to their ends, on whatever rank. Collective.
  void finish(std::vector<Flight> flights, std::vector<Particle>& arrived);
  void sort();
  /// Level 0 from the velocity at its place.
  void look(Particle& particle, const space::VectorField& u) const;
  void correct(double dt, const space::VectorField& u);
  void visit_tally(base::StateVisitor& visitor, const std::string& path);
  void visit_particles(base::StateVisitor& visitor, const std::string& path, std::int64_t n_all);
  /// From numbers of elements over all ranks to local ones, on the ranks that have them.
  void distribute(std::vector<Particle> particles);

  const space::FunctionSpace& space_;
  std::string name_;
  Motion motion_;
  int order_;
  Tracker tracker_;
  Steps steps_{};
  std::vector<Particle> particles_;
  std::int64_t n_added_ = 0;
  Tally tally_;
};

}  // namespace lobatto::particles
