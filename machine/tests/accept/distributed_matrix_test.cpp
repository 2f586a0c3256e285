#include "accept/sparse/distributed_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "accept/sparse/box_stencil.hpp"

namespace lobatto::accept {
namespace {

double value_at(int i, int j, int k) { return std::sin(1.0 + i + 0.1 * j + 0.37 * k); }
double coefficient_at(int i, int j, int k) { return i + j < 4 ? 1.0 : 10.0 + k; }

/// What the stencil makes of value_at, from its formula.
double image_at(const BoxNumbering& numbering, bool with_corners, int i, int j, int k) {
  double image = 0;
  const double own = coefficient_at(i, j, k);
  for (int c = k - 1; c <= k + 1; ++c)
    for (int b = j - 1; b <= j + 1; ++b)
      for (int a = i - 1; a <= i + 1; ++a) {
        if (!with_corners && std::abs(a - i) + std::abs(b - j) + std::abs(c - k) > 1) continue;
        const bool is_inside = numbering.is_inside(a, b, c);
        const double other = is_inside ? coefficient_at(a, b, c) : own;
        const double difference = value_at(i, j, k) - (is_inside ? value_at(a, b, c) : 0.0);
        image += difference / (0.5 / own + 0.5 / other);
      }
  return image;
}

TEST(DistributedMatrix, TheProductIsTheStencilOnAnyRanks) {
  const auto world = comm::Communicator::world();
  const RankBox box({{5, 6, 7}, true, {}}, {1, 1, 1}, 3, world.rank(), world.size());
  const BoxNumbering numbering(box);
  for (const bool with_corners : {false, true}) {
    const auto stencil = with_corners ? Stencil::twenty_seven_points : Stencil::seven_points;
    DistributedMatrix matrix(box_stencil(numbering, stencil, coefficient_at), world);
    EXPECT_EQ(matrix.n_rows_in_all(), 5 * 6 * 7);
    std::vector<double> x, y(matrix.n_rows());
    for_points(box, [&](int i, int j, int k) { x.push_back(value_at(i, j, k)); });
    matrix.product(x, y);
    std::size_t row = 0;
    for_points(box, [&](int i, int j, int k) {
      EXPECT_NEAR(y[row++], image_at(numbering, with_corners, i, j, k), 1e-11);
    });
  }
}

TEST(DistributedMatrix, TheDiagonalCanBeReplaced) {
  const auto world = comm::Communicator::world();
  const RankBox box({{4, 4, 4}, true, {}}, {1, 1, 1}, 3, world.rank(), world.size());
  DistributedMatrix matrix(
      box_stencil(BoxNumbering(box), Stencil::seven_points, [](int, int, int) { return 2.0; }),
      world);
  EXPECT_EQ(matrix.diagonal(), std::vector<double>(matrix.n_rows(), 12.0));
  matrix.replace_diagonal(std::vector<double>(matrix.n_rows(), 15.0));
  const std::vector<double> ones(matrix.n_rows(), 1.0);
  std::vector<double> y(ones.size());
  matrix.product(ones, y);
  const double faces = 6 * 16 * 2;  // couplings with the outside
  EXPECT_NEAR(dot(ones, y, world), faces + 64 * 3, 1e-11);
}

TEST(BoxNumbering, NumbersOfARankFollowEachOther) {
  const auto world = comm::Communicator::world();
  const RankBox box({{5, 3, 7}, true, {}}, {1, 1, 1}, 3, world.rank(), world.size());
  const BoxNumbering numbering(box);
  long long next = world.exclusive_sum(static_cast<long long>(box.n_cells()));
  for_points(box, [&](int i, int j, int k) { EXPECT_EQ(numbering.number(i, j, k), next++); });
}

}  // namespace
}  // namespace lobatto::accept
