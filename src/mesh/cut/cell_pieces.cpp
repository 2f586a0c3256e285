#include "mesh/cut/cell_pieces.hpp"

#include <bit>
#include <cstddef>

namespace lobatto::mesh {
namespace {

/// Corners of one simplex, a bit for each.
using Part = unsigned;
/// One for each simplex.
using Parts = std::vector<Part>;

/// Every choice of one out of each list, that of the first list first. [choices][lists]
template <class T>
std::vector<std::vector<T>> choices_of(const std::vector<std::vector<T>>& lists) {
  std::vector<std::vector<T>> choices{{}};
  for (const auto& list : lists) {
    std::vector<std::vector<T>> longer;
    for (const T& item : list)
      for (const auto& choice : choices) {
        longer.push_back(choice);
        longer.back().push_back(item);
      }
    choices = std::move(longer);
  }
  return choices;
}

/// The corners of a cell that are in the parts of all of its simplices.
CornerSet product_of(const Simplices& cell, const Parts& parts) {
  CornerSet set = 1;
  unsigned stride = 1;
  for (std::size_t f = 0; f < cell.size(); ++f) {
    const auto n = static_cast<unsigned>(cell[f] + 1);
    CornerSet wider = 0;
    for (unsigned i = 0; i < n; ++i)
      if ((parts[f] >> i & 1) != 0) wider |= set << (i * stride);
    set = wider;
    stride *= n;
  }
  return set;
}

/// Corners and, at order 2, the middles of lines.
std::vector<Parts> nodes_by_parts(const Simplices& cell, int order) {
  std::vector<Parts> lists;
  for (const int d : cell) {
    Parts& parts = lists.emplace_back();
    for (Part part = 1; part < 1U << (d + 1); ++part)
      if (std::popcount(part) <= order) parts.push_back(part);
  }
  return choices_of(lists);
}

/// The corners of a cube in a simplex. [2^d]
using Cube = std::vector<Part>;

std::vector<Cube> cubes_of_simplex(int d, bool is_cut) {
  if (!is_cut) return {{1, 2}};
  std::vector<Cube> cubes;
  for (unsigned v = 0; v <= static_cast<unsigned>(d); ++v) {
    Cube& cube = cubes.emplace_back();
    for (unsigned corner = 0; corner < 1U << d; ++corner) {
      // The other corners of the simplex count without v.
      const Part below = corner & ((1U << v) - 1), above = (corner >> v) << (v + 1);
      cube.push_back(1U << v | below | above);
    }
  }
  return cubes;
}

/// A place in a cube, from 0 to 1 along each of its directions, by the corners of its simplex.
std::vector<double> barycentric(int d, const Cube& cube, std::span<const double> place) {
  std::vector<double> lambda(static_cast<std::size_t>(d) + 1, 0.0);
  for (std::size_t corner = 0; corner < cube.size(); ++corner) {
    double weight = 1.0 / std::popcount(cube[corner]);
    for (std::size_t k = 0; k < place.size(); ++k)
      weight *= (corner >> k & 1) != 0 ? place[k] : 1.0 - place[k];
    for (std::size_t i = 0; i < lambda.size(); ++i)
      if ((cube[corner] >> i & 1) != 0) lambda[i] += weight;
  }
  return lambda;
}

/// Lagrange's polynomial of a node of a simplex.
double shape_function(Part node, int order, const std::vector<double>& lambda) {
  const auto first = static_cast<std::size_t>(std::countr_zero(node));
  if (order == 1) return lambda[first];
  if (std::popcount(node) == 1) return lambda[first] * (2.0 * lambda[first] - 1.0);
  const auto second = static_cast<std::size_t>(std::bit_width(node)) - 1;
  return 4.0 * lambda[first] * lambda[second];
}

/// Of each simplex the barycentric coordinates of a place in a piece.
std::vector<std::vector<double>> coordinates_at(const Simplices& cell,
                                                const std::vector<Cube>& cubes,
                                                const std::array<double, 3>& place) {
  std::vector<std::vector<double>> lambdas;
  std::size_t first = 0;
  for (std::size_t f = 0; f < cell.size(); ++f) {
    const auto d = static_cast<std::size_t>(cell[f]);
    lambdas.push_back(barycentric(cell[f], cubes[f], std::span(place).subspan(first, d)));
    first += d;
  }
  return lambdas;
}

std::vector<CornerSet> corners_of_piece(const Simplices& cell, const std::vector<Cube>& cubes) {
  std::vector<CornerSet> corners;
  for (const Parts& parts : choices_of(cubes)) corners.push_back(product_of(cell, parts));
  return corners;
}

}  // namespace

std::vector<CornerSet> nodes_of_cell(const Simplices& cell, int order) {
  std::vector<CornerSet> nodes;
  for (const Parts& parts : nodes_by_parts(cell, order)) nodes.push_back(product_of(cell, parts));
  return nodes;
}

std::vector<CornerSet> lines_along(const Simplices& cell, std::size_t simplex) {
  std::vector<CornerSet> lines;
  for (const Parts& parts : nodes_by_parts(cell, 2)) {
    bool is_line = true;
    for (std::size_t f = 0; f < cell.size(); ++f)
      is_line = is_line && std::popcount(parts[f]) == (f == simplex ? 2 : 1);
    if (is_line) lines.push_back(product_of(cell, parts));
  }
  return lines;
}

CellPieces cut_cell(const Simplices& cell, int order, const std::vector<bool>& is_cut,
                    std::span<const std::array<int, 3>> places, int order_of_places) {
  std::vector<std::vector<Cube>> lists;
  for (std::size_t f = 0; f < cell.size(); ++f)
    lists.push_back(cubes_of_simplex(cell[f], is_cut[f]));
  const auto pieces = choices_of(lists);
  const auto nodes = nodes_by_parts(cell, order);
  CellPieces cut;
  cut.weights =
      poly::Matrix(static_cast<int>(pieces.size() * places.size()), static_cast<int>(nodes.size()));
  int row = 0;
  for (const std::vector<Cube>& cubes : pieces) {
    cut.corners.push_back(corners_of_piece(cell, cubes));
    for (const auto& place : places) {
      std::array<double, 3> at{};
      for (std::size_t c = 0; c < 3; ++c) at[c] = double(place[c]) / order_of_places;
      const auto lambdas = coordinates_at(cell, cubes, at);
      for (std::size_t node = 0; node < nodes.size(); ++node) {
        double& weight = cut.weights(row, static_cast<int>(node)) = 1.0;
        for (std::size_t f = 0; f < cell.size(); ++f)
          weight *= shape_function(nodes[node][f], order, lambdas[f]);
      }
      ++row;
    }
  }
  return cut;
}

}  // namespace lobatto::mesh
