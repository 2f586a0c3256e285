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
using Side = NekSide;

class Pairing {
 public:
  Pairing(const Re2File& file, const RawMesh& mesh) : file_(file), mesh_(mesh) {
    for (const Re2Condition& condition : file.conditions) {
      if (condition.letters == "P")
        partners_[{condition.element, condition.face}] = partner_of(file, condition);
    }
  }

  std::vector<PeriodicMap> maps() {
    for (const auto& [side, partner] : partners_) {
      const auto back = partners_.find(partner);
      if (back == partners_.end() || back->second != side)
        refuse(side, text_without_answer(partner));
      if (partner == side) refuse(side, text_of_own_partner);
      if (side < partner) add(side, partner);
    }
    return std::move(maps_);
  }

 private:
  [[noreturn]] void refuse(const Side& side, const std::string& what) const {
    throw base::Error(text_of_periodic(file_.name, side, what));
  }

  [[nodiscard]] FacePoints points_of(const Side& side) const {
    FacePoints points{};
    const auto vertices = face_vertices(nek_face(side[1]));
    for (int i = 0; i < 4; ++i) points[i] = mesh_.corners[side[0]][vertices[i]];
    return points;
  }

  [[nodiscard]] FacePlaces places_of(const FacePoints& points) const {
    FacePlaces places{};
    for (int i = 0; i < 4; ++i) places[i] = mesh_.points[points[i]];
    return places;
  }

  void add(const Side& side, const Side& partner) {
    FacePoints slave = points_of(side), master = points_of(partner);
    Point offset = way_between(places_of(slave), places_of(master));
    if (!points_down(offset)) {
      std::swap(slave, master);
      for (double& component : offset) component = -component;
    }
    PeriodicMap& map = map_of(offset);
    for (int i = 0; i < 4; ++i) {
      const int partner_point = nearest_partner(i, places_of(slave), places_of(master), offset);
      if (partner_point < 0) refuse(side, text_of_no_translation(partner));
      const std::int64_t image = master[partner_point];
      if (map.master_of.try_emplace(slave[i], image).first->second != image)
        refuse(side, text_of_no_translation(partner));
    }
  }

  PeriodicMap& map_of(const Point& offset) {
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
      if (is_same_way(offset, offsets_[i])) return maps_[i];
    }
    offsets_.push_back(offset);
    maps_.push_back({name_of_way(offset), {}});
    return maps_.back();
  }

  const Re2File& file_;
  const RawMesh& mesh_;
  std::map<Side, Side> partners_;
  std::vector<Point> offsets_;
  std::vector<PeriodicMap> maps_;
};

}  // namespace

NekSide partner_of(const Re2File& file, const Re2Condition& condition) {
  const double element = condition.values[0], face = condition.values[1];
  if (!(element >= 1 && element <= static_cast<double>(file.n_elements) && face >= 1 && face <= 6))
    throw base::Error(text_of_periodic(file.name, {condition.element, condition.face},
                                       "names as its partner element " + std::to_string(element) +
                                           ", face " + std::to_string(face) + "; expected 1 to " +
                                           std::to_string(file.n_elements) + " and 1 to 6"));
  return {static_cast<int>(std::lround(element)) - 1, static_cast<int>(std::lround(face))};
}

std::string text_of_side(const NekSide& side) {
  return "face " + std::to_string(side[1]) + " of element " + std::to_string(side[0] + 1);
}

std::string text_of_periodic(const std::string& file, const NekSide& side,
                             const std::string& what) {
  return file + ": the periodic " + text_of_side(side) + " " + what;
}

std::string text_without_answer(const NekSide& partner) {
  return "names " + text_of_side(partner) + " as its partner, which does not name it";
}

std::string text_of_no_translation(const NekSide& partner) {
  return "and " + text_of_side(partner) + " are not a translation of each other";
}

Point way_between(const FacePlaces& from, const FacePlaces& to) {
  Point way{};
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < 3; ++c) way[c] += 0.25 * (to[i][c] - from[i][c]);
  return way;
}

bool points_down(const Point& offset) {
  double largest = 0.0;
  for (const double component : offset) largest = std::max(largest, std::abs(component));
  for (const double component : offset) {
    if (std::abs(component) > 0.1 * largest) return component < 0.0;
  }
  return true;
}

bool is_same_way(const Point& offset, const Point& other) {
  constexpr double tolerance = 1e-3;
  return distance(offset, other) <= tolerance * distance(offset, {});
}

std::string name_of_way(const Point& offset) {
  char name[120];
  std::snprintf(name, sizeof name, "condition P by (%.6g, %.6g, %.6g)", offset[0] + 0.0,
                offset[1] + 0.0, offset[2] + 0.0);  // no -0
  return name;
}

int nearest_partner(int i, const FacePlaces& slave, const FacePlaces& master, const Point& offset) {
  constexpr double tolerance = 0.05;
  const double size = std::min(distance(slave[0], slave[3]), distance(slave[1], slave[2]));
  Point expected = slave[i];
  for (int c = 0; c < 3; ++c) expected[c] += offset[c];
  const auto nearest = std::min_element(master.begin(), master.end(), [&](auto& p, auto& q) {
    return distance(p, expected) < distance(q, expected);
  });
  return distance(*nearest, expected) <= tolerance * size
             ? static_cast<int>(nearest - master.begin())
             : -1;
}

std::vector<PeriodicMap> periodic_maps(const Re2File& file, const RawMesh& mesh) {
  return Pairing(file, mesh).maps();
}

}  // namespace lobatto::mesh
