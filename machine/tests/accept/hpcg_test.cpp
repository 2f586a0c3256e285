#include <gtest/gtest.h>

#include "accept/hpcg/hpcg_count.hpp"
#include "accept/sparse/box_numbering.hpp"
#include "base/error.hpp"
#include "machine/trials/random_number.hpp"

namespace lobatto::accept {
namespace {

std::vector<double> random_values(std::size_t n, std::uint64_t seed) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = machine::random_number(seed << 40 | i);
  return values;
}

RankBox box_of(const KernelSettings& settings, const comm::Communicator& world) {
  return {settings, {8, 8, 8}, 3, world.rank(), world.size()};
}

TEST(GaussSeidel, FastAndPlainAgreeFromAnyStart) {
  const auto alone = comm::Communicator::self();
  GridHierarchy grids(box_of({{16, 8, 8}, true, {}}, alone), alone);
  const auto& level = *grids.levels().front();
  const auto rhs = random_values(level.matrix.n_rows(), 1);
  auto plain = random_values(rhs.size(), 2), fast = plain, s = plain;
  symmetric_gauss_seidel_reference(level.matrix.own(), rhs, plain);
  sweep_forward(level.parts, rhs, fast, s);
  sweep_backward(level.parts, fast, s);
  for (std::size_t n = 0; n < rhs.size(); ++n) EXPECT_NEAR(fast[n], plain[n], 1e-15);
}

TEST(GridHierarchy, IsReadInLessThanItsEntriesTake) {
  const auto world = comm::Communicator::world();
  const GridHierarchy grids(box_of({{32, 32, 32}, false, {}}, world), world);
  const LevelSizes sizes = sizes_of_levels(grids);
  const double share =
      tuned_bytes(sizes, bytes_of_levels(grids, world), 50) / hpcg_bytes(sizes, 50);
  EXPECT_LT(share, 0.6);
  EXPECT_GT(share, 0.45);  // half of the matrix and all vectors
}

TEST(GridHierarchy, TheTunedPreconditionerIsThePlainOne) {
  const auto world = comm::Communicator::world();
  GridHierarchy grids(box_of({{16, 8, 24}, false, {}}, world), world);
  const auto r = random_values(grids.matrix().n_rows(), static_cast<std::uint64_t>(world.rank()));
  std::vector<double> plain(r.size()), tuned(r.size());
  grids.precondition_reference(r, plain);
  grids.precondition(r, tuned);
  for (std::size_t n = 0; n < r.size(); ++n) EXPECT_NEAR(tuned[n], plain[n], 1e-14);
}

TEST(GridHierarchy, SaysWhatFits) {
  const auto alone = comm::Communicator::self();
  try {
    GridHierarchy(box_of({{20, 16, 3}, true, {}}, alone), alone);
    FAIL();
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("multiples of 8"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("24x16x8 fits"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace lobatto::accept
