#include "space/boundary.hpp"

#include <algorithm>
#include <span>

namespace lobatto::space {

namespace {

/// The elements that have a side with a Dirichlet condition; without any, the first element.
std::vector<char> first_reached(const FunctionSpace& space, const BoundaryConditions& conditions) {
  std::vector<char> reached(space.n_elements(), 0);
  if (has_constant_mode(space, conditions)) {
    const auto before = space.communicator().exclusive_sum(static_cast<long long>(reached.size()));
    if (before == 0 && !reached.empty()) reached.front() = 1;
    return reached;
  }
  for (std::size_t b = 0; b < conditions.size(); ++b)
    if (conditions[b] == poly::EndCondition::dirichlet)
      for (const Side& side : space.boundaries()[b].sides) reached[side.element] = 1;
  return reached;
}

}  // namespace

bool has_one_constant_at_most(const FunctionSpace& space, const BoundaryConditions& conditions) {
  const FunctionSpace vertices = space.with_order(1);
  const std::size_t size = vertices.element_size();
  auto reached = first_reached(space, conditions);
  Field touched = vertices.make_field();
  long long n_new = 1;
  while (n_new > 0) {
    for (std::size_t e = 0; e < reached.size(); ++e)
      std::fill_n(touched.data() + e * size, size, reached[e]);
    vertices.gather_scatter().add(std::span<double>(touched));
    n_new = 0;
    for (std::size_t e = 0; e < reached.size(); ++e) {
      const auto nodes = std::span<const double>(touched).subspan(e * size, size);
      if (reached[e] != 0 || std::ranges::count(nodes, 0.0) == static_cast<long>(size)) continue;
      reached[e] = 1;
      ++n_new;
    }
    n_new = space.communicator().sum(n_new);
  }
  return space.communicator().sum(static_cast<long long>(std::ranges::count(reached, 0))) == 0;
}

}  // namespace lobatto::space
