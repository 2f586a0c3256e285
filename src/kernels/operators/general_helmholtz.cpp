#include "kernels/operators/general_helmholtz.hpp"

#include <array>

#include "base/aligned_array.hpp"
#include "kernels/choose_compiled.hpp"
#include "kernels/operators/helmholtz_methods.hpp"

namespace lobatto::kernels {

namespace {

class GeneralHelmholtzByProducts final : public GeneralHelmholtzMethod {
 public:
  explicit GeneralHelmholtzByProducts(const LineRule& rule)
      : n_(rule.n),
        n_rows_(rule.shape().n_rows()),
        size_(rule.shape().size()),
        derivative_(rule.derivative.size()),
        transposed_(rule.derivative.size()),
        set_(rule.shape(), false),
        add_(rule.shape(), true) {
    for (auto& field : slopes_) field = base::AlignedArray<double>(size_);
    for (int i = 0; i < n_; ++i) {
      for (int l = 0; l < n_; ++l) {
        derivative_[i * n_ + l] = rule.derivative[i * n_ + l];
        transposed_[l * n_ + i] = rule.derivative[i * n_ + l];
      }
    }
  }

  double apply(std::size_t n_elements, const HelmholtzGeometry& geometry,
               const HelmholtzCoefficients& coefficients, const double* u, double* out,
               const FieldsAhead& /*ahead*/) override {
    double energy = 0.0;
    for (std::size_t e = 0; e < n_elements; ++e) {
      const double* from = u + e * size_;
      double* to = out + e * size_;
      differentiate(from);
      make_fluxes(geometry.stiffness + 6 * e * size_, coefficients.nu);
      diverge(to);
      if (coefficients.sigma != 0.0) {
        const double* mass = geometry.mass + e * size_;
        for (std::size_t q = 0; q < size_; ++q) to[q] += coefficients.sigma * mass[q] * from[q];
      }
      for (std::size_t q = 0; q < size_; ++q) energy += from[q] * to[q];
    }
    return energy;
  }
  [[nodiscard]] const char* name() const override { return "matrix products"; }

 private:
  void differentiate(const double* u) {
    set_.along_x(transposed_.data(), u, slopes_[0].data());
    set_.along_y(derivative_.data(), u, slopes_[1].data());
    set_.along_z(derivative_.data(), u, slopes_[2].data());
  }

  /// The fluxes take the place of the slopes.
  void make_fluxes(const double* factors, double nu) {
    for (int row = 0; row < n_rows_; ++row) {
      const double* g = factors + 6 * row * n_;
      double* r = slopes_[0].data() + row * n_;
      double* s = slopes_[1].data() + row * n_;
      double* t = slopes_[2].data() + row * n_;
#pragma GCC ivdep
      for (int i = 0; i < n_; ++i) {
        const double a = nu * r[i], b = nu * s[i], c = nu * t[i];
        r[i] = g[i] * a + g[n_ + i] * b + g[2 * n_ + i] * c;
        s[i] = g[n_ + i] * a + g[3 * n_ + i] * b + g[4 * n_ + i] * c;
        t[i] = g[2 * n_ + i] * a + g[4 * n_ + i] * b + g[5 * n_ + i] * c;
      }
    }
  }

  void diverge(double* out) {
    set_.along_x(derivative_.data(), slopes_[0].data(), out);
    add_.along_y(transposed_.data(), slopes_[1].data(), out);
    add_.along_z(transposed_.data(), slopes_[2].data(), out);
  }

  int n_, n_rows_;
  std::size_t size_;
  base::AlignedArray<double> derivative_, transposed_;
  std::array<base::AlignedArray<double>, 3> slopes_;
  ElementProducts set_, add_;
};

}  // namespace

GeneralHelmholtzMethod::~GeneralHelmholtzMethod() = default;

GeneralHelmholtz::GeneralHelmholtz(const LineRule& rule) {
  method_ = choose_compiled<GeneralHelmholtzMethod>(
      rule.n, HelmholtzSizes{}, [&]<int n, int lanes>(CompiledFor<n, lanes>) {
        return make_compiled_general_helmholtz<n, lanes>(rule);
      });
  if (!method_) method_ = std::make_unique<GeneralHelmholtzByProducts>(rule);
}

}  // namespace lobatto::kernels
