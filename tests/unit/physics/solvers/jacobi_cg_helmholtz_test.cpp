// Sequences of right-hand sides that change smoothly, as the steps of a flow make them, on a box
// that is graded in one direction: walls in x, insulated in y, periodic in z.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "base/state_visitor.hpp"
#include "mesh/grading.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/element_operators.hpp"

namespace lobatto::physics {
namespace {

using poly::EndCondition;

using std::numbers::pi;
constexpr double nu = 0.02;
constexpr double dt = 0.05;

mesh::BoxMesh graded_box(const comm::Communicator& communicator) {
  const mesh::Axis x{{-1.0, -0.9, 0.0, 0.9, 1.0}, false};
  const mesh::Axis y{mesh::uniform_ticks(0, 1, 3), false}, z{mesh::uniform_ticks(0, 2, 3), true};
  return mesh::make_box_mesh({x, y, z}, 5, communicator.rank(), communicator.size());
}

/// Keeps what it visits, or gives it back, on the same ranks.
class Notebook final : public base::StateVisitor {
 public:
  void start_giving() { loads_ = true; }
  [[nodiscard]] bool loads() const override { return loads_; }
  [[nodiscard]] bool has(const std::string&) const override { return true; }
  void visit(const std::string& name, double& value) override {
    copy(name, std::span(&value, 1), doubles_);
  }
  void visit(const std::string& name, std::int64_t& value) override {
    copy(name, std::span(&value, 1), integers_);
  }
  void visit(const std::string& name, std::vector<double>& values) override {
    if (loads_) values.resize(doubles_.at(name).size());
    copy(name, std::span(values), doubles_);
  }
  void visit(const std::string& name, const base::RowSet&, std::span<double> values) override {
    copy(name, values, doubles_);
  }
  void visit(const std::string& name, const base::RowSet&, std::span<float> values) override {
    copy(name, values, floats_);
  }

 private:
  template <class Value>
  void copy(const std::string& name, std::span<Value> values,
            std::map<std::string, std::vector<Value>>& kept) {
    if (loads_)
      std::copy(kept.at(name).begin(), kept.at(name).end(), values.begin());
    else
      kept[name].assign(values.begin(), values.end());
  }

  bool loads_ = false;
  std::map<std::string, std::vector<double>> doubles_;
  std::map<std::string, std::vector<std::int64_t>> integers_;
  std::map<std::string, std::vector<float>> floats_;
};

class Sequence : public ::testing::Test {
 protected:
  using Reports = std::vector<krylov::SolveReport>;

  [[nodiscard]] std::unique_ptr<HelmholtzSolver> jacobi_cg(int n_vectors) const {
    return make_jacobi_cg_helmholtz(space, conditions,
                                    {.tolerance = tolerance, .projection_vectors = n_vectors}, 2);
  }

  /// Mass times waves that travel and pulsate; the second component moves on another clock.
  [[nodiscard]] space::Field right_hand_side(double t, int component) const {
    space::Field rhs = space.make_field();
    space.evaluate(
        [&](const space::Points& p, double, std::span<double> out) {
          for (std::size_t q = 0; q < out.size(); ++q) {
            out[q] = 1 - p.x[q] * p.x[q];
            for (int k = 1; k <= 6; ++k)
              out[q] += 0.3 * std::sin(k * pi * p.x[q] + (1 + component) * t) *
                        std::cos(k * pi * p.y[q]) * std::cos(pi * p.z[q] - (0.5 * k + 1) * t);
          }
        },
        0.0, rhs);
    space::multiply_by_mass(space, 0, space.n_elements(), rhs.data(), rhs.data());
    return rhs;
  }

  Reports solve(HelmholtzSolver& solver, double sigma, const std::array<space::Field, 2>& rhs,
                std::span<const space::Field> guesses, std::array<space::Field, 2>& u) const {
    std::vector<HelmholtzProblem> problems{{{}, u[0]}, {{}, u[1]}};
    for (std::size_t d = 0; d < guesses.size(); ++d) problems[d].guess = guesses[d];
    solver.begin(sigma, nu, problems);
    for (int d = 0; d < 2; ++d)
      for (const auto& block : solver.schedule())
        solver.put(d, block, rhs[d].data() + block.offset);
    return solver.finish().solves;
  }

  /// The solutions of n_steps steps, each begun from the extrapolated last two, and their reports.
  struct Steps {
    std::vector<std::array<space::Field, 2>> u;
    std::vector<Reports> reports;
  };
  void step(HelmholtzSolver& solver, double sigma, Steps& steps) const {
    const std::size_t n = steps.u.size();
    const double t = dt * static_cast<double>(n);
    std::vector<space::Field> guesses;
    for (int d = 0; d < 2 && n > 0; ++d) guesses.push_back(steps.u[n - 1][d]);
    for (int d = 0; d < 2 && n > 1; ++d)
      for (std::size_t q = 0; q < space.size(); ++q)
        guesses[d][q] = 2 * guesses[d][q] - steps.u[n - 2][d][q];
    std::array<space::Field, 2> u{space.make_field(), space.make_field()};
    steps.reports.push_back(
        solve(solver, sigma, {right_hand_side(t, 0), right_hand_side(t, 1)}, guesses, u));
    steps.u.push_back(std::move(u));
  }
  [[nodiscard]] Steps run(HelmholtzSolver& solver, int n_steps) const {
    Steps steps;
    for (int s = 0; s < n_steps; ++s) step(solver, 1 / dt, steps);
    return steps;
  }

  static int iterations_from(const Steps& steps, std::size_t first) {
    int sum = 0;
    for (std::size_t s = first; s < steps.reports.size(); ++s)
      for (const auto& report : steps.reports[s]) sum += report.iterations;
    return sum;
  }
  [[nodiscard]] double largest_difference(const space::Field& a, const space::Field& b) const {
    space::Field difference = a;
    for (std::size_t q = 0; q < b.size(); ++q) difference[q] -= b[q];
    return space.max_abs(difference);
  }
  [[nodiscard]] bool same_bits(const Steps& a, const Steps& b) const {
    double differs = a.u.size() == b.u.size() ? 0 : 1;
    for (std::size_t s = 0; s < a.u.size() && differs == 0; ++s)
      for (int d = 0; d < 2; ++d)
        if (!std::equal(a.u[s][d].begin(), a.u[s][d].end(), b.u[s][d].begin())) differs = 1;
    return space.communicator().max(differs) == 0;
  }

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space{graded_box(world), world};
  space::BoundaryConditions conditions{EndCondition::dirichlet, EndCondition::dirichlet,
                                       EndCondition::neumann, EndCondition::neumann};
  double tolerance = 1e-10;
};

TEST_F(Sequence, ProjectionSavesIterationsAndKeepsTheSolution) {
  constexpr int n_steps = 16, settled = 10;
  const Steps plain = run(*jacobi_cg(0), n_steps), few = run(*jacobi_cg(3), n_steps),
              many = run(*jacobi_cg(8), n_steps);
  EXPECT_LT(iterations_from(few, settled), 0.8 * iterations_from(plain, settled));
  EXPECT_LT(iterations_from(many, settled), 0.7 * iterations_from(plain, settled));
  EXPECT_LT(iterations_from(many, settled), iterations_from(few, settled));
  // Against a solver of another kind, which is the same on any number of ranks to round-off.
  const auto direct = make_tensor_helmholtz(space, conditions, make_workspace());
  const Steps exact = run(*direct, n_steps);
  for (const Steps* steps : {&plain, &few, &many}) {
    for (std::size_t s = 0; s < exact.u.size(); ++s) {
      for (int d = 0; d < 2; ++d) {
        EXPECT_TRUE(steps->reports[s][d].converged);
        EXPECT_LT(largest_difference(steps->u[s][d], exact.u[s][d]),
                  1e-8 * space.max_abs(exact.u[s][d]));
      }
    }
  }
}

TEST_F(Sequence, OtherCoefficientsEmptyTheSpace) {
  const auto plain = jacobi_cg(0), projected = jacobi_cg(2);
  Steps steps = run(*projected, 4), others = steps;
  // The first solve with the new ones begins from the guess alone, and the second has learnt
  // nothing yet: the first was far off.
  for (int s = 0; s < 2; ++s) {
    step(*projected, 1.1 / dt, steps);
    step(*plain, 1.1 / dt, others);
  }
  EXPECT_TRUE(same_bits(steps, others));
  step(*projected, 1.1 / dt, steps);
  step(*plain, 1.1 / dt, others);
  EXPECT_FALSE(same_bits(steps, others));
}

TEST_F(Sequence, GoesOnBitForBitFromItsState) {
  const auto straight = jacobi_cg(2), restarted = jacobi_cg(2), forgetful = jacobi_cg(2);
  Steps steps = run(*straight, 4), others = steps, worse = steps;
  const auto numbers = space.element_numbers();
  const base::RowSet elements{"elements", numbers, space.element_size()};
  Notebook notebook;
  straight->visit_state(notebook, "solver", elements);
  notebook.start_giving();
  restarted->visit_state(notebook, "solver", elements);
  for (int s = 0; s < 3; ++s) {
    step(*straight, 1 / dt, steps);
    step(*restarted, 1 / dt, others);
    step(*forgetful, 1 / dt, worse);
  }
  EXPECT_TRUE(same_bits(steps, others));
  EXPECT_FALSE(same_bits(steps, worse));
}

TEST_F(Sequence, NothingIsLearntFromASolveWithoutIterationsOrWithoutAGuess) {
  const auto projected = jacobi_cg(2), disturbed = jacobi_cg(2);
  Steps steps = run(*projected, 4), others = run(*disturbed, 4);
  const std::array rhs{right_hand_side(3 * dt, 0), right_hand_side(3 * dt, 1)};
  std::array<space::Field, 2> u{space.make_field(), space.make_field()};
  for (const auto& report : solve(*disturbed, 1 / dt, rhs, others.u[3], u))
    EXPECT_EQ(report.iterations, 0);
  for (const auto& report : solve(*disturbed, 1 / dt, rhs, {}, u)) EXPECT_GT(report.iterations, 0);
  for (int s = 0; s < 2; ++s) {
    step(*projected, 1 / dt, steps);
    step(*disturbed, 1 / dt, others);
  }
  EXPECT_TRUE(same_bits(steps, others));
}

}  // namespace
}  // namespace lobatto::physics
