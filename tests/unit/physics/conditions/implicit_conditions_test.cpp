#include "physics/conditions/implicit_conditions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "base/error.hpp"
#include "support/curved_spaces.hpp"
#include "support/message_of.hpp"

namespace lobatto::physics {
namespace {

using poly::EndCondition;
using test::Block;
using test::Point;

using enum poly::EndCondition;

/// One kind a face of a box: x a wall and an outflow, y symmetric and given, z periodic.
std::vector<VelocityBoundaryCondition> one_of_each() {
  std::vector<VelocityBoundaryCondition> faces(mesh::n_faces);
  faces[0].kind = VelocityCondition::wall;
  faces[1].kind = VelocityCondition::outflow;
  faces[2].kind = VelocityCondition::symmetry;
  faces[3].kind = VelocityCondition::velocity;
  faces[4].kind = faces[5].kind = VelocityCondition::periodic;
  return faces;
}

const Block half_open_box{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {false, false, true}};

TEST(ImplicitConditions, OfEveryKindOfFace) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(half_open_box.mesh(3, world), world);
  const auto faces = one_of_each();
  using Conditions = space::BoundaryConditions;
  // The symmetry plane holds the component across it alone.
  EXPECT_EQ(velocity_conditions(space, faces, 0),
            (Conditions{dirichlet, neumann, neumann, dirichlet, neumann, neumann}));
  EXPECT_EQ(velocity_conditions(space, faces, 1),
            (Conditions{dirichlet, neumann, dirichlet, dirichlet, neumann, neumann}));
  EXPECT_EQ(velocity_conditions(space, faces, 2),
            (Conditions{dirichlet, neumann, neumann, dirichlet, neumann, neumann}));
  EXPECT_EQ(pressure_conditions(space, faces),
            (Conditions{neumann, dirichlet, neumann, neumann, neumann, neumann}));
  std::vector<ScalarBoundaryCondition> scalar(mesh::n_faces);
  scalar[1].kind = ScalarCondition::value;
  scalar[2].kind = ScalarCondition::flux;
  EXPECT_EQ(scalar_conditions(space, scalar),
            (Conditions{neumann, dirichlet, neumann, neumann, neumann, neumann}));
}

TEST(ImplicitConditions, OfABoxByDirection) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(half_open_box.mesh(3, world), world);
  const auto of_box = box_conditions(space, velocity_conditions(space, one_of_each(), 1));
  EXPECT_EQ(of_box[0].lower, dirichlet);
  EXPECT_EQ(of_box[0].upper, neumann);
  EXPECT_EQ(of_box[1].lower, dirichlet);
  EXPECT_EQ(of_box[1].upper, dirichlet);
  EXPECT_EQ(of_box[2].lower, EndCondition::periodic);
  EXPECT_EQ(of_box[2].upper, EndCondition::periodic);
}

TEST(ImplicitConditions, OfAPlaneThatIsCutByItsOrientations) {
  const auto world = comm::Communicator::world();
  const auto bent = [](const Point& x) {
    if (x[0] < 1) return Point{x[0] * (2 - x[1]), x[1], x[2]};
    return Point{2 - x[1], (x[0] - 1) * (2 - x[1]) + x[1], x[2]};
  };
  auto space = test::moved({{0, 0, 0}, {2, 1, 1}, {4, 2, 2}}, 3, bent, world);
  std::vector<VelocityBoundaryCondition> faces(mesh::n_faces);
  faces[2].kind = VelocityCondition::symmetry;
  // Before, its components are left to frames: walls alone have a condition.
  const auto before = velocity_conditions(space, faces, 0);
  EXPECT_EQ(std::ranges::count(before, dirichlet), 5);
  space::split_by_axis(space, 2);
  faces.push_back(faces[2]);
  // What stays is across x, what comes last across y; all others are walls.
  const auto across = [&](int component) {
    const auto conditions = velocity_conditions(space, faces, component);
    EXPECT_EQ(std::ranges::count(conditions, dirichlet), component == 2 ? 5 : 6);
    return std::pair{conditions[2] == dirichlet, conditions[6] == dirichlet};
  };
  EXPECT_EQ(across(0), std::pair(true, false));
  EXPECT_EQ(across(1), std::pair(false, true));
  EXPECT_EQ(across(2), std::pair(false, false));
}

TEST(ImplicitConditions, RefuseTheDirectSolverWhatIsNoPlainBox) {
  const auto world = comm::Communicator::world();
  const auto refuses = [](const space::FunctionSpace& space) {
    return message_of<base::Error>([&] {
             static_cast<void>(plain_box(space));
           }).find("axis-aligned box") != std::string::npos;
  };
  space::FunctionSpace space(half_open_box.mesh(3, world), world);
  EXPECT_FALSE(refuses(space));
  EXPECT_TRUE(refuses(test::moved(half_open_box, 3, test::identity, world)));
  space.split_boundary(
      0, "part", test::function_of_place([](const Point& x) { return x[1] > 0.5 ? 1.0 : 0.0; }));
  EXPECT_TRUE(refuses(space));
}

}  // namespace
}  // namespace lobatto::physics
