// In a plane the kernels are what those of three dimensions are on fields that are constant along
// t: the same at every node, and for integrals over the element the sum over the nodes of a line.
#include <gtest/gtest.h>

#include <limits>

#include "curved_element.hpp"
#include "kernels/advection/general_advection.hpp"
#include "kernels/batches/element_transfer.hpp"
#include "kernels/batches/fast_diagonalisation.hpp"
#include "kernels/operators/box_operators.hpp"
#include "kernels/operators/box_stiffness.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "kernels/operators/general_operators.hpp"
#include "kernels/operators/general_stiffness.hpp"
#include "kernels/products/element_filter.hpp"
#include "one_lane.hpp"
#include "over_integration.hpp"
#include "poly/line_operators.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::random_values;
using test::relative_difference;
using Values = std::vector<double>;

constexpr double thickness = 0.4;
constexpr Lengths lengths{0.7, 1.9, thickness};
constexpr std::array<Lengths, 1> element{lengths};
constexpr double round_off = 1e-12;

/// A bent element of a plane, and the one that is as thick as a layer.
test::Point bent_map(const test::Point& r) {
  return {r[0] + 0.15 * std::sin(1.5 * r[1]), 0.7 * r[1] + 0.1 * std::sin(r[0]),
          0.5 * thickness * r[2]};
}

/// Both shapes of n nodes per direction, with a bent element of each.
struct Pair {
  explicit Pair(int n_nodes)
      : n(n_nodes),
        flat(n, true),
        layer(n, bent_map),
        metric(9 * flat.size()),
        stiffness(6 * flat.size()),
        mass(flat.size()) {
    std::array<Values, 3> at;
    for (int d = 0; d < 3; ++d)
      at[d] = {layer.coordinates[d].begin(), layer.coordinates[d].begin() + flat.size()};
    std::ranges::fill(at[2], 0.0);
    compute_geometry(flat, layer.derivative.values, layer.quadrature.weights, {at[0], at[1], at[2]},
                     {metric, stiffness, mass}, thickness);
  }
  [[nodiscard]] LineRule rule(bool is_plane) const {
    return {n, layer.derivative.values, layer.quadrature.weights, is_plane};
  }
  [[nodiscard]] Values along_t(const Values& u) const {
    Values out;
    for (int k = 0; k < n; ++k) out.insert(out.end(), u.begin(), u.end());
    return out;
  }
  [[nodiscard]] Values summed(const Values& u) const {
    Values out(flat.size(), 0.0);
    for (std::size_t q = 0; q < u.size(); ++q) out[q % out.size()] += u[q];
    return out;
  }

  int n;
  ElementShape flat;
  test::CurvedElement layer;
  Values metric, stiffness, mass;
};

class PlaneKernels : public testing::TestWithParam<int> {
 protected:
  Values random(unsigned seed) const { return random_values(pair.flat.size(), seed); }

  Pair pair{GetParam()};
  int n = GetParam();
  std::size_t size = pair.flat.size();
  std::array<Values, 3> u{random(1), random(2), random(3)};
  std::array<Values, 3> u_layer{pair.along_t(u[0]), pair.along_t(u[1]), pair.along_t(u[2])};
};

std::array<const double*, 3> values_of(const std::array<Values, 3>& u) {
  return {u[0].data(), u[1].data(), u[2].data()};
}
std::array<double*, 3> data_of(std::array<Values, 3>& u) {
  return {u[0].data(), u[1].data(), u[2].data()};
}

TEST_P(PlaneKernels, GeometryHasTheVolumeOfTheLayer) {
  EXPECT_LT(relative_difference(pair.mass, pair.summed(pair.layer.mass)), round_off);
}

TEST_P(PlaneKernels, HelmholtzOperatorsAreThoseOfTheLayer) {
  Values flat(size), layer(pair.layer.size);
  const HelmholtzCoefficients coefficients{1.3, 0.2};
  BoxHelmholtz(pair.rule(true)).apply(element, coefficients, u[0].data(), flat.data());
  BoxHelmholtz(pair.rule(false)).apply(element, coefficients, u_layer[0].data(), layer.data());
  EXPECT_LT(relative_difference(flat, pair.summed(layer)), round_off);

  GeneralHelmholtz(pair.rule(true))
      .apply(1, {pair.stiffness.data(), pair.mass.data()}, coefficients, u[0].data(), flat.data());
  GeneralHelmholtz(pair.rule(false))
      .apply(1, {pair.layer.stiffness.data(), pair.layer.mass.data()}, coefficients,
             u_layer[0].data(), layer.data());
  EXPECT_LT(relative_difference(flat, pair.summed(layer)), round_off);
}

TEST_P(PlaneKernels, GradientsAreThoseOfTheLayer) {
  const auto& d = pair.layer.derivative.values;
  const auto& w = pair.layer.quadrature.weights;
  std::array<Values, 3> flat{u}, layer{u_layer};
  BoxOperators(pair.flat, d, w).gradient(lengths, u[0], data_of(flat));
  BoxOperators(n, d, w).gradient(lengths, u_layer[0], data_of(layer));
  for (int b = 0; b < 2; ++b)
    EXPECT_LT(relative_difference(pair.along_t(flat[b]), layer[b]), round_off) << b;
  EXPECT_EQ(test::max_abs(flat[2]), 0.0);
  GeneralOperators(pair.rule(true)).gradient(pair.metric, u[0], data_of(flat));
  GeneralOperators(pair.rule(false)).gradient(pair.layer.metric, u_layer[0], data_of(layer));
  for (int b = 0; b < 2; ++b)
    EXPECT_LT(relative_difference(pair.along_t(flat[b]), layer[b]), round_off) << b;
  EXPECT_EQ(test::max_abs(flat[2]), 0.0);
}

TEST_P(PlaneKernels, WeakOperatorsAreThoseOfTheLayer) {
  const auto& d = pair.layer.derivative.values;
  const auto& w = pair.layer.quadrature.weights;
  Values flat(size), layer(pair.layer.size);
  BoxOperators box(pair.flat, d, w), box_layer(n, d, w);
  GeneralOperators general(pair.rule(true)), general_layer(pair.rule(false));
  box.weak_divergence(lengths, values_of(u), flat);
  box_layer.weak_divergence(lengths, values_of(u_layer), layer);
  EXPECT_LT(relative_difference(flat, pair.summed(layer)), round_off);
  general.weak_divergence(pair.metric, pair.mass, values_of(u), flat);
  general_layer.weak_divergence(pair.layer.metric, pair.layer.mass, values_of(u_layer), layer);
  EXPECT_LT(relative_difference(flat, pair.summed(layer)), round_off);
  for (int c = 0; c < 3; ++c) {
    box.momentum_rhs(lengths, c, u[0], u[1], flat);
    box_layer.momentum_rhs(lengths, c, u_layer[0], u_layer[1], layer);
    EXPECT_LT(relative_difference(flat, pair.summed(layer)), round_off) << c;
  }
  std::array<Values, 3> rhs{u}, rhs_layer{u_layer};
  general.momentum_rhs(pair.metric, pair.mass, values_of(u), u[1], data_of(rhs));
  general_layer.momentum_rhs(pair.layer.metric, pair.layer.mass, values_of(u_layer), u_layer[1],
                             data_of(rhs_layer));
  for (int c = 0; c < 3; ++c)
    EXPECT_LT(relative_difference(rhs[c], pair.summed(rhs_layer[c])), round_off) << c;
}

void expect_equal(const FlowDiagnostics& a, const FlowDiagnostics& b) {
  EXPECT_NEAR(a.kinetic_energy / b.kinetic_energy, 1, round_off);
  EXPECT_NEAR(a.enstrophy / b.enstrophy, 1, round_off);
  EXPECT_NEAR(a.divergence_squared / b.divergence_squared, 1, round_off);
  EXPECT_NEAR(a.max_courant_rate / b.max_courant_rate, 1, round_off);
}

TEST_P(PlaneKernels, DiagnosticsAreThoseOfAFlowInTheLayerWithoutItsThirdComponent) {
  const Values spacing(n, 0.3);
  u[2].assign(size, 0.0);
  u_layer[2].assign(pair.layer.size, 0.0);
  const auto& d = pair.layer.derivative.values;
  const auto& w = pair.layer.quadrature.weights;
  FlowDiagnostics flat, layer;
  BoxOperators(pair.flat, d, w).accumulate_diagnostics(lengths, values_of(u), spacing, flat);
  BoxOperators(n, d, w).accumulate_diagnostics(lengths, values_of(u_layer), spacing, layer);
  expect_equal(flat, layer);
  FlowDiagnostics bent, bent_layer;
  GeneralOperators(pair.rule(true))
      .accumulate_diagnostics(pair.metric, pair.mass, values_of(u), spacing, bent);
  GeneralOperators(pair.rule(false))
      .accumulate_diagnostics(pair.layer.metric, pair.layer.mass, values_of(u_layer), spacing,
                              bent_layer);
  expect_equal(bent, bent_layer);
}

TEST_P(PlaneKernels, AdvectionIsThatOfTheLayer) {
  auto rule = test::over_integration(n, (3 * n + 1) / 2), layer_rule = rule;
  rule.is_plane = true;
  std::array<Values, 3> flat{u}, layer{u_layer};
  const auto call = [&](std::array<Values, 3>& of, std::array<Values, 3>& to, const auto& apply) {
    const auto fields = values_of(of);
    const auto out = data_of(to);
    apply({fields, fields, out});
  };
  call(u, flat, [&](const AdvectionFields& f) { BoxAdvection(rule).apply(element, f); });
  call(u_layer, layer,
       [&](const AdvectionFields& f) { BoxAdvection(layer_rule).apply(element, f); });
  for (int c = 0; c < 3; ++c)
    EXPECT_LT(relative_difference(pair.along_t(flat[c]), layer[c]), round_off) << c;
  call(u, flat, [&](const AdvectionFields& f) {
    GeneralAdvection(rule).apply(1, pair.metric.data(), pair.mass.data(), f);
  });
  call(u_layer, layer, [&](const AdvectionFields& f) {
    GeneralAdvection(layer_rule).apply(1, pair.layer.metric.data(), pair.layer.mass.data(), f);
  });
  for (int c = 0; c < 3; ++c)
    EXPECT_LT(relative_difference(pair.along_t(flat[c]), layer[c]), round_off) << c;
}

TEST_P(PlaneKernels, AdvectionServesElementsOfDifferentLengthsInPartsOfBatches) {
  auto rule = test::over_integration(n, n + 2);
  rule.is_plane = true;
  constexpr int n_elements = 11;
  std::vector<Lengths> all;
  for (int e = 0; e < n_elements; ++e) all.push_back({0.5 + 0.1 * e, 1.0 + 0.2 * e, thickness});
  const Values field = random_values(size * n_elements, 7);
  Values together(field.size()), alone(field.size());
  const auto apply = [&](int first, int count, Values& out) {
    const double* const f = field.data() + first * size;
    double* const to = out.data() + first * size;
    BoxAdvection(rule).apply(std::span(all).subspan(first, count),
                             {{f, f, f}, std::array<const double*, 1>{f}, std::array{to}});
  };
  apply(0, n_elements, together);
  for (int e = 0; e < n_elements; ++e) apply(e, 1, alone);
  EXPECT_LT(relative_difference(together, alone), 1e-14);
}

TEST_P(PlaneKernels, FiltersAndTransfersAreThoseOfTheLayer) {
  const Values matrix = poly::interpolation_matrix(poly::gauss_lobatto_legendre(n).nodes,
                                                   poly::gauss_lobatto_legendre(n + 1).nodes)
                            .values;
  const Values square = [&] {
    Values rows_sum_to_one = random_values(static_cast<std::size_t>(n) * n, 4);
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int l = 0; l < n; ++l) sum += rows_sum_to_one[i * n + l];
      rows_sum_to_one[i * n] += 1 - sum;
    }
    return rows_sum_to_one;
  }();
  Values flat(size), layer(pair.layer.size);
  ElementFilter(pair.flat, square)(u[0].data(), flat.data());
  ElementFilter(n, square)(u_layer[0].data(), layer.data());
  EXPECT_LT(relative_difference(pair.along_t(flat), layer), 1e-11);

  const test::OneLane<double> one(n);
  const ElementShape fine(n + 1, true), fine_layer(n + 1);
  base::AlignedArray<double> out(fine.size() * one.n_lanes()),
      out_layer(fine_layer.size() * one.n_lanes());
  ElementTransfer<double>(one.arithmetic(), pair.flat, fine, matrix.data())(one.spread(u[0]).data(),
                                                                            false, out.data());
  ElementTransfer<double>(one.arithmetic(), n, n + 1, matrix.data())(one.spread(u_layer[0]).data(),
                                                                     false, out_layer.data());
  const Values of_layer = one.take(out_layer);
  EXPECT_LT(relative_difference(one.take(out), std::span(of_layer).first(fine.size())), round_off);
}

TEST_P(PlaneKernels, StiffnessOfBatchesIsThatOfTheHelmholtzOperators) {
  const test::OneLane<double> one(n);
  const auto& d = pair.layer.derivative.values;
  Values expected(size);
  base::AlignedArray<double> out(size * one.n_lanes()), scales(3 * one.n_lanes());
  const BoxStiffness<double> box(one.arithmetic(), pair.flat, d, pair.layer.quadrature.weights);
  box.scale(std::vector<Lengths>(one.n_lanes(), lengths), scales.data());
  box(scales.data(), one.spread(u[0]).data(), out.data());
  BoxHelmholtz(pair.rule(true)).apply(element, {0.0, 1.0}, u[0].data(), expected.data());
  EXPECT_LT(relative_difference(one.take(out), expected), round_off);

  GeneralStiffness<double> general(one.arithmetic(), pair.flat, d);
  general(one.spread(pair.stiffness).data(), one.spread(u[0]).data(), out.data());
  GeneralHelmholtz(pair.rule(true))
      .apply(1, {pair.stiffness.data(), nullptr}, {0.0, 1.0}, u[0].data(), expected.data());
  EXPECT_LT(relative_difference(one.take(out), expected), round_off);
}

/// Dirichlet at the first node, so that there is one solution.
TEST_P(PlaneKernels, FastDiagonalisationInvertsTheOperatorOfTwoDirections) {
  const std::vector<double> ticks{0.0, 1.3};
  const auto line = poly::assemble_line(ticks, n - 1, false);
  const auto modes =
      poly::line_modes(ticks, n - 1, {poly::EndCondition::dirichlet, poly::EndCondition::neumann});
  Values vectors(size, 0.0), eigenvalues(n, 1.0);
  for (int m = 0; m < modes.vectors.cols; ++m) {
    eigenvalues[m] = modes.eigenvalues[m];
    for (int a = 0; a < n; ++a) vectors[a * n + m] = modes.vectors(a, m);
  }
  for (std::size_t q = 0; q < size; ++q)
    if (q % n == 0 || q / n == 0) u[0][q] = 0;
  Values f(size, 0.0);
  for (int j = 1; j < n; ++j)
    for (int i = 1; i < n; ++i)
      for (int l = 0; l < n; ++l)
        f[j * n + i] += line.stiffness(i, l) * line.mass[j] * u[0][j * n + l] +
                        line.mass[i] * line.stiffness(j, l) * u[0][l * n + i];
  const test::OneLane<double> one(n);
  const auto s = one.spread(vectors), e = one.spread(eigenvalues);
  base::AlignedArray<double> out(size * one.n_lanes());
  FastDiagonalisation<double> solver(one.arithmetic(), pair.flat, 0);
  const FastDiagonalisation<double>::Line of_line{s.data(), e.data()};
  solver.solve({of_line, of_line, {}}, one.spread(f).data(), 1.0, false, out.data());
  EXPECT_LT(relative_difference(one.take(out), u[0]), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Nodes, PlaneKernels, testing::Values(2, 3, 5, 8, 9, 12, 16));

}  // namespace
}  // namespace lobatto::kernels
