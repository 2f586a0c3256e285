#include "precond/schwarz/overlap_exchange.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mesh/grading.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::precond {
namespace {

constexpr int n = 5;

std::array<mesh::Axis, 3> axes(std::array<int, 3> n_elements, std::array<bool, 3> periodic) {
  return {mesh::Axis{mesh::uniform_ticks(0, 1, n_elements[0]), periodic[0]},
          mesh::Axis{mesh::geometric_ticks(-1, 1, n_elements[1], 1.3), periodic[1]},
          mesh::Axis{mesh::sine_ticks(2, 5, n_elements[2], 0.4), periodic[2]}};
}

/// What the test sends: a function of the element and of the node in it, no two values alike.
double value(const std::array<int, 3>& element, const std::array<int, 3>& node) {
  const double h = element[0] + 10.0 * (element[1] + 10.0 * element[2]);
  return std::sin(1 + h) + 0.1 * node[0] + 0.7 * node[1] - 0.3 * node[2] * (1 + 0.01 * h);
}

/// The node of layer position q = b n + a, `depth` nodes along the normal from the lower end.
std::array<int, 3> layer_node(int face, int depth, int q) {
  const int d = face / 2;
  std::array<int, 3> node{};
  node[d] = depth;
  node[(d + 1) % 3] = q % n;
  node[(d + 2) % 3] = q / n;
  return node;
}

template <class Real>
class OverlapExchangeTest : public testing::Test {
 protected:
  void expect_layers_of_the_neighbours(std::array<int, 3> n_elements,
                                       std::array<bool, 3> periodic) {
    const auto world = comm::Communicator::world();
    const auto mesh =
        mesh::make_box_mesh(axes(n_elements, periodic), n - 1, world.rank(), world.size());
    const space::FunctionSpace space(mesh, world);
    for (const int lanes : {1, 4}) {
      const kernels::ElementBatches batches{mesh.n_local_elements(), lanes};
      OverlapExchange<Real> overlap(space, batches);
      ASSERT_EQ(overlap.layer_size(), static_cast<std::size_t>(n * n));
      for (int repeat = 0; repeat < 2; ++repeat) {
        send(mesh, batches, overlap);
        overlap.add_neighbours();
        for (int e = 0; e < mesh.n_local_elements(); ++e)
          for (int f = 0; f < mesh::n_faces; ++f)
            expect_sum(mesh, e, f, layer(batches, overlap, e, f), lanes);
      }
    }
  }

 private:
  static Real* layer(const kernels::ElementBatches& batches, OverlapExchange<Real>& overlap, int e,
                     int f) {
    const std::size_t size = n * n;
    return overlap.layer(0, 0) + batches.at(e, f * size, mesh::n_faces * size);
  }
  static double own_value(const mesh::BoxMesh& mesh, int e, int f, int q) {
    return value(mesh.element_index(e), layer_node(f, f % 2 == 0 ? 1 : n - 2, q));
  }
  static void send(const mesh::BoxMesh& mesh, const kernels::ElementBatches& batches,
                   OverlapExchange<Real>& overlap) {
    for (int e = 0; e < mesh.n_local_elements(); ++e)
      for (int f = 0; f < mesh::n_faces; ++f)
        for (int q = 0; q < n * n; ++q)
          layer(batches, overlap, e, f)[q * batches.lanes()] =
              static_cast<Real>(own_value(mesh, e, f, q));
  }
  static void expect_sum(const mesh::BoxMesh& mesh, int e, int f, const Real* layer, int lanes) {
    const int d = f / 2;
    const mesh::Axis& axis = mesh.axes[d];
    auto neighbour = mesh.element_index(e);
    neighbour[d] += f % 2 == 0 ? -1 : 1;
    if (axis.periodic) neighbour[d] = (neighbour[d] + axis.n_elements()) % axis.n_elements();
    const bool exists = neighbour[d] >= 0 && neighbour[d] < axis.n_elements();
    for (int q = 0; q < n * n; ++q) {
      // Of a lower face the neighbour's layer is next to its upper end.
      const double beyond =
          exists ? value(neighbour, layer_node(f, f % 2 == 0 ? n - 2 : 1, q)) : 0.0;
      EXPECT_NEAR(layer[q * lanes], own_value(mesh, e, f, q) + beyond,
                  40.0 * std::numeric_limits<Real>::epsilon());
    }
  }
};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(OverlapExchangeTest, Precisions);

TYPED_TEST(OverlapExchangeTest, AddsTheNeighboursLayers) {
  this->expect_layers_of_the_neighbours({3, 3, 4}, {false, false, false});
  this->expect_layers_of_the_neighbours({3, 4, 3}, {true, false, true});
  this->expect_layers_of_the_neighbours({4, 3, 3}, {true, true, true});
}

TYPED_TEST(OverlapExchangeTest, AddsThemWithOneOrTwoElementsADirection) {
  for (const bool periodic : {false, true}) {
    this->expect_layers_of_the_neighbours({1, 2, 2}, {periodic, periodic, periodic});
    this->expect_layers_of_the_neighbours({2, 1, 4}, {periodic, periodic, periodic});
    this->expect_layers_of_the_neighbours({2, 4, 1}, {periodic, periodic, !periodic});
  }
}

}  // namespace
}  // namespace lobatto::precond
