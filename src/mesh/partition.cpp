#include "mesh/partition.hpp"

#include <metis.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string>

#include "base/error.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::mesh {
namespace {

/// The elements at each face; -1 at the boundary. Both are the same where an element is its own
/// periodic neighbour.
std::vector<std::array<std::int64_t, 2>> elements_at_faces(const HexMesh& mesh) {
  std::vector<std::array<std::int64_t, 2>> elements(static_cast<std::size_t>(mesh.n_faces),
                                                    {-1, -1});
  for (std::size_t e = 0; e < mesh.faces.size(); ++e) {
    for (const OrientedFace& face : mesh.faces[e]) {
      auto& pair = elements[face.id];
      pair[pair[0] < 0 ? 0 : 1] = static_cast<std::int64_t>(e);
    }
  }
  return elements;
}

ElementGraph dual_graph(const HexMesh& mesh) {
  const auto at_face = elements_at_faces(mesh);
  ElementGraph graph;
  for (std::size_t e = 0; e < mesh.faces.size(); ++e) {
    const auto own = static_cast<std::int64_t>(e);
    std::array<std::int64_t, n_hex_faces> across{};
    for (int face = 0; face < n_hex_faces; ++face) {
      const auto& pair = at_face[mesh.faces[e][face].id];
      across[face] = pair[0] == own ? pair[1] : pair[0];
    }
    graph.add(own, across);
  }
  return graph;
}

/// Gives ranks without elements one of those of the ranks with most.
void fill_empty_ranks(std::vector<int>& rank_of_element, int n_ranks) {
  std::vector<long long> counts(static_cast<std::size_t>(n_ranks), 0);
  for (const int rank : rank_of_element) ++counts[rank];
  for (int rank = 0; rank < n_ranks; ++rank) {
    if (counts[rank] > 0) continue;
    const auto fullest =
        static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    *std::find(rank_of_element.begin(), rank_of_element.end(), fullest) = rank;
    --counts[fullest];
    ++counts[rank];
  }
}

int count_most_neighbours(const HexMesh& mesh, std::span<const int> rank_of_element, int n_ranks) {
  std::vector<std::set<int>> ranks_at_vertex(static_cast<std::size_t>(mesh.n_vertices));
  for (std::size_t e = 0; e < mesh.vertices.size(); ++e) {
    for (const std::int64_t vertex : mesh.vertices[e])
      ranks_at_vertex[vertex].insert(rank_of_element[e]);
  }
  std::vector<std::set<int>> neighbours(static_cast<std::size_t>(n_ranks));
  for (const auto& ranks : ranks_at_vertex) {
    if (ranks.size() < 2) continue;
    for (const int rank : ranks) neighbours[rank].insert(ranks.begin(), ranks.end());
  }
  std::size_t most = 1;
  for (const auto& of_rank : neighbours) most = std::max(most, of_rank.size());
  return static_cast<int>(most) - 1;  // a rank is none of its own neighbours
}

}  // namespace

void check_ranks(long long n_elements, int n_ranks) {
  if (n_ranks < 1) throw base::Error("a mesh needs at least one rank");
  if (n_elements < n_ranks) {
    throw base::Error("the mesh has " + std::to_string(n_elements) + " elements, too few for " +
                      std::to_string(n_ranks) + " ranks: use fewer ranks");
  }
}

void ElementGraph::add(std::int64_t element, std::span<const std::int64_t> across) {
  const auto row = static_cast<std::ptrdiff_t>(neighbours.size());
  for (const std::int64_t other : across) {
    if (other < 0 || other == element) continue;
    const auto known = std::find(neighbours.begin() + row, neighbours.end(), other);
    if (known != neighbours.end()) {
      ++shared_faces[known - neighbours.begin()];
    } else {
      neighbours.push_back(other);
      shared_faces.push_back(1);
    }
  }
  first.push_back(static_cast<std::int64_t>(neighbours.size()));
}

std::vector<int> cut_by_metis(const ElementGraph& graph, int n_ranks,
                              std::span<const int> weights) {
  if (graph.neighbours.size() > static_cast<std::size_t>(std::numeric_limits<idx_t>::max()))
    throw base::Error("the mesh has more elements than METIS can number here");
  const auto as_metis = [](const std::vector<std::int64_t>& values) {
    return std::vector<idx_t>(values.begin(), values.end());
  };
  auto first = as_metis(graph.first), neighbours = as_metis(graph.neighbours),
       shared_faces = as_metis(graph.shared_faces);
  auto n_elements = static_cast<idx_t>(graph.first.size() - 1);
  idx_t n_parts = n_ranks, n_cut = 0;
  idx_t n_constraints = weights.empty() ? 1 : static_cast<idx_t>(weights.size()) / n_elements;
  std::vector<idx_t> element_weights(weights.begin(), weights.end());
  std::vector<idx_t> parts(static_cast<std::size_t>(n_elements), 0);
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_UFACTOR] = 10;  // ranks may be 1 % above the mean
  // Recursive halves balance small numbers of elements better, and cost more for many ranks.
  const auto partition = n_ranks <= 64 ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  const int status = partition(&n_elements, &n_constraints, first.data(), neighbours.data(),
                               element_weights.empty() ? nullptr : element_weights.data(), nullptr,
                               shared_faces.data(), &n_parts, nullptr, nullptr, options.data(),
                               &n_cut, parts.data());
  if (status != METIS_OK)
    throw base::Error("METIS could not partition the mesh (status " + std::to_string(status) + ")");
  return {parts.begin(), parts.end()};
}

std::vector<int> partition_elements(const HexMesh& mesh, int n_ranks,
                                    std::span<const int> weights) {
  const std::size_t n = mesh.vertices.size();
  check_ranks(static_cast<long long>(n), n_ranks);
  if (weights.size() % n != 0)
    throw base::Error("partition_elements: expected a weight for each of the " + std::to_string(n) +
                      " elements, found " + std::to_string(weights.size()));
  if (n_ranks == 1) return std::vector<int>(n, 0);
  std::vector<int> rank_of_element = cut_by_metis(dual_graph(mesh), n_ranks, weights);
  fill_empty_ranks(rank_of_element, n_ranks);
  return rank_of_element;
}

std::vector<int> partition_columns(const HexMesh& mesh, const LayeredMesh& layers, int n_ranks) {
  if (layers.n_columns < n_ranks)
    throw base::Error("the mesh has " + std::to_string(layers.n_columns) +
                      " columns of elements, too few for " + std::to_string(n_ranks) +
                      " ranks: use fewer ranks");
  const auto at_face = elements_at_faces(mesh);
  std::vector<std::size_t> bottom(static_cast<std::size_t>(layers.n_columns));
  for (std::size_t e = 0; e < layers.places.size(); ++e)
    if (layers.places[e].layer == 0) bottom[layers.places[e].column] = e;
  ElementGraph graph;
  for (const std::size_t e : bottom) {
    std::vector<std::int64_t> across;
    for (int face = 0; face < n_hex_faces; ++face) {
      if (face / 2 == layers.places[e].along) continue;
      for (const std::int64_t other : at_face[mesh.faces[e][face].id])
        if (other >= 0) across.push_back(layers.places[other].column);
    }
    graph.add(layers.places[e].column, across);
  }
  std::vector<int> rank_of_column(bottom.size(), 0);
  if (n_ranks > 1) rank_of_column = cut_by_metis(graph, n_ranks, {});
  fill_empty_ranks(rank_of_column, n_ranks);
  std::vector<int> rank_of_element;
  for (const LayerPlace& place : layers.places)
    rank_of_element.push_back(rank_of_column[place.column]);
  return rank_of_element;
}

PartitionQuality measure_partition(const HexMesh& mesh, std::span<const int> rank_of_element,
                                   int n_ranks) {
  std::vector<long long> counts(static_cast<std::size_t>(n_ranks), 0);
  for (const int rank : rank_of_element) ++counts[rank];
  PartitionQuality quality;
  quality.min_elements = *std::min_element(counts.begin(), counts.end());
  quality.max_elements = *std::max_element(counts.begin(), counts.end());
  quality.mean_elements = static_cast<double>(rank_of_element.size()) / n_ranks;
  for (const auto& [e, f] : elements_at_faces(mesh)) {
    if (f >= 0 && rank_of_element[e] != rank_of_element[f]) ++quality.shared_faces;
  }
  quality.max_neighbours = count_most_neighbours(mesh, rank_of_element, n_ranks);
  return quality;
}

std::vector<int> weights_of(const Regions& regions) {
  const auto n_fluid = static_cast<std::size_t>(regions.n_fluid());
  if (n_fluid == 0 || n_fluid == regions.of_elements.size()) return {};
  std::vector<int> weights;
  for (const int region : regions.of_elements) weights.insert(weights.end(), {1, region == 0});
  return weights;
}

std::vector<std::vector<int>> elements_of_ranks(const HexMesh& mesh,
                                                std::span<const int> rank_of_element, int n_ranks) {
  constexpr int nobody = -1, several = -2;
  std::vector<int> owners(static_cast<std::size_t>(mesh.n_vertices), nobody);
  for (std::size_t e = 0; e < mesh.vertices.size(); ++e) {
    for (const std::int64_t v : mesh.vertices[e]) {
      const int rank = rank_of_element[e];
      owners[v] = owners[v] == nobody || owners[v] == rank ? rank : several;
    }
  }
  std::vector<std::vector<int>> elements(static_cast<std::size_t>(n_ranks));
  for (const bool wanted : {true, false}) {
    for (std::size_t e = 0; e < mesh.vertices.size(); ++e) {
      const bool is_shared = std::ranges::any_of(
          mesh.vertices[e], [&](std::int64_t v) { return owners[v] == several; });
      if (is_shared == wanted) elements[rank_of_element[e]].push_back(static_cast<int>(e));
    }
  }
  for (auto& of_rank : elements)
    std::ranges::stable_sort(of_rank, {}, [&](int e) { return mesh.regions.at(e); });
  return elements;
}

HexMesh part_of(const HexMesh& mesh, std::span<const int> elements) {
  HexMesh part;
  part.n_elements = mesh.n_elements;
  part.geometry_order = mesh.geometry_order;
  part.n_vertices = mesh.n_vertices;
  part.n_lines = mesh.n_lines;
  part.n_faces = mesh.n_faces;
  part.boundary_names = mesh.boundary_names;
  part.rotation = mesh.rotation;
  part.volume_names = mesh.volume_names;
  part.regions.solids = mesh.regions.solids;
  const int m = mesh.geometry_order + 1;
  const std::ptrdiff_t size = std::ptrdiff_t{3} * m * m * m;
  part.coordinates.reserve(elements.size() * static_cast<std::size_t>(size));
  for (const int e : elements) {
    auto side =
        std::lower_bound(mesh.sides.begin(), mesh.sides.end(), e,
                         [](const BoundarySide& s, int wanted) { return s.element < wanted; });
    for (; side != mesh.sides.end() && side->element == e; ++side)
      part.sides.push_back({part.n_local_elements(), side->face, side->boundary});
    part.element_numbers.push_back(mesh.element_numbers[e]);
    if (!mesh.volumes.empty()) part.volumes.push_back(mesh.volumes[e]);
    if (!mesh.regions.of_elements.empty()) part.regions.of_elements.push_back(mesh.regions.at(e));
    part.vertices.push_back(mesh.vertices[e]);
    part.lines.push_back(mesh.lines[e]);
    part.faces.push_back(mesh.faces[e]);
    const auto first = mesh.coordinates.begin() + e * size;
    part.coordinates.insert(part.coordinates.end(), first, first + size);
  }
  return part;
}

}  // namespace lobatto::mesh
