#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/operators/box_operators.hpp"

namespace lobatto::kernels::reference {

/// The operators of BoxOperators by their definitions, one sum after the other.
class BoxOperators {
 public:
  BoxOperators(int n, std::span<const double> derivative, std::span<const double> weights);

  void gradient(const Lengths& h, std::span<const double> p,
                const std::array<double*, 3>& out) const;
  void weak_divergence(const Lengths& h, const std::array<const double*, 3>& f,
                       std::span<double> out) const;
  void helmholtz(const Lengths& h, double sigma, double nu, std::span<const double> u,
                 std::span<double> out) const;
  void momentum_rhs(const Lengths& h, int direction, std::span<const double> f,
                    std::span<const double> p, std::span<double> out) const;
  void accumulate_diagnostics(const Lengths& h, const std::array<const double*, 3>& u,
                              std::span<const double> spacing, FlowDiagnostics& sums) const;

 private:
  using Node = std::array<int, 3>;
  [[nodiscard]] int index(const Node& at) const { return (at[2] * n_ + at[1]) * n_ + at[0]; }
  [[nodiscard]] double mass(const Lengths& h, const Node& at) const;
  [[nodiscard]] double slope(const Lengths& h, const double* u, int direction,
                             const Node& at) const;
  [[nodiscard]] std::vector<Node> nodes() const;

  int n_;
  std::vector<double> derivative_, weights_;
};

}  // namespace lobatto::kernels::reference
