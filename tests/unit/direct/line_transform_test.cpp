#include "direct/lines/line_transform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "line_cases.hpp"

namespace lobatto {
namespace {

using direct::LineTransform;

/// Of a machine that packs a byte in the time of half an operation.
constexpr double flops_per_byte = 0.5;

TEST(LineTransform, FindsTheEigenvaluesOfTheWholeLine) {
  for (const auto& line : test::line_cases()) {
    SCOPED_TRACE(line.name);
    const LineTransform transform(line.ticks, line.order, line.conditions, flops_per_byte);
    const auto whole = poly::line_modes(line.ticks, line.order, line.conditions);
    std::vector<double> found(transform.eigenvalues().begin(), transform.eigenvalues().end());
    std::ranges::sort(found);
    ASSERT_EQ(found.size(), whole.eigenvalues.size());
    for (std::size_t m = 0; m < found.size(); ++m) {
      EXPECT_NEAR(found[m], whole.eigenvalues[m], 1e-12 * whole.eigenvalues[m]);
    }
  }
}

TEST(LineTransform, TakesWavesWhereTheyAreCheaper) {
  for (const auto& line : test::line_cases()) {
    const LineTransform transform(line.ticks, line.order, line.conditions, flops_per_byte);
    EXPECT_EQ(line.name.starts_with("waves"), transform.description().starts_with("waves"))
        << line.name << ": " << transform.description();
  }
}

TEST(LineTransform, KnowsTheConstant) {
  for (const auto& line : test::line_cases()) {
    SCOPED_TRACE(line.name);
    const LineTransform transform(line.ticks, line.order, line.conditions);
    const bool fixed = line.conditions.lower == poly::EndCondition::dirichlet ||
                       line.conditions.upper == poly::EndCondition::dirichlet;
    EXPECT_EQ(transform.constant_mode() >= 0, !fixed);
    if (!fixed) {
      EXPECT_EQ(transform.eigenvalues()[transform.constant_mode()], 0.0);
    }
    EXPECT_EQ(std::ranges::count(transform.eigenvalues(), 0.0), fixed ? 0 : 1);
  }
}

}  // namespace
}  // namespace lobatto
