#include "io/hdf5/bounded_rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/curved_spaces.hpp"

namespace lobatto::io {
namespace {

using Norm = ErrorBound::Norm;
using test::Point;

double wave(const Point& x) { return std::sin(7 * x[0] + 1) * std::cos(5 * x[1]) + x[2] * x[2]; }

class BoundedRoundingTest : public ::testing::Test {
 protected:
  [[nodiscard]] space::Field field(const space::FunctionSpace& space, double level = 0) const {
    auto values = space.make_field();
    space.evaluate(test::function_of_place([&](const Point& x) { return level + wave(x); }), 0,
                   values);
    return values;
  }
  comm::Communicator world_ = comm::Communicator::world();
};

TEST_F(BoundedRoundingTest, KeepsTheBoundOnBoxesAndCurvedElementsAndSaysByHowMuch) {
  const space::FunctionSpace box(test::Block{}.mesh(7, world_), world_);
  const auto bent = test::moved(test::Block{}, 7, test::wavy, world_);
  for (const auto* space : {&box, &bent}) {
    const auto values = field(*space);
    const double mean = space->mean(values);
    auto deviation = space->make_field(), error = space->make_field();
    for (const double tolerance : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      for (const Norm norm : {Norm::maximum, Norm::l2}) {
        const std::array<std::span<const double>, 1> components{values};
        const BoundedRounding rounding(*space, components, {norm, tolerance});
        for (std::size_t q = 0; q < values.size(); ++q) {
          deviation[q] = values[q] - mean;
          error[q] = static_cast<double>(rounding(values[q])) - values[q];
        }
        const double maximum = space->max_abs(error) / space->max_abs(deviation);
        const double l2 = space->rms(error) / space->rms(deviation);
        EXPECT_NEAR(rounding.error().maximum, maximum, 1e-12);
        EXPECT_NEAR(rounding.error().l2, l2, 1e-12);
        const double kept = norm == Norm::maximum ? maximum : l2;
        EXPECT_LE(kept, tolerance);
        // Not far below either: the spacing is a power of two.
        if (tolerance > 1e-5) {
          EXPECT_GE(kept, 0.2 * tolerance);
        }
      }
    }
  }
}

TEST_F(BoundedRoundingTest, RoundsToMultiplesOfAPowerOfTwo) {
  const space::FunctionSpace space(test::Block{}.mesh(5, world_), world_);
  const auto values = field(space);
  const std::array<std::span<const double>, 1> components{values};
  const BoundedRounding rounding(space, components, {Norm::maximum, 1e-3});
  EXPECT_EQ(std::exp2(std::round(std::log2(rounding.spacing()))), rounding.spacing());
  for (const double value : values) {
    const double multiple = static_cast<double>(rounding(value)) / rounding.spacing();
    EXPECT_EQ(multiple, std::round(multiple));
  }
}

TEST_F(BoundedRoundingTest, RefersToDeviationsFromTheMean) {
  const space::FunctionSpace space(test::Block{}.mesh(5, world_), world_);
  const auto low = field(space), high = field(space, 100);
  const std::array<std::span<const double>, 1> of_low{low}, of_high{high};
  const ErrorBound bound{Norm::l2, 1e-3};
  EXPECT_EQ(BoundedRounding(space, of_low, bound).spacing(),
            BoundedRounding(space, of_high, bound).spacing());
}

TEST_F(BoundedRoundingTest, LeavesAConstantAsItIs) {
  const space::FunctionSpace space(test::Block{}.mesh(3, world_), world_);
  auto values = space.make_field();
  values.fill(0.5);
  const std::array<std::span<const double>, 1> components{values};
  const BoundedRounding rounding(space, components, {Norm::maximum, 1e-2});
  EXPECT_EQ(rounding(0.5), 0.5F);
}

}  // namespace
}  // namespace lobatto::io
