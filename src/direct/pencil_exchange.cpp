#include "direct/pencil_exchange.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "direct/strides.hpp"

namespace lobatto::direct {
namespace {

NodeWindow window(int n_elements, int n_parts, int part, int order) {
  const Share elements = share_of(n_elements, n_parts, part);
  return {elements.begin * order, elements.size == 0 ? 0 : elements.size * order + 1};
}

/// Values that rank `own` sends to each and gets from each when every slab has so many of a line.
struct Counts {
  std::vector<std::size_t> sent, received;
};
Counts counts_of(const comm::Communicator& group, int n_slabs, int n_lines, std::size_t n_values) {
  const auto values = [&](int slab, int r) {
    if (slab >= n_slabs) return std::size_t{0};
    return n_values * static_cast<std::size_t>(share_of(n_lines, group.size(), r).size);
  };
  Counts counts;
  for (int r = 0; r < group.size(); ++r) {
    counts.sent.push_back(values(group.rank(), r));
    counts.received.push_back(values(r, group.rank()));
  }
  return counts;
}

PencilExchange make_ends(const comm::Communicator& group, int n_slabs, int n_lines) {
  const Counts counts = counts_of(group, n_slabs, n_lines, 2);
  return {group, counts.sent, counts.received};
}

comm::AllToAll make_matrices(const comm::Communicator& group, int n_slabs, int n_lines) {
  const Counts counts = counts_of(group, n_slabs, n_lines, 3);
  return {group, counts.sent, counts.received};
}

}  // namespace

Share share_of(int n_items, int n_parts, int part) {
  const int begin = mesh::part_begin(n_items, n_parts, part);
  return {begin, mesh::part_begin(n_items, n_parts, part + 1) - begin};
}

PencilShape::PencilShape(const mesh::BoxMesh& mesh)
    : partition(mesh.partition),
      n_x_elements(mesh.axes[0].n_elements()),
      n_y_elements(mesh.axes[1].n_elements()),
      n_z_elements(mesh.axes[2].n_elements()),
      order(mesh.order),
      local(mesh.local) {}

NodeWindow PencilShape::y_window(int y_coordinate) const {
  return window(n_y_elements, partition.n_y, y_coordinate, order);
}

NodeWindow PencilShape::z_window(int z_coordinate) const {
  return window(n_z_elements, partition.n_z, z_coordinate, order);
}

bool PencilShape::operator==(const PencilShape& other) const {
  const auto key = [](const PencilShape& s) {
    return std::array{s.partition.n_y, s.partition.n_z, s.n_x_elements,  s.n_y_elements,
                      s.n_z_elements,  s.order,         s.local.y_begin, s.local.y_end,
                      s.local.z_begin, s.local.z_end};
  };
  return key(*this) == key(other);
}

PencilExchange::PencilExchange(const comm::Communicator& group,
                               const std::vector<std::size_t>& sent,
                               const std::vector<std::size_t>& received)
    : size_(group.size()), there_(group, sent, received), back_(group, received, sent) {}

SlabExchange::SlabExchange(comm::Communicator z_group, int slabs, int n_lines)
    : group(std::move(z_group)),
      n_slabs(slabs),
      ends(make_ends(group, slabs, n_lines)),
      matrices(make_matrices(group, slabs, n_lines)) {}

double PencilExchange::move(comm::AllToAll& blocks) {
  const auto start = std::chrono::steady_clock::now();
  blocks.begin();
  blocks.finish();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

PencilExchanges::PencilExchanges(const PencilShape& shape, const comm::Communicator& communicator)
    : shape_(shape) {
  const mesh::ColumnPartition& grid = shape.partition;
  const int own_y = grid.y_coordinate(communicator.rank()),
            own_z = grid.z_coordinate(communicator.rank());
  const int x_modes = shape.n_x_elements * shape.order + 1;
  const int y_modes = shape.n_y_elements * shape.order + 1;
  const auto own_x_modes = static_cast<std::size_t>(share_of(x_modes, grid.n_y, own_y).size);
  if (grid.n_y > 1) {
    const std::size_t z_nodes =
        whole_cache_lines(static_cast<std::size_t>(shape.z_window(own_z).n_nodes));
    const std::size_t own_nodes = static_cast<std::size_t>(shape.y_window(own_y).n_nodes) * z_nodes;
    std::vector<std::size_t> sent, received;
    for (int r = 0; r < grid.n_y; ++r) {
      sent.push_back(static_cast<std::size_t>(share_of(x_modes, grid.n_y, r).size) * own_nodes);
      received.push_back(own_x_modes * static_cast<std::size_t>(shape.y_window(r).n_nodes) *
                         z_nodes);
    }
    y.emplace(communicator.split(own_z, own_y), sent, received);
  }
  if (grid.n_z > 1) {
    z.emplace(communicator.split(own_y, own_z), std::min(grid.n_z, shape.n_z_elements),
              static_cast<int>(own_x_modes) * y_modes);
  }
}

}  // namespace lobatto::direct
