#include "direct/exchange/pencil_exchange.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "direct/cache_lines.hpp"

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
Counts counts_of_slabs(const comm::Communicator& group, const PencilShape& shape, int n_lines,
                       int per_line) {
  return counts_of(group,
                   [&](int slab, int r) { return shape.z_values(slab, r, n_lines, per_line); });
}

comm::AllToAll make_matrices(const comm::Communicator& group, const PencilShape& shape,
                             int n_lines) {
  const Counts counts = counts_of_slabs(group, shape, n_lines, SlabExchange::values_of_matrices);
  return {group, counts.sent, counts.received};
}

}  // namespace

Share share_of(int n_items, int n_parts, int part) {
  const int begin = mesh::part_begin(n_items, n_parts, part);
  return {begin, mesh::part_begin(n_items, n_parts, part + 1) - begin};
}

PencilShape::PencilShape(const mesh::BoxMesh& mesh)
    : PencilShape(mesh.grid, mesh::n_elements_along(mesh.axes), mesh.order, mesh.local,
                  mesh.is_plane) {}

PencilShape::PencilShape(const mesh::RankGrid& ranks, const std::array<int, 3>& n_elements,
                         int polynomial_order, const mesh::ElementRange& elements, bool in_plane)
    : grid(ranks),
      n_x_elements(n_elements[0]),
      n_y_elements(n_elements[1]),
      n_z_elements(n_elements[2]),
      order(polynomial_order),
      order_y(in_plane ? 0 : order),
      local(elements) {}

NodeWindow PencilShape::y_window(int y_member) const {
  const Share elements = share_of(n_y_elements, grid.n_y, y_member / grid.n_x);
  return part_of(window_of(elements, order_y), grid.n_x, y_member % grid.n_x);
}

NodeWindow PencilShape::z_window(int z_coordinate) const {
  return window_of(share_of(n_z_elements, grid.n_z, z_coordinate), order);
}

std::vector<SheetRow> PencilShape::sheet_rows(int x_coordinate) const {
  const NodeWindow all = window_of({local.y_begin, local.n_y()}, order_y);
  return direct::sheet_rows(part_of(all, grid.n_x, x_coordinate), all.first_node, local.n_y(),
                            order_y);
}

int PencilShape::n_slabs() const { return std::min(grid.n_z, n_z_elements); }

int PencilShape::n_lines(int y_member) const {
  return share_of(n_modes(n_x_elements), n_y_members(), y_member).size * n_modes(n_y_elements);
}

std::size_t PencilShape::x_values(int from, int to) const {
  const std::size_t n = order + 1;
  return static_cast<std::size_t>(share_of(n_x_elements, grid.n_x, from).size) *
         n_sheets(sheet_rows(to)) * n * n * local.n_z();
}

std::size_t PencilShape::y_values(int from, int to, int z_coordinate) const {
  const std::size_t z_nodes =
      whole_cache_lines(static_cast<std::size_t>(z_window(z_coordinate).n_nodes));
  return static_cast<std::size_t>(y_window(from).n_nodes) * z_nodes *
         share_of(n_modes(n_x_elements), n_y_members(), to).size;
}

std::size_t PencilShape::z_values(int from, int to, int n_lines, int per_line) const {
  if (from >= n_slabs()) return 0;
  return static_cast<std::size_t>(per_line) *
         static_cast<std::size_t>(share_of(n_lines, grid.n_z, to).size);
}

PencilExchange::PencilExchange(const comm::Communicator& group,
                               const std::vector<std::size_t>& sent,
                               const std::vector<std::size_t>& received)
    : size_(group.size()), there_(group, sent, received), back_(group, received, sent) {}

SlabExchange::SlabExchange(comm::Communicator z_group, const PencilShape& of_rank, int lines)
    : group(std::move(z_group)),
      n_slabs(of_rank.n_slabs()),
      shape(of_rank),
      n_lines(lines),
      matrices(make_matrices(group, shape, lines)) {}

PencilExchange& SlabExchange::ends(int n_problems) {
  const auto known = ends_.find(n_problems);
  if (known != ends_.end()) return known->second;
  const Counts counts = counts_of_slabs(group, shape, n_lines, n_problems * values_of_ends);
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
  if (shape.grid.n_z > 1)
    z.emplace(communicator.split(member, shape.grid.z_coordinate(communicator.rank())), shape,
              shape.n_lines(member));
}

void PencilExchanges::make_x(const comm::Communicator& communicator) {
  const mesh::RankGrid& grid = shape_.grid;
  const int own = grid.x_coordinate(communicator.rank());
  const auto group = communicator.split(communicator.rank() / grid.n_x, own);
  const Counts counts =
      counts_of(group, [&](int from, int to) { return shape_.x_values(from, to); });
  x.emplace(group, counts.sent, counts.received);
}

void PencilExchanges::make_y(const comm::Communicator& communicator) {
  const int own_z = shape_.grid.z_coordinate(communicator.rank());
  const auto group = communicator.split(own_z, shape_.y_member(communicator.rank()));
  const Counts counts =
      counts_of(group, [&](int from, int to) { return shape_.y_values(from, to, own_z); });
  y.emplace(group, counts.sent, counts.received);
}

}  // namespace lobatto::direct
