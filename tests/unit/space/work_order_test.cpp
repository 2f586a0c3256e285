// Operators worked on in the order of gs::WorkOrder, on boxes and on meshes from files.
#include "gs/work_order.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "mesh/mesh_file.hpp"
#include "space/helmholtz_operator.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Block;
using test::Point;

FunctionSpace pipe(int order, const comm::Communicator& world) {
  const auto file = std::filesystem::path(LOBATTO_TEST_DATA) / "gmsh" / "pipe-27.msh";
  return {std::make_shared<const mesh::HexMesh>(mesh::read_hex_mesh(file, world)), order, world};
}

/// On five ranks two have no element of the first; in the second every element touches another rank
/// from two ranks on, which also hold both sides of periodic faces.
std::vector<FunctionSpace> all_spaces(int order, const comm::Communicator& world) {
  const Block narrow{{0, 0, 0}, {1, 1, 1}, {3, 2, 3}};
  const Block around{{0, 0, 0}, {1, 1, 1}, {2, 3, 3}, {false, true, true}};
  const Block long_one{{0, 0, 0}, {1, 1, 4}, {1, 2, 24}};
  return {FunctionSpace(narrow.mesh(order, world), world),
          FunctionSpace(around.mesh(order, world), world),
          FunctionSpace(long_one.mesh(order, world), world),
          test::moved(around, order, test::wavy, world), pipe(order, world)};
}

TEST(WorkOrder, OfAnOperatorGivesTheSumsOfTheWhole) {
  const auto world = comm::Communicator::world();
  for (const FunctionSpace& space : all_spaces(4, world)) {
    const auto helmholtz = make_helmholtz_operator(space);
    const std::size_t size = space.element_size();
    Field p = space.make_field(), whole = space.make_field(), overlapped = space.make_field();
    space.evaluate(
        test::function_of_place([](const Point& x) { return std::sin(3 * x[0] + x[1]) * x[2]; }), 0,
        p);
    overlapped.fill(std::numeric_limits<double>::quiet_NaN());
    const double energy =
        helmholtz->apply(0, space.n_elements(), {0.7, 0.3}, p.data(), whole.data());
    space.gather_scatter().add(whole);
    for (const std::size_t elements_a_block : {1, 5}) {
      const gs::WorkOrder order(space.gather_scatter(), size, elements_a_block * size);
      double sum = 0;
      const std::span<double> fields[] = {overlapped};
      order.work_and_add(fields, [&](std::size_t, const base::Block& block) {
        sum += helmholtz->apply(static_cast<int>(block.first / size),
                                static_cast<int>(block.n_values / size), {0.7, 0.3},
                                p.data() + block.first, overlapped.data() + block.first);
      });
      EXPECT_NEAR(sum, energy, 1e-13 * (1 + energy));
      for (std::size_t q = 0; q < p.size(); ++q) ASSERT_NEAR(overlapped[q], whole[q], 1e-14);
    }
  }
}

TEST(WorkOrder, OfAMeshFromAFileGoesThroughMemoryOnce) {
  const auto world = comm::Communicator::world();
  const FunctionSpace space = pipe(3, world);
  const gs::WorkOrder order(space.gather_scatter(), space.element_size(), space.element_size());
  for (std::size_t b = 0; b < order.blocks().size(); ++b)
    EXPECT_EQ(order.blocks()[b].first, b * space.element_size());
  EXPECT_EQ(order.n_shared_blocks() > 0, world.size() > 1);
}

}  // namespace
}  // namespace lobatto::space
