#include "kernels/kernel_methods.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/advection/advection.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "kernels/products/contraction.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::kernels {
namespace {

bool is_compiled(const char* method) { return std::string(method) != "matrix products"; }

/// What the kernel itself takes.
bool advection_is_compiled(int n, int m) {
  const auto nodes = poly::gauss_lobatto_legendre(n);
  const auto points = m == n ? nodes : poly::gauss_legendre(m);
  const BoxAdvection kernel({n, m, poly::interpolation_matrix(nodes.nodes, points.nodes).values,
                             poly::derivative_at_points(nodes.nodes, points.nodes).values,
                             points.weights, nodes.weights});
  return is_compiled(kernel.method());
}

TEST(KernelMethods, AreThoseThatTheKernelsTake) {
  for (int n = 2; n <= 32; ++n) {
    const auto nodes = poly::gauss_lobatto_legendre(n);
    const auto derivative = poly::derivative_matrix(nodes.nodes);
    const LineRule rule{n, derivative.values, nodes.weights};
    const bool helmholtz = helmholtz_method(n) == KernelMethod::compiled;
    EXPECT_EQ(helmholtz, is_compiled(BoxHelmholtz(rule).method())) << n;
    EXPECT_EQ(helmholtz, is_compiled(GeneralHelmholtz(rule).method())) << n;
    for (const int m : {n, n + 1, (3 * n + 1) / 2, 2 * n})
      EXPECT_EQ(advection_method(n, m) == KernelMethod::compiled, advection_is_compiled(n, m))
          << n << " " << m;
  }
}

TEST(KernelMethods, TellWhyThereIsNoCompiledKernel) {
#ifdef __AVX__
  const int n = advection_sizes().front(), beyond = 33;
  EXPECT_EQ(advection_method(n, (3 * n + 1) / 2), KernelMethod::compiled);
  EXPECT_EQ(advection_method(n, 2 * n), KernelMethod::other_points);
  EXPECT_EQ(advection_method(beyond, 50), KernelMethod::other_size);
  EXPECT_EQ(advection_method(beyond, 60), KernelMethod::other_size);
  EXPECT_EQ(helmholtz_method(beyond), KernelMethod::other_size);
#endif
}

TEST(KernelMethods, ProductsAreGeneratedWhereAllThreeDirectionsAre) {
  for (const int n : {2, 8, 17, 32}) {
    const bool x = Contraction(ContractionShape::packed(n, n * n, n)).generated();
    const bool y = Contraction(ContractionShape::packed(n, n, n)).generated();
    const bool z = Contraction(ContractionShape::packed(n * n, n, n)).generated();
    EXPECT_EQ(products_are_generated(n), x && y && z) << n;
#ifdef __AVX__
    EXPECT_TRUE(products_are_generated(n)) << n;
#endif
  }
}

}  // namespace
}  // namespace lobatto::kernels
