#include "space/element_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Point;

/// Two layers, each 2e-6 thick, of a bent wall far from the origin.
Point thin_and_far(const Point& x) {
  return {20 + x[0], 30 + x[1], 40 + 4e-6 * x[2] + 0.1 * x[0] * x[1]};
}

// Coordinates are known to 4e-15, which is 4e-9 of half the thickness of an element: more than the
// steps of Newton's method are asked to come down to.
TEST(ElementSearch, FindsPlacesInThinElementsFarFromTheOrigin) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved({}, 4, thin_and_far, world);
  const ElementSearch search(space);
  long long n_found = 0;
  constexpr int n = 7;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Point at{(i + 0.4) / n, (j + 0.3) / n, (k + 0.2) / n};  // of the unit cube
        const auto place = search.find(thin_and_far(at), 1e-6);
        if (!place) continue;
        ++n_found;
        for (int d = 0; d < 3; ++d)
          EXPECT_NEAR(place->r[d], 4 * at[d] - (at[d] < 0.5 ? 1 : 3), 1e-6) << i << j << k;
      }
  EXPECT_EQ(world.sum(n_found), n * n * n);
}

TEST(ElementSearch, FindsTheInsideOfCurvedElementsAndNothingBeyond) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved({}, 5, test::stirred, world);
  const ElementSearch search(space);
  int n_found = 0;
  for (const double x : {0.05, 0.37, 0.81})
    for (const double y : {0.11, 0.52, 0.93})
      for (const double z : {0.23, 0.64}) n_found += search.find({x, y, z}, 1e-10) ? 1 : 0;
  EXPECT_EQ(world.sum(static_cast<long long>(n_found)), 18);
  EXPECT_FALSE(search.find({1.01, 0.5, 0.5}, 1e-10));
  EXPECT_FALSE(search.find({0.5, -0.2, 0.5}, 1e-10));
}

}  // namespace
}  // namespace lobatto::space
