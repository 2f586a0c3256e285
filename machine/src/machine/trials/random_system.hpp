#pragma once

#include <cstdint>
#include <span>

#include "comm/communicator.hpp"
#include "machine/trials/random_number.hpp"

namespace lobatto::machine {

/// A dense linear system A x = b of n unknowns with numbers from [-1/2, 1/2) that every rank can
/// make by itself: no copy of it has to be kept, and none is to be trusted.
class RandomSystem {
 public:
  explicit RandomSystem(int n) : n_(n) {}

  [[nodiscard]] int n() const { return n_; }
  [[nodiscard]] double matrix(int row, int column) const {
    return random_number(static_cast<std::uint64_t>(row) << 32 |
                         static_cast<std::uint32_t>(column));
  }
  [[nodiscard]] double right_hand_side(int row) const {
    return random_number(std::uint64_t{1} << 63 | static_cast<std::uint32_t>(row));
  }

 private:
  int n_;
};

/// ||A x - b|| / (eps (||A|| ||x|| + ||b||) n) in the maximum norms, eps = 2^-53: what HPL checks,
/// which accepts a solution where it is below 16. x [n], whole on every rank; the rows are shared
/// among the ranks. The same on every rank; not a number where x is not finite. Collective, 2 n^2
/// / n_ranks flop and as many random numbers.
double scaled_residual(const RandomSystem& system, std::span<const double> x,
                       const comm::Communicator& communicator);

/// What scaled_residual must not exceed.
inline constexpr double residual_limit = 16;

}  // namespace lobatto::machine
