#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>

#include "poisson_problem.hpp"

namespace lobatto::test {

struct Solution {
  int iterations;
  double residual;  ///< relative, computed afresh
};

/// Solves for a known random field.
template <class Real>
Solution solve_known(PoissonProblem& problem, double tolerance, const std::string& name) {
  const space::Field f = problem.image(problem.random_field(1));
  space::Field u = problem.space().make_field();
  const auto report = problem.solve<Real>(f, tolerance, u);
  EXPECT_TRUE(report.converged) << name << ", n = " << problem.space().n();
  return {report.iterations, problem.relative_difference(problem.image(u), f)};
}

/// Iterations for a residual of 1e-8, at most this many at each n, and in single and double
/// precision at most `most_apart` apart. make_problem(n) gives the problem.
template <class MakeProblem>
void expect_iterations(const std::string& name, MakeProblem&& make_problem,
                       std::initializer_list<std::pair<int, int>> bounds, int most_apart) {
  constexpr double tolerance = 1e-8;
  for (const auto& [n, bound] : bounds) {
    SCOPED_TRACE(name + ", n = " + std::to_string(n));
    auto problem = make_problem(n);
    const Solution in_double = solve_known<double>(*problem, tolerance, name);
    const Solution in_single = solve_known<float>(*problem, tolerance, name);
    for (const Solution& solution : {in_double, in_single}) {
      EXPECT_LE(solution.iterations, bound);
      EXPECT_LT(solution.residual, 1.01 * tolerance);
    }
    EXPECT_LE(std::abs(in_double.iterations - in_single.iterations), most_apart)
        << in_double.iterations << " in double, " << in_single.iterations << " in single precision";
  }
}

}  // namespace lobatto::test
