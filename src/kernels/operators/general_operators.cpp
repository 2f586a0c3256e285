#include "kernels/operators/general_operators.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {

namespace {

/// use(i, from, to) with the ways to load and store at i, for a row of n values: whole registers,
/// then what is left value by value.
template <class Use>
LOBATTO_INLINE void for_each_register(int n, Use&& use) {
  int i = 0;
  for (; i + n_lanes <= n; i += n_lanes) {
    use(
        i, [](const double* p) __attribute__((always_inline)) { return load(p); },
        [](double* p, const Lanes& value) __attribute__((always_inline)) { store(p, value); });
  }
  for (; i < n; ++i) {
    use(
        i, [](const double* p) __attribute__((always_inline)) { return *p; },
        [](double* p, double value) __attribute__((always_inline)) { *p = value; });
  }
}

}  // namespace

GeneralOperators::GeneralOperators(const LineRule& rule)
    : n_(rule.n),
      size_(static_cast<std::size_t>(rule.n) * rule.n * rule.n),
      derivative_(rule.derivative.size()),
      transposed_(rule.derivative.size()),
      set_(rule.n, false),
      add_(rule.n, true) {
  for (auto& field : workspace_) field = base::AlignedArray<double>(size_);
  for (auto& of_direction : slopes_)
    for (auto& field : of_direction) field = base::AlignedArray<double>(size_);
  for (int i = 0; i < n_; ++i) {
    for (int l = 0; l < n_; ++l) {
      derivative_[i * n_ + l] = rule.derivative[i * n_ + l];
      transposed_[l * n_ + i] = rule.derivative[i * n_ + l];
    }
  }
}

void GeneralOperators::differentiate(const double* p) {
  set_.along_x(transposed_.data(), p, workspace_[0].data());
  set_.along_y(derivative_.data(), p, workspace_[1].data());
  set_.along_z(derivative_.data(), p, workspace_[2].data());
}

void GeneralOperators::gradient(std::span<const double> metric, std::span<const double> p,
                                const std::array<double*, 3>& out) {
  differentiate(p.data());
  for (int row = 0; row < n_ * n_; ++row) {
    const int at = row * n_;
    const double* m = metric.data() + 9 * at;
    for_each_register(
        n_, [&](int i, const auto& from, const auto& to) __attribute__((always_inline)) {
          const auto r = from(workspace_[0].data() + at + i),
                     s = from(workspace_[1].data() + at + i),
                     t = from(workspace_[2].data() + at + i);
          for (int b = 0; b < 3; ++b) {
            const double* column = m + b * n_ + i;
            to(out[b] + at + i,
               from(column) * r + from(column + 3 * n_) * s + from(column + 6 * n_) * t);
          }
        });
  }
}

void GeneralOperators::weak_divergence(std::span<const double> metric, std::span<const double> mass,
                                       const std::array<const double*, 3>& f,
                                       std::span<double> out) {
  for (int row = 0; row < n_ * n_; ++row) {
    const int at = row * n_;
    const double* m = metric.data() + 9 * at;
    for_each_register(
        n_, [&](int i, const auto& from, const auto& to) __attribute__((always_inline)) {
          const auto b = from(mass.data() + at + i);
          const auto x = b * from(f[0] + at + i), y = b * from(f[1] + at + i),
                     z = b * from(f[2] + at + i);
          for (int a = 0; a < 3; ++a) {
            const double* line = m + 3 * a * n_ + i;
            to(workspace_[a].data() + at + i,
               from(line) * x + from(line + n_) * y + from(line + 2 * n_) * z);
          }
        });
  }
  // D^T along x wants the transpose of D^T.
  set_.along_x(derivative_.data(), workspace_[0].data(), out.data());
  add_.along_y(transposed_.data(), workspace_[1].data(), out.data());
  add_.along_z(transposed_.data(), workspace_[2].data(), out.data());
}

void GeneralOperators::momentum_rhs(std::span<const double> metric, std::span<const double> mass,
                                    int component, std::span<const double> f,
                                    std::span<const double> p, std::span<double> out) {
  differentiate(p.data());
  for (int row = 0; row < n_ * n_; ++row) {
    const int at = row * n_;
    const double* m = metric.data() + 9 * at + component * n_;
    for_each_register(
        n_, [&](int i, const auto& from, const auto& to) __attribute__((always_inline)) {
          const auto slope = from(m + i) * from(workspace_[0].data() + at + i) +
                             from(m + 3 * n_ + i) * from(workspace_[1].data() + at + i) +
                             from(m + 6 * n_ + i) * from(workspace_[2].data() + at + i);
          to(out.data() + at + i, from(mass.data() + at + i) * (from(f.data() + at + i) - slope));
        });
  }
}

void GeneralOperators::accumulate_diagnostics(std::span<const double> metric,
                                              std::span<const double> mass,
                                              const std::array<const double*, 3>& u,
                                              std::span<const double> spacing,
                                              FlowDiagnostics& sums) {
  for (int c = 0; c < 3; ++c)
    gradient(metric, {u[c], size_},
             {slopes_[0][c].data(), slopes_[1][c].data(), slopes_[2][c].data()});
  add_velocity_terms(mass, u, sums);
  for (int row = 0; row < n_ * n_; ++row) {
    const double* m = metric.data() + 9 * row * n_;
    const double along_s = 1.0 / spacing[row % n_], along_t = 1.0 / spacing[row / n_];
    for (int i = 0; i < n_; ++i) {
      const int q = row * n_ + i;
      const auto speed = [&](int a) {
        const double* line = m + 3 * a * n_ + i;
        return std::abs(line[0] * u[0][q] + line[n_] * u[1][q] + line[2 * n_] * u[2][q]);
      };
      const double rate = speed(0) / spacing[i] + speed(1) * along_s + speed(2) * along_t;
      sums.max_courant_rate = std::max(sums.max_courant_rate, rate);
    }
  }
}

void GeneralOperators::add_velocity_terms(std::span<const double> mass,
                                          const std::array<const double*, 3>& u,
                                          FlowDiagnostics& sums) const {
  double energy = 0, enstrophy = 0, divergence_squared = 0;
#pragma GCC ivdep
  for (std::size_t q = 0; q < size_; ++q) {
    const double x = slopes_[1][2][q] - slopes_[2][1][q], y = slopes_[2][0][q] - slopes_[0][2][q],
                 z = slopes_[0][1][q] - slopes_[1][0][q];
    const double divergence = slopes_[0][0][q] + slopes_[1][1][q] + slopes_[2][2][q];
    energy += mass[q] * (u[0][q] * u[0][q] + u[1][q] * u[1][q] + u[2][q] * u[2][q]);
    enstrophy += mass[q] * (x * x + y * y + z * z);
    divergence_squared += mass[q] * divergence * divergence;
  }
  sums.kinetic_energy += 0.5 * energy;
  sums.enstrophy += 0.5 * enstrophy;
  sums.divergence_squared += divergence_squared;
}

}  // namespace lobatto::kernels
