#include "precond/vertex_stiffness.hpp"

#include <gtest/gtest.h>

#include <map>

#include "base/error.hpp"
#include "vertex_mesh.hpp"

namespace lobatto::precond {
namespace {

using test::VertexMesh;

/// Of a line of length h: stiffness and mass of linear shape functions.
double stiffness(double h, std::size_t a, std::size_t b) { return (a == b ? 1 : -1) / h; }
double mass(double h, std::size_t a, std::size_t b) { return h / (a == b ? 3 : 6); }

TEST(VertexStiffness, IsTheTensorProductOnABox) {
  const VertexMesh mesh{.n_elements = {1, 1, 1}, .lengths = {0.5, 2, 7}};
  const auto [x, y, z] = mesh.lengths;
  const auto matrix = vertex_stiffness(mesh.corners(0));
  for (std::size_t a = 0; a < 8; ++a) {
    for (std::size_t b = 0; b < 8; ++b) {
      const std::size_t i = a % 2, j = a / 2 % 2, k = a / 4, l = b % 2, m = b / 2 % 2, n = b / 4;
      const double expected = stiffness(x, i, l) * mass(y, j, m) * mass(z, k, n) +
                              mass(x, i, l) * stiffness(y, j, m) * mass(z, k, n) +
                              mass(x, i, l) * mass(y, j, m) * stiffness(z, k, n);
      EXPECT_NEAR(matrix[a * 8 + b], expected, 1e-14 * (1 + std::abs(expected)));
    }
  }
}

TEST(VertexStiffness, IsSymmetricAndVanishesOnConstantsOfADistortedElement) {
  const VertexMesh mesh{.n_elements = {3, 3, 3}, .displacement = 0.3};
  for (int e = 0; e < mesh.n_total(); ++e) {
    const auto matrix = vertex_stiffness(mesh.corners(e));
    for (std::size_t a = 0; a < 8; ++a) {
      double sum = 0;
      for (std::size_t b = 0; b < 8; ++b) {
        sum += matrix[a * 8 + b];
        EXPECT_EQ(matrix[a * 8 + b], matrix[b * 8 + a]);
      }
      EXPECT_NEAR(sum, 0, 1e-14);
      EXPECT_GT(matrix[a * 8 + a], 0);
    }
  }
}

TEST(VertexStiffness, OfALinearFunctionVanishesInsideAPatch) {
  const VertexMesh mesh{.n_elements = {4, 3, 3}, .displacement = 0.3};
  std::map<std::int64_t, double> image;
  double largest = 0;
  for (int e = 0; e < mesh.n_total(); ++e) {
    const auto corners = mesh.corners(e);
    const auto matrix = vertex_stiffness(corners);
    for (std::size_t a = 0; a < 8; ++a) {
      double sum = 0;
      for (std::size_t b = 0; b < 8; ++b)
        sum += matrix[a * 8 + b] * (2 * corners[b] - 3 * corners[8 + b] + 0.5 * corners[16 + b]);
      image[mesh.vertex(mesh.lattice(e, a))] += sum;
      largest = std::max(largest, std::abs(sum));
    }
  }
  EXPECT_GT(largest, 0.1);
  for (int z = 1; z < 3; ++z)
    for (int y = 1; y < 3; ++y)
      for (int x = 1; x < 4; ++x) EXPECT_NEAR(image.at(mesh.vertex({x, y, z})), 0, 1e-14);
}

TEST(VertexStiffness, RefusesFoldedElements) {
  const VertexMesh mesh{.n_elements = {1, 1, 1}};
  auto left_handed = mesh.corners(0);
  for (std::size_t a = 0; a < 8; ++a) left_handed[a] = -left_handed[a];
  EXPECT_THROW(vertex_stiffness(left_handed), base::Error);
  auto flat = mesh.corners(0);
  for (std::size_t a = 16; a < 24; ++a) flat[a] = 0;
  EXPECT_THROW(vertex_stiffness(flat), base::Error);
}

}  // namespace
}  // namespace lobatto::precond
