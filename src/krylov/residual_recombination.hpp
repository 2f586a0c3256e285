#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "krylov/visit_vector.hpp"
#include "krylov/weighted_inner.hpp"

namespace lobatto::krylov {

/// BoostConv, u = G(u) by corrections of the iteration u_{n+1} = G(u_n), which may grow (Citro,
/// Luchini, Giannetti & Auteri, J. Comput. Phys. 344, 2017). With r_n = G(u_n) - u_n and
/// u_{n+1} = u_n + s_n each step has shown that s_n lowers the residual by w_n = r_n - r_{n+1}. The
/// next one is the sum of those that lowers it most, and what residual that leaves:
///   s = r + sum_k c_k (s_k - w_k),   c = argmin |r - sum_k c_k w_k|.
/// Holds 2 dimension + 2 vectors: of the last `dimension` steps.
class ResidualRecombination {
 public:
  /// The inner product tells the number of local values; what it refers to must live as long.
  ResidualRecombination(int dimension, const WeightedInner& inner)
      : dimension_(static_cast<std::size_t>(dimension)), inner_(inner) {}

  void begin();
  /// s, for the residual of the point that the last one led to. Collective.
  [[nodiscard]] std::span<const double> step(std::span<const double> residual);
  /// Steps that are known.
  [[nodiscard]] int n_known() const { return static_cast<int>(lowered_.size()); }
  /// All that it goes on with, as "<name>/...", on any number of ranks.
  void visit_state(base::StateVisitor& visitor, const std::string& name, VisitVector visit_vector);

 private:
  void learn(std::span<const double> residual);
  [[nodiscard]] std::vector<double> coefficients(std::span<const double> residual) const;

  std::size_t dimension_;
  WeightedInner inner_;
  std::vector<std::vector<double>> lowered_, rest_;  ///< w_k and s_k - w_k, both over |w_k|
  std::vector<double> residual_, step_;              ///< the last ones; empty at the beginning
  std::size_t next_ = 0;                             ///< where the next step goes
  bool has_step_ = false;  ///< since begin(), on ranks without elements too
};

}  // namespace lobatto::krylov
