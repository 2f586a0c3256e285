#include "mesh/re2_periodic.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/error.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

using FacePoints = std::array<std::int64_t, 4>;
using Side = std::array<int, 2>;  ///< element from 0, face as Nek5000 counts

class Pairing {
 public:
  Pairing(const Re2File& file, const RawMesh& mesh) : file_(file), mesh_(mesh) {
    for (const Re2Condition& condition : file.conditions) {
      if (condition.letters == "P")
        partners_[{condition.element, condition.face}] = partner_of(condition);
    }
  }

  std::vector<PeriodicMap> maps() {
    for (const auto& [side, partner] : partners_) {
      const auto back = partners_.find(partner);
      if (back == partners_.end() || back->second != side)
        refuse(side, "names " + text(partner) + " as its partner, which does not name it");
      if (partner == side) refuse(side, "is its own partner");
      if (side < partner) add(side, partner);
    }
    return std::move(maps_);
  }

 private:
  static std::string text(const Side& side) {
    return "face " + std::to_string(side[1]) + " of element " + std::to_string(side[0] + 1);
  }

  [[noreturn]] void refuse(const Side& side, const std::string& what) const {
    throw base::Error(file_.name + ": the periodic " + text(side) + " " + what);
  }

  Side partner_of(const Re2Condition& condition) const {
    const double element = condition.values[0], face = condition.values[1];
    const auto n = static_cast<double>(mesh_.n_elements());
    if (!(element >= 1 && element <= n && face >= 1 && face <= 6))
      refuse({condition.element, condition.face},
             "names as its partner element " + std::to_string(element) + ", face " +
                 std::to_string(face) + "; expected 1 to " + std::to_string(mesh_.n_elements()) +
                 " and 1 to 6");
    return {static_cast<int>(std::lround(element)) - 1, static_cast<int>(std::lround(face))};
  }

  [[nodiscard]] FacePoints points_of(const Side& side) const {
    FacePoints points{};
    const auto vertices = face_vertices(nek_face(side[1]));
    for (int i = 0; i < 4; ++i) points[i] = mesh_.corners[side[0]][vertices[i]];
    return points;
  }

  [[nodiscard]] Point middle_of(const FacePoints& points) const {
    Point middle{};
    for (const std::int64_t point : points) {
      for (int c = 0; c < 3; ++c) middle[c] += 0.25 * mesh_.points[point][c];
    }
    return middle;
  }

  void add(const Side& side, const Side& partner) {
    FacePoints slave = points_of(side), master = points_of(partner);
    Point offset = middle_of(master);
    const Point from = middle_of(slave);
    for (int c = 0; c < 3; ++c) offset[c] -= from[c];
    if (!points_down(offset)) {
      std::swap(slave, master);
      for (double& component : offset) component = -component;
    }
    PeriodicMap& map = map_of(offset);
    for (const std::int64_t point : slave) {
      const std::int64_t image = image_of(point, slave, master, offset);
      if (image < 0 || map.master_of.try_emplace(point, image).first->second != image)
        refuse(side, "and " + text(partner) + " are not a translation of each other");
    }
  }

  /// Whether the masters are below the slaves, so that all pairs of two surfaces go one way.
  static bool points_down(const Point& offset) {
    double largest = 0.0;
    for (const double component : offset) largest = std::max(largest, std::abs(component));
    for (const double component : offset) {
      if (std::abs(component) > 0.1 * largest) return component < 0.0;
    }
    return true;
  }

  PeriodicMap& map_of(const Point& offset) {
    constexpr double tolerance = 1e-3;
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
      if (distance(offset, offsets_[i]) <= tolerance * distance(offset, {})) return maps_[i];
    }
    char name[120];
    std::snprintf(name, sizeof name, "condition P by (%.6g, %.6g, %.6g)", offset[0] + 0.0,
                  offset[1] + 0.0, offset[2] + 0.0);  // no -0
    offsets_.push_back(offset);
    maps_.push_back({name, {}});
    return maps_.back();
  }

  [[nodiscard]] std::int64_t image_of(std::int64_t point, const FacePoints& slave,
                                      const FacePoints& master, const Point& offset) const {
    constexpr double tolerance = 0.05;
    const double size = std::min(distance(mesh_.points[slave[0]], mesh_.points[slave[3]]),
                                 distance(mesh_.points[slave[1]], mesh_.points[slave[2]]));
    Point expected = mesh_.points[point];
    for (int c = 0; c < 3; ++c) expected[c] += offset[c];
    const auto nearest = *std::min_element(master.begin(), master.end(), [&](auto i, auto j) {
      return distance(mesh_.points[i], expected) < distance(mesh_.points[j], expected);
    });
    return distance(mesh_.points[nearest], expected) <= tolerance * size ? nearest : -1;
  }

  const Re2File& file_;
  const RawMesh& mesh_;
  std::map<Side, Side> partners_;
  std::vector<Point> offsets_;
  std::vector<PeriodicMap> maps_;
};

}  // namespace

std::vector<PeriodicMap> periodic_maps(const Re2File& file, const RawMesh& mesh) {
  return Pairing(file, mesh).maps();
}

}  // namespace lobatto::mesh
