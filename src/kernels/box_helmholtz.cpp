#include "kernels/box_helmholtz.hpp"

#include "kernels/box_operators.hpp"
#include "kernels/choose_compiled.hpp"
#include "kernels/helmholtz_methods.hpp"
#include "kernels/line_products.hpp"

namespace lobatto::kernels {

namespace {

class BoxHelmholtzByProducts final : public BoxHelmholtzMethod {
 public:
  explicit BoxHelmholtzByProducts(const LineRule& rule)
      : operators_(rule.n, rule.derivative, rule.weights) {}

  double apply(std::span<const Lengths> lengths, const HelmholtzCoefficients& coefficients,
               const double* u, double* out) override {
    const auto size = static_cast<std::size_t>(cube(operators_.n()));
    double energy = 0.0;
    for (std::size_t e = 0; e < lengths.size(); ++e) {
      operators_.helmholtz(lengths[e], coefficients.sigma, coefficients.nu, {u + e * size, size},
                           {out + e * size, size});
      energy += dot(u + e * size, out + e * size, size);
    }
    return energy;
  }
  [[nodiscard]] const char* name() const override { return "matrix products"; }

 private:
  BoxOperators operators_;
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
