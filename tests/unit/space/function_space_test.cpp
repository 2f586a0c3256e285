#include "space/function_space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "space/boundary.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Block;
using test::Point;

const Block block{{-1, 0, 2}, {1, 3, 3}, {2, 3, 2}, {false, true, false}};

/// What a construction throws; empty for nothing.
template <class Construct>
std::string error_of(Construct construct) {
  try {
    construct();
  } catch (const base::Error& error) {
    return error.what();
  }
  return {};
}

TEST(FunctionSpace, MovedByTheIdentityIsTheBox) {
  const auto world = comm::Communicator::world();
  for (const int order : {1, 4, 7}) {
    const mesh::BoxMesh mesh = block.mesh(order, world);
    const FunctionSpace box(mesh, world);
    const FunctionSpace same(mesh, test::vector_function(test::identity), world);
    ASSERT_EQ(box.curved(), nullptr);
    ASSERT_NE(same.curved(), nullptr);
    EXPECT_NE(same.box(), nullptr);
    EXPECT_EQ(same.node_ids(), box.node_ids());
    EXPECT_EQ(same.face_node_ids(), box.face_node_ids());
    EXPECT_NEAR(same.volume(), box.volume(), 1e-12);
    EXPECT_EQ(same.global_size(), box.global_size());
    EXPECT_EQ(same.column_length(), box.column_length());
    EXPECT_TRUE(same.boundaries_are_box_faces());
    std::array<std::vector<double>, 3> x, y;
    for (int e = 0; e < box.n_elements(); ++e) {
      EXPECT_EQ(same.element_number(e), box.element_number(e));
      for (int d = 0; d < 3; ++d) EXPECT_NEAR(same.lengths(e)[d], box.lengths(e)[d], 1e-12);
      box.element_points(e, x);
      same.element_points(e, y);
      EXPECT_EQ(x, y);
      for (std::size_t q = 0; q < box.element_size(); ++q) {
        EXPECT_NEAR(same.mass(e)(q), box.mass(e)(q), 1e-13);
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b)
            EXPECT_NEAR(same.metric(e, q)[a][b], box.metric(e, q)[a][b], 2e-11);
      }
    }
  }
}

TEST(FunctionSpace, PointsOfSeveralElementsAreThoseOfEach) {
  const auto self = comm::Communicator::self();
  const mesh::BoxMesh mesh = block.mesh(4, self);
  const FunctionSpace box(mesh, self), moved(mesh, test::vector_function(test::identity), self);
  for (const FunctionSpace* space : {&box, &moved}) {
    std::array<std::vector<double>, 3> all, one, expected;
    ASSERT_GT(space->n_elements(), 2);
    space->element_points(1, space->n_elements() - 1, all);
    for (int e = 1; e < space->n_elements(); ++e) {
      space->element_points(e, one);
      for (int d = 0; d < 3; ++d)
        expected[d].insert(expected[d].end(), one[d].begin(), one[d].end());
    }
    EXPECT_EQ(all, expected);
  }
}

TEST(FunctionSpace, MovedByTheIdentityIntegratesAsTheBox) {
  const auto world = comm::Communicator::world();
  const mesh::BoxMesh mesh = block.mesh(5, world);
  const FunctionSpace box(mesh, world), same(mesh, test::vector_function(test::identity), world);
  Field f = box.make_field(), g = box.make_field();
  box.evaluate(test::function_of_place([](const Point& x) { return x[0] * x[0] + x[1] * x[2]; }), 0,
               f);
  same.evaluate(test::function_of_place([](const Point& x) { return 1 + x[1]; }), 0, g);
  EXPECT_NEAR(box.integrate(f), 24.5, 1e-11);  // 2/3 3 1 + 2 9/2 5/2
  EXPECT_NEAR(same.integrate(f), box.integrate(f), 1e-11);
  EXPECT_NEAR(same.mean(f), box.mean(f), 1e-12);
  EXPECT_NEAR(same.inner_product(f, g), box.inner_product(f, g), 1e-10);
  EXPECT_NEAR(same.rms(g), box.rms(g), 1e-12);
}

TEST(FunctionSpace, IntegralsOverAWavyCubeConvergeExponentially) {
  // The cube that repeats in all directions keeps its volume; cos(2 pi x) has the mean zero there.
  const auto world = comm::Communicator::world();
  const auto wave = test::function_of_place(
      [](const Point& x) { return 1 + std::cos(2 * std::numbers::pi * (x[0] + x[1] - x[2])); });
  double volume_before = 1, integral_before = 1;
  for (const int order : {4, 8, 12, 16}) {
    const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 2, 3}, {true, true, true}};
    const FunctionSpace space = test::moved(cube, order, test::wavy, world);
    Field f = space.make_field();
    space.evaluate(wave, 0, f);
    const double volume_error = std::abs(space.volume() - 1);
    const double integral_error = std::abs(space.integrate(f) - 1);
    EXPECT_LT(volume_error, std::max(0.02 * volume_before, 1e-13)) << order;
    EXPECT_LT(integral_error, std::max(0.1 * integral_before, 1e-13)) << order;
    volume_before = volume_error;
    integral_before = integral_error;
  }
}

TEST(FunctionSpace, InvertedElementsAreRefusedOnEveryRankWithNumberAndPlace) {
  // z' = z (3.9 - x - y) - z^2 has the Jacobian 3.9 - x - y - 2 z, negative near (1, 1, 1) alone:
  // in the last of 2 x 3 x 2 elements.
  const auto world = comm::Communicator::world();
  const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 3, 2}};
  const auto map = [](const Point& x) {
    return Point{x[0], x[1], x[2] * (3.9 - x[0] - x[1]) - x[2] * x[2]};
  };
  for (const int order : {2, 5}) {
    const std::string text =
        error_of([&] { static_cast<void>(test::moved(cube, order, map, world)); });
    EXPECT_NE(text.find("element 11 "), std::string::npos) << text;
    EXPECT_NE(text.find("order " + std::to_string(order)), std::string::npos) << text;
    EXPECT_NE(text.find("(1, 1, 0.9)"), std::string::npos) << text;
    EXPECT_NE(text.find("is -0.00104167,"), std::string::npos) << text;  // -0.1 (1/2 1/3 1/2) / 8
  }
}

TEST(FunctionSpace, MirroredElementsAndPlacesThatAreNoNumbersAreRefused) {
  const auto world = comm::Communicator::world();
  const auto mirrored = [](const Point& x) { return Point{x[1], x[0], x[2]}; };
  EXPECT_NE(error_of([&] { static_cast<void>(test::moved(block, 3, mirrored, world)); }), "");
  const auto undefined = [](const Point& x) {
    return Point{x[0], x[1], x[0] > 0.9 ? std::numeric_limits<double>::quiet_NaN() : x[2]};
  };
  const std::string text =
      error_of([&] { static_cast<void>(test::moved(block, 3, undefined, world)); });
  EXPECT_NE(text.find("nan"), std::string::npos) << text;
}

TEST(FunctionSpace, WithOrderKeepsElementsBoundariesAndIds) {
  const auto world = comm::Communicator::world();
  const Block cube{{0, 0, 0}, {1, 1, 1}, {2, 2, 3}, {true, false, false}};
  FunctionSpace space = test::moved(cube, 7, test::wavy, world);
  space.split_boundary(
      4, "part", test::function_of_place([](const Point& x) { return x[0] < 0.5 ? 1.0 : 0.0; }));
  for (const int order : {1, 3, 9}) {
    const FunctionSpace other = space.with_order(order);
    EXPECT_EQ(other.order(), order);
    EXPECT_EQ(other.node_ids(), FunctionSpace(cube.mesh(order, world), world).node_ids());
    EXPECT_EQ(other.face_node_ids(), FunctionSpace(cube.mesh(order, world), world).face_node_ids());
    EXPECT_EQ(other.volume(), space.volume());
    ASSERT_EQ(other.boundaries().size(), space.boundaries().size());
    for (std::size_t b = 0; b < space.boundaries().size(); ++b) {
      const auto &of_other = other.boundaries()[b], &of_space = space.boundaries()[b];
      EXPECT_EQ(of_other.name, of_space.name);
      EXPECT_TRUE(std::equal(of_other.sides.begin(), of_other.sides.end(), of_space.sides.begin(),
                             of_space.sides.end(), [](const Side& one, const Side& two) {
                               return one.element == two.element && one.face == two.face;
                             }));
    }
    for (int e = 0; e < space.n_elements(); ++e) {
      EXPECT_EQ(other.element_number(e), space.element_number(e));
      EXPECT_EQ(other.lengths(e), space.lengths(e));
    }
    const std::size_t size = other.element_size();
    for (int e = 0; e < other.n_elements(); ++e)
      for (std::size_t q = 0; q < size; ++q) EXPECT_GT(other.mass(e)(q), 0);
  }
}

TEST(FunctionSpace, WithItsOwnOrderSharesItsGeometry) {
  const auto self = comm::Communicator::self();
  const FunctionSpace space = test::moved(block, 3, test::affine, self);
  EXPECT_EQ(space.with_order(3).curved(), space.curved());
}

TEST(MakeContinuous, GivesCopiesTheirMean) {
  const auto world = comm::Communicator::world();
  const FunctionSpace space(block.mesh(3, world), world);
  Field field = space.make_field();
  double before = 0, after = 0;
  for (std::size_t q = 0; q < field.size(); ++q) {
    field[q] = static_cast<double>(space.element_number(static_cast<int>(q / 64)) + 1);
    before += field[q];
  }
  space.make_continuous(field);
  for (const double value : field) after += value;
  EXPECT_NEAR(world.sum(after), world.sum(before), 1e-10 * world.sum(before));
  // What is continuous stays as it is.
  auto again = space.make_field();
  std::ranges::copy(field, again.begin());
  space.make_continuous(again);
  for (std::size_t q = 0; q < field.size(); ++q) EXPECT_NEAR(again[q], field[q], 1e-13);
  // Inside of an element nothing is shared: node (1, 1, 1).
  for (int e = 0; e < space.n_elements(); ++e)
    EXPECT_EQ(field[64 * e + 21], static_cast<double>(space.element_number(e) + 1));
}

TEST(SplitBoundary, MovesTheSidesWhoseMiddleIsThere) {
  const auto world = comm::Communicator::world();
  const Block cube{{0, 0, 0}, {1, 1, 1}, {4, 3, 3}};
  const auto lower_half =
      test::function_of_place([](const Point& x) { return x[0] < 0.5 ? 1.0 : 0.0; });
  for (const bool is_moved : {false, true}) {
    const mesh::BoxMesh mesh = cube.mesh(3, world);
    FunctionSpace space = is_moved ? FunctionSpace(mesh, test::vector_function(test::affine), world)
                                   : FunctionSpace(mesh, world);
    const double whole = Boundary(space, 3).area();
    // The affine map takes x = 1/2, y = 1 to 0.3 + 0.5 + 0.2.
    const auto where =
        is_moved ? test::function_of_place([](const Point& x) { return x[0] < 1.0 ? 1.0 : 0.0; })
                 : lower_half;
    space.split_boundary(3, "lower half", where);
    ASSERT_EQ(space.boundaries().size(), 7u);
    EXPECT_EQ(space.boundaries()[3].name, "y_max");
    EXPECT_EQ(space.boundaries()[6].name, "lower half");
    EXPECT_FALSE(space.boundaries_are_box_faces());
    EXPECT_NEAR(Boundary(space, 3).area(), whole / 2, 1e-12);
    EXPECT_NEAR(Boundary(space, 6).area(), whole / 2, 1e-12);
    for (const Side& side : space.boundaries()[6].sides) {
      EXPECT_EQ(side.face, 3);
      EXPECT_LT(space.box()->element_index(side.element)[0], 2);
    }
    for (const Side& side : space.boundaries()[3].sides)
      EXPECT_GE(space.box()->element_index(side.element)[0], 2);
  }
}

}  // namespace
}  // namespace lobatto::space
