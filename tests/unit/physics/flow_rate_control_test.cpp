#include "physics/flow_rate_control.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/conditions/implicit_conditions.hpp"
#include "support/curved_spaces.hpp"
#include "support/memory_state.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::function_of_place;
using test::Point;

/// Walls at y = -1 and 1, periodic along x and z.
const Block duct_block{{0, -1, 0}, {2, 1, 1}, {2, 3, 3}, {true, false, true}};
constexpr double channel_viscosity = 0.2;
const FlowRate flow_along_x{0, 1.5};

/// Counts the solves of another one.
class CountingSolver final : public HelmholtzSolver {
 public:
  explicit CountingSolver(std::unique_ptr<HelmholtzSolver> solver)
      : HelmholtzSolver(solver->schedule()), solver_(std::move(solver)) {}
  void begin(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
             std::vector<HelmholtzProblem> problems) override {
    n_solves += static_cast<int>(problems.size());
    solver_->begin(mass_coefficient, stiffness, std::move(problems));
  }
  void put(int problem, const space::ElementBlock& block, const double* f) override {
    solver_->put(problem, block, f);
  }
  HelmholtzReport finish() override { return solver_->finish(); }
  [[nodiscard]] std::string name() const override { return solver_->name(); }

  int n_solves = 0;

 private:
  std::unique_ptr<HelmholtzSolver> solver_;
};

/// A channel, its solvers, and a flow in it; on boxes the direct ones,
/// which take few messages. make(communicator): its space.
class Channel {
 public:
  template <class Make>
  explicit Channel(Make make)
      : space(make(world_)),
        velocity_solver(make_velocity_solver()),
        pressure_solver(make_pressure_solver()) {}

  double apply(FlowRateControl& control, double leading) {
    return control
        .apply(leading, {pressure_solver, {&velocity_solver, &velocity_solver, &velocity_solver}},
               velocity, pressure)
        .force;
  }

 private:
  static std::vector<VelocityBoundaryCondition> faces() {
    std::vector<VelocityBoundaryCondition> all(mesh::n_faces);
    for (const int f : {0, 1, 4, 5}) all[f].kind = VelocityCondition::periodic;
    return all;
  }
  [[nodiscard]] std::unique_ptr<HelmholtzSolver> make_direct_solver(
      const space::BoundaryConditions& conditions) const {
    return make_tensor_helmholtz(space, conditions, make_workspace());
  }
  [[nodiscard]] std::unique_ptr<HelmholtzSolver> make_velocity_solver() const {
    const auto conditions = velocity_conditions(space, faces(), 0);
    if (space.curved() == nullptr) return make_direct_solver(conditions);
    return make_jacobi_cg_helmholtz(space, conditions, {1e-11, 1000, 0}, 1);
  }
  std::unique_ptr<HelmholtzSolver> make_pressure_solver() {
    const auto conditions = pressure_conditions(space, faces());
    if (space.curved() == nullptr) return make_direct_solver(conditions);
    return make_schwarz_poisson(space, conditions, {1e-11, 1000, 0, true}, profiler_);
  }
  comm::Communicator world_ = comm::Communicator::world();
  perf::Profiler profiler_;

 public:
  space::FunctionSpace space;
  CountingSolver velocity_solver, pressure_solver;
  space::VectorField velocity = space.make_vector_field();
  space::Field pressure = space.make_field();
};

auto straight(int order) {
  return [order](const comm::Communicator& communicator) {
    return space::FunctionSpace(duct_block.mesh(order, communicator), communicator);
  };
}

template <class Map>
auto moved(int order, Map map) {
  return [order, map](const comm::Communicator& communicator) {
    return test::moved(duct_block, order, map, communicator);
  };
}

/// Mean of u_g: b_0 u - nu u'' = 1 between walls at -1 and 1.
double mean_response(double leading) {
  const double k = std::sqrt(leading / channel_viscosity);
  return (1 - std::tanh(k) / k) / leading;
}

TEST(FlowRateControl, HoldsTheMeanToRoundOffByTheExactForce) {
  for (const double leading : {0.5, 20.0}) {
    Channel flow(straight(12));
    flow.space.evaluate(function_of_place([](const Point& x) {
                          return (1 - x[1] * x[1]) * (1 + 0.2 * std::sin(std::numbers::pi * x[0]));
                        }),
                        0, flow.velocity[0]);
    FlowRateControl control(flow.space, flow_along_x, channel_viscosity, false);
    const double force = flow.apply(control, leading);
    EXPECT_NEAR(flow.space.mean(flow.velocity[0]), 1.5, 1e-13);
    EXPECT_NEAR(force, (1.5 - 2.0 / 3) / mean_response(leading), 1e-8 * force);
    // It changes along x only, by a profile that is one over all of the channel's length.
    EXPECT_EQ(flow.space.max_abs(flow.velocity[1]), 0);
    EXPECT_EQ(flow.space.max_abs(flow.pressure), 0);
  }
}

TEST(FlowRateControl, SolvesAgainOnlyForAnotherCoefficient) {
  Channel flow(straight(4));
  FlowRateControl control(flow.space, flow_along_x, channel_viscosity, false);
  flow.apply(control, 3.0);
  EXPECT_EQ(flow.velocity_solver.n_solves, 1);
  EXPECT_NEAR(flow.apply(control, 3.0), 0, 1e-12);  // the rate is held already
  EXPECT_EQ(flow.velocity_solver.n_solves, 1);
  flow.apply(control, 4.0);
  EXPECT_EQ(flow.velocity_solver.n_solves, 2);
  EXPECT_EQ(flow.pressure_solver.n_solves, 0);
}

// The flow that it holds ends as Poiseuille's: u = 3 U (1 - y^2) / 2 by the force 3 nu U.
TEST(FlowRateControl, EndsWithPoiseuillesForce) {
  Channel flow(straight(3));
  flow.velocity[0].fill(1);
  FlowRateControl control(flow.space, flow_along_x, channel_viscosity, false);
  constexpr double leading = 0.1;  // what is not Poiseuille's loses 97 % per step
  auto rhs = flow.space.make_field();
  double force = 0;
  for (int step = 0; step < 10; ++step) {
    for (std::size_t q = 0; q < rhs.size(); ++q) rhs[q] = leading * flow.velocity[0][q];
    space::multiply_by_mass(flow.space, 0, flow.space.n_elements(), rhs.data(), rhs.data());
    flow.velocity_solver.solve(leading, channel_viscosity, rhs, {{}, flow.velocity[0]});
    force = flow.apply(control, leading);
    EXPECT_NEAR(flow.space.mean(flow.velocity[0]), 1.5, 1e-13);
  }
  EXPECT_NEAR(force, 3 * channel_viscosity * 1.5, 1e-11);
  auto exact = flow.space.make_field();
  const auto parabola = [](const Point& x) { return 2.25 * (1 - x[1] * x[1]); };
  flow.space.evaluate(function_of_place(parabola), 0, exact);
  for (std::size_t q = 0; q < exact.size(); ++q) EXPECT_NEAR(flow.velocity[0][q], exact[q], 1e-11);
}

// Free of divergence before, free of divergence after, and still at rest on the walls.
TEST(FlowRateControl, KeepsTheContinuityAndTheWalls) {
  Channel flow(straight(7));
  const auto along = [](const Point& x) {
    return 4 * x[1] * (x[1] * x[1] - 1) * std::cos(std::numbers::pi * x[0]);
  };
  const auto across = [](const Point& x) {
    const double wall = x[1] * x[1] - 1;
    return std::numbers::pi * wall * wall * std::sin(std::numbers::pi * x[0]);
  };
  const auto divergence = [&] {
    kernels::FlowDiagnostics sums;
    const auto operators = space::make_element_operators(flow.space);
    operators->accumulate_diagnostics(
        0, flow.space.n_elements(),
        {flow.velocity[0].data(), flow.velocity[1].data(), flow.velocity[2].data()}, sums);
    return flow.space.communicator().sum(sums.divergence_squared);
  };
  flow.space.evaluate(function_of_place(along), 0, flow.velocity[0]);
  flow.space.evaluate(function_of_place(across), 0, flow.velocity[1]);
  const double before = divergence();
  FlowRateControl control(flow.space, flow_along_x, channel_viscosity, false);
  const double force = flow.apply(control, 5.0);
  EXPECT_NEAR(force, 1.5 / mean_response(5.0), 1e-5 * force);
  EXPECT_LT(before, 1e-4);
  EXPECT_NEAR(divergence(), before, 1e-12);
  for (const int face : {2, 3})
    for (const std::size_t q : space::boundary_nodes(flow.space, face))
      EXPECT_EQ(flow.velocity[0][q], 0);
}

// The elements are curved, the duct is not: a uniform force has no divergence in it.
TEST(FlowRateControl, DrivesNoPressureInAStraightDuctOfCurvedElements) {
  const auto bulged = [](const Point& x) {
    const double s = std::sin(std::numbers::pi * x[1]) * std::sin(2 * std::numbers::pi * x[2]);
    return Point{x[0], x[1] + 0.1 * s, x[2] + 0.05 * s};
  };
  Channel flow(moved(7, bulged));
  FlowRateControl control(flow.space, flow_along_x, channel_viscosity, false);
  const double force = flow.apply(control, 2.0);
  EXPECT_EQ(flow.pressure_solver.n_solves, 0);
  EXPECT_EQ(flow.velocity_solver.n_solves, 1);
  EXPECT_NEAR(force, 1.5 / mean_response(2.0), 1e-5 * force);
  EXPECT_NEAR(flow.space.mean(flow.velocity[0]), 1.5, 1e-13);
}

TEST(FlowRateControl, DrivesPressureWhereTheDuctChanges) {
  const auto narrowing = [](const Point& x) {
    return Point{x[0], x[1] * (1 - 0.2 * std::sin(std::numbers::pi * x[0])), x[2]};
  };
  Channel flow(moved(5, narrowing));
  FlowRateControl control(flow.space, flow_along_x, channel_viscosity, false);
  const double force = flow.apply(control, 2.0);
  EXPECT_EQ(flow.pressure_solver.n_solves, 1);
  EXPECT_EQ(flow.velocity_solver.n_solves, 3);
  EXPECT_NEAR(flow.space.mean(flow.velocity[0]), 1.5, 1e-13);
  // The pressure takes up what is not divergence-free: (grad q, e - grad p_g) = 0 for every q.
  const auto operators = space::make_element_operators(flow.space);
  auto residual = flow.space.make_field();
  auto rest = flow.space.make_vector_field();
  const std::array at{rest[0].data(), rest[1].data(), rest[2].data()};
  operators->gradient(0, flow.space.n_elements(), flow.pressure.data(), at);
  for (int d = 0; d < 3; ++d)
    for (double& value : rest[d]) value = (d == 0 ? 1.0 : 0.0) - value / force;
  operators->weak_divergence(0, flow.space.n_elements(), {at[0], at[1], at[2]}, residual.data());
  const double share = flow.space.max_abs(residual);
  flow.space.gather_scatter().add(residual);
  EXPECT_LT(flow.space.max_abs(residual), 1e-9 * share);
  EXPECT_GT(flow.space.max_abs(flow.pressure), 0.1 * force);
}

TEST(FlowRateControl, GoesOnFromItsStateWithoutASolve) {
  Channel flow(straight(4)), again(straight(4));
  FlowRateControl control(flow.space, flow_along_x, channel_viscosity, false),
      loaded(again.space, flow_along_x, channel_viscosity, false),
      thicker(again.space, flow_along_x, 2 * channel_viscosity, false);
  flow.apply(control, 3.0);
  test::MemoryState state;
  const auto numbers = flow.space.element_numbers();
  const base::RowSet elements{"elements", numbers, flow.space.element_size()};
  test::StateKeeper keeper(state, flow.space.communicator());
  control.visit_state(keeper, elements);
  test::StateGiver giver(state);
  loaded.visit_state(giver, elements);
  again.apply(loaded, 3.0);
  EXPECT_EQ(again.velocity_solver.n_solves, 0);
  for (std::size_t q = 0; q < flow.velocity[0].size(); ++q)
    EXPECT_EQ(again.velocity[0][q], flow.velocity[0][q]);
  // The response of another viscosity is none of its own.
  thicker.visit_state(giver, elements);
  again.apply(thicker, 3.0);
  EXPECT_EQ(again.velocity_solver.n_solves, 1);
}

}  // namespace
}  // namespace lobatto::physics
