#include "physics/solvers/coarse_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "precond/coarse/coarse_solvers.hpp"
#include "support/curved_spaces.hpp"
#include "support/message_of.hpp"

namespace lobatto::physics {
namespace {

using poly::EndCondition;
using precond::CoarseKind;
using test::Block;
using test::Point;

using enum poly::EndCondition;

/// Shares of the elements in a right-hand side of sum zero, without any pattern.
std::vector<double> shares(const space::FunctionSpace& space) {
  std::vector<double> f(space.n_elements() * precond::n_vertices);
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto number = static_cast<double>(space.element_number(e));
    for (std::size_t v = 0; v < precond::n_vertices; ++v)
      f[e * precond::n_vertices + v] = std::sin(3 * number + 1) * (v % 2 == 0 ? 1 : -1);
  }
  return f;
}

std::vector<double> solved(std::optional<CoarseKind> kind, const space::FunctionSpace& space,
                           const space::BoundaryConditions& conditions) {
  const auto f = shares(space);
  std::vector<double> u(f.size(), 5.0);
  make_coarse_solver(kind, space, conditions)(f, u);
  return u;
}

/// Largest difference of two vertex fields; up to a constant where told.
double difference(const space::FunctionSpace& space, std::vector<double> a,
                  const std::vector<double>& b, bool up_to_constant) {
  std::array<double, 2> sums{0, static_cast<double>(a.size())};
  for (std::size_t i = 0; i < a.size(); ++i) sums[0] += (a[i] -= b[i]);
  space.communicator().sum(sums);
  double largest = 0;
  for (double& value : a)
    largest = std::max(largest, std::abs(value - (up_to_constant ? sums[0] / sums[1] : 0)));
  return space.communicator().max(largest);
}

/// The largest assembled residual of the Galerkin matrices at the vertices that are not held.
double residual(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                const std::vector<double>& u) {
  const auto problem = precond::make_coarse_problem(space, conditions);
  const auto f = shares(space);
  constexpr std::size_t n = precond::n_vertices;
  std::map<std::int64_t, double> at;
  std::int64_t most = 0;
  for (std::size_t e = 0; e < problem.ids.size(); ++e) {
    for (std::size_t v = 0; v < n; ++v) {
      if (problem.ids[e][v] < 0) continue;
      most = std::max(most, problem.ids[e][v]);
      double r = f[e * n + v];
      for (std::size_t w = 0; w < n; ++w) r -= problem.matrices[e][v * n + w] * u[e * n + w];
      at[problem.ids[e][v]] += r;
    }
  }
  const auto size = static_cast<std::size_t>(space.communicator().max(static_cast<double>(most)));
  std::vector<double> all(size + 1);
  for (const auto& [id, r] : at) all[id] = r;
  space.communicator().sum(all);
  double largest = 0;
  for (const double r : all) largest = std::max(largest, std::abs(r));
  return largest;
}

/// The faces with y = 0 held, a slope of 1 given at y = 2: the solution is y, which every
/// quadrature has exactly.
std::vector<double> shares_of_a_slope(const space::FunctionSpace& space) {
  std::vector<double> f;
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto [x, y, z] = space.lengths(e);
    for (std::size_t v = 0; v < precond::n_vertices; ++v)
      f.push_back((v / 2 % 2 == 1 ? 1 : -1) * x * z / 4);
  }
  return f;
}

TEST(CoarseSolver, OfABoxHasLinearFunctionsExactly) {
  const auto world = comm::Communicator::world();
  const Block box{{0, 0, 0}, {1, 2, 1}, {3, 4, 4}, {false, false, true}};
  const space::FunctionSpace space(box.mesh(3, world), world);
  const space::BoundaryConditions conditions{neumann, neumann, dirichlet,
                                             neumann, neumann, neumann};
  auto y = space.with_order(1).make_field();
  space.with_order(1).evaluate(test::function_of_place([](const Point& x) { return x[1]; }), 0, y);
  const auto f = shares_of_a_slope(space);
  for (const std::optional<CoarseKind> kind :
       {std::optional<CoarseKind>{}, std::optional{CoarseKind::tensor_direct},
        std::optional{CoarseKind::sparse_cholesky}}) {
    std::vector<double> u(f.size(), 5.0);
    make_coarse_solver(kind, space, conditions)(f, u);
    for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(u[i], y[i], 1e-12);
  }
}

TEST(CoarseSolver, ACycleTakesMostOfTheResidual) {
  const auto world = comm::Communicator::world();
  const Block box{{0, 0, 0}, {1, 2, 1}, {3, 4, 4}};
  const auto space = test::moved(box, 3, test::wavy, world);
  const space::BoundaryConditions conditions{neumann, neumann, dirichlet,
                                             neumann, neumann, neumann};
  for (const auto kind : {CoarseKind::boomer_amg, CoarseKind::schwarz}) {
    if (kind == CoarseKind::boomer_amg && !precond::has_boomer_amg()) continue;
    const auto u = solved(kind, space, conditions);
    const std::vector<double> nothing(u.size(), 0.0);
    EXPECT_LT(residual(space, conditions, u), 0.3 * residual(space, conditions, nothing));
  }
}

TEST(CoarseSolver, TheFourierSolverWantsAPeriodicBox) {
  const auto world = comm::Communicator::world();
  const Block torus{{0, 0, 0}, {1, 2, 1}, {3, 5, 4}, {true, true, true}};
  const space::FunctionSpace space(torus.mesh(3, world), world);
  const space::BoundaryConditions natural(mesh::n_faces, neumann);
  const auto fourier = solved(CoarseKind::fft, space, natural);
  EXPECT_LT(residual(space, natural, fourier), 1e-12);
  EXPECT_LT(difference(space, fourier, solved(CoarseKind::sparse_cholesky, space, natural), true),
            1e-12);
  const Block box{{0, 0, 0}, {1, 2, 1}, {4, 4, 4}, {true, true, false}};
  const space::FunctionSpace open_box(box.mesh(3, world), world);
  const auto message = message_of<base::Error>(
      [&] { static_cast<void>(make_coarse_solver(CoarseKind::fft, open_box, natural)); });
  EXPECT_NE(message.find("periodic in all directions"), std::string::npos) << message;
}

TEST(CoarseSolver, OfCurvedElementsIsSparse) {
  const auto world = comm::Communicator::world();
  const Block box{{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
  const auto space = test::moved(box, 3, test::wavy, world);
  const space::BoundaryConditions conditions{dirichlet, neumann, neumann,
                                             neumann,   neumann, neumann};
  const auto chosen = solved({}, space, conditions);
  EXPECT_LT(residual(space, conditions, chosen), 1e-12);
  for (const auto kind : {CoarseKind::tensor_direct, CoarseKind::fft})
    EXPECT_THROW(static_cast<void>(make_coarse_solver(kind, space, conditions)), base::Error);
}

}  // namespace
}  // namespace lobatto::physics
