#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "base/vector3.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/formats/re2_reader.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/mesh_changes.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/image_directory.hpp"

namespace lobatto::mesh {
namespace {

/// The corners of a face.
using FacePlaces = std::array<Point, 4>;

std::string text_of_side(const NekSide& side) {
  return "face " + std::to_string(side[1]) + " of element " + std::to_string(side[0] + 1);
}

std::string text_without_answer(const NekSide& partner) {
  return "names " + text_of_side(partner) + " as its partner, which does not name it";
}

std::string text_of_no_motion(const NekSide& partner) {
  return "and " + text_of_side(partner) +
         " are neither a translation of each other nor a rotation about z";
}

/// How a pair is moved from the slave to the master: by `offset` from middle to middle, or, as
/// Nek5000 has it, about the axis z.
struct Way {
  Point offset{};
  double degrees = 0;  ///< 0: a translation

  [[nodiscard]] Placement motion() const {
    return degrees != 0 ? placement_of({1, 1, 1}, {0, 0, 1}, degrees, {})
                        : Placement{.shift = offset};
  }
};

/// From the middle of a face to that of another.
Point way_between(const FacePlaces& from, const FacePlaces& to) {
  Point way{};
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < 3; ++c) way[c] += 0.25 * (to[i][c] - from[i][c]);
  return way;
}

/// Whether masters are below slaves, so that all pairs of two surfaces go one way.
bool points_down(const Point& offset) {
  double largest = 0.0;
  for (const double component : offset) largest = std::max(largest, std::abs(component));
  for (const double component : offset) {
    if (std::abs(component) > 0.1 * largest) return component < 0.0;
  }
  return true;
}

/// The same of ways; half a turn goes either way.
bool points_down(const Way& way) {
  const bool is_either = way.degrees == 0 || std::abs(way.degrees) > 179.9;
  return is_either ? points_down(way.offset) : way.degrees < 0;
}

/// Whether two pairs belong to one map.
bool is_same_way(const Way& way, const Way& other) {
  constexpr double tolerance = 1e-3;
  if ((way.degrees == 0) != (other.degrees == 0)) return false;
  return way.degrees != 0
             ? std::abs(std::abs(way.degrees) - std::abs(other.degrees)) < tolerance
             : distance(way.offset, other.offset) <= tolerance * distance(way.offset, {});
}

/// How messages call the map with this way.
std::string name_of_way(const Way& way) {
  char name[120];
  if (way.degrees != 0) {
    std::snprintf(name, sizeof name, "condition P by %.6g degrees about z", std::abs(way.degrees));
    return name;
  }
  const Point& offset = way.offset;
  std::snprintf(name, sizeof name, "condition P by (%.6g, %.6g, %.6g)", offset[0] + 0.0,
                offset[1] + 0.0, offset[2] + 0.0);  // no -0
  return name;
}

/// Which corner of the master is where corner i of the slave is moved to; -1: none.
int nearest_partner(int i, const FacePlaces& slave, const FacePlaces& master,
                    const Placement& motion) {
  constexpr double tolerance = 0.05;
  const double size = std::min(distance(slave[0], slave[3]), distance(slave[1], slave[2]));
  const Point expected = motion.moved(slave[i]);
  const auto nearest = std::min_element(master.begin(), master.end(), [&](auto& p, auto& q) {
    return distance(p, expected) < distance(q, expected);
  });
  return distance(*nearest, expected) <= tolerance * size
             ? static_cast<int>(nearest - master.begin())
             : -1;
}

/// A side, what it names as its partner, and its corners.
struct SideCorners {
  std::int64_t element = 0, face = 0;
  std::int64_t partner_element = -1, partner_face = -1;
  Key<4> ids{};
  FacePlaces places{};
};

/// Out of the element, which has its corners in order.
Point outward_of(const SideCorners& side) {
  const auto& p = side.places;
  const double sign = nek_face(static_cast<int>(side.face)) % 2 == 0 ? -1 : 1;
  Point along[2];
  for (int c = 0; c < 3; ++c) {
    along[0][c] = sign * (p[1][c] - p[0][c]);
    along[1][c] = p[2][c] - p[0][c];
  }
  return base::cross(along[0], along[1]);
}

/// A translation, or, where that carries some corner to none or the elements are on the same side,
/// a rotation about z.
Way way_of(const SideCorners& from, const SideCorners& to) {
  const FacePlaces &slave = from.places, &master = to.places;
  Way way{way_between(slave, master), 0};
  const auto fits = [&](const Way& some) {
    for (int i = 0; i < 4; ++i)
      if (nearest_partner(i, slave, master, some.motion()) < 0) return false;
    return true;
  };
  const bool is_between = base::dot(outward_of(from), outward_of(to)) < 0;
  if (is_between && fits(way)) return way;
  const auto angle_of = [](const FacePlaces& places) {
    return std::atan2(places[0][1] + places[1][1] + places[2][1] + places[3][1],
                      places[0][0] + places[1][0] + places[2][0] + places[3][0]);
  };
  const double turn = (angle_of(master) - angle_of(slave)) * 180 / std::numbers::pi;
  const Way about_z{way.offset, turn - 360 * std::round(turn / 360)};
  return fits(about_z) ? about_z : way;
}

/// A pair as it goes one way: from the slave to the master.
struct Re2Pair {
  NekSide side{}, partner{};
  SideCorners slave, master;
  Way way{};
};

class Pairing {
 public:
  Pairing(const PeriodicSides& partners, MeshSlice& slice, const comm::Communicator& communicator)
      : partners_(partners), slice_(slice), communicator_(communicator) {}

  void add() {
    find_pairs();
    const auto ways = ways_of_all();
    for (const auto& way : ways) slice_.map_names.push_back(name_of_way(way));
    add_images(ways);
    refuse_contradictions();
    fault_.agree(communicator_);
  }

 private:
  static long long place_of(const NekSide& side) { return side[0] * 6LL + side[1] - 1; }

  void report(const NekSide& side, const std::string& what) {
    fault_.report(place_of(side), text_of_periodic(slice_.raw.file, side, what));
  }

  [[nodiscard]] SideCorners corners_of(const NekSide& side) const {
    const std::int64_t e = side[0] - slice_.first_element[communicator_.rank()];
    SideCorners corners{side[0], side[1], -1, -1, {}, {}};
    const auto points = points_of_side(slice_.raw, n_hex_faces * e + nek_face(side[1]));
    corners.ids = slice_.ids_of(points);
    for (int i = 0; i < 4; ++i) corners.places[i] = slice_.raw.points[points[i]];
    if (const auto named = partners_.find(side); named != partners_.end()) {
      corners.partner_element = named->second[0];
      corners.partner_face = named->second[1];
    }
    return corners;
  }

  void find_pairs() {
    std::vector<SideCorners> questions;
    for (const auto& [side, partner] : partners_)
      questions.push_back({partner[0], partner[1], -1, -1, {}, {}});
    const auto found = comm::ask_each<SideCorners>(
        std::span<const SideCorners>(questions),
        [&](const SideCorners& one) { return slice_.rank_of_element(one.element); },
        [&](const SideCorners& one) {
          return corners_of({static_cast<int>(one.element), static_cast<int>(one.face)});
        },
        communicator_);
    auto master = found.begin();
    for (const auto& [side, partner] : partners_) add_pair(side, partner, *master++);
  }

  void add_pair(const NekSide& side, const NekSide& partner, const SideCorners& other) {
    if (other.partner_element != side[0] || other.partner_face != side[1])
      return report(side, text_without_answer(partner));
    if (partner == side) return report(side, "is its own partner");
    if (!(side < partner)) return;
    Re2Pair pair{side, partner, corners_of(side), other, {}};
    pair.way = way_of(pair.slave, pair.master);
    if (!points_down(pair.way)) {
      std::swap(pair.slave, pair.master);
      for (double& component : pair.way.offset) component = -component;
      pair.way.degrees = -pair.way.degrees;
    }
    pairs_.push_back(pair);
  }

  static void add_way(const Way& way, std::vector<Way>& ways) {
    if (std::ranges::none_of(ways, [&](const auto& other) { return is_same_way(way, other); }))
      ways.push_back(way);
  }

  /// The different ones, as sides come in the file.
  [[nodiscard]] std::vector<Way> ways_of_all() const {
    std::vector<Way> own, ways;
    for (const Re2Pair& pair : pairs_) add_way(pair.way, own);
    std::vector<double> values;
    for (const auto& [offset, degrees] : own)
      values.insert(values.end(), {offset[0], offset[1], offset[2], degrees});
    const auto all = communicator_.all_gather(std::span<const double>(values));
    for (std::size_t i = 0; i < all.size(); i += 4)
      add_way({{all[i], all[i + 1], all[i + 2]}, all[i + 3]}, ways);
    return ways;
  }

  void add_images(const std::vector<Way>& ways) {
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const Re2Pair& pair = pairs_[k];
      const auto way = std::ranges::find_if(
          ways, [&](const Way& other) { return is_same_way(pair.way, other); });
      for (int i = 0; i < 4; ++i) {
        const int j = nearest_partner(i, pair.slave.places, pair.master.places, pair.way.motion());
        if (j < 0) {
          report(pair.side, text_of_no_motion(pair.partner));
          continue;
        }
        PeriodicImage image{way - ways.begin(), 4 * place_of(pair.side) + i, pair.slave.ids[i],
                            pair.master.ids[j], pair.slave.places[i],        pair.master.places[j]};
        slice_.images.push_back(image);
        pair_of_image_.push_back(k);
      }
    }
  }

  /// A map carries a point to one place.
  void refuse_contradictions() {
    const ImageDirectory images(slice_, communicator_);
    for (std::size_t i = 0; i < pair_of_image_.size(); ++i) {
      const Re2Pair& pair = pairs_[pair_of_image_[i]];
      if (images.contradicted()[i] != 0) report(pair.side, text_of_no_motion(pair.partner));
    }
  }

  const PeriodicSides& partners_;
  MeshSlice& slice_;
  const comm::Communicator& communicator_;
  std::vector<Re2Pair> pairs_;
  std::vector<std::size_t> pair_of_image_;
  comm::AgreedFault fault_;
};

}  // namespace

std::string text_of_periodic(const std::string& file, const NekSide& side,
                             const std::string& what) {
  return file + ": the periodic " + text_of_side(side) + " " + what;
}

void add_periodic_sides(const PeriodicSides& partners, MeshSlice& slice,
                        const comm::Communicator& communicator) {
  Pairing(partners, slice, communicator).add();
}

}  // namespace lobatto::mesh
