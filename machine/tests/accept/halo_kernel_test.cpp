#include <gtest/gtest.h>

#include <random>

#include "accept/halo/box_mean.hpp"
#include "accept/halo/ghost_exchange.hpp"
#include "accept/kernel_kinds.hpp"

namespace lobatto::accept {
namespace {

/// box_mean by its definition.
void box_mean_reference(const double* field, double* mean, std::size_t nx, std::size_t ny,
                        std::size_t first, std::size_t last) {
  const std::size_t row = nx + 2, plane = row * (ny + 2);
  for (std::size_t k = first + 1; k <= last; ++k)
    for (std::size_t j = 1; j <= ny; ++j)
      for (std::size_t i = 1; i <= nx; ++i) {
        double sum = 0;
        for (std::size_t c = k - 1; c <= k + 1; ++c)
          for (std::size_t b = j - 1; b <= j + 1; ++b)
            for (std::size_t a = i - 1; a <= i + 1; ++a) sum += field[c * plane + b * row + a];
        mean[k * plane + j * row + i] = sum / 27;
      }
}

TEST(BoxMean, FastAndPlainAgree) {
  const std::size_t nx = 7, ny = 4, nz = 5, n = (nx + 2) * (ny + 2) * (nz + 2);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> field(n), plain(n, 0), fast(n, 0), work(box_mean_workspace(nx, ny));
  for (double& value : field) value = uniform(random);
  box_mean_reference(field.data(), plain.data(), nx, ny, 0, nz);
  box_mean(field.data(), fast.data(), nx, ny, 0, 2, work);
  box_mean(field.data(), fast.data(), nx, ny, 2, nz, work);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(fast[i], plain[i], 1e-15);
}

/// A number that tells one cell of the whole box from all others, around its ends.
double name_of_cell(const std::vector<int>& size, int i, int j, int k) {
  const auto around = [&](int at, std::size_t d) { return (at + size[d]) % size[d]; };
  return around(i, 0) + 100 * (around(j, 1) + 100 * around(k, 2));
}

/// In a box without room for the mode it is a constant, which stays.
TEST(HaloKernel, HoldsInBoxesOfAnySize) {
  const auto self = comm::Communicator::self();
  for (const std::vector<int>& size :
       {std::vector{1, 1, 1}, std::vector{1, 2, 1}, std::vector{2, 1, 1}, std::vector{3, 2, 5}}) {
    KernelSettings settings;
    settings.size = size;
    for (const Answer& answer : halo_kernel().make(settings, self)->answers())
      EXPECT_TRUE(answer.holds()) << answer.name << ": " << answer.found;
  }
}

TEST(GhostExchange, EveryGhostIsTheCellItStandsFor) {
  const auto world = comm::Communicator::world();
  const RankBox box({{5, 6, 7}, true, {}}, {1, 1, 1}, 3, world.rank(), world.size());
  GhostExchange ghosts(box, world);
  const int nx = box.count(0), ny = box.count(1), nz = box.count(2);
  std::vector<double> field(static_cast<std::size_t>((nx + 2) * (ny + 2) * (nz + 2)), -1.0);
  const auto at = [&](int i, int j, int k) -> double& {
    return field[static_cast<std::size_t>(((k + 1) * (ny + 2) + j + 1) * (nx + 2) + i + 1)];
  };
  const auto name = [&](int i, int j, int k) {
    return name_of_cell(box.size(), box.first(0) + i, box.first(1) + j, box.first(2) + k);
  };
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) at(i, j, k) = name(i, j, k);
  ghosts.fill(field.data());
  for (int k = -1; k <= nz; ++k)
    for (int j = -1; j <= ny; ++j)
      for (int i = -1; i <= nx; ++i) EXPECT_EQ(at(i, j, k), name(i, j, k));
}

}  // namespace
}  // namespace lobatto::accept
