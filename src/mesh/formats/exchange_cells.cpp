#include "mesh/formats/exchange_cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

int order_of(const CellLattice& lattice) {
  int order = 0;
  for (const auto& place : lattice) order = std::max(order, *std::ranges::max_element(place));
  return order;
}

}  // namespace

ExchangeBuilder::ExchangeBuilder(const std::string& file, int dimension) {
  mesh_.file = file;
  mesh_.dimension = dimension;
}

void ExchangeBuilder::set_nodes(std::vector<std::array<double, 3>> nodes) {
  nodes_ = std::move(nodes);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    for (const double value : nodes_[i])
      if (!std::isfinite(value))
        throw base::Error(mesh_.file + ": node " + std::to_string(i + 1) +
                          " has a coordinate that is not finite");
    if (mesh_.dimension == 2 && nodes_[i][2] != nodes_[0][2])
      throw base::Error(mesh_.file + ": is a surface that lies in no plane z = constant (node " +
                        std::to_string(i + 1) + " has z = " + std::to_string(nodes_[i][2]) +
                        ", node 1 " + std::to_string(nodes_[0][2]) +
                        "), expected a plane mesh or hexahedra");
  }
  same_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) same_[i] = i;
  point_of_node_.assign(nodes_.size(), -1);
}

std::size_t ExchangeBuilder::node_index(long long node, std::string_view kind,
                                        long long label) const {
  if (node < 1 || node > static_cast<long long>(nodes_.size()))
    throw base::Error(mesh_.file + ": " + std::string(kind) + " " + std::to_string(label) +
                      " uses node " + std::to_string(node) + ", expected 1 to " +
                      std::to_string(nodes_.size()));
  return static_cast<std::size_t>(node - 1);
}

std::int64_t ExchangeBuilder::corner_point(long long node, std::string_view kind,
                                           long long label) const {
  return point_of_node_[same_[node_index(node, kind, label)]];
}

std::int64_t ExchangeBuilder::point_of(std::size_t node) {
  std::int64_t& point = point_of_node_[same_[node]];
  if (point < 0) {
    point = static_cast<std::int64_t>(mesh_.points.size());
    const auto& x = nodes_[same_[node]];
    if (mesh_.dimension == 3) {
      mesh_.points.push_back(x);
    } else {
      mesh_.points.push_back({x[0], x[1], 0.0});
      mesh_.points.push_back({x[0], x[1], 1.0});
    }
  }
  return point;
}

void ExchangeBuilder::add_volume(const std::string& name, const CellLattice& lattice,
                                 std::span<const long long> nodes) {
  if (!geometry_) {
    mesh_.geometry_order = order_of(lattice);
    geometry_.emplace(lattice, mesh_.geometry_order, mesh_.dimension);
    n_nodes_of_element_ = lattice.size();
  }
  if (lattice.size() != n_nodes_of_element_)
    throw base::Error(mesh_.file + ": the elements of '" + name + "' have " +
                      std::to_string(lattice.size()) + " nodes, and others have " +
                      std::to_string(n_nodes_of_element_) + "; expected elements of one kind");
  const auto found = std::ranges::find(mesh_.volume_names, name);
  const auto volume = static_cast<int>(found - mesh_.volume_names.begin());
  if (found == mesh_.volume_names.end()) mesh_.volume_names.push_back(name);
  for (std::size_t first = 0; first < nodes.size(); first += lattice.size()) {
    add_element(lattice, nodes.subspan(first, lattice.size()));
    mesh_.volumes.push_back(volume);
  }
}

void ExchangeBuilder::add_element(const CellLattice& lattice, std::span<const long long> nodes) {
  const auto label = static_cast<long long>(mesh_.corners.size()) + 1;
  const std::size_t n_corners = mesh_.dimension == 3 ? 8 : 4;
  std::vector<std::array<double, 3>> x(nodes.size());
  std::array<std::int64_t, 8> corners{};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::size_t node = node_index(nodes[i], "element", label);
    if (i < n_corners) {
      const auto& [r, s, t] = lattice[i];
      const std::size_t v = (r > 0 ? 1 : 0) + (s > 0 ? 2 : 0) + (t > 0 ? 4 : 0);
      corners[v] = point_of(node);
      if (mesh_.dimension == 2) corners[v + 4] = corners[v] + 1;
    }
    x[i] = i < n_corners ? nodes_[same_[node]] : nodes_[node];
  }
  mesh_.corners.push_back(corners);
  mesh_.labels.push_back(label);
  const auto coordinates = geometry_->coordinates(x);
  mesh_.coordinates.insert(mesh_.coordinates.end(), coordinates.begin(), coordinates.end());
}

void ExchangeBuilder::add_side(const std::string& boundary, std::size_t element, int face) {
  const auto side = static_cast<std::int64_t>(element) * 6 + face;
  mesh_.quads.push_back(
      {points_of_side(mesh_, side), boundary_of_name(mesh_, boundary), mesh_.labels[element]});
}

std::optional<std::array<std::int64_t, 4>> ExchangeBuilder::side_points(
    std::span<const long long> corners, long long label) const {
  std::array<std::int64_t, 4> points{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    points[i] = corner_point(corners[i], "side", label);
    if (points[i] < 0) return std::nullopt;
  }
  if (mesh_.dimension == 2) points = {points[0], points[1], points[1] + 1, points[0] + 1};
  return points;
}

bool ExchangeBuilder::add_side_of_nodes(const std::string& boundary,
                                        std::span<const long long> corners, long long label) {
  const auto points = side_points(corners, label);
  if (points) mesh_.quads.push_back({*points, boundary_of_name(mesh_, boundary), label});
  return points.has_value();
}

void ExchangeBuilder::add_outer_side(const std::string& boundary,
                                     std::span<const long long> corners, long long label) {
  if (const auto points = side_points(corners, label)) outer_.push_back({boundary, *points, label});
}

void ExchangeBuilder::add_sides_between(const std::string& boundary,
                                        std::span<const long long> nodes) {
  between_.push_back({boundary, {nodes.begin(), nodes.end()}});
}

void ExchangeBuilder::add_periodic(const std::string& name,
                                   std::span<const std::array<long long, 2>> pairs) {
  PeriodicMap map{name, {}};
  const auto label = static_cast<long long>(mesh_.periodic.size()) + 1;
  for (const auto& [own, other] : pairs) {
    const std::int64_t from = corner_point(own, "the connection", label),
                       to = corner_point(other, "the connection", label);
    if (from < 0 || to < 0 || from == to) continue;
    map.master_of[from] = to;
    if (mesh_.dimension == 2) map.master_of[from + 1] = to + 1;
  }
  // Files say each connection from either side.
  const auto is_reverse = [&](const PeriodicMap& known) {
    const auto& [from, to] = *map.master_of.begin();
    const auto found = known.master_of.find(to);
    return found != known.master_of.end() && found->second == from;
  };
  if (!map.master_of.empty() && std::ranges::none_of(mesh_.periodic, is_reverse))
    mesh_.periodic.push_back(std::move(map));
}

void ExchangeBuilder::add_sides_between(const FaceSides& faces, const NamedNodes& named) {
  const int n_levels = mesh_.dimension == 2 ? 2 : 1;
  std::vector<bool> is_named(mesh_.points.size());
  for (const long long node : named.nodes) {
    const std::int64_t point = corner_point(node, named.boundary, 0);
    for (int level = 0; point >= 0 && level < n_levels; ++level) is_named[point + level] = true;
  }
  for (std::int64_t face = 0; face < faces.size(); ++face) {
    const std::int64_t side = faces.sides(face)[0];
    if (faces.sides(face)[1] >= 0 || side % 6 >= 2 * mesh_.dimension) continue;
    if (std::ranges::all_of(faces.corners(side), [&](std::int64_t p) { return is_named[p]; }))
      add_side(named.boundary, static_cast<std::size_t>(side / 6), static_cast<int>(side % 6));
  }
}

/// What lies outside is known when all elements are there.
void ExchangeBuilder::add_outer_sides(const FaceSides& faces) {
  for (const NamedNodes& named : between_) add_sides_between(faces, named);
  std::vector<bool> is_named(faces.size());
  for (const BoundaryQuad& quad : mesh_.quads)
    if (const std::int64_t face = faces.find(quad.points); face >= 0) is_named[face] = true;
  for (const NamedSide& side : outer_) {
    const std::int64_t face = faces.find(side.points);
    if (face < 0 || is_named[face] || faces.sides(face)[1] >= 0) continue;
    mesh_.quads.push_back({side.points, boundary_of_name(mesh_, side.boundary), side.label});
  }
}

void ExchangeBuilder::drop_inner_sides(const FaceSides& faces) {
  std::erase_if(mesh_.quads, [&](const BoundaryQuad& quad) {
    const std::int64_t face = faces.find(quad.points);
    if (face < 0) return false;
    const auto& sides = faces.sides(face);
    return sides[1] >= 0 && mesh_.volumes[static_cast<std::size_t>(sides[0] / 6)] !=
                                mesh_.volumes[static_cast<std::size_t>(sides[1] / 6)];
  });
}

RawMesh ExchangeBuilder::finish() {
  const bool has_outer = !between_.empty() || !outer_.empty(),
             has_inner = mesh_.volume_names.size() > 1;
  if (has_outer || has_inner) {
    const FaceSides faces(mesh_);
    if (has_outer) add_outer_sides(faces);
    if (has_inner) drop_inner_sides(faces);
  }
  return std::move(mesh_);
}

}  // namespace lobatto::mesh
