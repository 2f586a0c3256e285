#include "state/variable.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace lobatto::state {

namespace {

std::vector<space::VectorField> make_levels(const VariableKind& kind,
                                            const space::FunctionSpace& space) {
  std::vector<space::VectorField> levels(static_cast<std::size_t>(kind.n_levels));
  for (auto& components : levels)
    for (int c = 0; c < (kind.is_vector ? 3 : 1); ++c) components[c] = space.make_field();
  return levels;
}

}  // namespace

Variable::Variable(std::string name, VariableKind kind, const space::FunctionSpace& space)
    : name_(std::move(name)), kind_(std::move(kind)), levels_(make_levels(kind_, space)) {}

void Variable::clear_from(std::size_t node) {
  for (int c = 0; c < n_components(); ++c)
    std::ranges::fill(std::span<double>(now(c)).subspan(node), 0.0);
}

}  // namespace lobatto::state
