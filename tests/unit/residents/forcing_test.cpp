// [forcing] in a case: what it says of itself, what it sets, and what statistics and memory hear of
// it. The forces themselves are tested in physics.
#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "case_space.hpp"
#include "plan/describe.hpp"
#include "plan/memory.hpp"
#include "residents/case_format.hpp"
#include "residents/residents.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

cases::Case with(const std::vector<std::string>& overrides) {
  const std::string heat = "[[scalar]]\nname = \"heat\"\ndiffusivity = 1\n";
  return cases::parse_case(cases::minimal_case + heat, "a.toml", overrides, case_format());
}

physics::FlowSettings set_by(const std::vector<std::string>& overrides) {
  const cases::Case c = with(overrides);
  Formulas formulas(c);
  physics::FlowSettings settings;
  const auto world = comm::Communicator::world();
  forcing().set(c, formulas, space_of(c, world), settings);
  return settings;
}

TEST(Forcing, IsDescribedBeforeWhatTheRunBeginsWith) {
  const auto c =
      with({"forcing={flow_rate=1.5,flow_direction=\"z\",body=[0,\"0.5\",\"x*t\"],"
            "buoyancy=[{scalar=\"heat\",coefficient=9.81,reference=0.5,"
            "direction=[0,-1,0]}]}"});
  const std::string text = plan::describe(c, case_format(), plan::box_size(c));
  const std::string expected =
      "flow rate   bulk velocity 1.5 along z\n"
      "body force  (0, 0.5, x*t)\n"
      "buoyancy    9.81 (heat - 0.5) along (0, -1, 0)\n"
      "initial ";
  EXPECT_NE(text.find(expected), std::string::npos) << text;
}

TEST(Forcing, HoldsAFlowAlongTheOnlyPeriodicDirectionOrZ) {
  EXPECT_EQ(set_by({"forcing.flow_rate=2"}).flow_rate->direction, 2);
  EXPECT_EQ(set_by({"forcing.flow_rate=2"}).flow_rate->bulk_velocity, 2.0);
  const std::vector<std::string> only_y{"forcing.flow_rate=1",
                                        "mesh.x.periodic=false",
                                        "mesh.z.periodic=false",
                                        "boundary.x=wall",
                                        "boundary.z=wall",
                                        "scalar[0].boundary.x=insulated",
                                        "scalar[0].boundary.z=insulated"};
  EXPECT_EQ(set_by(only_y).flow_rate->direction, 1);
  EXPECT_EQ(set_by({"forcing.flow_rate=1", "forcing.flow_direction=x"}).flow_rate->direction, 0);
  EXPECT_FALSE(set_by({}).flow_rate);
}

TEST(Forcing, IsKnownAtTheNewTimeUnlessItUsesTheSolution) {
  EXPECT_FALSE(set_by({"forcing.body=[0,0,\"x\"]"}).body_force->depends_on_time);
  EXPECT_TRUE(set_by({"forcing.body=[0,0,\"x*t\"]"}).body_force->depends_on_time);
  EXPECT_FALSE(set_by({"forcing.body=[0,0,\"heat\"]"}).body_force);
}

TEST(Forcing, MayFluctuate) {
  EXPECT_FALSE(with({"forcing.body=[0,0,\"x\"]"}).force_fluctuates);
  EXPECT_TRUE(with({"forcing.body=[0,0,\"t\"]"}).force_fluctuates);
  EXPECT_TRUE(with({"forcing.body=[0,0,\"u\"]"}).force_fluctuates);
  EXPECT_TRUE(with({"forcing.buoyancy=[{scalar=\"heat\"}]"}).force_fluctuates);
}

TEST(Forcing, TakesMemory) {
  const double none = plan::doubles_per_point(with({}), {1});
  EXPECT_EQ(plan::doubles_per_point(with({"forcing.flow_rate=1"}), {1}), none + 1);
  EXPECT_EQ(plan::doubles_per_point(with({"forcing.body=[0,0,\"x\"]"}), {1}), none + 3);
}

}  // namespace
}  // namespace lobatto::residents
