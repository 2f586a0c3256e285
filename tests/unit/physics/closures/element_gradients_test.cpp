#include "physics/closures/element_gradients.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "physics/closures/subgrid_model.hpp"
#include "physics/closures/subgrid_viscosity.hpp"
#include "state/state.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Point;

Point quadratic(const Point& x) { return {x[0] * x[1], x[2] * x[2] - x[0], x[1] + 3 * x[2]}; }
GradientTensor gradient_of_quadratic(const Point& x) {
  return {{{x[1], x[0], 0}, {-1, 0, 2 * x[2]}, {0, 1, 3}}};
}

TEST(ElementGradients, AreThoseOfPolynomialsOnAnyGeometry) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace box(test::Block{}.mesh(3, world), world);
  for (const auto& space : {box, test::moved({}, 3, test::affine, world)}) {
    const auto u = test::field_of(space, test::vector_function(quadratic));
    ElementGradients gradients(space);
    std::array<std::vector<double>, 3> x;
    // A block of one element first: the workspace grows with the block.
    for (const int first : {std::max(space.n_elements() - 1, 0), 0}) {
      const auto block = space::element_block(space, first, space.n_elements() - first);
      const auto& found = gradients.of(block, on_block(u, block));
      for (std::size_t q = 0; q < block.n_values; ++q) {
        if (q % space.element_size() == 0)
          space.element_points(first + static_cast<int>(q / space.element_size()), x);
        const std::size_t node = q % space.element_size();
        const GradientTensor expected = gradient_of_quadratic({x[0][node], x[1][node], x[2][node]});
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) EXPECT_NEAR(found.at(q)[i][j], expected[i][j], 1e-11);
      }
    }
  }
}

TEST(FilterWidths, AreThoseOfTheVolumesOfElements) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace box(test::Block{.end = {1, 2, 4}}.mesh(5, world), world);
  for (const double width : filter_widths(box)) EXPECT_NEAR(width, 1.0 / 5, 1e-14);
  const auto moved = test::moved({}, 5, test::affine, world);
  const double edge = 0.5 * std::cbrt(test::affine_determinant);
  for (const double width : filter_widths(moved)) EXPECT_NEAR(width, edge / 5, 1e-14);
}

// The shear of v is 2 in the elements left of x = 1/2 and 4 right of it: where they meet the
// viscosity is the mean of both.
TEST(SubgridViscosity, IsContinuousAndKeepsItsPast) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::Block{}.mesh(4, world), world);
  state::State state(space, 3);
  auto& velocity = state.declare("velocity", {.is_vector = true});
  velocity.vector() = test::field_of(space, test::vector_function([](const Point& x) {
                                       return Point{0, (x[0] < 0.5 ? 2 : 4) * (x[0] - 0.5), 0};
                                     }));
  perf::Profiler profiler;
  SubgridViscosity viscosity(state, make_subgrid_model({"smagorinsky", 0.2, {}}, space), false,
                             profiler);
  viscosity.declare();
  viscosity.evaluate();
  viscosity.advance();
  for (auto& component : velocity.vector()) component.fill(1.0);
  viscosity.evaluate();
  EXPECT_LT(space.max_abs(state[SubgridViscosity::name].now()), 1e-12);
  const double unit = std::pow(0.2 * filter_width(0.125, 4), 2);
  auto expected = space.make_field();
  space.evaluate(test::function_of_place([unit](const Point& x) {
                   return unit * (x[0] == 0.5 ? 3 : x[0] < 0.5 ? 2 : 4);
                 }),
                 0, expected);
  const auto& past = state[SubgridViscosity::name].at(1);
  for (std::size_t q = 0; q < past.size(); ++q) EXPECT_NEAR(past[q], expected[q], 1e-12 * unit);
}

}  // namespace
}  // namespace lobatto::physics
