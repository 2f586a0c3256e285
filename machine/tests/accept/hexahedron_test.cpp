#include "accept/finite_elements/hexahedron.hpp"

#include <gtest/gtest.h>

namespace lobatto::accept {
namespace {

/// An affine image of the unit cube, of volume |det A|, and the corners of the cube itself.
struct Affine {
  std::array<std::array<double, 3>, 3> matrix;
  [[nodiscard]] std::array<double, 3> operator()(int corner) const {
    std::array<double, 3> x{};
    for (std::size_t d = 0; d < 3; ++d)
      for (std::size_t c = 0; c < 3; ++c) x[d] += matrix[d][c] * (corner >> c & 1);
    return x;
  }
};

constexpr Affine skew{{{{2, 0.5, 0}, {0, 1, 0.25}, {0, 0, 3}}}};  // determinant 6

CornerPoints corners_of(const Affine& map) {
  CornerPoints corners{};
  for (int a = 0; a < 8; ++a) corners[static_cast<std::size_t>(a)] = map(a);
  return corners;
}

TEST(Hexahedron, ConstantsHaveNoGradientAndLoadsAddUpToTheIntegral) {
  auto corners = corners_of(skew);
  corners[7] = {2.9, 1.6, 3.3};  // no longer affine
  ElementSystem system{};
  hexahedron_system(corners, {1, 1, 1, 1, 1, 1, 1, 1}, system);
  for (const auto& row : system.stiffness) {
    double sum = 0;
    for (const double value : row) sum += value;
    EXPECT_NEAR(sum, 0, 1e-13);
  }
  hexahedron_system(corners_of(skew), {1, 1, 1, 1, 1, 1, 1, 1}, system);
  double volume = 0;
  for (const double value : system.load) volume += value;
  EXPECT_NEAR(volume, 6, 1e-13);
}

TEST(Hexahedron, LinearFunctionsHaveTheirEnergy) {
  // u = x + 2 y - z: |grad u|^2 = 6, over a volume of 6.
  const auto corners = corners_of(skew);
  ElementSystem system{};
  hexahedron_system(corners, {}, system);
  double energy = 0;
  const auto u = [&](std::size_t a) { return corners[a][0] + 2 * corners[a][1] - corners[a][2]; };
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t b = 0; b < 8; ++b) energy += u(a) * system.stiffness[a][b] * u(b);
  EXPECT_NEAR(energy, 36, 1e-12);
}

TEST(Hexahedron, TheUnitCubeHasItsKnownDiagonal) {
  ElementSystem system{};
  hexahedron_system(corners_of({{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}), {}, system);
  for (std::size_t a = 0; a < 8; ++a) {
    EXPECT_NEAR(system.stiffness[a][a], 1.0 / 3, 1e-14);
    EXPECT_NEAR(system.stiffness[a][7 - a], -1.0 / 12, 1e-14);  // the opposite corner
    EXPECT_NEAR(system.stiffness[a][a ^ 1], 0, 1e-14);          // along an edge
  }
}

}  // namespace
}  // namespace lobatto::accept
