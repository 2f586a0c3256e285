#include "mesh/box_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

constexpr int max_order = 31;

void check_axis(const Axis& axis, int direction) {
  const std::string name(1, static_cast<char>('x' + direction));
  if (axis.ticks.size() < 2)
    throw base::Error("the " + name + " axis of a box needs at least two ticks");
  for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
    const bool ascends = i == 0 || axis.ticks[i] > axis.ticks[i - 1];
    if (!std::isfinite(axis.ticks[i]) || !ascends) {
      throw base::Error("the ticks of the " + name + " axis must ascend, but tick " +
                        std::to_string(i) + " is " + std::to_string(axis.ticks[i]));
    }
  }
}

void check_box(const std::array<Axis, 3>& axes, int order) {
  for (int d = 0; d < 3; ++d) check_axis(axes[d], d);
  if (order < 1 || order > max_order) {
    throw base::Error("the order must lie between 1 and " + std::to_string(max_order) +
                      ", not be " + std::to_string(order));
  }
}

/// Nodes of the whole box along one axis; a periodic axis is closed, so its last node is its first.
std::int64_t n_unknowns(const Axis& axis, int order) {
  return std::int64_t{axis.n_elements()} * order + (axis.periodic ? 0 : 1);
}

}  // namespace

long long BoxMesh::n_elements() const {
  return static_cast<long long>(axes[0].n_elements()) * axes[1].n_elements() * axes[2].n_elements();
}

std::array<int, 3> BoxMesh::element_index(int e) const {
  const int place = places.empty() ? e : places[e], column = place / local.n_x();
  return {local.x_begin + place % local.n_x(), local.y_begin + column % local.n_y(),
          local.z_begin + column / local.n_y()};
}

std::array<double, 3> BoxMesh::element_lengths(int e) const {
  const auto index = element_index(e);
  return {axes[0].element_length(index[0]), axes[1].element_length(index[1]),
          axes[2].element_length(index[2])};
}

BoxMesh make_box_mesh(std::array<Axis, 3> axes, int order, int rank, int n_ranks, Cut cut) {
  check_box(axes, order);
  const RankGrid grid = choose_grid(n_elements_along(axes), n_ranks, cut);
  return make_box_mesh(std::move(axes), order, grid, rank);
}

BoxMesh make_box_mesh(std::array<Axis, 3> axes, int order, const RankGrid& grid, int rank) {
  check_box(axes, order);
  if (grid.n_x < 1 || grid.n_y < 1 || grid.n_z < 1)
    throw base::Error("a mesh needs at least one rank");
  if (rank < 0 || rank >= grid.n_ranks())
    throw base::Error("there is no rank " + std::to_string(rank));
  BoxMesh mesh;
  mesh.axes = std::move(axes);
  mesh.order = order;
  mesh.grid = grid;
  mesh.local = elements_of(grid, n_elements_along(mesh.axes), rank);
  return mesh;
}

BoxMesh by_regions(BoxMesh mesh, Regions regions) {
  if (regions.solids.empty()) return mesh;
  mesh.places.resize(regions.of_elements.size());
  std::iota(mesh.places.begin(), mesh.places.end(), 0);
  std::ranges::stable_sort(mesh.places, {}, [&](int place) { return regions.of_elements[place]; });
  std::ranges::sort(regions.of_elements);
  mesh.regions = std::move(regions);
  return mesh;
}

BoxMesh with_order(BoxMesh mesh, int order) {
  mesh.order = order;
  return mesh;
}

std::vector<std::int64_t> global_node_ids(const BoxMesh& mesh) {
  const int n = mesh.n_nodes();
  const std::array<std::int64_t, 3> size{n_unknowns(mesh.axes[0], mesh.order),
                                         n_unknowns(mesh.axes[1], mesh.order),
                                         n_unknowns(mesh.axes[2], mesh.order)};
  std::vector<std::int64_t> ids;
  ids.reserve(static_cast<std::size_t>(mesh.n_local_elements()) *
              static_cast<std::size_t>(n * n * n));
  for (int e = 0; e < mesh.n_local_elements(); ++e) {
    const auto element = mesh.element_index(e);
    const auto global = [&](int direction, int i) {
      return (std::int64_t{element[direction]} * mesh.order + i) % size[direction];
    };
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < n; ++j) {
        const std::int64_t row = (global(2, k) * size[1] + global(1, j)) * size[0];
        for (int i = 0; i < n; ++i) ids.push_back(row + global(0, i));
      }
    }
  }
  return ids;
}

std::vector<std::int64_t> global_face_ids(const BoxMesh& mesh) {
  std::vector<std::int64_t> ids;
  ids.reserve(static_cast<std::size_t>(mesh.n_local_elements()) * n_faces);
  for (int e = 0; e < mesh.n_local_elements(); ++e) {
    for (int f = 0; f < n_faces; ++f) {
      const int d = f / 2;
      const Axis& axis = mesh.axes[d];
      auto at = mesh.element_index(e);
      at[d] += is_upper(static_cast<Face>(f)) ? 1 : 0;  // now the number of the tick
      if (axis.periodic) at[d] %= axis.n_elements();
      const bool is_end = !axis.periodic && (at[d] == 0 || at[d] == axis.n_elements());
      // Of each direction as many faces as elements, and one layer more.
      std::int64_t id = d;
      for (int t = 0; t < 3; ++t) id = id * (mesh.axes[t].n_elements() + 1) + at[t];
      ids.push_back(is_end ? -1 : id);
    }
  }
  return ids;
}

std::vector<std::int64_t> global_face_node_ids(const BoxMesh& mesh) {
  const std::int64_t layer = std::int64_t{mesh.n_nodes()} * mesh.n_nodes();
  std::vector<std::int64_t> ids;
  for (const std::int64_t face : global_face_ids(mesh))
    for (std::int64_t q = 0; q < layer; ++q) ids.push_back(face < 0 ? -1 : face * layer + q);
  return ids;
}

}  // namespace lobatto::mesh
