#include "residents/observers/probe_places.hpp"

#include <gtest/gtest.h>

namespace lobatto::residents {
namespace {

using Point = ProbePlaces::Point;

TEST(ProbePlaces, OfSinglePoints) {
  const ProbePlaces places(std::vector<Point>{{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(places.shape(), std::vector<long long>{2});
  EXPECT_EQ(places.n_points(), 2);
  EXPECT_EQ(places.points(), (std::vector<Point>{{1, 2, 3}, {4, 5, 6}}));
}

TEST(ProbePlaces, OfALineReachBothEnds) {
  const ProbePlaces places(ProbePlaces::Line{{0.1, 0, -1}, {0.7, 0, 1}, 5});
  EXPECT_EQ(places.shape(), std::vector<long long>{5});
  EXPECT_EQ(places.point(0), (Point{0.1, 0, -1}));
  EXPECT_EQ(places.point(2)[2], 0);
  EXPECT_EQ(places.point(4), (Point{0.7, 0, 1}));
  EXPECT_EQ(places.points().size(), 5u);
}

TEST(ProbePlaces, OfAPlaneGoAlongTheFirstEdgeFirst) {
  const ProbePlaces places(ProbePlaces::Plane{{1, 1, 1}, {Point{2, 0, 0}, Point{0, 4, 0}}, {3, 2}});
  EXPECT_EQ(places.shape(), (std::vector<long long>{2, 3}));
  EXPECT_EQ(places.n_points(), 6);
  EXPECT_EQ(places.point(1), (Point{2, 1, 1}));
  EXPECT_EQ(places.point(3), (Point{1, 5, 1}));
  EXPECT_EQ(places.points()[5], (Point{3, 5, 1}));
}

TEST(ProbePlaces, CountPointsBeyondIntegers) {
  const ProbePlaces places(ProbePlaces::Plane{{}, {}, {1LL << 40, 1LL << 40}});
  EXPECT_EQ(places.n_points(), 0x1p80);
  EXPECT_EQ(places.point((std::size_t{1} << 40) - 1), (Point{0, 0, 0}));
}

}  // namespace
}  // namespace lobatto::residents
