#include "machine/trials/random_system.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lobatto::machine {

double scaled_residual(const RandomSystem& system, std::span<const double> x,
                       const comm::Communicator& communicator) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon() / 2;
  double residual = 0, matrix = 0, right_hand_side = 0, solution = 0, sum = 0;
  for (int row = communicator.rank(); row < system.n(); row += communicator.size()) {
    double product = 0, row_sum = 0;
    for (int column = 0; column < system.n(); ++column) {
      const double a = system.matrix(row, column);
      product += a * x[column];
      row_sum += std::abs(a);
    }
    const double b = system.right_hand_side(row);
    residual = std::max(residual, std::abs(product - b));
    matrix = std::max(matrix, row_sum);
    right_hand_side = std::max(right_hand_side, std::abs(b));
  }
  for (const double value : x) {
    solution = std::max(solution, std::abs(value));
    sum += value;
  }
  // A maximum passes over what is not a number.
  if (!std::isfinite(sum)) solution = residual = std::numeric_limits<double>::infinity();
  std::array<double, 4> norms{residual, matrix, right_hand_side, solution};
  communicator.max(norms);
  return norms[0] / (epsilon * (norms[1] * norms[3] + norms[2]) * system.n());
}

}  // namespace lobatto::machine
