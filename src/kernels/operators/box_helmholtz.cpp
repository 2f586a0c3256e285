#include "kernels/operators/box_helmholtz.hpp"

#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/choose_compiled.hpp"
#include "kernels/operators/helmholtz_methods.hpp"
#include "kernels/products/contraction.hpp"
#include "kernels/products/line_products.hpp"

namespace lobatto::kernels {

namespace {

/// For any n: J W times the sum of three products, with L = W^-1 D^T W D and the factors of an
/// element put into the matrices.
class BoxHelmholtzByProducts final : public BoxHelmholtzMethod {
 public:
  explicit BoxHelmholtzByProducts(const LineRule& rule)
      : shape_(rule.shape()),
        n_(rule.n),
        laplacian_(rule.derivative.size(), 0.0),
        scaled_(rule.derivative.size()),
        mass_(shape_.size()),
        set_(shape_, false),
        add_(shape_, true) {
    for (std::size_t q = 0; q < mass_.size(); ++q)
      mass_[q] = reference_weight(shape_, rule.weights, q);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j)
        for (int l = 0; l < n_; ++l)
          laplacian_[i * n_ + j] += rule.derivative[l * n_ + i] * rule.weights[l] *
                                    rule.derivative[l * n_ + j] / rule.weights[i];
  }

  double apply(std::span<const Lengths> lengths, const HelmholtzCoefficients& coefficients,
               const double* u, double* out) override {
    double energy = 0.0;
    for (const Lengths& h : lengths) {
      const auto stiffness = [&](int d) { return coefficients.nu * 4.0 / (h[d] * h[d]); };
      set_.along_x(matrix(stiffness(0), coefficients.sigma, true), u, out);
      add_.along_y(matrix(stiffness(1), 0.0, false), u, out);
      add_.along_z(matrix(stiffness(2), 0.0, false), u, out);
      scale_by_mass(h[0] * h[1] * h[2] / 8.0, out);
      energy += dot(u, out, shape_.size());
      u += shape_.size();
      out += shape_.size();
    }
    return energy;
  }
  [[nodiscard]] const char* name() const override { return "matrix products"; }

 private:
  /// factor L + diagonal, or its transpose, as the products along x want it.
  const double* matrix(double factor, double diagonal, bool transposed) {
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j)
        scaled_[i * n_ + j] = factor * laplacian_[transposed ? j * n_ + i : i * n_ + j];
      scaled_[i * n_ + i] += diagonal;
    }
    return scaled_.data();
  }
  void scale_by_mass(double jacobian, double* out) const {
    for (std::size_t q = 0; q < mass_.size(); ++q) out[q] *= jacobian * mass_[q];
  }

  ElementShape shape_;
  int n_;
  std::vector<double> laplacian_;
  base::AlignedArray<double> scaled_, mass_;
  ElementProducts set_, add_;
};

}  // namespace

BoxHelmholtzMethod::~BoxHelmholtzMethod() = default;

BoxHelmholtz::BoxHelmholtz(const LineRule& rule) {
  method_ = choose_compiled<BoxHelmholtzMethod>(
      rule.n, HelmholtzSizes{}, [&]<int n, int lanes>(CompiledFor<n, lanes>) {
        return make_compiled_box_helmholtz<n, lanes>(rule);
      });
  if (!method_) method_ = std::make_unique<BoxHelmholtzByProducts>(rule);
}

}  // namespace lobatto::kernels
