#include "space/turned_copies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Point;

/// A part of an annulus about the line x = 1, y = 2 from an angle on, of several elements around.
FunctionSpace sector(int parts, double begin, int n_around, const comm::Communicator& world,
                     double inner = 1) {
  const test::Block block{.n_elements = {2, n_around, 2}, .periodic = {false, true, true}};
  return test::moved(
      block, 4,
      [=](const Point& x) {
        const double r = inner + x[0], angle = begin + 2 * std::numbers::pi * x[1] / parts;
        return Point{1 + r * std::cos(angle), 2 + r * std::sin(angle), x[2]};
      },
      world);
}

/// Of a helix that winds about the axis; r also changes along it.
Point winding(const Point& x) {
  const double r = std::hypot(x[0] - 1, x[1] - 2);
  return {-(x[1] - 2) * r + 0.3 * (x[0] - 1), (x[0] - 1) * r + 0.3 * (x[1] - 2), r};
}

VectorField evaluated(const FunctionSpace& space) {
  VectorField v = space.make_vector_field();
  const auto functions = test::vector_function(winding);
  for (int d = 0; d < 3; ++d) space.evaluate(functions[d], 0, v[d]);
  return v;
}

TEST(TurnedCopies, SumsOfVectorsThatTurnWithTheAxisAreTheirMultiples) {
  const auto world = comm::Communicator::world();
  for (const int parts : {2, 3, 5, 40})
    for (const double begin : {0.0, 0.7, 3.0, -2.5})
      for (const int n_around : {1, 3}) {
        const FunctionSpace space = sector(parts, begin, n_around, world);
        ASSERT_NE(space.rotation(), nullptr);
        EXPECT_EQ(space.rotation()->parts, parts);
        const VectorField v = evaluated(space);
        VectorField sums = v;
        space.add_vectors(std::array<std::span<double>, 3>{sums[0], sums[1], sums[2]});
        const auto share = space.gather_scatter().inverse_multiplicity();
        double worst = 0;
        for (int d = 0; d < 3; ++d)
          for (std::size_t q = 0; q < space.size(); ++q)
            worst = std::max(worst, std::abs(sums[d][q] * share[q] - v[d][q]));
        EXPECT_LT(world.max(worst), 1e-13) << parts << " parts from " << begin;
      }
}

TEST(TurnedCopies, AreThoseOfOneSide) {
  const auto world = comm::Communicator::world();
  const FunctionSpace space = sector(6, 0.2, 3, world);
  const auto n_nodes = static_cast<long long>(space.turned_copies()->nodes().size());
  EXPECT_EQ(world.sum(n_nodes), 2 * 2 * 5 * 5);
  EXPECT_EQ(sector(1, 0.2, 6, world).rotation(), nullptr);
}

TEST(TurnedCopies, SumsOnSidesLeaveWhatIsOnTheOther) {
  const auto world = comm::Communicator::world();
  const FunctionSpace space = sector(4, 0.2, 2, world);
  VectorField v = evaluated(space);
  const VectorField before = v;
  for (auto& component : v) space.make_sides_continuous(component);
  double worst = 0;
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < space.size(); ++q)
      worst = std::max(worst, std::abs(v[d][q] - before[d][q]));
  EXPECT_LT(world.max(worst), 1e-13);
  Field ones = space.make_field();
  ones.fill(1);
  space.add_on_sides(ones);
  const auto share = space.gather_scatter().inverse_multiplicity();
  double most = 0;
  for (const std::uint32_t q : space.turned_copies()->nodes())
    most = std::max(most, ones[q] * share[q]);
  EXPECT_EQ(world.max(most), 0.5);
}

TEST(TurnedCopies, AreNoneWhereNothingIsTurned) {
  const auto world = comm::Communicator::world();
  const test::Block block{.n_elements = {2, 2, 1}};
  const FunctionSpace space = test::moved(block, 3, [](const Point& x) { return x; }, world);
  EXPECT_EQ(TurnedCopies(space, {{0, 0, 1}, {0, 0.5, 0}, 4}).nodes().size(), 0u);
}

TEST(TurnedCopies, RefusePeriodicSidesThatAreNoRotation) {
  const auto world = comm::Communicator::world();
  const test::Block block{.n_elements = {2, 2, 1}, .periodic = {true, false, false}};
  const FunctionSpace space = test::moved(block, 3, [](const Point& x) { return x; }, world);
  EXPECT_EQ(space.rotation(), nullptr);
  try {
    const TurnedCopies turned(space, {{0, 0, 1}, {0.5, -1, 0}, 4});
    FAIL();
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("are no rotation by 90 degrees"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lobatto::space
