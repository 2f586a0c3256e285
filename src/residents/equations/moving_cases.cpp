#include "residents/equations/moving_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "space/boundary.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::residents {

namespace {

/// When the run ends, as far as the case says.
double end_of_moving(const cases::Case& c) {
  if (c.end_time) return *c.end_time;
  return c.dt && c.steps ? *c.dt * static_cast<double>(*c.steps) : 0;
}

/// Times of the run at which its mesh is looked at before it begins.
std::vector<double> some_times(const cases::Case& c, const space::FunctionSpace& space) {
  constexpr double most_nodes = 2e6;
  const double largest = space.communicator().max(static_cast<double>(space.size()));
  const auto n = static_cast<int>(std::clamp(most_nodes / std::max(largest, 1.0), 2.0, 50.0));
  std::vector<double> times;
  for (int i = 0; i <= n; ++i) times.push_back(end_of_moving(c) * i / n);
  return times;
}

/// The farthest that a plane on which components of the velocity are treated apart moves across
/// itself.
double farthest_across(const space::Boundary& boundary, const space::Coordinates& places) {
  const auto axis = boundary.axis();
  double farthest = 0;
  for (std::size_t i = 0; axis && i < boundary.n_values(); ++i) {
    const auto at = boundary.points();
    const double before = std::array{at.x, at.y, at.z}[*axis][i];
    farthest = std::max(farthest, std::abs(places[*axis][at.nodes[i]] - before));
  }
  return farthest;
}

/// Throws base::Error.
void check_planes(const cases::Case& c, const space::FunctionSpace& space,
                  const space::Coordinates& places) {
  constexpr double round_off = 1e-9;
  for (const auto& face : c.faces) {
    if (!physics::lies_across_an_axis(face.kind)) continue;
    for (const int index : space::boundaries_named(face.boundary, space)) {
      const double farthest =
          space.communicator().max(farthest_across(space::Boundary(space, index), places));
      if (farthest > round_off * std::cbrt(space.volume()))
        throw base::Error(fmt::format(
            "'{}' is moved by {:.3g} across itself, but its condition gives a part of the velocity "
            "alone; expected a wall or a given velocity there, or a motion along it",
            face.boundary, farthest));
    }
  }
}

/// Throws base::Error where fluid that cannot leave has less room, or more.
void check_volume(const cases::Case& c, const space::FunctionSpace& space,
                  const space::Geometry& geometry) {
  constexpr double of_quadrature = 1e-4;
  const bool is_open = std::ranges::any_of(c.faces, [](const auto& face) {
    return physics::is_open(face.kind) || physics::gives_normal_velocity(face.kind);
  });
  if (is_open) return;
  double volume = 0;
  for (std::size_t q = 0; q < space.size(); ++q) volume += geometry.mass(0)[q];
  volume = space.communicator().sum(volume);
  if (std::abs(volume - space.volume()) > of_quadrature * space.volume())
    throw base::Error(fmt::format(
        "the volume is {:.6g}, that of the mesh {:.6g}, and no boundary lets fluid pass; expected "
        "a motion that keeps it, or an outflow",
        volume, space.volume()));
}

}  // namespace

double difference_step(const cases::Case& c) {
  constexpr double part_of_step = 0.05;
  const double longest = c.max_dt.value_or(1e-3);
  return part_of_step * (c.dt         ? *c.dt
                         : c.end_time ? std::min(longest, 4e-5 * *c.end_time)
                                      : longest);
}

void check_moving_case(const cases::Section& table, const char* key, cases::Case& c) {
  if (c.axisymmetric) table.report(key, "does not go with mesh.axisymmetric");
  for (const auto& scalar : c.scalars)
    if (scalar.diffusivity.field)
      table.report(key,
                   fmt::format("does not go with a diffusivity that varies, of '{}'", scalar.name));
  if (c.places.contains("forcing.flow_rate"))
    table.report(key, "does not go with forcing.flow_rate; expected a force, or none");
  if (c.steady) table.report(key, "does not go with time.steady: nothing is steady there");
  c.field_doubles += 16;
  c.unpredicted.push_back({"mesh", "a mesh that moves"});
}

void check_motion(const cases::Case& c, const space::FunctionSpace& space,
                  physics::MeshMotion& motion, const std::string& place,
                  cases::Problems& problems) {
  if (space.rotation() != nullptr)
    return problems.add_placed(fmt::format(
        "{}: does not go with periodic sides that are a rotation of each other", place));
  auto places = space.make_vector_field(), velocity = space.make_vector_field();
  for (const double t : some_times(c, space)) {
    motion.evaluate(t, places, velocity);
    try {
      const space::Geometry geometry(places, space.line_rule(), space.thickness());
      space::refuse_inverted_elements(space, geometry);
      check_planes(c, space, places);
      check_volume(c, space, geometry);
    } catch (const base::Error& error) {
      return problems.add_placed(fmt::format("{}: at t = {:.6g} {}", place, t, error.what()));
    }
  }
}

}  // namespace lobatto::residents
