#include "physics/conditions/face_frames.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mesh/box_mesh.hpp"
#include "space/boundary.hpp"

namespace lobatto::physics {
namespace {

using Place = std::array<double, 3>;

space::CoordinateMap map_of(Place (*place)(const Place&)) {
  space::CoordinateMap map;
  for (int d = 0; d < 3; ++d)
    map[d] = [place, d](const space::Points& p, double, std::span<double> out) {
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = place({p.x[i], p.y[i], p.z[i]})[d];
    };
  return map;
}

space::FunctionSpace moved_box(const comm::Communicator& world, Place (*place)(const Place&)) {
  const mesh::Axis axis{{0, 0.25, 0.5, 0.75, 1}};
  return {mesh::make_box_mesh({axis, axis, axis}, 4, world.rank(), world.size()), map_of(place),
          world};
}

std::vector<VelocityBoundaryCondition> faces_of(VelocityCondition y_min, VelocityCondition z_min) {
  std::vector<VelocityBoundaryCondition> faces(mesh::n_faces);
  for (auto& face : faces) face.kind = VelocityCondition::outflow;
  faces[2].kind = y_min;
  faces[4].kind = z_min;
  return faces;
}

/// Of (1, 2, 3) at every node.
space::VectorField projected(const space::FunctionSpace& space,
                             const std::vector<VelocityBoundaryCondition>& faces) {
  space::VectorField u = space.make_vector_field();
  for (int d = 0; d < 3; ++d) u[d].fill(d + 1.0);
  const std::array<std::span<double>, 3> fields{u[0], u[1], u[2]};
  FaceFrames(space, faces).project(fields);
  return u;
}

/// Whether a node lies on the lower face of a direction before it is moved.
bool is_at(const space::FunctionSpace& space, std::size_t q, int direction) {
  const auto n = static_cast<std::size_t>(space.n());
  const auto e = static_cast<int>(q / space.element_size());
  const std::size_t local = q % space.element_size();
  const std::array at{local % n, local / n % n, local / n / n};
  return space.box()->element_index(e)[direction] == 0 && at[direction] == 0;
}

TEST(FaceFrames, AreNeededWhereAFaceLiesAcrossNoAxis) {
  const auto world = comm::Communicator::world();
  const auto straight =
      moved_box(world, [](const Place& x) { return Place{2 * x[0], x[1], x[2]}; });
  const auto inclined =
      moved_box(world, [](const Place& x) { return Place{x[0], x[1] + x[0], x[2]}; });
  using enum VelocityCondition;
  EXPECT_FALSE(needs_frames(straight, faces_of(symmetry, symmetry)));
  EXPECT_TRUE(needs_frames(inclined, faces_of(symmetry, symmetry)));
  EXPECT_FALSE(needs_frames(inclined, faces_of(wall, symmetry)));
}

/// Where an inclined plane of symmetry meets z = 0, fluid goes along both alone.
TEST(FaceFrames, LeaveOutTheNormalsOfAllSidesAtANode) {
  const auto world = comm::Communicator::world();
  const auto space =
      moved_box(world, [](const Place& x) { return Place{x[0], x[1] + x[0], x[2]}; });
  const auto u =
      projected(space, faces_of(VelocityCondition::symmetry, VelocityCondition::symmetry));
  for (std::size_t q = 0; q < space.size(); ++q) {
    Place expected{1, 2, 3};
    if (is_at(space, q, 1)) expected = {1.5, 1.5, 3};  // along (1, 1, 0) and z
    if (is_at(space, q, 2)) expected[2] = 0;
    for (int d = 0; d < 3; ++d) ASSERT_NEAR(u[d][q], expected[d], 1e-12) << q;
  }
}

TEST(FaceFrames, LeaveOutOneDirectionOnASmoothSurface) {
  const auto world = comm::Communicator::world();
  const auto space = moved_box(world, [](const Place& x) {
    const double r = 1 + x[1];
    return Place{r * std::cos(1 - x[0]), r * std::sin(1 - x[0]), x[2]};
  });
  const auto u = projected(space, faces_of(VelocityCondition::symmetry, VelocityCondition::wall));
  for (std::size_t q = 0; q < space.size(); ++q) {
    if (!is_at(space, q, 1) || is_at(space, q, 2)) continue;
    std::array<std::vector<double>, 3> x;
    space.element_points(static_cast<int>(q / space.element_size()), x);
    const std::size_t at = q % space.element_size();
    EXPECT_NEAR(u[0][q] * x[0][at] + u[1][q] * x[1][at], 0, 1e-4);
    EXPECT_NEAR(u[2][q], 3, 1e-12);
    EXPECT_GT(std::abs(u[0][q]) + std::abs(u[1][q]), 0.1);
  }
}

TEST(FaceFrames, NodesOnAWallHaveNone) {
  const auto world = comm::Communicator::world();
  const auto space =
      moved_box(world, [](const Place& x) { return Place{x[0], x[1] + x[0], x[2]}; });
  const auto u = projected(space, faces_of(VelocityCondition::symmetry, VelocityCondition::wall));
  for (std::size_t q = 0; q < space.size(); ++q)
    if (is_at(space, q, 2)) {
      EXPECT_EQ(u[1][q], 2);
    }
}

}  // namespace
}  // namespace lobatto::physics
