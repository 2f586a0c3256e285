#include "machine/placement/core_map.hpp"

#include <hwloc.h>

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.hpp"

namespace lobatto::machine {

namespace {

using Bitmap = std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)>;
Bitmap empty_bitmap() { return {hwloc_bitmap_alloc(), hwloc_bitmap_free}; }

/// The object of a kind that holds all processors, or null.
hwloc_obj_t holder(hwloc_topology_t topology, hwloc_obj_type_t kind, hwloc_const_bitmap_t all) {
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(topology, kind, object)) != nullptr;)
    if (hwloc_bitmap_isincluded(all, object->cpuset) != 0) return object;
  return nullptr;
}

bool is_smaller(hwloc_obj_t object, hwloc_obj_t outer) {
  return hwloc_bitmap_isincluded(object->cpuset, outer->cpuset) != 0 &&
         hwloc_bitmap_isequal(object->cpuset, outer->cpuset) == 0;
}

hwloc_topology_t load() {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) throw base::Error("hwloc cannot start");
  if (hwloc_topology_load(topology) != 0) {
    hwloc_topology_destroy(topology);
    throw base::Error("hwloc cannot read how the processors of this node are built");
  }
  return topology;
}

}  // namespace

CoreMap::CoreMap() : topology_(load(), hwloc_topology_destroy) {}

std::string CoreMap::bound_to() const {
  const Bitmap set = empty_bitmap();
  if (hwloc_get_cpubind(topology_.get(), set.get(), HWLOC_CPUBIND_THREAD) != 0) return {};
  char* text = nullptr;
  if (hwloc_bitmap_list_asprintf(&text, set.get()) < 0) return {};
  const std::unique_ptr<char, void (*)(void*)> owner(text, std::free);
  return text;
}

CorePlace CoreMap::place_of(const std::string& processors) const {
  const Bitmap set = empty_bitmap();
  if (hwloc_bitmap_list_sscanf(set.get(), processors.c_str()) != 0)
    throw base::Error(fmt::format("'{}' is no list of processors such as 0-3,8", processors));
  CorePlace place;
  if (hwloc_bitmap_iszero(set.get()) != 0) return place;
  hwloc_obj_t outer = hwloc_get_root_obj(topology_.get());
  if (const auto socket = holder(topology_.get(), HWLOC_OBJ_PACKAGE, set.get())) {
    place.socket = static_cast<int>(socket->logical_index);
    outer = socket;
  }
  const auto numa_node = holder(topology_.get(), HWLOC_OBJ_NUMANODE, set.get());
  if (numa_node != nullptr && is_smaller(numa_node, outer)) {
    place.numa_node = static_cast<int>(numa_node->logical_index);
    outer = numa_node;
  }
  const bool has_l3 = hwloc_get_nbobjs_by_type(topology_.get(), HWLOC_OBJ_L3CACHE) > 0;
  const auto cache =
      holder(topology_.get(), has_l3 ? HWLOC_OBJ_L3CACHE : HWLOC_OBJ_L2CACHE, set.get());
  if (cache != nullptr && is_smaller(cache, outer))
    place.cache = static_cast<int>(cache->logical_index);
  return place;
}

}  // namespace lobatto::machine
