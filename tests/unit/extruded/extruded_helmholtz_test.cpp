#include "extruded/extruded_helmholtz.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../mesh/raw_meshes.hpp"
#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_parcel.hpp"
#include "mesh/partition.hpp"
#include "space/element_operators.hpp"
#include "space/helmholtz_operator.hpp"
#include "support/message_of.hpp"

namespace lobatto::extruded {
namespace {

using mesh::Block;
using mesh::Point;
using poly::EndCondition;

struct Problem {
  std::string name;
  std::array<int, 3> n_elements;
  std::array<bool, 3> periodic;
  std::vector<std::string> fixed;  ///< boundaries with a Dirichlet condition
  bool is_graded = false, is_tilted = false;
};

const std::vector<Problem> problems{
    {"all free", {3, 2, 3}, {}, {}, true},
    {"outflow, one layer, periodic", {3, 2, 1}, {false, false, true}, {"x_max"}},
    {"outflow, four layers, periodic", {3, 2, 4}, {false, false, true}, {"x_max"}},
    {"outflow, graded, periodic", {2, 2, 3}, {false, false, true}, {"y_min", "x_max"}, true},
    {"periodic", {2, 2, 3}, {true, true, true}, {}},
    {"long and periodic", {2, 2, 24}, {false, false, true}, {"x_max"}},
    {"periodic and one element wide", {4, 1, 2}, {false, true, true}, {"x_min"}},
    {"fixed below", {2, 2, 3}, {}, {"z_min"}, true, true},
    {"fixed above and on a side", {2, 3, 2}, {}, {"z_max", "y_max"}, false, true},
    {"fixed at both ends", {2, 2, 2}, {true, false, false}, {"z_min", "z_max"}}};

/// Layers of a curved plane, whose elements are turned any way, graded and tilted where asked for.
Block block_of(const Problem& problem) {
  Block block{.n_elements = problem.n_elements, .periodic = problem.periodic, .geometry_order = 4};
  block.turn = [](int e) { return mesh::all_turns()[(7 * e) % 24]; };
  const auto n = problem.n_elements;
  block.map = [=, graded = problem.is_graded, tilted = problem.is_tilted](const Point& x) {
    const double pi = 3.14159265358979323846;
    const double level = std::floor(std::min(x[2], n[2] - 1e-9)), t = x[2] - level;
    const double z = graded ? level + 0.15 * level * level + t * (1.15 + 0.3 * level) : x[2];
    const Point p{x[0] + 0.15 * std::sin(2 * pi * x[1] / n[1]),
                  x[1] + 0.1 * std::sin(2 * pi * x[0] / n[0]), 0.7 * z};
    const double c = tilted ? std::cos(0.4) : 1, s = tilted ? std::sin(0.4) : 0;
    return Point{c * p[0] - s * p[2], p[1], s * p[0] + c * p[2]};
  };
  return block;
}

space::FunctionSpace space_of(const Problem& problem, int order,
                              const comm::Communicator& communicator) {
  const mesh::HexMesh whole = connect(make_block(block_of(problem)));
  const auto search = mesh::find_layers(whole, comm::Communicator::alone());
  EXPECT_EQ(search.obstacle, "");
  const auto ranks = partition_columns(whole, search.layers, communicator.size());
  const auto elements = elements_of_ranks(whole, ranks, communicator.size());
  auto part = std::make_shared<const mesh::HexMesh>(part_of(whole, elements[communicator.rank()]));
  return {part, order, communicator};
}

space::BoundaryConditions conditions_of(const Problem& problem, const space::FunctionSpace& space) {
  space::BoundaryConditions conditions;
  for (const auto& boundary : space.boundaries())
    conditions.push_back(std::ranges::count(problem.fixed, boundary.name) > 0
                             ? EndCondition::dirichlet
                             : EndCondition::neumann);
  return conditions;
}

/// Random, the same for an element on any number of ranks; of a singular problem without constant.
space::Field random_rhs(const space::FunctionSpace& space, bool is_singular) {
  space::Field f = space.make_field();
  for (int e = 0; e < space.n_elements(); ++e) {
    std::mt19937 random(static_cast<unsigned>(space.element_number(e)));
    std::uniform_real_distribution<double> value(-1, 1);
    for (std::size_t q = 0; q < space.element_size(); ++q)
      f[e * space.element_size() + q] = value(random);
  }
  space::multiply_by_mass(space, 0, space.n_elements(), f.data(), f.data());
  if (!is_singular) return f;
  double sum = 0;
  for (const double x : f) sum += x;
  const double density = space.communicator().sum(sum) / space.volume();
  for (int e = 0; e < space.n_elements(); ++e)
    for (std::size_t q = 0; q < space.element_size(); ++q)
      f[e * space.element_size() + q] -= density * space.mass(e)(q);
  return f;
}

/// In the norm of functions, over the nodes that are not fixed.
double norm(const space::FunctionSpace& space, std::span<const double> assembled,
            std::span<const double> mask) {
  space::Field mass = space.make_field();
  mass.fill(1.0);
  space::multiply_by_mass(space, 0, space.n_elements(), mass.data(), mass.data());
  space.gather_scatter().add(mass);
  const auto share = space.gather_scatter().inverse_multiplicity();
  double sum = 0;
  for (std::size_t q = 0; q < mass.size(); ++q)
    sum += mask[q] * share[q] * assembled[q] * assembled[q] / mass[q];
  return std::sqrt(space.communicator().sum(sum));
}

double relative_residual(const space::FunctionSpace& space,
                         const space::BoundaryConditions& conditions,
                         const kernels::HelmholtzCoefficients& coefficients, const space::Field& f,
                         const space::Field& u) {
  const auto mask = space::dirichlet_mask(space, conditions);
  space::Field rhs = f, residual = space.make_field();
  space::make_helmholtz_operator(space)->apply(0, space.n_elements(), coefficients, u.data(),
                                               residual.data());
  for (std::size_t q = 0; q < rhs.size(); ++q) residual[q] = f[q] - residual[q];
  space.gather_scatter().add(residual);
  space.gather_scatter().add(rhs);
  return norm(space, residual, mask) / norm(space, rhs, mask);
}

ExtrudedHelmholtz solver_of(const space::FunctionSpace& space,
                            const space::BoundaryConditions& conditions, int n_problems = 1) {
  return {space, ExtrudedPlans(space).with(space, conditions), n_problems};
}

space::Field poisson_solution(const space::FunctionSpace& space,
                              const space::BoundaryConditions& conditions, const space::Field& f) {
  space::Field u = f;
  ExtrudedHelmholtz solver = solver_of(space, conditions);
  solver.set_coefficients(0, 1);
  const std::span<double> field = u;
  solver.solve({&field, 1});
  return u;
}

void expect_continuous(const space::FunctionSpace& space, const space::Field& u) {
  space::Field copies = u;
  space.make_continuous(copies);
  for (std::size_t q = 0; q < u.size(); ++q) copies[q] -= u[q];
  EXPECT_LT(space.max_abs(copies), 1e-12 * space.max_abs(u));
}

TEST(ExtrudedHelmholtz, SolvesTheAssembledPoissonProblem) {
  const auto world = comm::Communicator::world();
  for (const Problem& problem : problems)
    for (const int order : {2, 3, 4, 7}) {
      SCOPED_TRACE(problem.name + ", order " + std::to_string(order));
      const auto space = space_of(problem, order, world);
      const auto conditions = conditions_of(problem, space);
      const auto f = random_rhs(space, problem.fixed.empty());
      const auto u = poisson_solution(space, conditions, f);
      EXPECT_LT(relative_residual(space, conditions, {0.0, 1.0}, f, u), 1e-11);
      if (problem.fixed.empty()) {
        EXPECT_NEAR(space.mean(u), 0.0, 1e-12 * space.max_abs(u));
      }
      expect_continuous(space, u);
    }
}

TEST(ExtrudedHelmholtz, TakesABoxThatIsMovedInAPlane) {
  const auto world = comm::Communicator::world();
  const mesh::Axis x{{0, 1, 2, 3.5}}, y{{0, 0.5, 1, 2, 2.5}, true}, z{{0, 0.7, 1}};
  const auto box =
      mesh::make_box_mesh({x, y, z}, 6, world.rank(), world.size(), mesh::Cut::columns_z);
  const space::CoordinateMap map{[](const space::Points& p, double, std::span<double> out) {
                                   for (std::size_t i = 0; i < out.size(); ++i)
                                     out[i] = p.x[i] + 0.1 * std::sin(2 * M_PI * p.y[i] / 2.5);
                                 },
                                 [](const space::Points& p, double, std::span<double> out) {
                                   for (std::size_t i = 0; i < out.size(); ++i)
                                     out[i] = p.y[i] + 0.1 * std::sin(p.x[i]);
                                 },
                                 [](const space::Points& p, double, std::span<double> out) {
                                   for (std::size_t i = 0; i < out.size(); ++i) out[i] = 2 * p.z[i];
                                 }};
  const space::FunctionSpace space(box, map, world);
  for (const int fixed : {0, 1, 5}) {
    space::BoundaryConditions conditions(space.boundaries().size(), EndCondition::neumann);
    if (fixed > 0) conditions[fixed] = EndCondition::dirichlet;
    const auto f = random_rhs(space, fixed == 0);
    const auto u = poisson_solution(space, conditions, f);
    EXPECT_LT(relative_residual(space, conditions, {0.0, 1.0}, f, u), 1e-11);
  }
}

TEST(ExtrudedHelmholtz, TakesAPlane) {
  const auto world = comm::Communicator::world();
  const Problem problem{"plane", {3, 2, 1}, {false, false, true}, {"x_max"}};
  Block block = block_of(problem);
  block.turn = Block{}.turn;  // planes run along t
  const mesh::HexMesh whole = connect(make_block(block));
  const auto ranks = partition_columns(
      whole, mesh::find_layers(whole, comm::Communicator::alone()).layers, world.size());
  auto part = std::make_shared<mesh::HexMesh>(
      part_of(whole, elements_of_ranks(whole, ranks, world.size())[world.rank()]));
  part->is_plane = true;
  const space::FunctionSpace space(std::shared_ptr<const mesh::HexMesh>(part), 6, world);
  EXPECT_EQ(space.element_size(), 49U);
  const auto conditions = conditions_of(problem, space);
  const auto f = random_rhs(space, false);
  const auto u = poisson_solution(space, conditions, f);
  EXPECT_LT(relative_residual(space, conditions, {0.0, 1.0}, f, u), 1e-11);
  expect_continuous(space, u);
}

TEST(ExtrudedHelmholtz, HoldsAtHighOrder) {
  const auto world = comm::Communicator::world();
  const auto space = space_of(problems[2], 15, world);
  const auto conditions = conditions_of(problems[2], space);
  const auto f = random_rhs(space, false);
  const auto u = poisson_solution(space, conditions, f);
  EXPECT_LT(relative_residual(space, conditions, {0.0, 1.0}, f, u), 1e-11);
}

TEST(ExtrudedHelmholtz, SolvesThreeProblemsWithAMassAndThenWithAnother) {
  const auto world = comm::Communicator::world();
  for (const Problem& problem : problems) {
    SCOPED_TRACE(problem.name);
    const auto space = space_of(problem, 5, world);
    const auto conditions = conditions_of(problem, space);
    ExtrudedHelmholtz solver = solver_of(space, conditions, 3);
    for (const double sigma : {30.0, 1000.0}) {
      solver.set_coefficients(sigma, 0.3);
      std::array<space::Field, 3> f, u;
      for (int p = 0; p < 3; ++p) {
        f[p] = random_rhs(space, false);
        for (double& value : f[p]) value = p == 0 ? value : p * value + std::abs(value);
        u[p] = f[p];
      }
      const std::array<std::span<double>, 3> fields{u[0], u[1], u[2]};
      solver.solve(fields);
      for (int p = 0; p < 3; ++p) {
        EXPECT_LT(relative_residual(space, conditions, {sigma, 0.3}, f[p], u[p]), 1e-11);
        expect_continuous(space, u[p]);
      }
      space::Field alone = f[1];
      const std::span<double> field = alone;
      solver.solve({&field, 1});
      for (std::size_t q = 0; q < alone.size(); ++q) alone[q] -= u[1][q];
      EXPECT_LT(space.max_abs(alone), 1e-13 * space.max_abs(u[1]));
    }
  }
}

TEST(ExtrudedHelmholtz, TakesNoConstantOfASingularProblem) {
  const auto world = comm::Communicator::world();
  const auto space = space_of(problems[0], 5, world);
  const auto conditions = conditions_of(problems[0], space);
  space::Field f = random_rhs(space, true);
  const auto u = poisson_solution(space, conditions, f);
  for (int e = 0; e < space.n_elements(); ++e)
    for (std::size_t q = 0; q < space.element_size(); ++q)
      f[e * space.element_size() + q] += 3 * space.mass(e)(q);
  auto v = poisson_solution(space, conditions, f);
  for (std::size_t q = 0; q < u.size(); ++q) v[q] -= u[q];
  EXPECT_LT(space.max_abs(v), 1e-11 * space.max_abs(u));
}

TEST(ExtrudedHelmholtz, RefusesConditionsThatChangeFromLayerToLayer) {
  const auto world = comm::Communicator::world();
  auto space = space_of(problems[0], 3, world);
  space.split_boundary(1, "upper half", [](const space::Points& p, double, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = p.z[q] > 1 ? 1 : 0;
  });
  space::BoundaryConditions conditions(space.boundaries().size(), EndCondition::neumann);
  conditions.back() = EndCondition::dirichlet;
  EXPECT_NE(message_of<base::Error>([&] {
              ExtrudedPlans(space).with(space, conditions);
            }).find("change from layer to layer"),
            std::string::npos);
}

TEST(ExtrudedHelmholtz, CosineAndSineShareAFactor) {
  const std::vector<double> ticks{0, 1, 2, 3, 4};
  using enum EndCondition;
  const ModeLanes waves(poly::line_modes(ticks, 7, {periodic, periodic}).eigenvalues);
  EXPECT_EQ(waves.n_eigenvalues(), 21);  // 7 pairs, and 7 alone without a wave and at the shortest
  ASSERT_EQ(waves.n_groups(), 3);
  EXPECT_EQ(waves.groups()[0].n_sides, 2);
  EXPECT_EQ(waves.n_slots(), 32);
  std::vector<int> modes = waves.modes();
  std::erase(modes, -1);
  std::ranges::sort(modes);
  for (int m = 0; m < 28; ++m) EXPECT_EQ(modes[m], m);
  const ModeLanes bounded(poly::line_modes(ticks, 7, {neumann, neumann}).eigenvalues);
  EXPECT_EQ(bounded.n_eigenvalues(), 29);
  EXPECT_EQ(bounded.groups().front().n_sides, 1);
}

}  // namespace
}  // namespace lobatto::extruded
