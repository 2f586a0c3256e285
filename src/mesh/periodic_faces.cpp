#include "mesh/periodic_faces.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

/// The images of four corners; nothing unless all four have one.
std::optional<FaceCorners> images_of(const FaceCorners& corners, const PeriodicMap& map) {
  FaceCorners images{};
  for (int i = 0; i < 4; ++i) {
    const auto at = map.master_of.find(corners[i]);
    if (at == map.master_of.end()) return std::nullopt;
    images[i] = at->second;
  }
  return images;
}

class PairFinder {
 public:
  PairFinder(const RawMesh& raw, const FaceSides& faces)
      : raw_(raw),
        faces_(faces),
        rounding_(rounding_of_file(raw)),
        is_paired_(static_cast<std::size_t>(faces.size()), false) {
    for (std::int64_t face = 0; face < faces.size(); ++face) {
      if (faces.sides(face)[1] < 0) outer_sides_.push_back(faces.sides(face)[0]);
    }
    std::sort(outer_sides_.begin(), outer_sides_.end());
  }

  void find_pairs_of(const PeriodicMap& map) {
    const auto offset = offset_of(raw_, map);
    for (const std::int64_t side : outer_sides_) {
      const auto images = images_of(faces_.corners(side), map);
      if (!images) continue;
      const std::int64_t master = faces_.find(*images);
      if (master < 0) complain(map, side, "has no partner: its images are no face of an element");
      if (faces_.sides(master)[1] >= 0)
        complain(map, side, "has a partner that lies between two elements");
      add(map, side, faces_.sides(master)[0], *images, offset);
    }
  }

  std::vector<PeriodicFacePair> pairs;

 private:
  void add(const PeriodicMap& map, std::int64_t slave, std::int64_t master,
           const FaceCorners& images, const std::array<double, 3>& offset) {
    if (slave == master) complain(map, slave, "is its own partner");
    if (is_paired_[faces_.face_of(slave)] || is_paired_[faces_.face_of(master)])
      complain(map, slave, "or its partner has another partner already");
    if (!have_same_diagonals(images, faces_.corners(master)))
      complain(map, slave, "and its partner have their corners in different arrangements");
    check_translation(map, slave, images, offset);
    is_paired_[faces_.face_of(slave)] = is_paired_[faces_.face_of(master)] = true;
    pairs.push_back({slave, master, images, static_cast<int>(&map - raw_.periodic.data())});
  }

  void check_translation(const PeriodicMap& map, std::int64_t slave, const FaceCorners& images,
                         const std::array<double, 3>& offset) const {
    const FaceCorners corners = faces_.corners(slave);
    const double size = std::max(distance(raw_.points[corners[0]], raw_.points[corners[3]]),
                                 distance(raw_.points[corners[1]], raw_.points[corners[2]]));
    for (int i = 0; i < 4; ++i) {
      std::array<double, 3> expected = raw_.points[corners[i]];
      for (int c = 0; c < 3; ++c) expected[c] += offset[c];
      if (!(distance(expected, raw_.points[images[i]]) <=
            std::max(tolerance_of_partners * size, rounding_)))
        complain(map, slave,
                 "and its partner are not a translation of each other; rotated or otherwise "
                 "changed partners are not supported");
    }
  }

  [[noreturn]] void complain(const PeriodicMap& map, std::int64_t side,
                             const std::string& what) const {
    const auto corners = faces_.corners(side);
    throw base::Error(raw_.file + ": the periodic face of " + map.name + " at " +
                      position_text(raw_, corners.data(), 4) + " of element " +
                      std::to_string(raw_.labels[side / n_hex_faces]) + " " + what);
  }

  const RawMesh& raw_;
  const FaceSides& faces_;
  double rounding_;
  std::vector<bool> is_paired_;  ///< by face
  std::vector<std::int64_t> outer_sides_;
};

}  // namespace

std::array<double, 3> offset_of(const RawMesh& raw, const PeriodicMap& map) {
  std::array<double, 3> sum{};
  for (const auto& [slave, master] : map.master_of) {
    for (int c = 0; c < 3; ++c) sum[c] += raw.points[master][c] - raw.points[slave][c];
  }
  const auto n = static_cast<double>(std::max<std::size_t>(map.master_of.size(), 1));
  return {sum[0] / n, sum[1] / n, sum[2] / n};
}

std::vector<PeriodicFacePair> pair_periodic_faces(const RawMesh& raw, const FaceSides& faces) {
  PairFinder finder(raw, faces);
  for (const PeriodicMap& map : raw.periodic) finder.find_pairs_of(map);
  return std::move(finder.pairs);
}

std::vector<PeriodicSize> measure_periodic(const RawMesh& raw) {
  const FaceSides faces(raw);
  std::vector<PeriodicSize> sizes;
  PairFinder finder(raw, faces);
  for (const PeriodicMap& map : raw.periodic) {
    const std::size_t n_before = finder.pairs.size();
    finder.find_pairs_of(map);
    sizes.push_back(
        {map.name, static_cast<long long>(finder.pairs.size() - n_before), offset_of(raw, map)});
  }
  return sizes;
}

}  // namespace lobatto::mesh
