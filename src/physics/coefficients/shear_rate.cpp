#include "physics/coefficients/shear_rate.hpp"

#include <cmath>

namespace lobatto::physics {

void ShearRate::evaluate_block(const space::ElementBlock& block,
                               const std::array<const double*, 3>& u, std::span<double> out) {
  const auto& gradient = gradients_.of(block, u);
  for (std::size_t q = 0; q < out.size(); ++q)
    out[q] = std::sqrt(2 * strain_squared(gradient.at(q)));
}

void ShearRate::evaluate(const space::VectorField& velocity, std::span<double> out) {
  for (const auto& block : space::blocks_of(space_, space::nodes_with_gradients))
    evaluate_block(block, on_block(velocity, block), out.subspan(block.offset, block.n_values));
  space_.make_continuous(out);
}

}  // namespace lobatto::physics
