#pragma once

#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/format.hpp"
#include "particles/motion.hpp"
#include "particles/tracker.hpp"
#include "space/element_search.hpp"

namespace lobatto::residents {

using base::Vector3;

/// A part of the mesh, by two corners.
struct ParticleBox {
  Vector3 from{}, to{};
  [[nodiscard]] space::Bounds bounds() const { return {from, to}; }
};

/// The particles that a run begins with: one of these.
struct ParticleStart {
  std::optional<long long> count;  ///< spread by chance
  std::optional<Vector3> lattice;  ///< numbers of points along x, y and z
  std::vector<Vector3> points;
  std::optional<std::string> file;
  std::optional<ParticleBox> box;  ///< of the first two; none: all of the mesh
  std::optional<Vector3> velocity;
};

/// Particles that come in while the run goes on.
struct ParticleSource {
  double rate = 0;  ///< particles per unit of time
  std::optional<Vector3> at;
  std::optional<ParticleBox> box;
  std::optional<Vector3> velocity;
  double begin = 0;
  std::optional<double> end;

  /// How many have come in up to a time.
  [[nodiscard]] long long count(double time) const;
};

struct ParticleWall {
  std::vector<std::string> on;
  particles::Wall wall;
};

/// One [[particles]].
struct ParticleCase {
  std::string name;
  std::string where;  ///< of the key that gives the first particles
  particles::Material material;
  std::optional<double> diameter, density_ratio, viscosity;
  ParticleStart start;
  std::vector<ParticleSource> sources;
  std::vector<ParticleWall> walls;
  long long seed = 1;
  bool two_way = false;
  double number = 1;         ///< of particles that each stands for, two-way
  cases::Interval interval;  ///< of the files
  long long table_every_steps = 10;
};

/// The field of the state with the force per mass of all that act on the fluid.
inline constexpr const char* particle_force = "particle_force";
bool acts_on_fluid(const cases::Case& the_case);

/// Its keys, who reads them, and what they say.
cases::Extension particles_in_case_file();

/// What becomes of particles on one of the boundaries.
particles::Wall wall_on(const std::string& boundary, const ParticleCase& particles,
                        const cases::Case& the_case);

}  // namespace lobatto::residents
