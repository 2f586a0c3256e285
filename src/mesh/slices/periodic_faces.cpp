#include "mesh/slices/periodic_faces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/slices/image_directory.hpp"

namespace lobatto::mesh {
namespace {

/// Points of partners may lie this much off, against the largest diameter of the two faces.
constexpr double tolerance_of_partners = 0.01;

/// What two faces are that the best motion of their map does not carry into each other.
std::string text_of_change(const PeriodicMotion& motion) {
  std::string text = "and its partner are neither a translation nor a rotation of each other";
  if (motion.has_no_part())
    text += fmt::format("; found sides that are turned by {:.6g} degrees, expected 360/n",
                        motion.degrees);
  return text;
}

class PairFinder {
 public:
  PairFinder(const MeshSlice& slice, const FaceDirectory& faces, const ImageDirectory& images,
             const comm::Communicator& communicator)
      : slice_(slice),
        faces_(faces),
        images_(images),
        communicator_(communicator),
        first_side_(slice.first_element[communicator.rank()] * n_hex_faces) {}

  std::vector<PeriodicFacePair> find() {
    find_candidates();
    find_masters();
    check();
    return std::move(pairs_);
  }

 private:
  /// The outer sides whose four corners a map carries somewhere, map after map.
  void find_candidates() {
    std::vector<std::size_t> outer;
    std::vector<std::int64_t> points;
    for (std::size_t i = 0; i < faces_.n_sides(); ++i) {
      if (faces_.across(i) >= 0) continue;
      outer.push_back(i);
      for (const std::int64_t point : points_of_side(slice_.raw, i))
        points.push_back(slice_.point_ids[point]);
    }
    sort_and_drop_repeated(points);
    const std::size_t n_maps = slice_.map_names.size();
    const auto carried = images_.images_of(points);
    for (std::size_t map = 0; map < n_maps; ++map) {
      for (const std::size_t i : outer) {
        PeriodicFacePair pair;
        pair.slave = first_side_ + static_cast<std::int64_t>(i);
        pair.map = static_cast<std::int64_t>(map);
        pair.order = pair.map * slice_.n_elements() * n_hex_faces + pair.slave;
        pair.corners = slice_.ids_of(points_of_side(slice_.raw, i));
        for (int k = 0; k < 4; ++k)
          pair.images[k] = carried[place_in(points, pair.corners[k]) * n_maps + map];
        if (std::ranges::all_of(pair.images, [](std::int64_t image) { return image >= 0; }))
          pairs_.push_back(pair);
      }
    }
  }

  void find_masters() {
    std::vector<Key<4>> keys;
    for (const PeriodicFacePair& pair : pairs_) keys.push_back(ascending(pair.images));
    const auto found = faces_.find(keys);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (found[i].first < 0)
        report(pairs_[i], "has no partner: its images are no face of an element");
      else if (found[i].second >= 0)
        report(pairs_[i], "has a partner that lies between two elements");
      pairs_[i].master = found[i].first;
      pairs_[i].master_corners = found[i].corners;
    }
  }

  void check() {
    const auto is_second = find_second_partners();
    const auto places = places_of_masters();
    const double rounding = communicator_.max(rounding_of_file(slice_.raw));
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      PeriodicFacePair& pair = pairs_[i];
      pair.motion = images_.motions()[pair.map];
      if (pair.master < 0) continue;
      if (pair.slave == pair.master)
        report(pair, "is its own partner");
      else if (is_second[i])
        report(pair, "or its partner has another partner already");
      else if (!have_same_diagonals(pair.images, pair.master_corners))
        report(pair, "and its partner have their corners in different arrangements");
      else if (!is_moved(pair, places[i], rounding))
        report(pair, text_of_change(pair.motion));
    }
    fault_.agree(communicator_);
  }

  /// Which pairs have a face that a pair of lower order has. [pairs]
  std::vector<bool> find_second_partners() const {
    struct Use {
      Key<4> key{};
      std::int64_t order = 0;
      auto operator<=>(const Use&) const = default;
    };
    std::vector<Use> uses;
    for (const PeriodicFacePair& pair : pairs_) {
      uses.push_back({ascending(pair.corners), pair.order});
      uses.push_back({ascending(pair.images), pair.order});
    }
    const auto lowest = comm::ask_ranks<std::int64_t>(
        std::span<const Use>(uses),
        [&](const Use& use) { return rank_of_key(use.key, communicator_.size()); },
        [](std::span<const Use> asked) {
          std::vector<Use> all(asked.begin(), asked.end());
          std::sort(all.begin(), all.end());
          std::vector<std::int64_t> orders;
          for (const Use& use : asked)
            orders.push_back(std::ranges::lower_bound(all, use.key, {}, &Use::key)->order);
          return orders;
        },
        communicator_);
    std::vector<bool> is_second;
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      is_second.push_back(lowest[2 * i] < pairs_[i].order || lowest[2 * i + 1] < pairs_[i].order);
    return is_second;
  }

  struct Places {
    Key<4> ids{};
    std::array<Point, 4> at{};
  };
  /// The corners of the masters, from the ranks that have them. [pairs]
  std::vector<Places> places_of_masters() const {
    std::vector<std::int64_t> masters;
    for (const PeriodicFacePair& pair : pairs_)
      masters.push_back(std::max<std::int64_t>(pair.master, 0));
    return comm::ask_each<Places>(
        std::span<const std::int64_t>(masters),
        [&](std::int64_t side) { return slice_.rank_of_element(side / n_hex_faces); },
        [&](std::int64_t side) {
          const auto points = points_of_side(slice_.raw, side - first_side_);
          Places places{slice_.ids_of(points), {}};
          for (int k = 0; k < 4; ++k) places.at[k] = slice_.raw.points[points[k]];
          return places;
        },
        communicator_);
  }

  [[nodiscard]] bool is_moved(const PeriodicFacePair& pair, const Places& master,
                              double rounding) const {
    const auto points = points_of_side(slice_.raw, pair.slave - first_side_);
    const auto place = [&](int i) { return slice_.raw.points[points[i]]; };
    const double size = std::max(distance(place(0), place(3)), distance(place(1), place(2)));
    for (int i = 0; i < 4; ++i) {
      const Point expected = pair.motion.placement.moved(place(i));
      const auto k = std::ranges::find(master.ids, pair.images[i]) - master.ids.begin();
      if (!(distance(expected, master.at[k]) <= std::max(tolerance_of_partners * size, rounding)))
        return false;
    }
    return true;
  }

  void report(const PeriodicFacePair& pair, const std::string& what) {
    const auto local = static_cast<std::size_t>(pair.slave - first_side_);
    const auto points = points_of_side(slice_.raw, local);
    fault_.report(pair.order,
                  slice_.raw.file + ": the periodic face of " + slice_.map_names[pair.map] +
                      " at " + position_text(slice_.raw, points.data(), 4) + " of element " +
                      std::to_string(slice_.raw.labels[local / n_hex_faces]) + " " + what);
  }

  const MeshSlice& slice_;
  const FaceDirectory& faces_;
  const ImageDirectory& images_;
  const comm::Communicator& communicator_;
  std::int64_t first_side_;
  std::vector<PeriodicFacePair> pairs_;
  comm::AgreedFault fault_;
};

}  // namespace

std::vector<PeriodicFacePair> pair_periodic_faces(const MeshSlice& slice,
                                                  const FaceDirectory& faces,
                                                  const ImageDirectory& images,
                                                  const comm::Communicator& communicator) {
  return PairFinder(slice, faces, images, communicator).find();
}

std::vector<PeriodicFacePair> pair_periodic_faces(const RawMesh& whole) {
  const auto alone = comm::Communicator::alone();
  const MeshSlice slice = as_slice(whole);
  return pair_periodic_faces(slice, FaceDirectory(slice, alone), ImageDirectory(slice, alone),
                             alone);
}

std::vector<PeriodicSize> measure_periodic(const RawMesh& raw) {
  std::vector<PeriodicSize> sizes;
  for (const PeriodicMap& map : raw.periodic) sizes.push_back({map.name, 0, {}});
  for (const PeriodicFacePair& pair : pair_periodic_faces(raw)) {
    ++sizes[pair.map].n_faces;
    sizes[pair.map].motion = pair.motion;
  }
  return sizes;
}

}  // namespace lobatto::mesh
