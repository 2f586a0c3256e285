#include "mesh/slices/periodic_faces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/error.hpp"
#include "base/vector3.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/shared_classes.hpp"

namespace lobatto::mesh {
namespace {

/// How far a corner of a quadrilateral and its partner may be apart.
double tolerance_at(const RawMesh& mesh, const QuadPoints& quad) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 4; ++i) {
    const Point& x = mesh.points[quad[i]];
    const Point& y = mesh.points[quad[(i + 1) % 4]];
    shortest = std::min(shortest, distance(x, y));
  }
  return 0.01 * shortest;
}

/// The index of a boundary by its name. Throws base::Error where there is none.
int boundary_index(const RawMesh& mesh, const std::string& name) {
  const auto& names = mesh.boundary_names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  std::string known;
  for (const auto& other : names) known += (known.empty() ? "'" : ", '") + other + "'";
  throw base::Error(mesh.file + ": there is no boundary '" + name + "' to be periodic; there are " +
                    (known.empty() ? "none" : known));
}

/// As messages name them.
std::string name_of(const PeriodicBoundaries& boundaries) {
  return "boundaries '" + boundaries.from + "' and '" + boundaries.to + "'";
}

/// Throws base::Error where two boundaries with so many faces cannot be one, moved.
void check_counts(const RawMesh& mesh, const PeriodicBoundaries& boundaries, long long n_from,
                  long long n_to) {
  const bool is_same = boundaries.from == boundaries.to;
  if (!is_same && n_from == n_to) return;
  throw base::Error(mesh.file + ": the " + name_of(boundaries) + " cannot be periodic: they have " +
                    std::to_string(n_from) + " and " + std::to_string(n_to) + " faces" +
                    (is_same ? ", of the same boundary" : ""));
}

/// The corners of quadrilaterals, moved.
struct MovedCorners {
  std::vector<Point> places;
  std::vector<double> tolerances;
  std::vector<std::int64_t> points;  ///< local

  void add(const RawMesh& raw, std::span<const QuadPoints> quads, const Placement& motion) {
    for (const QuadPoints& quad : quads) {
      const double tolerance = tolerance_at(raw, quad);
      for (const std::int64_t point : quad) {
        places.push_back(motion.moved(raw.points[point]));
        tolerances.push_back(tolerance);
        points.push_back(point);
      }
    }
  }
};

/// A point of the master in the class of a place.
struct ClassMaster {
  std::int64_t of_class = 0, point = -1;
  Point at{};
  auto operator<=>(const ClassMaster&) const = default;
};

/// The masters at the classes of places; point -1 where there is none. [classes]
std::vector<ClassMaster> masters_of(std::vector<ClassMaster> masters,
                                    std::span<const std::int64_t> classes,
                                    const comm::Communicator& communicator) {
  const auto rank_of = [&](std::int64_t of_class) {
    return rank_of_key(Key<1>{of_class}, communicator.size());
  };
  auto known = comm::send_records(
      std::span<const ClassMaster>(masters),
      [&](const ClassMaster& master) { return rank_of(master.of_class); }, communicator);
  std::sort(known.begin(), known.end());
  return comm::ask_each<ClassMaster>(
      classes, rank_of,
      [&](std::int64_t of_class) {
        const auto at = std::ranges::lower_bound(known, of_class, {}, &ClassMaster::of_class);
        return at != known.end() && at->of_class == of_class ? *at : ClassMaster{};
      },
      communicator);
}

std::vector<QuadPoints> quads_on(const RawMesh& raw, int boundary) {
  std::vector<QuadPoints> quads;
  for (const auto& quad : raw.quads)
    if (quad.boundary == boundary) quads.push_back(quad.points);
  return quads;
}

/// Mean of the corners of all ranks, each counted once a quadrilateral, and how many there are.
Point shared_centre(const RawMesh& raw, std::span<const QuadPoints> quads, long long n_quads,
                    const comm::Communicator& communicator) {
  Point sum{};
  for (const auto& quad : quads)
    for (const std::int64_t point : quad)
      for (int c = 0; c < 3; ++c)
        sum[c] += raw.points[point][c] / (4.0 * static_cast<double>(n_quads));
  communicator.sum(sum);
  return sum;
}

Point way_from(const Point& from, const Point& to) {
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

/// Counter-clockwise from one place to another, seen against an axis of length 1; degrees.
double degrees_between(const Point& axis, const Point& origin, const Point& from, const Point& to) {
  const auto across = [&](const Point& place) {
    Point way = way_from(origin, place);
    const double along = base::dot(way, axis);
    for (int c = 0; c < 3; ++c) way[c] -= along * axis[c];
    return way;
  };
  const Point x = across(from), y = across(to);
  return std::atan2(base::dot(axis, base::cross(x, y)), base::dot(x, y)) * 180 / std::numbers::pi;
}

/// About the axis of the boundaries, from the middle of one to that of the other. Throws
/// base::Error where the angle is no part of a circle, or not the expected one.
Placement rotation_between(const RawMesh& mesh, const PeriodicBoundaries& boundaries,
                           const Point& from, const Point& to) {
  Rotation rotation{base::unit(*boundaries.axis), boundaries.origin, 1};
  const double degrees = degrees_between(rotation.axis, rotation.origin, from, to);
  const auto parts = parts_of_circle(std::abs(degrees));
  const double expected = std::abs(boundaries.degrees.value_or(degrees));
  if (!parts || std::abs(360.0 / *parts - expected) > 1e-3 * expected)
    throw base::Error(fmt::format(
        "{}: the {} cannot be periodic: found {:.6g} degrees between them about the axis "
        "({:.6g}, {:.6g}, {:.6g}) through ({:.6g}, {:.6g}, {:.6g}), expected {}",
        mesh.file, name_of(boundaries), std::abs(degrees), rotation.axis[0], rotation.axis[1],
        rotation.axis[2], rotation.origin[0], rotation.origin[1], rotation.origin[2],
        parts ? fmt::format("{:.6g}", expected) : "360/n for a whole n"));
  rotation.parts = *parts;
  if (degrees < 0)
    for (double& component : rotation.axis) component = -component;
  return motion_of(rotation).placement;
}

}  // namespace

void add_map_by_motion(MeshSlice& slice, std::span<const QuadPoints> slave,
                       std::span<const QuadPoints> master, const Placement& motion,
                       const std::string& name, const comm::Communicator& communicator) {
  const RawMesh& raw = slice.raw;
  MovedCorners corners;
  corners.add(raw, master, motion);
  const std::size_t n_masters = corners.points.size();
  corners.add(raw, slave, {});
  const auto classes = shared_points(corners.places, corners.tolerances, communicator);
  std::vector<ClassMaster> masters;
  for (std::size_t i = 0; i < n_masters; ++i)
    masters.push_back(
        {classes[i], slice.point_ids[corners.points[i]], raw.points[corners.points[i]]});
  const auto found =
      masters_of(std::move(masters), std::span(classes).subspan(n_masters), communicator);
  const auto map = static_cast<std::int64_t>(slice.map_names.size());
  slice.map_names.push_back(name);
  comm::AgreedFault fault;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::int64_t point = corners.points[n_masters + i];
    if (found[i].point < 0) {
      fault.report(communicator.rank(), raw.file + ": periodic " + name + ": the point " +
                                            position_text(raw, &point, 1) + " has no partner");
      break;
    }
    slice.images.push_back(
        {map, 0, slice.point_ids[point], found[i].point, raw.points[point], found[i].at});
  }
  fault.agree(communicator);
}

void join_periodic(MeshSlice& slice, const PeriodicBoundaries& boundaries,
                   const comm::Communicator& communicator) {
  const RawMesh& raw = slice.raw;
  const int from = boundary_index(raw, boundaries.from), to = boundary_index(raw, boundaries.to);
  const auto master = quads_on(raw, from), slave = quads_on(raw, to);
  const long long n_master = communicator.sum(static_cast<long long>(master.size()));
  const long long n_slave = communicator.sum(static_cast<long long>(slave.size()));
  check_counts(raw, boundaries, n_master, n_slave);
  const Point a = shared_centre(raw, master, n_master, communicator);
  const Point b = shared_centre(raw, slave, n_slave, communicator);
  const Placement motion = boundaries.axis ? rotation_between(raw, boundaries, a, b)
                                           : Placement{.shift = way_from(a, b)};
  add_map_by_motion(slice, slave, master, motion, name_of(boundaries), communicator);
}

}  // namespace lobatto::mesh
