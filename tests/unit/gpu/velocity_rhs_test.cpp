#include "gpu/velocity_rhs.hpp"

#include <gtest/gtest.h>

#include "kernels/operators/box_operators.hpp"
#include "poly/lagrange.hpp"
#include "random_box.hpp"

namespace {

using namespace lobatto::gpu;
namespace poly = lobatto::poly;

/// Against momentum_rhs of the solver; that of a scalar has no pressure.
template <int N, int F>
void expect_velocity_rhs(const std::array<bool, 3>& is_periodic) {
  const test::BoxOnDevice box(test::uneven_box(N, is_periodic));
  const auto n_values = static_cast<std::size_t>(box.layout.n_element_nodes());
  const auto gll = poly::gauss_lobatto_legendre(N);
  const auto derivative = poly::derivative_matrix(gll.nodes);
  const DeviceArray pressure(test::random_values(box.layout.n_nodes(), 1)),
      u_hat(test::random_values(F * n_values, 2)), rhs(F * n_values);
  TileStore tiles;
  VelocityRhs<N, F> kernel{box.layout, box.slopes, pressure.data(), u_hat.data(), rhs.data(),
                           {},         {}};
  test::copy(gll.weights, kernel.mass);
  tiles.set(derivative, kernel.derivative);
  launch(kernel, box.layout.n_elements(), {});

  lobatto::kernels::BoxOperators operators(N, derivative.values, gll.weights);
  const auto p = box.at_elements(pressure.data());
  const std::vector<double> none(n_values);
  const std::size_t size = box.element_size();
  for (int f = 0; f < F; ++f) {
    std::vector<double> expected(n_values);
    for (int e = 0; e < box.layout.n_elements(); ++e)
      operators.momentum_rhs(box.lengths(e), f % 3, {u_hat.data() + f * n_values + e * size, size},
                             std::span(f < 3 ? p : none).subspan(e * size, size),
                             std::span(expected).subspan(e * size, size));
    const auto found = box.of_elements(rhs.data() + f * n_values);
    EXPECT_LT(test::relative_difference(found, expected), 1e-13) << N << " " << f;
  }
}

TEST(GpuVelocityRhs, IsThatOfTheSolver) {
  expect_velocity_rhs<8, 3>({true, true, true});
  expect_velocity_rhs<8, 4>({true, false, false});
  expect_velocity_rhs<10, 3>({true, false, true});
  expect_velocity_rhs<10, 4>({true, true, true});
  expect_velocity_rhs<16, 3>({true, false, true});
  expect_velocity_rhs<16, 4>({true, true, true});
}

}  // namespace
