#include "kernels/operators/general_operators.hpp"

#include <algorithm>
#include <cstddef>

#include "kernels/registers/row_registers.hpp"

namespace lobatto::kernels {

namespace {

template <class Value>
LOBATTO_INLINE Value magnitude(const Value& value) {
  return value < 0.0 ? -value : value;
}

}  // namespace

GeneralOperators::GeneralOperators(const LineRule& rule)
    : shape_(rule.shape()),
      n_(rule.n),
      size_(shape_.size()),
      derivative_(rule.derivative.size()),
      transposed_(rule.derivative.size()),
      inverse_spacing_(rule.n),
      set_(shape_, false),
      add_(shape_, true) {
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
  for (int row = 0; row < shape_.n_rows(); ++row) {
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
  for (int row = 0; row < shape_.n_rows(); ++row) {
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
                                    const std::array<const double*, 3>& f,
                                    std::span<const double> p, const std::array<double*, 3>& out) {
  differentiate(p.data());
  for (int row = 0; row < shape_.n_rows(); ++row) {
    const int at = row * n_;
    const double* m = metric.data() + 9 * at;
    fetch_lines(m + 9 * size_, 9 * n_);
    for_each_register(
        n_, [&](int i, const auto& from, const auto& to) __attribute__((always_inline)) {
          const auto b = from(mass.data() + at + i), r = from(workspace_[0].data() + at + i),
                     s = from(workspace_[1].data() + at + i),
                     t = from(workspace_[2].data() + at + i);
          for (int c = 0; c < 3; ++c) {
            if (out[c] == nullptr) continue;
            const double* column = m + c * n_ + i;
            const auto slope =
                from(column) * r + from(column + 3 * n_) * s + from(column + 6 * n_) * t;
            to(out[c] + at + i, b * (from(f[c] + at + i) - slope));
          }
        });
  }
}

void GeneralOperators::accumulate_diagnostics(std::span<const double> metric,
                                              std::span<const double> mass,
                                              const std::array<const double*, 3>& u,
                                              std::span<const double> spacing,
                                              FlowDiagnostics& sums) {
  for (int c = 0; c < 3; ++c) {
    set_.along_x(transposed_.data(), u[c], slopes_[0][c].data());
    set_.along_y(derivative_.data(), u[c], slopes_[1][c].data());
    set_.along_z(derivative_.data(), u[c], slopes_[2][c].data());
  }
  for (int i = 0; i < n_; ++i) inverse_spacing_[i] = 1.0 / spacing[i];
  RowSum energy, enstrophy, divergence_squared, rate;
  for (int row = 0; row < shape_.n_rows(); ++row) {
    const int at = row * n_;
    const double* m = metric.data() + 9 * at;
    fetch_lines(m + 9 * size_, 9 * n_);
    const double along_s = inverse_spacing_[row % n_];
    const double along_t = shape_.is_plane() ? 0.0 : inverse_spacing_[row / n_];
    for_each_register(
        n_, [&](int i, const auto& from, const auto&) __attribute__((always_inline)) {
          using Value = decltype(from(m));
          const Value x = from(u[0] + at + i), y = from(u[1] + at + i), z = from(u[2] + at + i);
          Value du[3][3];  // [c][b]: du_c / dx_b
          const auto metric_at = [&](int a, int b) __attribute__((always_inline)) {
            return from(m + (3 * a + b) * n_ + i);
          };
          for (int c = 0; c < 3; ++c) {
            const Value r = from(slopes_[0][c].data() + at + i),
                        s = from(slopes_[1][c].data() + at + i),
                        t = from(slopes_[2][c].data() + at + i);
            for (int b = 0; b < 3; ++b)
              du[c][b] = metric_at(0, b) * r + metric_at(1, b) * s + metric_at(2, b) * t;
          }
          const Value along_x = du[2][1] - du[1][2], along_y = du[0][2] - du[2][0],
                      along_z = du[1][0] - du[0][1];
          const Value divergence = du[0][0] + du[1][1] + du[2][2];
          const Value b = from(mass.data() + at + i);
          energy.add(b * (x * x + y * y + z * z));
          enstrophy.add(b * (along_x * along_x + along_y * along_y + along_z * along_z));
          divergence_squared.add(b * divergence * divergence);
          const auto speed = [&](int a) __attribute__((always_inline)) {
            return magnitude(metric_at(a, 0) * x + metric_at(a, 1) * y + metric_at(a, 2) * z);
          };
          rate.raise(speed(0) * from(inverse_spacing_.data() + i) + speed(1) * along_s +
                     speed(2) * along_t);
        });
  }
  sums.kinetic_energy += 0.5 * energy.sum();
  sums.enstrophy += 0.5 * enstrophy.sum();
  sums.divergence_squared += divergence_squared.sum();
  sums.max_courant_rate = std::max(sums.max_courant_rate, rate.largest());
}

}  // namespace lobatto::kernels
