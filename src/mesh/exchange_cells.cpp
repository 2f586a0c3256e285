#include "mesh/exchange_cells.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/error.hpp"
#include "mesh/face_sides.hpp"

namespace lobatto::mesh {
namespace {

using Place = std::array<int, 3>;

constexpr std::array<Place, 8> straight{
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};

constexpr std::array<Place, 27> quadratic{
    {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2},
     {0, 2, 2}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 1},
     {2, 2, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 2}, {1, 2, 2}, {0, 1, 2}, {1, 1, 1},
     {1, 1, 0}, {1, 1, 2}, {0, 1, 1}, {2, 1, 1}, {1, 0, 1}, {1, 2, 1}}};

}  // namespace

std::span<const Place> exodus_lattice(const std::string& file, const std::string& block,
                                      std::size_t n_nodes) {
  if (n_nodes == 8) return straight;
  if (n_nodes == 20 || n_nodes == 27) return std::span(quadratic).first(n_nodes);
  throw base::Error(file + ": the element block '" + block + "' has hexahedra of " +
                    std::to_string(n_nodes) + " nodes, expected 8, 20 or 27");
}

std::int64_t ExchangeBuilder::point_of(std::size_t node) {
  std::int64_t& point = point_of_node_[node];
  if (point < 0) {
    point = static_cast<std::int64_t>(mesh_.points.size());
    mesh_.points.push_back(nodes_[node]);
  }
  return point;
}

void ExchangeBuilder::add_volume(const std::string& name, std::span<const Place> lattice,
                                 std::span<const long long> nodes) {
  point_of_node_.resize(nodes_.size(), -1);
  if (!geometry_) {
    mesh_.geometry_order = lattice.size() == straight.size() ? 1 : 2;
    geometry_.emplace(lattice, mesh_.geometry_order, 3);
    n_nodes_of_element_ = lattice.size();
  }
  if (lattice.size() != n_nodes_of_element_)
    throw base::Error(mesh_.file + ": the elements of '" + name + "' have " +
                      std::to_string(lattice.size()) + " nodes, and others have " +
                      std::to_string(n_nodes_of_element_) + "; expected hexahedra of one kind");
  const auto found = std::ranges::find(mesh_.volume_names, name);
  const auto volume = static_cast<int>(found - mesh_.volume_names.begin());
  if (found == mesh_.volume_names.end()) mesh_.volume_names.push_back(name);
  for (std::size_t first = 0; first < nodes.size(); first += lattice.size()) {
    add_element(lattice, nodes.subspan(first, lattice.size()));
    mesh_.volumes.push_back(volume);
  }
}

void ExchangeBuilder::add_element(std::span<const Place> lattice,
                                  std::span<const long long> nodes) {
  const auto label = static_cast<long long>(mesh_.corners.size()) + 1;
  std::vector<std::array<double, 3>> x(nodes.size());
  std::array<std::int64_t, 8> corners{};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] < 1 || nodes[i] > static_cast<long long>(nodes_.size()))
      throw base::Error(mesh_.file + ": element " + std::to_string(label) + " uses node " +
                        std::to_string(nodes[i]) + ", expected 1 to " +
                        std::to_string(nodes_.size()));
    const auto node = static_cast<std::size_t>(nodes[i] - 1);
    x[i] = nodes_[node];
    if (i >= corners.size()) continue;
    const auto& [r, s, t] = lattice[i];
    corners[(r > 0 ? 1 : 0) + (s > 0 ? 2 : 0) + (t > 0 ? 4 : 0)] = point_of(node);
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

RawMesh ExchangeBuilder::finish() {
  if (mesh_.volume_names.size() > 1) {
    const FaceSides faces(mesh_);
    std::erase_if(mesh_.quads, [&](const BoundaryQuad& quad) {
      const auto& sides = faces.sides(faces.find(quad.points));
      return sides[1] >= 0 && mesh_.volumes[static_cast<std::size_t>(sides[0] / 6)] !=
                                  mesh_.volumes[static_cast<std::size_t>(sides[1] / 6)];
    });
  }
  return std::move(mesh_);
}

}  // namespace lobatto::mesh
