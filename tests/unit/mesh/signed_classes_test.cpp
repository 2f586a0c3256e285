#include "mesh/signed_classes.hpp"

#include <gtest/gtest.h>

#include <random>

namespace lobatto::mesh {
namespace {

TEST(SignedClasses, AgreeWithSignsKnownBeforehand) {
  // Every thing has a class and a sign; any joins that respect them must reproduce them.
  constexpr int n = 400, n_classes = 7;
  std::mt19937 random(1);
  std::vector<int> kind(n);
  std::vector<bool> sign(n);
  for (int i = 0; i < n; ++i) {
    kind[i] = static_cast<int>(random() % n_classes);
    sign[i] = random() % 2 == 0;
  }
  SignedClasses classes(n);
  for (int step = 0; step < 20 * n; ++step) {
    const auto i = random() % n, j = random() % n;
    if (kind[i] == kind[j]) {
      EXPECT_TRUE(classes.join(i, j, sign[i] != sign[j]));
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const auto a = classes.find(i), b = classes.find(j);
      ASSERT_EQ(a.root == b.root, kind[i] == kind[j]);
      if (a.root == b.root) {
        ASSERT_EQ(a.reversed != b.reversed, sign[i] != sign[j]);
      }
    }
  }
  std::int64_t count = 0;
  const auto numbers = classes.number(count);
  EXPECT_EQ(count, n_classes);
  EXPECT_EQ(numbers[0], 0);
  for (int i = 0; i < n; ++i) EXPECT_EQ(numbers[i] == numbers[0], kind[i] == kind[0]);
}

TEST(SignedClasses, TellContradictions) {
  SignedClasses classes(3);
  EXPECT_TRUE(classes.join(0, 1, true));
  EXPECT_TRUE(classes.join(1, 2, true));
  EXPECT_TRUE(classes.join(0, 2, false));
  EXPECT_FALSE(classes.join(2, 0, true));
  EXPECT_FALSE(classes.join(1, 1, true));
}

}  // namespace
}  // namespace lobatto::mesh
