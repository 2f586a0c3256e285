#include "direct/z_solve.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "base/aligned_array.hpp"
#include "line_cases.hpp"

namespace lobatto {
namespace {

using direct::LinePiece;
using direct::LineTransform;
using direct::ZSolve;

/// || (shift M + K) u - f || over the unknowns, relative to f. u, f: values at all nodes, both ends
/// of periodic lines.
double relative_residual(const test::Line& line, double shift, double stiffness_coefficient,
                         const double* u, const double* f) {
  const bool periodic = line.conditions.lower == poly::EndCondition::periodic;
  const auto operators = poly::assemble_line(line.ticks, line.order, periodic);
  const int n = operators.stiffness.rows;
  double residual = 0, norm = 0;
  for (int a = 0; a < n; ++a) {
    if (line.conditions.lower == poly::EndCondition::dirichlet && a == 0) continue;
    if (line.conditions.upper == poly::EndCondition::dirichlet && a == n - 1) continue;
    const double f_a = periodic && a == 0 ? f[0] + f[n] : f[a];
    double r = shift * operators.mass[a] * u[a] - f_a;
    for (int b = 0; b < n; ++b) r += stiffness_coefficient * operators.stiffness(a, b) * u[b];
    residual += r * r;
    norm += f_a * f_a;
  }
  return std::sqrt(residual / norm);
}

TEST(ZSolve, SolvesEveryLineWithItsShift) {
  for (const auto& line : test::line_cases()) {
    SCOPED_TRACE(line.name);
    const auto z = std::make_shared<const LineTransform>(line.ticks, line.order, line.conditions);
    const int n_lines = 75, n_nodes = z->layout().n_nodes;
    const ZSolve solve(z, false, n_lines);
    const auto f = test::random_values(static_cast<std::size_t>(n_lines) * n_nodes);
    std::vector<double> u(f.size()), shifts;
    for (int l = 0; l < n_lines; ++l) shifts.push_back(0.5 + l * l);
    base::AlignedArray<double> scratch(solve.scratch_size());
    const LinePiece piece{f.data(), u.data(), static_cast<std::size_t>(n_nodes), 0, n_nodes};
    solve({&piece, 1}, shifts, 0.7, -1, scratch.data());
    for (int l = 0; l < n_lines; ++l) {
      EXPECT_LT(
          relative_residual(line, shifts[l], 0.7, u.data() + l * n_nodes, f.data() + l * n_nodes),
          1e-11);
    }
  }
}

TEST(ZSolve, AddsAndRepeatsTheNodesThatPiecesShare) {
  const auto ticks = mesh::uniform_ticks(0, 1, 4);
  const auto z = std::make_shared<const LineTransform>(ticks, 3, poly::LineConditions{});
  const int n_lines = 9, n_nodes = 13, cut = 6;
  const ZSolve solve(z, false, n_lines);
  base::AlignedArray<double> scratch(solve.scratch_size());
  const std::vector<double> shifts(n_lines, 2.0);
  const auto lower = test::random_values(n_lines * (cut + 1), 1),
             upper = test::random_values(n_lines * (n_nodes - cut), 2);
  std::vector<double> whole(n_lines * n_nodes), u(lower.size()), v(upper.size()),
      expected(whole.size());
  for (int l = 0; l < n_lines; ++l) {
    for (int k = 0; k <= cut; ++k) whole[l * n_nodes + k] += lower[l * (cut + 1) + k];
    for (int k = cut; k < n_nodes; ++k)
      whole[l * n_nodes + k] += upper[l * (n_nodes - cut) + k - cut];
  }
  const LinePiece one{whole.data(), expected.data(), n_nodes, 0, n_nodes};
  solve({&one, 1}, shifts, 1.0, -1, scratch.data());
  const std::vector<LinePiece> two{{lower.data(), u.data(), cut + 1, 0, cut + 1},
                                   {upper.data(), v.data(), n_nodes - cut, cut, n_nodes - cut}};
  solve(two, shifts, 1.0, -1, scratch.data());
  for (int l = 0; l < n_lines; ++l) {
    for (int k = 0; k <= cut; ++k) EXPECT_EQ(u[l * (cut + 1) + k], expected[l * n_nodes + k]);
    for (int k = cut; k < n_nodes; ++k)
      EXPECT_EQ(v[l * (n_nodes - cut) + k - cut], expected[l * n_nodes + k]);
  }
}

TEST(ZSolve, DropsTheConstantOfASingularLine) {
  const auto ticks = mesh::uniform_ticks(0, 2, 3);
  const auto z = std::make_shared<const LineTransform>(ticks, 4, poly::LineConditions{});
  const ZSolve solve(z, false, 2);
  base::AlignedArray<double> scratch(solve.scratch_size());
  const std::vector<double> shifts{1.0, 0.0};
  std::vector<double> u = test::random_values(2 * 13);
  const LinePiece piece{u.data(), u.data(), 13, 0, 13};
  solve({&piece, 1}, shifts, 1.0, 1, scratch.data());
  const auto mass = poly::assemble_line(ticks, 4, false).mass;
  double mean = 0;
  for (int a = 0; a < 13; ++a) mean += mass[a] * u[13 + a];
  EXPECT_NEAR(mean, 0, 1e-13);
}

}  // namespace
}  // namespace lobatto
