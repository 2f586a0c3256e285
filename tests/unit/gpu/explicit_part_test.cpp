#include "gpu/explicit_part.hpp"

#include <gtest/gtest.h>

#include "gpu/element_matrices.hpp"
#include "kernels/advection/advection.hpp"
#include "kernels/operators/box_operators.hpp"
#include "random_box.hpp"

namespace {

using namespace lobatto::gpu;
namespace kernels = lobatto::kernels;

/// The explicit part with random fields, sums, weights and fluxes of walls, and what it makes of
/// them.
template <int N, int F>
class ExplicitCase {
 public:
  static constexpr int M = (3 * N + 1) / 2;

  explicit ExplicitCase(const std::array<bool, 3>& is_periodic)
      : box_(test::uneven_box(N, is_periodic)) {
    for (int d = 1; d < 3; ++d) {
      if (is_periodic[d]) continue;
      const std::size_t n_faces = 2 * box_.layout.elements[0] * box_.layout.elements[3 - d];
      wall_flux_[d] = DeviceArray(test::random_values(n_faces * 2 * N * N, 10 + d));
    }
  }

  void run() {
    auto kernel = this->kernel();
    launch(kernel, box_.layout.n_elements(), {});
  }

  /// u_hat = next + beta_0 u - a_0 N + source, and so on, with N of the solver.
  void expect_sums() const {
    const auto weights = kernel().weights;
    for (int f = 0; f < F; ++f) {
      const auto u = box_.at_elements(u_.data() + f * box_.layout.n_nodes()), rate = advection(f);
      std::vector<double> hat, next, after_next;
      for (std::size_t q = 0; q < n_values_; ++q) {
        const std::size_t at = f * n_values_ + q;
        hat.push_back(next_before_[at] + weights.beta[0] * u[q] - weights.a[0] * rate[q] + f);
        next.push_back(after_before_[at] + weights.beta[1] * u[q] - weights.a[1] * rate[q]);
        after_next.push_back(weights.beta[2] * u[q] - weights.a[2] * rate[q]);
      }
      EXPECT_LT(test::relative_difference(part(u_hat_, f), hat), 1e-13) << N << " " << f;
      EXPECT_LT(test::relative_difference(part(next_, f), next), 1e-13) << N << " " << f;
      EXPECT_LT(test::relative_difference(part(after_next_, f), after_next), 1e-13) << N;
    }
  }

  /// The weak divergence, by the solver, of u_hat and of the fluxes of the walls.
  void expect_weak_divergence() const {
    kernels::BoxOperators operators(N, matrices_.derivative.values, matrices_.gll.weights);
    std::vector<double> expected(n_values_);
    const std::size_t size = box_.element_size();
    for (int e = 0; e < box_.layout.n_elements(); ++e) {
      std::array<std::vector<double>, 3> flux;
      for (int d = 0; d < 3; ++d) {
        const auto hat = part(u_hat_, d);
        flux[d].assign(hat.begin() + e * size, hat.begin() + (e + 1) * size);
      }
      for (int across = 1; across < 3; ++across) add_walls(e, across, flux);
      operators.weak_divergence(box_.lengths(e), {flux[0].data(), flux[1].data(), flux[2].data()},
                                std::span(expected).subspan(e * size, size));
    }
    const auto found = box_.of_elements(rhs_.copied().data());
    EXPECT_LT(test::relative_difference(found, expected), 1e-13) << N << " " << F;
  }

 private:
  [[nodiscard]] ExplicitPart<N, M, F> kernel() const {
    ExplicitPart<N, M, F> kernel{};
    kernel.layout = box_.layout;
    kernel.slopes = box_.slopes;
    kernel.matrices = explicit_matrices_;
    kernel.weights = {{3, -1.5, 0.3}, {2, -0.7, 1.1}};
    for (int f = 0; f < F; ++f) kernel.source[f] = f;
    kernel.u = u_.data();
    kernel.next = next_.data();
    kernel.after_next = after_next_.data();
    kernel.u_hat = u_hat_.data();
    kernel.pressure_rhs = rhs_.data();
    for (int d = 1; d < 3; ++d) kernel.wall_flux[d] = wall_flux_[d].data();
    test::copy(matrices_.gll.weights, kernel.mass);
    return kernel;
  }

  [[nodiscard]] std::vector<double> part(const DeviceArray& fields, int f) const {
    return {fields.data() + f * n_values_, fields.data() + (f + 1) * n_values_};
  }

  /// u . grad of field f.
  [[nodiscard]] std::vector<double> advection(int f) const {
    kernels::BoxAdvection advection({N, M, matrices_.interpolate.values, matrices_.slope.values,
                                     matrices_.gauss.weights, matrices_.gll.weights});
    std::array<std::vector<double>, F> u;
    for (int g = 0; g < F; ++g) u[g] = box_.at_elements(u_.data() + g * box_.layout.n_nodes());
    std::vector<kernels::Lengths> lengths;
    for (int e = 0; e < box_.layout.n_elements(); ++e) lengths.push_back(box_.lengths(e));
    std::vector<double> rate(n_values_);
    const std::array<const double*, 1> fields{u[f].data()};
    const std::array<double*, 1> out{rate.data()};
    advection.apply(lengths, {{u[0].data(), u[1].data(), u[2].data()}, fields, out});
    return rate;
  }

  /// What is given to the nodes of walls, as if it were of a field: over its slope and its mass.
  void add_walls(int element, int across, std::array<std::vector<double>, 3>& flux) const {
    if (wall_flux_[across].size() == 0) return;
    const auto e = box_.layout.element(element);
    const int along = 3 - across;
    for (int side = 0; side < 2; ++side) {
      if (e.at[across] != (side == 0 ? 0 : box_.layout.elements[across] - 1)) continue;
      const int face =
          (side * box_.layout.elements[along] + e.at[along]) * box_.layout.elements[0] + e.at[0];
      const double* given = wall_flux_[across].data() + face * 2 * N * N;
      for (int b = 0; b < N; ++b) {
        for (int i = 0; i < N; ++i) {
          const int layer = side * (N - 1);
          const int j = across == 1 ? layer : b, k = across == 1 ? b : layer;
          const auto& w = matrices_.gll.weights;
          const double mass = box_.slopes.jacobian(e) * w[i] * w[j] * w[k];
          const int node = (k * N + j) * N + i;
          flux[0][node] += given[b * N + i] / (mass * box_.slopes.at(e, 0));
          flux[along][node] += given[N * N + b * N + i] / (mass * box_.slopes.at(e, along));
        }
      }
    }
  }

  test::BoxOnDevice box_;
  std::size_t n_values_ = static_cast<std::size_t>(box_.layout.n_element_nodes());
  ElementMatrices<N, M> matrices_;
  TileStore tiles_;
  typename ExplicitPart<N, M, F>::Matrices explicit_matrices_ =
      set_matrices<N, M, F>(matrices_, tiles_);
  std::vector<double> next_before_ = test::random_values(F * n_values_, 1);
  std::vector<double> after_before_ = test::random_values(F * n_values_, 2);
  DeviceArray u_{test::random_values(F * static_cast<std::size_t>(box_.layout.n_nodes()), 3)};
  DeviceArray next_{next_before_}, after_next_{after_before_};
  DeviceArray u_hat_{F * n_values_}, rhs_{n_values_};
  std::array<DeviceArray, 3> wall_flux_;
};

template <int N, int F>
void expect_explicit_part(const std::array<bool, 3>& is_periodic) {
  ExplicitCase<N, F> made(is_periodic);
  made.run();
  made.expect_sums();
  made.expect_weak_divergence();
}

TEST(GpuExplicitPart, IsThatOfTheSolverWithoutWalls) {
  expect_explicit_part<8, 3>({true, true, true});
  expect_explicit_part<10, 4>({true, true, true});
}

TEST(GpuExplicitPart, IsThatOfTheSolverWithTheFluxesOfWalls) {
  expect_explicit_part<8, 4>({true, false, true});
  expect_explicit_part<10, 3>({true, false, false});
}

TEST(GpuExplicitPart, IsThatOfTheSolverAtSixteenNodes) {
  expect_explicit_part<16, 3>({true, false, false});
  expect_explicit_part<16, 4>({true, true, true});
}

/// The flux of a field of polynomials, in a box, across walls of one direction.
template <int N>
void expect_wall_flux(int across) {
  const Box lines = test::uneven_box(N, {true, false, false});
  const test::BoxOnDevice box(lines);
  const int along = 3 - across;
  // The field changes as s^3 - 2 s across, times a factor of its own at each node of the wall.
  std::vector<double> u;
  const auto factor = [](int d, int i, int b) { return 1.0 + d + 0.1 * i - 0.2 * b; };
  const auto y = node_places(lines[1]), z = node_places(lines[2]);
  for (int d = 0; d < 3; ++d) {
    for (int k = 0; k < box.layout.nodes[2]; ++k) {
      for (int j = 0; j < box.layout.nodes[1]; ++j) {
        const double s = across == 1 ? y[j] : z[k];
        for (int i = 0; i < box.layout.nodes[0]; ++i)
          u.push_back(factor(d, i, across == 1 ? k : j) * (s * s * s - 2 * s));
      }
    }
  }
  const int n_faces = 2 * box.layout.elements[0] * box.layout.elements[along];
  const auto slopes_before = test::random_values(static_cast<std::size_t>(n_faces) * 2 * N * N, 1);
  const DeviceArray of_u(u), before(slopes_before), flux(slopes_before.size());
  const ElementMatrices<N, N> matrices;
  const auto& w = matrices.gll.weights;
  WallFlux<N> kernel{box.layout,  box.slopes,    across,      0.3, {2, -1},
                     of_u.data(), before.data(), flux.data(), {},  {}};
  test::copy(w, kernel.mass);
  for (int m = 0; m < N; ++m) kernel.end_slope[m] = matrices.derivative(N - 1, m);
  launch(kernel, n_faces, {});

  std::vector<double> slopes, fluxes;
  for (int side = 0; side < 2; ++side) {
    const double s = side == 0 ? lines[across].ticks.front() : lines[across].ticks.back();
    const double outward = (side == 0 ? -1 : 1) * (3 * s * s - 2);
    for (int a = 0; a < box.layout.elements[along]; ++a) {
      for (int x = 0; x < box.layout.elements[0]; ++x) {
        Layout::Element e{{x, 0, 0}};
        e.at[along] = a;
        for (const int d : {0, along}) {
          for (int q = 0; q < N * N; ++q) {
            const int i = q % N, b = q / N;
            const double area = w[i] * w[b] / (box.slopes.at(e, 0) * box.slopes.at(e, along));
            slopes.push_back(outward *
                             factor(d, box.layout.node(0, x, i), box.layout.node(along, a, b)));
            fluxes.push_back(0.3 * area * box.slopes.at(e, d) *
                             (2 * slopes.back() - slopes_before[slopes.size() - 1]));
          }
        }
      }
    }
  }
  EXPECT_LT(test::relative_difference(before.copied(), slopes), 1e-11) << N << " " << across;
  EXPECT_LT(test::relative_difference(flux.copied(), fluxes), 1e-11) << N << " " << across;
}

TEST(GpuWallFlux, IsThatOfTheExactSlopeAtEachWall) {
  for (const int across : {1, 2}) {
    expect_wall_flux<8>(across);
    expect_wall_flux<10>(across);
    expect_wall_flux<16>(across);
  }
}

}  // namespace
