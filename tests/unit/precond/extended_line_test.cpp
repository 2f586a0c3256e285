#include "precond/schwarz/extended_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lobatto::precond {
namespace {

using poly::EndCondition;

/// The extended element cut out of the assembled line of the element and its neighbours.
struct Overlap {
  Overlap(const ExtendedLine& line, int n_nodes) : n(n_nodes) {
    std::vector<double> ticks{0};
    if (line.lower_neighbour) ticks.push_back(*line.lower_neighbour);
    ticks.push_back(ticks.back() + line.length);
    if (line.upper_neighbour) ticks.push_back(ticks.back() + *line.upper_neighbour);
    whole = poly::assemble_line(ticks, n - 1, false);
    first = line.lower_neighbour ? n - 1 : 0;
    unknown.assign(n + 2, true);
    unknown[0] = line.lower_neighbour.has_value();
    unknown[n + 1] = line.upper_neighbour.has_value();
    if (!line.lower_neighbour) unknown[1] = line.lower_end != EndCondition::dirichlet;
    if (!line.upper_neighbour) unknown[n] = line.upper_end != EndCondition::dirichlet;
  }
  [[nodiscard]] double mass(int a) const { return unknown[a] ? whole.mass[first + a - 1] : 0; }
  [[nodiscard]] double stiffness(int a, int b) const {
    return unknown[a] && unknown[b] ? whole.stiffness(first + a - 1, first + b - 1) : 0;
  }
  [[nodiscard]] int n_unknowns() const {
    return static_cast<int>(std::count(unknown.begin(), unknown.end(), true));
  }

  int n, first;
  poly::LineOperators whole;
  std::vector<bool> unknown;
};

std::vector<ExtendedLine> lines() {
  std::vector<ExtendedLine> all;
  for (const auto lower : {EndCondition::neumann, EndCondition::dirichlet}) {
    for (const auto upper : {EndCondition::neumann, EndCondition::dirichlet}) {
      all.push_back({0.8, {}, {}, lower, upper});
      all.push_back({0.8, 0.1, {}, lower, upper});
      all.push_back({0.8, {}, 3.0, lower, upper});
      all.push_back({0.8, 0.8, 0.8, lower, upper});
      all.push_back({0.2, 0.1, 0.5, lower, upper});
    }
  }
  return all;
}

TEST(ExtendedModes, DiagonaliseTheOperatorsOfTheOverlap) {
  for (const int n : {3, 4, 5, 8, 12, 16}) {
    for (const ExtendedLine& line : lines()) {
      const Overlap overlap(line, n);
      const ExtendedModes modes = extended_modes(line, n);
      const int unknowns = overlap.n_unknowns();
      const double largest =
          *std::max_element(modes.eigenvalues.begin(), modes.eigenvalues.begin() + unknowns);
      for (int l = 0; l < unknowns; ++l) {
        for (int m = 0; m < unknowns; ++m) {
          double mass = 0, stiffness = 0;
          for (int a = 0; a < n + 2; ++a) {
            mass += modes.vectors(a, l) * overlap.mass(a) * modes.vectors(a, m);
            for (int b = 0; b < n + 2; ++b)
              stiffness += modes.vectors(a, l) * overlap.stiffness(a, b) * modes.vectors(b, m);
          }
          EXPECT_NEAR(mass, l == m ? 1.0 : 0.0, 1e-13);
          EXPECT_NEAR(stiffness, l == m ? modes.eigenvalues[m] : 0.0, 1e-12 * largest);
        }
      }
    }
  }
}

TEST(ExtendedModes, AreZeroAtNodesThatAreFixedOrDoNotExist) {
  for (const int n : {3, 6}) {
    for (const ExtendedLine& line : lines()) {
      const Overlap overlap(line, n);
      const ExtendedModes modes = extended_modes(line, n);
      ASSERT_EQ(modes.eigenvalues.size(), static_cast<std::size_t>(n + 2));
      ASSERT_EQ(modes.vectors.rows, n + 2);
      ASSERT_EQ(modes.vectors.cols, n + 2);
      for (int a = 0; a < n + 2; ++a) {
        for (int m = 0; m < n + 2; ++m) {
          if (!overlap.unknown[a] || m >= overlap.n_unknowns()) {
            EXPECT_EQ(modes.vectors(a, m), 0.0);
          }
        }
      }
      for (int m = overlap.n_unknowns(); m < n + 2; ++m) EXPECT_EQ(modes.eigenvalues[m], 1.0);
    }
  }
}

TEST(ExtendedModes, HaveTheEigenvalueZeroOnlyWhereNothingFixesTheLevel) {
  for (const int n : {3, 5, 9, 16}) {
    for (const ExtendedLine& line : lines()) {
      const auto eigenvalues = extended_modes(line, n).eigenvalues;
      const bool floating = !line.lower_neighbour && !line.upper_neighbour &&
                            line.lower_end == EndCondition::neumann &&
                            line.upper_end == EndCondition::neumann;
      EXPECT_EQ(std::count(eigenvalues.begin(), eigenvalues.end(), 0.0), floating ? 1 : 0);
      EXPECT_GE(*std::min_element(eigenvalues.begin(), eigenvalues.end()), 0.0);
    }
  }
}

/// A neighbour that is far longer than the element holds the level only weakly, but it does.
TEST(ExtendedModes, KeepASmallEigenvalueOfAStretchedOverlap) {
  const ExtendedLine line{1.0, {}, 1000.0, EndCondition::neumann, EndCondition::neumann};
  const auto eigenvalues = extended_modes(line, 12).eigenvalues;
  EXPECT_GT(*std::min_element(eigenvalues.begin(), eigenvalues.end()), 0.0);
}

}  // namespace
}  // namespace lobatto::precond
