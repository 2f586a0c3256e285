#include "mesh/slices/mesh_slice.hpp"

#include <numeric>
#include <unordered_map>
#include <utility>

namespace lobatto::mesh {

MeshSlice as_slice(RawMesh whole) {
  MeshSlice slice;
  slice.first_element = {0, whole.n_elements()};
  slice.point_ids.resize(whole.points.size());
  std::iota(slice.point_ids.begin(), slice.point_ids.end(), std::int64_t{0});
  slice.quad_orders.resize(whole.quads.size());
  std::iota(slice.quad_orders.begin(), slice.quad_orders.end(), std::int64_t{0});
  for (const PeriodicMap& map : whole.periodic) {
    const auto number = static_cast<std::int64_t>(slice.map_names.size());
    slice.map_names.push_back(map.name);
    for (const auto& [from, to] : map.master_of)
      slice.images.push_back({number, 0, from, to, whole.points[from], whole.points[to]});
  }
  whole.periodic.clear();
  slice.raw = std::move(whole);
  return slice;
}

RawMesh whole_of(MeshSlice slice) {
  std::unordered_map<std::int64_t, std::int64_t> point_of_id;
  for (std::size_t i = 0; i < slice.point_ids.size() && !slice.images.empty(); ++i)
    point_of_id[slice.point_ids[i]] = static_cast<std::int64_t>(i);
  for (const std::string& name : slice.map_names) slice.raw.periodic.push_back({name, {}});
  std::ranges::sort(slice.images, {}, &PeriodicImage::order);
  for (const PeriodicImage& image : slice.images)
    slice.raw.periodic[image.map].master_of.try_emplace(point_of_id.at(image.slave),
                                                        point_of_id.at(image.master));
  return std::move(slice.raw);
}

}  // namespace lobatto::mesh
