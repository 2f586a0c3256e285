#include "precond/coarse/wave_multiplier.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lobatto::precond {
namespace {

using Lattice = std::array<int, 3>;

const std::vector<Lattice> lattices{{1, 1, 1}, {2, 1, 1}, {1, 1, 6}, {3, 3, 3},  {4, 6, 5},
                                    {7, 4, 3}, {5, 9, 2}, {8, 8, 8}, {11, 2, 13}};

std::size_t size_of(const Lattice& n) { return static_cast<std::size_t>(n[0] * n[1] * n[2]); }

/// f(x, y, z), x fastest.
std::vector<double> on_lattice(const Lattice& n, const std::function<double(Lattice)>& f) {
  std::vector<double> values;
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0]; ++x) values.push_back(f({x, y, z}));
  return values;
}

double phase(const Lattice& n, const Lattice& k, const Lattice& x) {
  double turns = 0;
  for (std::size_t d = 0; d < 3; ++d) turns += 1.0 * k[d] * x[d] / n[d];
  return 2 * std::numbers::pi * turns;
}

/// Even, and no product of one-dimensional symbols.
double symbol(const Lattice& n, const Lattice& k) {
  return 2 + std::cos(phase(n, k, {1, 1, -1})) + 0.3 * std::cos(phase(n, k, {0, 1, 2}));
}

TEST(WaveMultiplier, MultipliesEveryWaveByItsSymbol) {
  for (const Lattice& n : lattices) {
    WaveMultiplier multiplier(n, [&](const Lattice& k) { return symbol(n, k); });
    for (const Lattice& k : {Lattice{0, 0, 0}, Lattice{n[0] / 2, n[1] / 2, n[2] / 2},
                             Lattice{n[0] - 1, n[1] / 3, n[2] - 1}}) {
      const auto wave = on_lattice(n, [&](Lattice x) { return std::cos(phase(n, k, x) + 0.4); });
      std::vector<double> values = wave;
      multiplier.apply(values);
      for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_NEAR(values[i], symbol(n, k) * wave[i], 1e-13) << n[0] << ' ' << n[1] << ' ' << n[2];
    }
  }
}

/// cos(k d) is the symbol of a shift to both sides: exact on any values.
TEST(WaveMultiplier, CosinesAreShifts) {
  for (const Lattice& n : lattices) {
    const Lattice d{1, 2, -1};
    WaveMultiplier multiplier(n, [&](const Lattice& k) { return std::cos(phase(n, k, d)); });
    const auto f = [&](Lattice x) {
      for (std::size_t i = 0; i < 3; ++i) x[i] = (x[i] % n[i] + n[i]) % n[i];
      return std::sin(1.0 + x[0] + 3.7 * x[1] * x[1] + 0.9 * x[2] * x[0]);
    };
    auto values = on_lattice(n, f);
    multiplier.apply(values);
    const auto expected = on_lattice(n, [&](Lattice x) {
      return (f({x[0] + d[0], x[1] + d[1], x[2] + d[2]}) +
              f({x[0] - d[0], x[1] - d[1], x[2] - d[2]})) /
             2;
    });
    ASSERT_EQ(values.size(), size_of(n));
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-13);
  }
}

}  // namespace
}  // namespace lobatto::precond
