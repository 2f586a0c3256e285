// boundary.<face>.recycle and .turbulence: what they say of themselves, and what is refused.
#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "case_space.hpp"
#include "plan/describe.hpp"
#include "residents/case_format.hpp"
#include "residents/residents.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

cases::Case with_inlet(const std::string& condition) {
  return cases::parse_case(
      cases::minimal_case, "a.toml",
      {"mesh.x.periodic=false", "boundary.x_max=outflow", "boundary.x_min=" + condition,
       "mesh.y.periodic=false", "boundary.y=wall"},
      case_format());
}

std::string inlet_text(const std::string& condition) {
  const cases::Case c = with_inlet(condition);
  return plan::condition_text(c.faces.front());
}

TEST(VelocityConditions, AreDescribedWithWhatResidentsAdd) {
  EXPECT_EQ(inlet_text("{ recycle = { offset = [0.5, 0, 0], bulk_velocity = 2 } }"),
            "recycled from (0.5, 0, 0) on, mean 2");
  EXPECT_EQ(inlet_text("{ velocity = [1, 0, 0], turbulence = { intensity = \"0.1*y\", length = "
                       "0.2, convection = [1, 0, 0] } }"),
            "(1, 0, 0) with turbulence 0.1*y, length 0.2");
}

TEST(VelocityConditions, GiveComponentsAndTractions) {
  using enum cases::VelocityCondition;
  const auto expect = [](const std::string& condition, cases::VelocityCondition kind,
                         const std::string& text) {
    EXPECT_EQ(with_inlet(condition).faces.front().kind, kind) << condition;
    EXPECT_EQ(inlet_text(condition), text);
  };
  expect("{ normal_velocity = \"0.1*y\", traction = [0, \"z\", 0] }", normal,
         "normal velocity 0.1*y, traction (0, z, 0)");
  expect("{ tangential_velocity = [0, 2, 0], pressure = 3, damp_backflow = false }", tangential,
         "open, along it (0, 2, 0), pressure 3, backflow free");
  expect("{ pressure = \"0.3*u\" }", outflow, "outflow, pressure 0.3*u");
  expect("{ traction = [1, 0, 0] }", outflow, "outflow, traction (1, 0, 0)");
  expect("{ traction = [1, 0, 0], traction_form = \"stress\" }", outflow,
         "outflow, stress (1, 0, 0)");
  expect("symmetry", symmetry, "symmetry");
}

TEST(VelocityConditions, ThatGiveTheVelocityLeaveNoOtherWay) {
  for (const std::string other : {"pressure = 1", "velocity = [1, 0, 0]", "damp_backflow = false"})
    EXPECT_ANY_THROW(
        with_inlet("{ recycle = { offset = [0.5, 0, 0], bulk_velocity = 2 }, " + other + " }"))
        << other;
}

/// What is wrong with the values of a turbulence with these stresses, at x = 0.
std::string fault_of_stresses(const std::string& uv) {
  const cases::Case c = with_inlet(
      "{ velocity = [1, 0, 0], turbulence = { length = 0.2, convection = [1, 0, 0], stress = { "
      "uu = \"y\", vv = \"y\", ww = 1, uv = \"" +
      uv + "\" } } }");
  return faults_seen_by(turbulent_inflow(), c);
}

TEST(VelocityConditions, HaveStressesOfSomeVelocity) {
  EXPECT_EQ(fault_of_stresses("y"), "");
  EXPECT_NE(
      fault_of_stresses("0.01 + y")
          .find("at x = 0, y = 0, z = 0 no velocity has uu = 0, vv = 0, ww = 1, uv = 0.01, uw = 0, "
                "vw = 0; expected "),
      std::string::npos)
      << fault_of_stresses("0.01 + y");
}

}  // namespace
}  // namespace lobatto::residents
