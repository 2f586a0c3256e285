#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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

inline BoxOperators::BoxOperators(int n, std::span<const double> derivative,
                                  std::span<const double> weights)
    : n_(n),
      derivative_(derivative.begin(), derivative.end()),
      weights_(weights.begin(), weights.end()) {}

inline std::vector<BoxOperators::Node> BoxOperators::nodes() const {
  std::vector<Node> all;
  for (int k = 0; k < n_; ++k) {
    for (int j = 0; j < n_; ++j) {
      for (int i = 0; i < n_; ++i) all.push_back({i, j, k});
    }
  }
  return all;
}

inline double BoxOperators::mass(const Lengths& h, const Node& at) const {
  return h[0] * h[1] * h[2] / 8.0 * weights_[at[0]] * weights_[at[1]] * weights_[at[2]];
}

inline double BoxOperators::slope(const Lengths& h, const double* u, int direction,
                                  const Node& at) const {
  double sum = 0.0;
  for (int l = 0; l < n_; ++l) {
    Node from = at;
    from[direction] = l;
    sum += derivative_[at[direction] * n_ + l] * u[index(from)];
  }
  return 2.0 / h[direction] * sum;
}

inline void BoxOperators::gradient(const Lengths& h, std::span<const double> p,
                                   const std::array<double*, 3>& out) const {
  for (const Node& at : nodes()) {
    for (int d = 0; d < 3; ++d) out[d][index(at)] = slope(h, p.data(), d, at);
  }
}

inline void BoxOperators::weak_divergence(const Lengths& h, const std::array<const double*, 3>& f,
                                          std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (const Node& at : nodes()) {
    for (int d = 0; d < 3; ++d) {
      for (int l = 0; l < n_; ++l) {
        Node to = at;
        to[d] = l;
        out[index(to)] += derivative_[at[d] * n_ + l] * 2.0 / h[d] * mass(h, at) * f[d][index(at)];
      }
    }
  }
}

inline void BoxOperators::helmholtz(const Lengths& h, double sigma, double nu,
                                    std::span<const double> u, std::span<double> out) const {
  std::array<std::vector<double>, 3> flux;
  for (auto& component : flux) component.resize(u.size());
  gradient(h, u, {flux[0].data(), flux[1].data(), flux[2].data()});
  weak_divergence(h, {flux[0].data(), flux[1].data(), flux[2].data()}, out);
  for (const Node& at : nodes()) {
    out[index(at)] = nu * out[index(at)] + sigma * mass(h, at) * u[index(at)];
  }
}

inline void BoxOperators::momentum_rhs(const Lengths& h, int direction, std::span<const double> f,
                                       std::span<const double> p, std::span<double> out) const {
  for (const Node& at : nodes()) {
    out[index(at)] = mass(h, at) * (f[index(at)] - slope(h, p.data(), direction, at));
  }
}

inline void BoxOperators::accumulate_diagnostics(const Lengths& h,
                                                 const std::array<const double*, 3>& u,
                                                 std::span<const double> spacing,
                                                 FlowDiagnostics& sums) const {
  for (const Node& at : nodes()) {
    const auto d = [&](int component, int direction) {
      return slope(h, u[component], direction, at);
    };
    const auto square = [](double value) { return value * value; };
    const double curl =
        square(d(2, 1) - d(1, 2)) + square(d(0, 2) - d(2, 0)) + square(d(1, 0) - d(0, 1));
    double speed = 0.0, rate = 0.0;
    for (int c = 0; c < 3; ++c) {
      const double value = u[c][index(at)];
      speed += square(value);
      rate += std::fabs(value) / (0.5 * h[c] * spacing[at[c]]);
    }
    sums.kinetic_energy += mass(h, at) * speed / 2.0;
    sums.enstrophy += mass(h, at) * curl / 2.0;
    sums.divergence_squared += mass(h, at) * square(d(0, 0) + d(1, 1) + d(2, 2));
    sums.max_courant_rate = std::max(sums.max_courant_rate, rate);
  }
}

}  // namespace lobatto::kernels::reference
