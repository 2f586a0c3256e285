#include "mesh/translated_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/shared_points.hpp"

namespace lobatto::mesh {

namespace {

double shortest_side(const RawMesh& mesh, const QuadPoints& quad) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 4; ++i) {
    const Point& x = mesh.points[quad[i]];
    const Point& y = mesh.points[quad[(i + 1) % 4]];
    shortest = std::min(shortest, distance(x, y));
  }
  return shortest;
}

std::vector<QuadPoints> quads_of(const RawMesh& mesh, int boundary) {
  std::vector<QuadPoints> quads;
  for (const auto& quad : mesh.quads)
    if (quad.boundary == boundary) quads.push_back(quad.points);
  return quads;
}

/// Mean of the corners, each counted once a quadrilateral.
Point centre(const RawMesh& mesh, const std::vector<QuadPoints>& quads) {
  Point sum{};
  for (const auto& quad : quads)
    for (const std::int64_t point : quad)
      for (int c = 0; c < 3; ++c)
        sum[c] += mesh.points[point][c] / (4.0 * static_cast<double>(quads.size()));
  return sum;
}

}  // namespace

double tolerance_at(const RawMesh& mesh, const QuadPoints& quad) {
  return 0.01 * shortest_side(mesh, quad);
}

int boundary_index(const RawMesh& mesh, const std::string& name) {
  const auto& names = mesh.boundary_names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  std::string known;
  for (const auto& other : names) known += (known.empty() ? "'" : ", '") + other + "'";
  throw base::Error(mesh.file + ": there is no boundary '" + name + "' to be periodic; there are " +
                    (known.empty() ? "none" : known));
}

std::string name_of(const PeriodicBoundaries& boundaries) {
  return "boundaries '" + boundaries.from + "' and '" + boundaries.to + "'";
}

void check_counts(const RawMesh& mesh, const PeriodicBoundaries& boundaries, long long n_from,
                  long long n_to) {
  const bool is_same = boundaries.from == boundaries.to;
  if (!is_same && n_from == n_to) return;
  throw base::Error(mesh.file + ": the " + name_of(boundaries) + " cannot be periodic: they have " +
                    std::to_string(n_from) + " and " + std::to_string(n_to) + " faces" +
                    (is_same ? ", of the same boundary" : ""));
}

std::string text_without_partner(const RawMesh& mesh, const std::string& map, std::int64_t point) {
  return mesh.file + ": periodic " + map + ": the point " + position_text(mesh, &point, 1) +
         " has no partner";
}

PeriodicMap map_by_translation(const RawMesh& mesh, std::span<const QuadPoints> slave,
                               std::span<const QuadPoints> master,
                               const std::array<double, 3>& offset, const std::string& name) {
  PeriodicMap map;
  map.name = name;
  std::vector<Point> places;
  std::vector<double> tolerances;
  std::vector<std::int64_t> points;
  const auto add = [&](std::span<const QuadPoints> quads, double factor) {
    for (const auto& quad : quads) {
      const double tolerance = tolerance_at(mesh, quad);
      for (const std::int64_t point : quad) {
        Point x = mesh.points[point];
        for (int c = 0; c < 3; ++c) x[c] += factor * offset[c];
        places.push_back(x);
        tolerances.push_back(tolerance);
        points.push_back(point);
      }
    }
  };
  add(master, 1.0);
  add(slave, 0.0);
  const auto classes = shared_points(places, tolerances, comm::Communicator::alone());
  std::vector<std::int64_t> master_of_class(classes.size(), -1);
  for (std::size_t i = 0; i < 4 * master.size(); ++i) master_of_class[classes[i]] = points[i];
  for (std::size_t i = 4 * master.size(); i < classes.size(); ++i) {
    if (master_of_class[classes[i]] < 0) {
      throw base::Error(text_without_partner(mesh, map.name, points[i]));
    }
    map.master_of[points[i]] = master_of_class[classes[i]];
  }
  return map;
}

void join_periodic(RawMesh& mesh, const PeriodicBoundaries& boundaries) {
  const int from = boundary_index(mesh, boundaries.from), to = boundary_index(mesh, boundaries.to);
  const auto master = quads_of(mesh, from), slave = quads_of(mesh, to);
  check_counts(mesh, boundaries, static_cast<long long>(master.size()),
               static_cast<long long>(slave.size()));
  const Point a = centre(mesh, master), b = centre(mesh, slave);
  mesh.periodic.push_back(map_by_translation(
      mesh, slave, master, {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, name_of(boundaries)));
}

}  // namespace lobatto::mesh
