#include "mesh/slices/shared_classes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "comm/communicator.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

using Points = std::vector<std::array<double, 3>>;

/// The number of the first point of each class, of all pairs.
std::vector<std::int64_t> first_of_classes(const Points& points,
                                           const std::vector<double>& tolerances) {
  std::vector<std::int64_t> first(points.size());
  std::iota(first.begin(), first.end(), std::int64_t{0});
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < points.size(); ++j) {
        if (first[j] <= first[i] ||
            distance(points[i], points[j]) > std::min(tolerances[i], tolerances[j]))
          continue;
        first[j] = first[i];
        has_changed = true;
      }
    }
  }
  return first;
}

std::vector<std::int64_t> of_one_rank(const Points& points, const std::vector<double>& tolerances) {
  return shared_points(points, tolerances, comm::Communicator::alone());
}

TEST(SharedPoints, FindCopiesAmongSizesThatDifferAMillionfold) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Points points;
  std::vector<double> tolerances;
  // Lattices of spacing h; each point four times, off by up to a third of its tolerance.
  for (const double h : {1.0, 1e-3, 1e-6}) {
    for (int i = 0; i < 125; ++i) {
      const Point at{10 + h * (i % 5 + 0.5), -3 + h * (i / 5 % 5 + 0.5), h * (i / 25 + 0.5)};
      for (int copy = 0; copy < 4; ++copy) {
        points.push_back(at);
        for (double& value : points.back()) value += 0.05 * h * uniform(random) / 4;
        tolerances.push_back(0.05 * h * (1 + copy));
      }
    }
  }
  const auto first = of_one_rank(points, tolerances);
  for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(first[i], i / 4 * 4);
}

TEST(SharedPoints, TheSmallerToleranceDecidesInEitherOrder) {
  const Points points{{0, 0, 0}, {0.5, 0, 0}, {1.0, 0, 0}};
  EXPECT_EQ(of_one_rank(points, {10.0, 0.1, 10.0}), (std::vector<std::int64_t>{0, 1, 0}));
  EXPECT_EQ(of_one_rank(points, {0.6, 0.7, 0.2}), (std::vector<std::int64_t>{0, 0, 2}));
}

TEST(SharedPoints, AgreeWithAllPairs) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Points points(300);
  std::vector<double> tolerances;
  for (Point& point : points) {
    for (double& value : point) value = uniform(random);
    tolerances.push_back(std::exp(2 * uniform(random)) * 0.05);
  }
  EXPECT_EQ(of_one_rank(points, tolerances), first_of_classes(points, tolerances));
}

/// Places of several points each, a little apart; tolerances over many powers of two.
TEST(SharedPoints, ClassesAreThoseOfOneRank) {
  const auto world = comm::Communicator::world();
  std::mt19937 random(5);
  std::uniform_real_distribution<double> anywhere(-1.0, 1.0);
  for (const double spread : {0.0, 0.3, 0.9}) {
    Points points;
    std::vector<double> tolerances;
    for (int place = 0; place < 300; ++place) {
      const double tolerance = std::ldexp(1e-3, -(place % 17));
      const std::array<double, 3> middle{anywhere(random), anywhere(random), 0.0};
      for (int copy = 0; copy < 1 + place % 8; ++copy) {
        points.push_back(middle);
        for (double& x : points.back()) x += spread * tolerance * anywhere(random);
        tolerances.push_back(tolerance * (1.0 + 0.5 * (copy % 3)));
      }
    }
    const auto expected = first_of_classes(points, tolerances);
    const std::size_t n = points.size();
    const auto begin = n * static_cast<std::size_t>(world.rank()) / world.size();
    const auto end = n * static_cast<std::size_t>(world.rank() + 1) / world.size();
    const auto found = shared_points(std::span(points).subspan(begin, end - begin),
                                     std::span(tolerances).subspan(begin, end - begin), world);
    ASSERT_EQ(found.size(), end - begin);
    for (std::size_t i = begin; i < end; ++i) EXPECT_EQ(found[i - begin], expected[i]);
  }
}

TEST(SharedPoints, ZeroOfEitherSignIsOnePlace) {
  const auto world = comm::Communicator::world();
  const double zero = world.rank() % 2 == 0 ? 0.0 : -0.0;
  const Points points{{zero, 1.0, zero}};
  const std::vector<double> tolerances{1e-3};
  EXPECT_EQ(shared_points(points, tolerances, world).front(), 0);
}

/// A ring of 20 keys, each linked with the next one, all reversed: its parity adds up.
TEST(SharedClasses, ParityAlongARing) {
  const auto world = comm::Communicator::world();
  std::vector<KeyLink<2>> links;
  for (std::int64_t i = 0; i < 20; ++i) {
    if (i % world.size() == world.rank()) links.push_back({{i, 7}, {(i + 1) % 20, 7}, 1});
  }
  const SharedClasses<2> classes(links, world);
  std::vector<Key<2>> keys;
  for (std::int64_t i = 0; i < 21; ++i) keys.push_back({i, 7});
  const auto members = classes.find_all(keys, world);
  for (std::int64_t i = 0; i < 20; ++i) {
    EXPECT_EQ(members[i].root, (Key<2>{0, 7}));
    EXPECT_EQ(members[i].reversed, i % 2);
  }
  EXPECT_EQ(members[20].root, (Key<2>{20, 7}));
  std::int64_t n_classes = 0;
  const auto numbers = number_keys<2>(keys, classes, world, n_classes);
  EXPECT_EQ(n_classes, 2);
  EXPECT_EQ(numbers[3].number, numbers[0].number);
  EXPECT_NE(numbers[20].number, numbers[0].number);
}

}  // namespace
}  // namespace lobatto::mesh
