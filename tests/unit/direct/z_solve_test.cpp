#include "direct/directions/z_solve.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "base/aligned_array.hpp"
#include "direct/lines/line_ends.hpp"
#include "line_cases.hpp"

namespace lobatto {
namespace {

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
    const direct::LineLayout& layout = z->layout();
    const int n_lines = 75, n_nodes = layout.n_nodes;
    const auto stride = static_cast<std::size_t>(n_nodes);
    const ZSolve solve(z, n_lines);
    auto f = test::random_values(n_lines * stride);
    std::vector<double> u = f, shifts;
    for (int l = 0; l < n_lines; ++l) {
      shifts.push_back(0.5 + l * l);
      // The right-hand side is assembled: the ends of a periodic line are one node.
      if (layout.periodic) f[l * stride + n_nodes - 1] = 0;
    }
    base::AlignedArray<double> scratch(solve.scratch_size());
    solve(u.data() + layout.first_unknown, stride, shifts, 0.7, -1, scratch.data());
    for (int l = 0; l < n_lines; ++l) {
      double* const own = u.data() + l * stride;
      direct::scatter_ends(layout, own, 1, 1);
      EXPECT_LT(relative_residual(line, shifts[l], 0.7, own, f.data() + l * stride), 1e-11);
    }
  }
}

TEST(ZSolve, DropsTheConstantOfASingularLine) {
  const auto ticks = mesh::uniform_ticks(0, 2, 3);
  const auto z = std::make_shared<const LineTransform>(ticks, 4, poly::LineConditions{});
  const ZSolve solve(z, 2);
  base::AlignedArray<double> scratch(solve.scratch_size());
  const std::vector<double> shifts{1.0, 0.0};
  std::vector<double> u = test::random_values(2 * 13);
  solve(u.data(), 13, shifts, 1.0, 1, scratch.data());
  const auto mass = poly::assemble_line(ticks, 4, false).mass;
  double mean = 0;
  for (int a = 0; a < 13; ++a) mean += mass[a] * u[13 + a];
  EXPECT_NEAR(mean, 0, 1e-13);
}

}  // namespace
}  // namespace lobatto
