#include <gtest/gtest.h>

#include <cmath>

#include "accept/lattice/staggered_operator.hpp"

namespace lobatto::accept {
namespace {

RankBox lattice_box(const comm::Communicator& world) {
  std::vector<int> size{10, 4, 6, 4};
  const auto ranks = even_factors(world.size(), 4);
  size[0] = std::max(size[0], 8 * ranks[0]);
  return {{size, true, ranks}, {8, 8, 8, 8}, 4, world.rank(), world.size()};
}

TEST(Su3, RandomMatricesAreUnitaryAndDiffer) {
  for (std::uint64_t key = 0; key < 20; ++key) {
    const auto u = random_su3(key);
    EXPECT_NEAR(std::abs(determinant(u) - 1.0), 0, 1e-14);
    const auto square = u * adjoint(u);
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        EXPECT_NEAR(std::abs(square[a][b] - (a == b ? 1.0 : 0.0)), 0, 1e-14);
    EXPECT_GT(std::abs(u[0][0] - random_su3(key + 1)[0][0]), 1e-6);
  }
}

TEST(FaceExchange, EveryGhostIsTheSiteItStandsFor) {
  const auto world = comm::Communicator::world();
  const RankBox box = lattice_box(world);
  const LatticeLayout layout(box);
  LatticeField field(layout, 2);
  const auto at = [&](const Site& x, int c) -> double& {
    return field.values[layout.place(x, 2) + static_cast<std::size_t>(c) * layout.pitch()];
  };
  const auto name = [&](const Site& x, int c) {
    return 2.0 * static_cast<double>(layout.number(layout.in_whole(x))) + c;
  };
  for_sites(layout, [&](const Site& x) {
    for (int c = 0; c < 2; ++c) at(x, c) = name(x, c);
  });
  FaceExchange(box, layout, 2, world).fill(field);
  for_sites(layout, [&](const Site& x) {
    for (int d = 0; d < 4; ++d)
      for (const int step : {-1, 1})
        for (int c = 0; c < 2; ++c) {
          const Site there = moved(x, d, step);
          EXPECT_EQ(at(there, c), name(there, c));
        }
  });
}

TEST(StaggeredOperator, FastAndPlainAgree) {
  const auto world = comm::Communicator::world();
  const RankBox box = lattice_box(world);
  const LatticeLayout layout(box);
  const GaugeField links(
      box, layout,
      [&](const Site& x, int mu) {
        return random_su3(4 * layout.number(layout.in_whole(x)) + static_cast<std::uint64_t>(mu));
      },
      world);
  StaggeredOperator staggered(box, links, 0.3, world);
  std::vector<double> x(staggered.n_values()), plain(x.size()), fast(x.size());
  for (std::size_t n = 0; n < x.size(); ++n)
    x[n] = machine::random_number(n + 1000000 * static_cast<std::uint64_t>(world.rank()));
  staggered.apply_normal(x, fast);
  apply_normal_reference(box, links, 0.3, world, x, plain);
  for (std::size_t n = 0; n < x.size(); ++n) EXPECT_NEAR(fast[n], plain[n], 1e-13);
}

TEST(GaugeField, APlaneOfTwistedLinksHasItsPlaquette) {
  // Links in direction 1 that turn by an angle from site to site in direction 0: plaquettes of
  // planes (0, 1) are tr diag(e^ia, e^-ia, 1) / 3, all others 1.
  const auto world = comm::Communicator::world();
  const RankBox box = lattice_box(world);
  const LatticeLayout layout(box);
  const double angle = 2 * 3.14159265358979323846 / box.size()[0];
  const GaugeField links(
      box, layout,
      [&](const Site& x, int mu) {
        ColourMatrix u = unit_matrix();
        if (mu != 1) return u;
        const double turn = angle * layout.in_whole(x)[0];
        u[0][0] = std::polar(1.0, turn);
        u[1][1] = std::polar(1.0, -turn);
        return u;
      },
      world);
  EXPECT_NEAR(links.plaquette(world), (5 + (2 * std::cos(angle) + 1) / 3) / 6, 1e-13);
}

}  // namespace
}  // namespace lobatto::accept
