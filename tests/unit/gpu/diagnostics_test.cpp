#include "gpu/diagnostics.hpp"

#include <gtest/gtest.h>

#include "kernels/operators/box_operators.hpp"
#include "poly/lagrange.hpp"
#include "random_box.hpp"

namespace {

using namespace lobatto::gpu;
namespace poly = lobatto::poly;

template <int N>
void expect_diagnostics(const std::array<bool, 3>& is_periodic) {
  const test::BoxOnDevice box(test::uneven_box(N, is_periodic));
  const auto gll = poly::gauss_lobatto_legendre(N);
  const auto derivative = poly::derivative_matrix(gll.nodes);
  const auto n_nodes = static_cast<std::size_t>(box.layout.n_nodes());
  const DeviceArray u(test::random_values(3 * n_nodes, 1)),
      sums(3 * static_cast<std::size_t>(box.layout.n_elements()));
  TileStore tiles;
  Diagnostics<N> kernel{box.layout, box.slopes, u.data(), sums.data(), {}, {}};
  test::copy(gll.weights, kernel.mass);
  tiles.set(derivative, kernel.derivative);
  launch(kernel, box.layout.n_elements(), {});

  lobatto::kernels::BoxOperators operators(N, derivative.values, gll.weights);
  std::array<std::vector<double>, 3> values;
  for (int d = 0; d < 3; ++d) values[d] = box.at_elements(u.data() + d * n_nodes);
  std::vector<double> expected;
  for (int e = 0; e < box.layout.n_elements(); ++e) {
    lobatto::kernels::FlowDiagnostics of_element;
    const std::size_t first = e * box.element_size();
    operators.accumulate_diagnostics(box.lengths(e),
                                     {&values[0][first], &values[1][first], &values[2][first]},
                                     std::vector<double>(N, 1.0), of_element);
    expected.insert(expected.end(), {of_element.kinetic_energy, of_element.enstrophy,
                                     of_element.divergence_squared});
  }
  const auto found = sums.copied();
  for (std::size_t q = 0; q < expected.size(); ++q)
    EXPECT_NEAR(found[q], expected[q], 1e-12 * expected[q]) << N << " sum " << q;
}

TEST(GpuDiagnostics, AreThoseOfTheSolverForEachElement) {
  expect_diagnostics<8>({true, true, true});
  expect_diagnostics<10>({true, false, true});
  expect_diagnostics<16>({true, false, false});
}

}  // namespace
