#include "space/boundary.hpp"

#include <gtest/gtest.h>

#include "mesh/grading.hpp"
#include "support/face_conditions.hpp"

namespace lobatto::space {
namespace {

using poly::EndCondition;
using poly::LineConditions;

constexpr LineConditions periodic{EndCondition::periodic, EndCondition::periodic};
constexpr LineConditions walls{EndCondition::dirichlet, EndCondition::dirichlet};
constexpr LineConditions lower_wall{EndCondition::dirichlet, EndCondition::neumann};
constexpr LineConditions upper_wall{EndCondition::neumann, EndCondition::dirichlet};
constexpr LineConditions free_ends{};

using BoxConditions = std::array<LineConditions, 3>;
constexpr std::array<double, 3> begin{-1, 0, 2}, end{1, 3, 3};

FunctionSpace make_space(const BoxConditions& conditions, int order,
                         const comm::Communicator& communicator) {
  const std::array<int, 3> n_elements{2, 3, 2};
  std::array<mesh::Axis, 3> axes;
  for (int d = 0; d < 3; ++d)
    axes[d] = {mesh::uniform_ticks(begin[d], end[d], n_elements[d]),
               conditions[d].lower == EndCondition::periodic};
  return {mesh::make_box_mesh(axes, order, communicator.rank(), communicator.size()), communicator};
}

TEST(DirichletMask, IsZeroExactlyAtTheNodesOnDirichletFaces) {
  const auto world = comm::Communicator::world();
  for (const BoxConditions& conditions : {BoxConditions{walls, lower_wall, periodic},
                                          {upper_wall, periodic, lower_wall},
                                          {free_ends, free_ends, upper_wall},
                                          {periodic, walls, free_ends}}) {
    for (const int order : {1, 2, 5}) {
      const FunctionSpace space = make_space(conditions, order, world);
      const Field mask = dirichlet_mask(space, test::face_conditions(conditions));
      ASSERT_EQ(mask.size(), space.size());
      std::array<std::vector<double>, 3> x;
      for (int e = 0; e < space.n_elements(); ++e) {
        space.element_points(e, x);
        for (std::size_t q = 0; q < space.element_size(); ++q) {
          bool fixed = false;
          for (int d = 0; d < 3; ++d) {
            const auto& line = conditions[d];
            fixed |= line.lower == EndCondition::dirichlet && std::abs(x[d][q] - begin[d]) < 1e-12;
            fixed |= line.upper == EndCondition::dirichlet && std::abs(x[d][q] - end[d]) < 1e-12;
          }
          EXPECT_EQ(mask[e * space.element_size() + q], fixed ? 0.0 : 1.0);
        }
      }
    }
  }
}

TEST(DirichletMask, IsOneEverywhereWithoutDirichletFaces) {
  const auto world = comm::Communicator::world();
  const BoxConditions conditions{periodic, free_ends, periodic};
  const FunctionSpace space = make_space(conditions, 3, world);
  for (const double value : dirichlet_mask(space, test::face_conditions(conditions)))
    EXPECT_EQ(value, 1.0);
}

TEST(Boundary, FacesTileTheSurfaceOfTheBox) {
  const auto world = comm::Communicator::world();
  const BoxConditions conditions{free_ends, walls, free_ends};
  const FunctionSpace space = make_space(conditions, 4, world);
  for (int f = 0; f < mesh::n_faces; ++f) {
    const Boundary boundary(space, f);
    const int a = (f / 2 + 1) % 3, b = (f / 2 + 2) % 3;
    EXPECT_NEAR(boundary.area(), (end[a] - begin[a]) * (end[b] - begin[b]), 1e-12);
    EXPECT_EQ(boundary.axis(), f / 2);
    for (std::size_t i = 0; i < boundary.n_values(); ++i)
      EXPECT_EQ(boundary.normal(f / 2)[i], f % 2 == 0 ? -1.0 : 1.0);
  }
}

}  // namespace
}  // namespace lobatto::space
