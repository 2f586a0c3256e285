// Static condensation of lines against their modes, and against the assembled operator where the
// modes cannot be had.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "base/aligned_array.hpp"
#include "direct/lines/condensed_lanes.hpp"
#include "line_cases.hpp"

namespace lobatto {
namespace {

using direct::CondensedLine;
using direct::LineTransform;

constexpr int n_lanes = 16;

/// Lanes of random right-hand sides, [unknown][n_lanes], solved by one method.
std::vector<double> solved(const direct::LaneSolver& solver, const direct::LineLayout& line,
                           std::vector<double> f, const std::vector<double>& shifts, double nu,
                           int null_lane) {
  base::AlignedArray<double> scratch(solver.scratch_size()),
      nodes(static_cast<std::size_t>(line.n_nodes) * n_lanes);
  nodes.fill(3);  // what is at ends that are no unknowns is not read
  double* const unknowns = nodes.data() + line.first_unknown * n_lanes;
  std::copy(f.begin(), f.end(), unknowns);
  solver.solve(shifts, nu, null_lane, nodes.data(), scratch.data());
  std::copy_n(unknowns, f.size(), f.begin());
  return f;
}

/// The largest difference in a lane over the largest value there, over all lanes.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (int l = 0; l < n_lanes; ++l) {
    double largest = 0, error = 0;
    for (std::size_t q = l; q < a.size(); q += n_lanes) {
      largest = std::max(largest, std::abs(b[q]));
      error = std::max(error, std::abs(a[q] - b[q]));
    }
    if (largest > 0) worst = std::max(worst, error / largest);
  }
  return worst;
}

/// From what the mass prevails in to what is nearly singular.
std::vector<double> various_shifts() {
  std::vector<double> shifts;
  for (int l = 0; l < n_lanes; ++l) shifts.push_back(1e7 * std::pow(0.05, l));
  return shifts;
}

void expect_same(const test::Line& line, double tolerance) {
  SCOPED_TRACE(line.name + ", order " + std::to_string(line.order));
  const auto by_modes =
      std::make_shared<const LineTransform>(line.ticks, line.order, line.conditions);
  const auto condensed =
      std::make_shared<const CondensedLine>(line.ticks, line.order, line.conditions);
  const auto modal_lanes = make_modal_lanes(by_modes, n_lanes, n_lanes);
  const direct::CondensedLanes condensed_lanes(condensed, n_lanes, n_lanes);
  const auto f = test::random_values(static_cast<std::size_t>(by_modes->size()) * n_lanes);
  const auto shifts = various_shifts();
  EXPECT_LT(difference(solved(condensed_lanes, condensed->layout(), f, shifts, 0.7, -1),
                       solved(*modal_lanes, condensed->layout(), f, shifts, 0.7, -1)),
            tolerance);
}

TEST(CondensedLanes, SolveWhatModesSolve) {
  for (auto line : test::line_cases()) {
    expect_same(line, 1e-12);
    for (const int order : {1, 2, 3, 12, 31}) {
      if (order * static_cast<int>(line.ticks.size()) > 300) continue;
      line.order = order;
      expect_same(line, 1e-12);
    }
  }
}

TEST(CondensedLanes, SolveEveryPairOfConditions) {
  using enum poly::EndCondition;
  for (const auto lower : {dirichlet, neumann})
    for (const auto upper : {dirichlet, neumann})
      for (const int n_elements : {1, 2, 7})
        expect_same({"graded", mesh::geometric_ticks(0, 2, n_elements, 1.3), 6, {lower, upper}},
                    1e-12);
  expect_same({"periodic", mesh::geometric_ticks(0, 2, 2, 1.3), 6, {periodic, periodic}}, 1e-12);
}

}  // namespace
}  // namespace lobatto
