#pragma once

#include <cstddef>
#include <memory>

#include "kernels/cost.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/geometric_factors.hpp"

namespace lobatto::kernels {

/// Operations of the plain products, the energy included; the mass is read only where sigma is not
/// zero.
constexpr Cost general_helmholtz_cost(const ElementShape& shape, bool with_mass) {
  return {2.0 * shape.product_flops() + (with_mass ? 20.0 : 17.0) * shape.points(),
          8.0 * (with_mass ? 9.0 : 8.0) * shape.points()};
}

/// The geometry of consecutive elements, as GeometricFactors makes it.
struct HelmholtzGeometry {
  const double* stiffness = nullptr;  ///< [n_elements][k][j][6][i]
  const double* mass = nullptr;       ///< [n_elements][k][j][i]; not read where sigma is zero
};

/// Fields that the caller reads next, at the elements that follow those of u: fetched meanwhile,
/// with the factors. Laid out as u; null for none.
struct FieldsAhead {
  const double* first = nullptr;
  const double* second = nullptr;
};

/// How GeneralHelmholtz is computed for one n.
class GeneralHelmholtzMethod {
 public:
  virtual ~GeneralHelmholtzMethod();
  virtual double apply(std::size_t n_elements, const HelmholtzGeometry& geometry,
                       const HelmholtzCoefficients& coefficients, const double* u, double* out,
                       const FieldsAhead& ahead) = 0;
  [[nodiscard]] virtual const char* name() const = 0;
};

/// out = sigma B u + nu sum_{a,b} D_a^T G_ab D_b u of curved hexahedra, D_a the derivative along
/// reference direction a, and its energy. The compiled method (n as in BoxHelmholtz) reads
/// the factors in the order of memory and fetches those of the next element meanwhile. Holds its
/// workspace: one object a thread.
class GeneralHelmholtz {
 public:
  explicit GeneralHelmholtz(const LineRule& rule);

  /// u, out [n_elements][k][j][i], not overlapping. Returns sum_q u_q out_q.
  double apply(std::size_t n_elements, const HelmholtzGeometry& geometry,
               const HelmholtzCoefficients& coefficients, const double* u, double* out,
               const FieldsAhead& ahead = {}) {
    return method_->apply(n_elements, geometry, coefficients, u, out, ahead);
  }
  [[nodiscard]] const char* method() const { return method_->name(); }

 private:
  std::unique_ptr<GeneralHelmholtzMethod> method_;
};

}  // namespace lobatto::kernels
