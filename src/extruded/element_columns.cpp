#include "extruded/element_columns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::extruded {

ElementColumns::ElementColumns(const space::FunctionSpace& space, const mesh::NodalHexes& mesh,
                               mesh::LayeredMesh layers)
    : n_(space.n()),
      n_upwards_(space.shape().n_t),
      layers_(std::move(layers)),
      elements_(layers_.places.size()),
      table_of_(layers_.places.size()) {
  for (std::size_t e = 0; e < layers_.places.size(); ++e) {
    const auto& place = layers_.places[e];
    elements_[place.column * layers_.n_layers() + place.layer] = static_cast<int>(e);
  }
  double n_turned = 0;
  for (int c = 0; c < n_columns(); ++c) {
    place_column(mesh, c);
    const int top = element(c, layers_.n_layers() - 1);
    if (layers_.periodic && n_upwards_ > 1 &&
        by_counterpart(mesh, top, true) != by_counterpart(mesh, element(c, 0), false))
      n_turned = 1;
  }
  if (space.communicator().max(n_turned) > 0)
    throw base::Error("the ends of the layers are joined turned");
  const auto ids = space.node_ids();
  for (int c = 0; c < n_columns(); ++c)
    for (int q = 0; q < n_ * n_; ++q)
      plane_ids_.push_back(ids[element(c, 0) * space.element_size() + nodes(element(c, 0))[q]]);
}

ElementColumns::Table ElementColumns::own_table(int element) const {
  const auto& place = layers_.places[element];
  Table table;
  for (int k = 0; k < n_upwards_; ++k)
    for (int q = 0; q < n_ * n_; ++q) {
      std::array<int, 3> at{};
      at[place.along] = place.reversed ? n_upwards_ - 1 - k : k;
      at[mesh::direction_a(place.along)] = q % n_;
      at[mesh::direction_b(place.along)] = q / n_;
      table.push_back(static_cast<std::uint32_t>((at[2] * n_ + at[1]) * n_ + at[0]));
    }
  return table;
}

std::vector<int> ElementColumns::by_counterpart(const mesh::NodalHexes& mesh, int element,
                                                bool upper) const {
  const auto& place = layers_.places[element];
  const int face = 2 * place.along + (upper != place.reversed ? 1 : 0);
  std::vector<int> plane_of_node(static_cast<std::size_t>(n_) * n_ * n_), places(n_ * n_);
  const std::uint32_t* const level = nodes(element) + (upper ? n_ - 1 : 0) * n_ * n_;
  for (int q = 0; q < n_ * n_; ++q) plane_of_node[level[q]] = q;
  for (int b = 0; b < n_; ++b)
    for (int a = 0; a < n_; ++a) {
      const auto there = mesh::on_counterpart(mesh.faces[element][face], a, b, n_);
      places[there[1] * n_ + there[0]] = plane_of_node[mesh::face_node(face, a, b, n_)];
    }
  return places;
}

int ElementColumns::number_of(const Table& table) {
  if (tables_.empty()) {  // the order of a field first
    auto& plain = tables_.emplace_back(table.size());
    std::iota(plain.begin(), plain.end(), 0U);
  }
  const auto found = std::ranges::find(tables_, table);
  const auto number = static_cast<int>(found - tables_.begin());
  if (found == tables_.end()) tables_.push_back(table);
  return number;
}

void ElementColumns::place_column(const mesh::NodalHexes& mesh, int column) {
  for (int layer = 0; layer < layers_.n_layers(); ++layer) {
    const int e = element(column, layer);
    const Table own = own_table(e);
    table_of_[e] = number_of(own);
    if (layer == 0) continue;
    const auto of_column = by_counterpart(mesh, element(column, layer - 1), true);
    const auto of_own = by_counterpart(mesh, e, false);
    Table table(own.size());
    for (std::size_t i = 0; i < of_own.size(); ++i)
      for (int k = 0; k < n_; ++k) table[k * n_ * n_ + of_column[i]] = own[k * n_ * n_ + of_own[i]];
    table_of_[e] = number_of(table);
  }
}

PlaneConditions plane_conditions(const space::FunctionSpace& space,
                                 const space::BoundaryConditions& conditions,
                                 const ElementColumns& columns) {
  const space::Field mask = space::dirichlet_mask(space, conditions);
  const int n_up = columns.n_upwards(), n_levels = columns.layers().n_layers() * n_up;
  const std::size_t n_plane = static_cast<std::size_t>(space.n()) * space.n();
  const auto is_free = [&](int column, int level, std::size_t q) {
    const int e = columns.element(column, level / n_up);
    return mask[e * space.element_size() + columns.nodes(e)[level % n_up * n_plane + q]] != 0.0;
  };
  std::vector<bool> free_lines(columns.n_columns() * n_plane);
  std::vector<double> free_levels(static_cast<std::size_t>(n_levels), 0.0);
  for (int c = 0; c < columns.n_columns(); ++c)
    for (int level = 0; level < n_levels; ++level)
      for (std::size_t q = 0; q < n_plane; ++q)
        if (is_free(c, level, q)) free_lines[c * n_plane + q] = true, free_levels[level] = 1.0;
  space.communicator().max(free_levels);
  double n_others = 0;
  for (int c = 0; c < columns.n_columns(); ++c)
    for (int level = 0; level < n_levels; ++level)
      for (std::size_t q = 0; q < n_plane; ++q)
        if (is_free(c, level, q) != (free_lines[c * n_plane + q] && free_levels[level] > 0))
          n_others = 1;
  if (space.communicator().max(n_others) > 0)
    throw base::Error(
        "the conditions of the pressure (an outflow fixes it) change from layer to layer, or "
        "within one end of the layers");
  using enum poly::EndCondition;
  const auto end = [&](double level_is_free) {
    return columns.layers().periodic ? periodic : level_is_free > 0 ? neumann : dirichlet;
  };
  free_lines.flip();
  return {{end(free_levels.front()), end(free_levels.back())}, std::move(free_lines)};
}

}  // namespace lobatto::extruded
