#include "precond/coarse/coarse_problem.hpp"

#include <algorithm>

namespace lobatto::precond {

namespace {

using Gradients = std::array<std::array<double, 3>, n_vertices>;

/// Of the trilinear functions of the vertices at (r, s, t) on [-1, 1]^3, along r, s, t; in a plane
/// of the bilinear ones of the first four.
Gradients vertex_gradients(const std::array<double, 3>& at, bool is_plane) {
  Gradients gradients{};
  for (std::size_t v = 0; v < n_vertices; ++v) {
    std::array<double, 3> value{}, slope{};
    for (int d = 0; d < 3; ++d) {
      const double sign = (v >> d & 1U) != 0 ? 1.0 : -1.0;
      value[d] = 0.5 * (1.0 + sign * at[d]);
      slope[d] = 0.5 * sign;
    }
    if (is_plane) value[2] = 1.0;
    if (is_plane) slope[2] = 0.0;
    gradients[v] = {slope[0] * value[1] * value[2], value[0] * slope[1] * value[2],
                    value[0] * value[1] * slope[2]};
  }
  return gradients;
}

std::vector<Gradients> gradients_at_nodes(const space::FunctionSpace& space) {
  const auto& x = space.nodes().nodes;
  const std::size_t n = x.size();
  std::vector<Gradients> all;
  for (std::size_t q = 0; q < space.element_size(); ++q)
    all.push_back(vertex_gradients({x[q % n], x[q / n % n], x[q / (n * n)]}, space.is_plane()));
  return all;
}

std::array<double, n_vertices * n_vertices> element_matrix(
    const space::FunctionSpace& space, int e, const std::vector<Gradients>& gradients) {
  std::array<double, n_vertices * n_vertices> matrix{};
  const auto mass = space.mass(e);
  for (std::size_t q = 0; q < space.element_size(); ++q) {
    const auto metric = space.metric(e, q);
    Gradients in_space{};
    for (std::size_t v = 0; v < n_vertices; ++v)
      for (int b = 0; b < 3; ++b)
        for (int a = 0; a < 3; ++a) in_space[v][b] += gradients[q][v][a] * metric[a][b];
    for (std::size_t v = 0; v < n_vertices; ++v)
      for (std::size_t w = 0; w < n_vertices; ++w)
        for (int b = 0; b < 3; ++b)
          matrix[v * n_vertices + w] += mass(q) * in_space[v][b] * in_space[w][b];
  }
  return matrix;
}

}  // namespace

CoarseProblem make_coarse_problem(const space::FunctionSpace& space,
                                  const space::BoundaryConditions& conditions) {
  const space::FunctionSpace vertices = space.with_order(1);
  const auto ids = vertices.node_ids();
  const auto mask = space::dirichlet_mask(vertices, conditions);
  const auto gradients = gradients_at_nodes(space);
  CoarseProblem problem;
  for (int e = 0; e < space.n_elements(); ++e) {
    auto& of_element = problem.ids.emplace_back();
    of_element.fill(-1);
    for (std::size_t v = 0; v < vertices.element_size(); ++v) {
      const std::size_t q = e * vertices.element_size() + v;
      of_element[v] = mask[q] == 0.0 ? -1 : ids[q];
    }
    problem.matrices.push_back(element_matrix(space, e, gradients));
  }
  problem.singular = space::has_constant_mode(space, conditions);
  return problem;
}

}  // namespace lobatto::precond
