#include "mesh/slices/image_directory.hpp"

#include <algorithm>

#include "comm/exchange/record_exchange.hpp"

namespace lobatto::mesh {

ImageDirectory::ImageDirectory(const MeshSlice& slice, const comm::Communicator& communicator)
    : communicator_(communicator) {
  std::vector<Carried> given;
  given.reserve(slice.images.size());
  for (const PeriodicImage& image : slice.images)
    given.push_back({image.slave, image.map, image.order, image.master, image.from, image.to});
  contradicted_ = comm::ask_ranks<std::int64_t>(
      std::span<const Carried>(given),
      [&](const Carried& one) { return rank_of_key(Key<1>{one.slave}, communicator.size()); },
      [&](std::span<const Carried> asked) { return keep_first(asked); }, communicator);
  measure_motions(slice.map_names.size());
}

/// Keeps of each point and map what has the lowest order; 1 for what contradicts it. [given]
std::vector<std::int64_t> ImageDirectory::keep_first(std::span<const Carried> given) {
  const auto is_same = [](const Carried& a, const Carried& b) {
    return a.slave == b.slave && a.map == b.map;
  };
  carried_.assign(given.begin(), given.end());
  std::sort(carried_.begin(), carried_.end());
  carried_.erase(std::unique(carried_.begin(), carried_.end(), is_same), carried_.end());
  std::vector<std::int64_t> contradicts;
  contradicts.reserve(given.size());
  for (const Carried& one : given) {
    const auto kept = std::lower_bound(
        carried_.begin(), carried_.end(), one, [](const Carried& a, const Carried& b) {
          return std::pair(a.slave, a.map) < std::pair(b.slave, b.map);
        });
    contradicts.push_back(kept->master == one.master ? 0 : 1);
  }
  return contradicts;
}

void ImageDirectory::measure_motions(std::size_t n_maps) {
  std::vector<MotionFit> fits(n_maps);
  for (const Carried& one : carried_) fits[one.map].add(one.from, one.to);
  for (MotionFit& fit : fits) {
    communicator_.sum(fit.sums());
    motions_.push_back(fit.motion());
  }
}

std::vector<std::int64_t> ImageDirectory::images_of(std::span<const std::int64_t> points) const {
  struct Question {
    std::int64_t point = 0, map = 0;
  };
  std::vector<Question> questions;
  questions.reserve(points.size() * motions_.size());
  for (const std::int64_t point : points)
    for (std::size_t map = 0; map < motions_.size(); ++map)
      questions.push_back({point, static_cast<std::int64_t>(map)});
  return comm::ask_each<std::int64_t>(
      std::span<const Question>(questions),
      [&](const Question& one) { return rank_of_key(Key<1>{one.point}, communicator_.size()); },
      [&](const Question& one) {
        const auto what = [](const Carried& a) { return std::pair(a.slave, a.map); };
        const std::pair wanted(one.point, one.map);
        const auto at = std::ranges::lower_bound(carried_, wanted, {}, what);
        return at != carried_.end() && what(*at) == wanted ? at->master : -1;
      },
      communicator_);
}

}  // namespace lobatto::mesh
