#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "accept/spectral_elements/element_poisson.hpp"

namespace lobatto::accept {
namespace {

RankBox elements_of(const std::vector<int>& size, const comm::Communicator& communicator) {
  return {{size, true, {}}, {1, 1, 1}, 3, communicator.rank(), communicator.size()};
}

TEST(ElementPoisson, EveryNumberOfRanksSolvesTheSame) {
  const auto world = comm::Communicator::world(), alone = comm::Communicator::self();
  constexpr krylov::Tolerance tolerance{.relative = 1e-12, .max_iterations = 1000};
  // So few nodes that the error is that of the elements.
  ElementPoisson shared(elements_of({3, 4, 5}, world), 3, tolerance, world);
  ElementPoisson whole(elements_of({3, 4, 5}, alone), 3, tolerance, alone);
  const auto report = shared.solve();
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(report.iterations, whole.solve().iterations, 2);
  EXPECT_GT(whole.error(), 1e-6);
  EXPECT_NEAR(shared.error(), whole.error(), 1e-10);
  EXPECT_EQ(shared.space().global_size(), whole.space().global_size());
}

TEST(ElementPoisson, TheResidualIsThatOfTheSolver) {
  const auto world = comm::Communicator::world();
  const auto elements = elements_of({2, 2, 4}, world);
  ElementPoisson few(elements, 5, {.max_iterations = 4}, world);
  EXPECT_EQ(few.solve().iterations, 4);
  const double early = few.residual();
  EXPECT_GT(early, 1e-3);
  ElementPoisson many(elements, 5, {.relative = 1e-9, .max_iterations = 1000}, world);
  EXPECT_TRUE(many.solve().converged);
  EXPECT_LT(many.residual(), 1e-8);
}

TEST(ElementPoisson, TheErrorFallsByPowersWithElements) {
  // Order 3: the fourth power of the length of an element, at least.
  const auto world = comm::Communicator::world();
  constexpr krylov::Tolerance tolerance{.relative = 1e-12, .max_iterations = 1000};
  ElementPoisson coarse(elements_of({4, 4, 4}, world), 3, tolerance, world);
  ElementPoisson fine(elements_of({8, 8, 8}, world), 3, tolerance, world);
  coarse.solve();
  fine.solve();
  EXPECT_GT(std::log2(coarse.error() / fine.error()), 3.7);
}

TEST(ElementPoisson, TheMovedCubeHasItsVolume) {
  const auto world = comm::Communicator::world();
  const ElementPoisson problem(elements_of({2, 2, 4}, world), 8, {}, world);
  EXPECT_NEAR(problem.space().volume(), 1, 1e-12);
  EXPECT_NE(problem.space().curved(), nullptr);
}

}  // namespace
}  // namespace lobatto::accept
