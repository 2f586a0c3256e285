#include "direct/lines/line_method.hpp"

#include <gtest/gtest.h>

#include "mesh/grading.hpp"

namespace lobatto::direct {
namespace {

using enum poly::EndCondition;

TEST(LineMethod, WavesPayWherePackingIsFastBesideProducts) {
  const auto ticks = mesh::uniform_ticks(0, 1, 60);
  const auto choice = [&](double flops_per_byte) {
    return choose_line(ticks, 7, {periodic, periodic}, false, flops_per_byte);
  };
  const LineChoice waves = choice(0), sums = choice(1e6);
  EXPECT_EQ(waves.method, LineMethod::waves);
  EXPECT_EQ(sums.method, LineMethod::sums);
  EXPECT_LT(waves.flops, sums.flops);
  EXPECT_EQ(sums.packed_bytes, 0);
  // Where both cost the same, the choice turns over.
  const double balance = (sums.flops - waves.flops) / waves.packed_bytes;
  EXPECT_EQ(choice(0.99 * balance).method, LineMethod::waves);
  EXPECT_EQ(choice(1.01 * balance).method, LineMethod::sums);
}

TEST(LineMethod, CondensationPaysOnTheLastDirectionAlone) {
  const auto ticks = mesh::sine_ticks(-1, 1, 24, 0.8);
  const poly::LineConditions walls{dirichlet, dirichlet};
  EXPECT_EQ(choose_line(ticks, 7, walls, true, 1).method, LineMethod::condensed);
  EXPECT_EQ(choose_line(ticks, 7, walls, true, 1e6).method, LineMethod::sums);
  EXPECT_EQ(choose_line(ticks, 7, walls, false, 1).method, LineMethod::sums);
}

TEST(LineMethod, CostsItsOperationsAndWhatIsPacked) {
  const LineChoice choice{LineMethod::waves, 100, 32, 0, 0};
  EXPECT_EQ(choice.cost(0), 100);
  EXPECT_EQ(choice.cost(2.5), 180);
}

}  // namespace
}  // namespace lobatto::direct
