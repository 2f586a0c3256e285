#include "mesh/tools/smoothing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::mesh {
namespace {

/// An element at a point, and which corner of it the point is.
struct Corner {
  std::size_t element = 0;
  int vertex = 0;
};

Point between(const Point& from, const Point& to, double part) {
  Point x{};
  for (int c = 0; c < 3; ++c) x[c] = from[c] + part * (to[c] - from[c]);
  return x;
}

class Smoother {
 public:
  Smoother(RawMesh& mesh, double target, base::FunctionRef<void(const SmoothingStand&)> tell)
      : mesh_(mesh),
        target_(target),
        tell_(tell),
        jacobian_(mesh.geometry_order),
        nodes_(poly::gauss_lobatto_legendre(mesh.geometry_order + 1).nodes),
        corners_of_(mesh.points.size()),
        is_fixed_(mesh.points.size(), false),
        first_places_(mesh.points) {
    for (std::size_t e = 0; e < mesh.corners.size(); ++e) {
      for (int v = 0; v < n_hex_vertices; ++v) corners_of_[mesh.corners[e][v]].push_back({e, v});
      quality_.push_back(jacobian_.smallest(element(e)));
    }
    fix_surfaces();
  }

  SmoothingReport run() {
    constexpr double least_part = 1e-3;  // of what is missing, that a sweep gains
    SmoothingReport report;
    report.smallest_before = std::ranges::min(quality_);
    double missing = missing_quality();
    for (int sweep = 0; sweep < most_smoothing_sweeps && move_all(sweep); ++sweep) {
      const double before = std::exchange(missing, missing_quality());
      if (before - missing < least_part * before) break;
    }
    const auto worst = std::ranges::min_element(quality_);
    report.smallest_after = *worst;
    report.worst = mesh_.labels[static_cast<std::size_t>(worst - quality_.begin())];
    report.n_folded = static_cast<std::size_t>(
        std::ranges::count_if(quality_, [](double quality) { return quality <= 0.0; }));
    for (std::size_t p = 0; p < first_places_.size(); ++p) {
      const double way = distance(mesh_.points[p], first_places_[p]);
      if (way > 0.0) ++report.n_moved;
      report.farthest = std::max(report.farthest, way);
    }
    return report;
  }

 private:
  [[nodiscard]] std::size_t n_nodes() const {
    return nodes_.size() * nodes_.size() * nodes_.size();
  }
  double* element(std::size_t e) { return mesh_.coordinates.data() + 3 * n_nodes() * e; }

  /// Points of faces that have one side, or lie between two volumes.
  void fix_surfaces() {
    const FaceSides faces(mesh_);
    const auto volume_of = [&](std::int64_t side) {
      return mesh_.volumes.empty() ? -1 : mesh_.volumes[side / n_hex_faces];
    };
    for (std::int64_t face = 0; face < faces.size(); ++face) {
      const auto& sides = faces.sides(face);
      if (sides[1] >= 0 && volume_of(sides[0]) == volume_of(sides[1])) continue;
      for (const std::int64_t point : faces.corners(sides[0])) is_fixed_[point] = true;
    }
  }

  /// One sweep; whether a point has moved.
  bool move_all(int sweep) {
    bool has_moved = false;
    SmoothingStand stand{.sweep = sweep + 1, .smallest = std::ranges::min(quality_)};
    for (std::size_t p = 0; p < corners_of_.size(); ++p) {
      if (is_fixed_[p] || worst_at(p) >= target_) continue;
      const double part = static_cast<double>(p) / static_cast<double>(corners_of_.size());
      stand.fraction = (sweep + part) / most_smoothing_sweeps;
      tell_(stand);
      has_moved |= better(p);
    }
    return has_moved;
  }

  /// Of all elements, to the target.
  [[nodiscard]] double missing_quality() const {
    double missing = 0;
    for (const double quality : quality_) missing += std::max(0.0, target_ - quality);
    return missing;
  }

  [[nodiscard]] double worst_at(std::size_t p) const {
    double worst = std::numeric_limits<double>::infinity();
    for (const Corner& corner : corners_of_[p]) worst = std::min(worst, quality_[corner.element]);
    return worst;
  }

  /// Moves a point where that betters the worst element at it by more than round-off.
  bool better(std::size_t p) {
    const Point here = mesh_.points[p];
    double best = worst_at(p) + least_gain;
    Point place = here;
    const auto consider = [&](const Point& to) {
      const double worst = worst_with(p, to);
      if (worst > best) best = worst, place = to;
    };
    const Point mean = mean_of_neighbours(p);
    for (double part = 1.0; part > 0.1; part *= 0.5) consider(between(here, mean, part));
    double step = 0.5 * shortest_line(p);
    for (int halving = 0; halving < 5; ++halving, step *= 0.5) {
      const Point from = place;
      for (const Point& way : around()) {
        Point to = from;
        for (int c = 0; c < 3; ++c) to[c] += step * way[c];
        consider(to);
      }
    }
    if (distance(place, here) == 0.0) return false;
    move(p, place);
    for (const Corner& corner : corners_of_[p])
      quality_[corner.element] = jacobian_.smallest(element(corner.element));
    return true;
  }

  /// The 26 directions to the neighbours of a cell in a cube of 27, of length 1.
  static const std::vector<Point>& around() {
    static const std::vector<Point> ways = [] {
      std::vector<Point> list;
      for (int i = 0; i < 27; ++i) {
        const int across = i / 3 % 3, up = i / 9;
        const Point way{i % 3 - 1.0, across - 1.0, up - 1.0};
        const double length = distance(way, {});
        if (length > 0.0) list.push_back({way[0] / length, way[1] / length, way[2] / length});
      }
      return list;
    }();
    return ways;
  }

  /// The worst element at a point if it were elsewhere.
  double worst_with(std::size_t p, const Point& to) {
    const Point here = mesh_.points[p];
    keep_.clear();
    for (const Corner& corner : corners_of_[p])
      keep_.insert(keep_.end(), element(corner.element), element(corner.element) + 3 * n_nodes());
    move(p, to);
    double worst = std::numeric_limits<double>::infinity();
    for (const Corner& corner : corners_of_[p])
      worst = std::min(worst, jacobian_.smallest(element(corner.element)));
    // Back to the last bit.
    mesh_.points[p] = here;
    for (std::size_t i = 0; i < corners_of_[p].size(); ++i)
      std::copy_n(keep_.begin() + static_cast<std::ptrdiff_t>(i * 3 * n_nodes()), 3 * n_nodes(),
                  element(corners_of_[p][i].element));
    return worst;
  }

  /// Nodes of the elements at a point follow it.
  void move(std::size_t p, const Point& to) {
    const Point from = mesh_.points[p];
    mesh_.points[p] = to;
    for (const auto& [e, v] : corners_of_[p])
      move_corner(mesh_, e, v, {to[0] - from[0], to[1] - from[1], to[2] - from[2]}, nodes_);
  }

  /// Calls with the other end of each line of each element at a point.
  template <class Call>
  void for_neighbours(std::size_t p, const Call& call) const {
    for (const auto& [e, v] : corners_of_[p])
      for (int d = 0; d < 3; ++d) call(mesh_.points[mesh_.corners[e][v ^ (1 << d)]]);
  }

  [[nodiscard]] Point mean_of_neighbours(std::size_t p) const {
    Point mean{};
    double n = 0.0;
    for_neighbours(p, [&](const Point& x) {
      for (int c = 0; c < 3; ++c) mean[c] += x[c];
      n += 1.0;
    });
    for (double& component : mean) component /= n;
    return mean;
  }

  [[nodiscard]] double shortest_line(std::size_t p) const {
    double shortest = std::numeric_limits<double>::infinity(), longest = 0.0;
    for_neighbours(p, [&](const Point& x) {
      const double length = distance(x, mesh_.points[p]);
      shortest = std::min(shortest, length);
      longest = std::max(longest, length);
    });
    return std::max(shortest, 0.1 * longest);
  }

  static constexpr double least_gain = 1e-6;

  RawMesh& mesh_;
  double target_;
  base::FunctionRef<void(const SmoothingStand&)> tell_;
  ScaledJacobian jacobian_;
  std::vector<double> nodes_;
  std::vector<std::vector<Corner>> corners_of_;  ///< [points]
  std::vector<bool> is_fixed_;                   ///< [points]
  std::vector<Point> first_places_;              ///< [points]
  std::vector<double> quality_;                  ///< [elements] smallest scaled Jacobians
  std::vector<double> keep_;
};

}  // namespace

SmoothingReport smooth(RawMesh& mesh, double target,
                       base::FunctionRef<void(const SmoothingStand&)> tell) {
  return Smoother(mesh, target, tell).run();
}

}  // namespace lobatto::mesh
