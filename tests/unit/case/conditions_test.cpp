#include "case/tables/conditions.hpp"

#include <gtest/gtest.h>

#include "../../support/good_case.hpp"
#include "case/reader.hpp"

namespace lobatto::cases {
namespace {

/// What holds at x_max of a box that is periodic otherwise.
FaceCondition condition_of(const std::string& x_max) {
  return parse_case(minimal_case, "a.toml",
                    {"mesh.x.periodic=false", "boundary.x_min=wall", "boundary.x_max=" + x_max})
      .faces.at(1);
}

TEST(FaceConditions, GiveComponentsAndTractions) {
  const auto driven = condition_of("{ normal_velocity = \"0.1*y\", traction = [0, \"z\", 0] }");
  EXPECT_EQ(driven.kind, VelocityCondition::normal);
  EXPECT_EQ(driven.normal_velocity->text(), "0.1*y");
  EXPECT_EQ(driven.given_traction->at(1).text(), "z");
  const auto entrance =
      condition_of("{ tangential_velocity = [0, 2, 0], pressure = 3, damp_backflow = false }");
  EXPECT_EQ(entrance.kind, VelocityCondition::tangential);
  EXPECT_EQ(entrance.given_velocity->at(1).text(), "2");
  EXPECT_EQ(entrance.pressure->text(), "3");
  EXPECT_FALSE(entrance.damps_backflow);
  const auto outlet = condition_of("{ pressure = \"0.3*u\" }");
  EXPECT_EQ(outlet.kind, VelocityCondition::outflow);
  EXPECT_EQ(outlet.pressure->text(), "0.3*u");
  EXPECT_TRUE(outlet.damps_backflow);
  const auto pulled = condition_of("{ traction = [1, 0, 0] }");
  EXPECT_EQ(pulled.kind, VelocityCondition::outflow);
  EXPECT_EQ(pulled.traction_form, TractionForm::gradient);
  EXPECT_EQ(condition_of("{ traction = [1, 0, 0], traction_form = \"stress\" }").traction_form,
            TractionForm::stress);
}

}  // namespace
}  // namespace lobatto::cases
