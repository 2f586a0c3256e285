#include "base/aligned_array.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <ranges>
#include <span>

namespace lobatto::base {
namespace {

static_assert(std::ranges::contiguous_range<AlignedArray<double>>);
static_assert(std::ranges::contiguous_range<const AlignedArray<float>>);

AlignedArray<double> counting_array(std::size_t n) {
  AlignedArray<double> array(n);
  std::iota(array.begin(), array.end(), 1.0);
  return array;
}

TEST(AlignedArray, BeginsOnACacheLineWhateverItsLength) {
  for (std::size_t n = 1; n < 40; ++n) {
    const AlignedArray<double> doubles(n);
    const AlignedArray<char> bytes(n);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(doubles.data()) % 64, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 64, 0U);
  }
}

TEST(AlignedArray, IsZeroWhenMadeUpToTheEndOfItsLastLine) {
  const AlignedArray<double> array(13);
  EXPECT_EQ(array.size(), 13U);
  EXPECT_TRUE(std::all_of(array.data(), array.data() + 16, [](double v) { return v == 0; }));
}

TEST(AlignedArray, EmptyHasNoValues) {
  const AlignedArray<double> made_empty(0);
  const AlignedArray<double> by_default;
  EXPECT_EQ(made_empty.size(), 0U);
  EXPECT_EQ(made_empty.begin(), made_empty.end());
  EXPECT_EQ(by_default.size(), 0U);
  const AlignedArray<double> copy = by_default;
  EXPECT_EQ(copy.size(), 0U);
}

TEST(AlignedArray, CopyIsIndependent) {
  AlignedArray<double> original = counting_array(20);
  const AlignedArray<double> copy = original;
  original.fill(-1);
  EXPECT_EQ(copy.size(), 20U);
  for (std::size_t i = 0; i < copy.size(); ++i) EXPECT_EQ(copy[i], static_cast<double>(i + 1));
}

TEST(AlignedArray, MoveTakesTheStorageAndLeavesAnEmptyArray) {
  AlignedArray<double> original = counting_array(20);
  const double* storage = original.data();
  AlignedArray<double> moved = std::move(original);
  EXPECT_EQ(moved.data(), storage);
  EXPECT_EQ(moved.size(), 20U);
  EXPECT_EQ(original.size(), 0U);  // NOLINT(bugprone-use-after-move): the state is defined
}

TEST(AlignedArray, AssignmentReplacesTheLength) {
  AlignedArray<double> array(3);
  array = counting_array(9);
  EXPECT_EQ(array.size(), 9U);
  EXPECT_EQ(array[8], 9);
  AlignedArray<double>& itself = array;
  array = itself;
  EXPECT_EQ(array[8], 9);
}

TEST(AlignedArray, IsSeenThroughASpan) {
  AlignedArray<double> array(5);
  const std::span<double> view = array;
  view[4] = 2.5;
  const AlignedArray<double>& constant = array;
  const std::span<const double> read_only = constant;
  EXPECT_EQ(read_only.size(), 5U);
  EXPECT_EQ(read_only[4], 2.5);
}

}  // namespace
}  // namespace lobatto::base
