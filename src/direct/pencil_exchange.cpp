#include "direct/pencil_exchange.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "direct/strides.hpp"

namespace lobatto::direct {
namespace {

NodeWindow window_of(const Share& elements, int order) {
  return {elements.begin * order, elements.size == 0 ? 0 : elements.size * order + 1};
}

NodeWindow part_of(const NodeWindow& window, int n_parts, int part) {
  const Share nodes = share_of(window.n_nodes, n_parts, part);
  return {window.first_node + nodes.begin, nodes.size};
}

int n_sheets(const std::vector<SheetRow>& rows) {
  int sheets = 0;
  for (const SheetRow& row : rows) sheets += row.size();
  return sheets;
}

/// What this rank of a group sends to each and gets from each.
struct Counts {
  std::vector<std::size_t> sent, received;
};
/// values(from, to): what one rank sends to another.
template <class Values>
Counts counts_of(const comm::Communicator& group, Values&& values) {
  Counts counts;
  for (int r = 0; r < group.size(); ++r) {
    counts.sent.push_back(values(group.rank(), r));
    counts.received.push_back(values(r, group.rank()));
  }
  return counts;
}

/// Where every slab has so many values of a line.
Counts counts_of_slabs(const comm::Communicator& group, int n_slabs, int n_lines,
                       std::size_t n_values) {
  return counts_of(group, [&](int slab, int r) {
    if (slab >= n_slabs) return std::size_t{0};
    return n_values * static_cast<std::size_t>(share_of(n_lines, group.size(), r).size);
  });
}

comm::AllToAll make_matrices(const comm::Communicator& group, int n_slabs, int n_lines) {
  const Counts counts = counts_of_slabs(group, n_slabs, n_lines, 3);
  return {group, counts.sent, counts.received};
}

}  // namespace

Share share_of(int n_items, int n_parts, int part) {
  const int begin = mesh::part_begin(n_items, n_parts, part);
  return {begin, mesh::part_begin(n_items, n_parts, part + 1) - begin};
}

PencilShape::PencilShape(const mesh::BoxMesh& mesh)
    : grid(mesh.grid),
      n_x_elements(mesh.axes[0].n_elements()),
      n_y_elements(mesh.axes[1].n_elements()),
      n_z_elements(mesh.axes[2].n_elements()),
      order(mesh.order),
      local(mesh.local) {}

NodeWindow PencilShape::y_window(int y_member) const {
  const Share elements = share_of(n_y_elements, grid.n_y, y_member / grid.n_x);
  return part_of(window_of(elements, order), grid.n_x, y_member % grid.n_x);
}

NodeWindow PencilShape::z_window(int z_coordinate) const {
  return window_of(share_of(n_z_elements, grid.n_z, z_coordinate), order);
}

std::vector<SheetRow> PencilShape::sheet_rows(int x_coordinate) const {
  const NodeWindow all = window_of({local.y_begin, local.n_y()}, order);
  return direct::sheet_rows(part_of(all, grid.n_x, x_coordinate), all.first_node, local.n_y(),
                            order);
}

PencilExchange::PencilExchange(const comm::Communicator& group,
                               const std::vector<std::size_t>& sent,
                               const std::vector<std::size_t>& received)
    : size_(group.size()), there_(group, sent, received), back_(group, received, sent) {}

SlabExchange::SlabExchange(comm::Communicator z_group, int slabs, int lines)
    : group(std::move(z_group)),
      n_slabs(slabs),
      n_lines(lines),
      matrices(make_matrices(group, slabs, lines)) {}

PencilExchange& SlabExchange::ends(int n_problems) {
  const auto known = ends_.find(n_problems);
  if (known != ends_.end()) return known->second;
  const Counts counts = counts_of_slabs(group, n_slabs, n_lines, 2 * n_problems);
  return ends_.try_emplace(n_problems, group, counts.sent, counts.received).first->second;
}

double PencilExchange::move(comm::AllToAll& blocks) {
  const auto start = std::chrono::steady_clock::now();
  blocks.begin();
  blocks.finish();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

PencilExchanges::PencilExchanges(const PencilShape& shape, const comm::Communicator& communicator)
    : shape_(shape) {
  const int member = shape.y_member(communicator.rank());
  if (shape.grid.n_x > 1) make_x(communicator);
  if (shape.n_y_members() > 1) make_y(communicator);
  if (shape.grid.n_z > 1) {
    const int x_modes = shape.n_x_elements * shape.order + 1;
    const int y_modes = shape.n_y_elements * shape.order + 1;
    z.emplace(communicator.split(member, shape.grid.z_coordinate(communicator.rank())),
              std::min(shape.grid.n_z, shape.n_z_elements),
              share_of(x_modes, shape.n_y_members(), member).size * y_modes);
  }
}

void PencilExchanges::make_x(const comm::Communicator& communicator) {
  const mesh::RankGrid& grid = shape_.grid;
  const int own = grid.x_coordinate(communicator.rank());
  const std::size_t n = shape_.order + 1;
  const auto group = communicator.split(communicator.rank() / grid.n_x, own);
  const Counts counts = counts_of(group, [&](int owner, int member) {
    return static_cast<std::size_t>(share_of(shape_.n_x_elements, grid.n_x, owner).size) *
           n_sheets(shape_.sheet_rows(member)) * n * n * shape_.local.n_z();
  });
  x.emplace(group, counts.sent, counts.received);
}

void PencilExchanges::make_y(const comm::Communicator& communicator) {
  const int n_members = shape_.n_y_members(), own = shape_.y_member(communicator.rank());
  const int own_z = shape_.grid.z_coordinate(communicator.rank());
  const int x_modes = shape_.n_x_elements * shape_.order + 1;
  const std::size_t z_nodes =
      whole_cache_lines(static_cast<std::size_t>(shape_.z_window(own_z).n_nodes));
  const auto group = communicator.split(own_z, own);
  const Counts counts = counts_of(group, [&](int owner, int member) {
    return static_cast<std::size_t>(shape_.y_window(owner).n_nodes) * z_nodes *
           share_of(x_modes, n_members, member).size;
  });
  y.emplace(group, counts.sent, counts.received);
}

}  // namespace lobatto::direct
