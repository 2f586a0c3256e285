#include "case/document/overrides.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "support/good_case.hpp"

namespace lobatto::cases {
namespace {

Case overridden(const std::vector<std::string>& overrides) {
  return parse_case(watched_full_case, "a.toml", overrides, residents::case_format());
}

std::string refusal(const std::vector<std::string>& overrides) {
  try {
    overridden(overrides);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Overrides, ReplaceValues) {
  EXPECT_EQ(overridden({"mesh.order=9"}).order, 9);
  EXPECT_EQ(overridden({"case.name=other"}).name, "other");
  EXPECT_EQ(overridden({"scalar[1].diffusivity=0.7"}).scalars[1].diffusivity.constant, 0.7);
  EXPECT_EQ(overridden({"mesh.y.ticks=[0, 1]"}).axes[1].n_elements(), 1);
  EXPECT_EQ(overridden({" mesh.order = 9 "}).order, 9);
}

TEST(Overrides, TakeWordsAndExpressionsWithoutQuotes) {
  EXPECT_EQ(overridden({"boundary.x=outflow"}).faces[0].kind, VelocityCondition::outflow);
  EXPECT_DOUBLE_EQ(overridden({"fluid.length=3*twice"}).viscosity.constant, 0.06);
  const auto lid = overridden({"boundary.y_max.velocity[2]=2*sin(x)"}).faces[3].expressions;
  EXPECT_EQ(lid.at(2).text(), "2*sin(x)");
  EXPECT_EQ(lid.at(1).text(), "0");
}

TEST(OldNames, AreReadInFilesAndOverridesUnlessTheNewOneIsThere) {
  const auto coefficient = [](const Case& c) {
    const auto& faces = c.scalars[1].faces;
    const auto face = std::ranges::find(faces, "inlet", &ScalarFaceCondition::boundary);
    return face == faces.end() ? std::string("no face") : face->said;
  };
  std::string old = watched_full_case;
  old.replace(old.find("{ robin = 0.3"), std::string("{ robin").size(), "{ transfer");
  EXPECT_EQ(coefficient(parse_case(old, "a.toml", {}, residents::case_format())),
            "Robin 0.3 to x*t");
  EXPECT_EQ(coefficient(overridden({"scalar[1].boundary.inlet.transfer=2"})), "Robin 2 to x*t");
  old.replace(old.find("{ transfer"), std::string("{ transfer").size(), "{ robin = 1, transfer");
  EXPECT_THROW(parse_case(old, "a.toml", {}, residents::case_format()), base::Error);
}

TEST(Overrides, MakeMissingTables) {
  const Case c =
      parse_case(minimal_case, "a.toml", {"restart.from=other", "output.fields.every_steps=5"},
                 residents::case_format());
  EXPECT_EQ(c.restart->from, "other");
  EXPECT_EQ(c.field_output.every_steps, 5);
}

TEST(Overrides, TakeThePlaceOfWhatTheyExclude) {
  const Case c = overridden({"time.dt=1e-3", "scalar[0].diffusivity=0.5"});
  EXPECT_EQ(c.dt, 1e-3);
  EXPECT_EQ(c.cfl, std::nullopt);
  EXPECT_EQ(c.scalars[0].diffusivity.constant, 0.5);
}

TEST(Overrides, LaterOnesWin) {
  const Case c = overridden({"mesh.order=9", "mesh.order=3", "mesh.quadrature=none"});
  EXPECT_EQ(c.order, 3);
  EXPECT_EQ(c.overrides.at("mesh.order"), "3");
}

TEST(Overrides, ChangeWhatFollowsFromAParameter) {
  EXPECT_DOUBLE_EQ(overridden({"parameters.width=2"}).axes[1].ticks.back(), 2);
  EXPECT_DOUBLE_EQ(overridden({"parameters.width=2"}).parameters.at("twice"), 4);
}

TEST(Overrides, AreCheckedAsTheFileIs) {
  EXPECT_EQ(refusal({"mesh.ordr=9"}),
            "--set mesh.ordr=9: mesh.ordr: unknown key; did you mean 'order'?");
  EXPECT_EQ(refusal({"mesh.order=40"}),
            "--set mesh.order=40: mesh.order = 40: expected an integer from 1 to 31");
  EXPECT_EQ(refusal({"time.dt=1e-3", "time.cfl=0.1"}),
            "--set time.cfl=0.1: time.cfl: excludes 'dt'; give only one of 'dt' and 'cfl'");
  EXPECT_EQ(refusal({"initial.velocity=[\"0\", \"q\", \"0\"]"}),
            "--set initial.velocity=[\"0\", \"q\", \"0\"]: initial.velocity[1] = \"q\": unexpected "
            "token \"q\" found at "
            "position 0; the names known here are x, y, z, t, pi, e, twice and width");
}

TEST(Overrides, OfWhatIsNotThereSaySo) {
  EXPECT_EQ(refusal({"scalar[2].prandtl=1"}),
            "--set scalar[2].prandtl=1: scalar[2]: no such entry; the list has 2, counted from 0");
  EXPECT_NE(refusal({"mesh.order.high=1"}).find("no table but 7"), std::string::npos);
}

TEST(Overrides, WithoutAValueTakeKeysAndTablesOut) {
  const Case c =
      overridden({"time.steady=", "time.cfl_limit=", "scalar[0].exact=", "output.quantities.speed=",
                  "statistics.fields=", "scalar[0].initial=0", "scalar[0].boundary.y_min.value=0"});
  EXPECT_FALSE(c.steady);
  EXPECT_EQ(c.cfl_limit,
            parse_case(minimal_case, "a.toml", {}, residents::case_format()).cfl_limit);
  EXPECT_FALSE(c.scalars[0].exact);
  ASSERT_EQ(c.quantities.size(), 1U);
  EXPECT_EQ(c.quantities[0].name, "spin");
  EXPECT_EQ(c.overrides.at("time.steady"), "");
}

TEST(Overrides, WhatIsNotThereNeedsNotBeTakenOut) {
  const Case c = parse_case(minimal_case, "a.toml",
                            {"time.steady=", "time.steady.start=", "scalar[3].source=", "restart="},
                            residents::case_format());
  EXPECT_FALSE(c.steady);
  EXPECT_EQ(refusal({"exat="}), "--set exat=: exat: unknown key; did you mean 'exact'?");
  EXPECT_EQ(refusal({"mesh.ordr="}),
            "--set mesh.ordr=: mesh.ordr: unknown key; did you mean 'order'?");
}

TEST(Overrides, WhatIsTakenOutMayBeNeeded) {
  EXPECT_NE(refusal({"mesh.order="}).find("mesh.order: missing"), std::string::npos)
      << refusal({"mesh.order="});
  EXPECT_EQ(refusal({"scalar[1]="}),
            "--set scalar[1]=: single entries of a list cannot be taken out; all of them can, with "
            "the key 'scalar' and nothing after '='");
}

TEST(Overrides, GoOnFromWhatEarlierOnesLeft) {
  const std::vector<std::string> again{
      "time.steady.every_steps=3", "time.steady=", "time.steady.start=2", "time.steady.change=4"};
  const Case c = overridden(again);
  ASSERT_TRUE(c.steady);
  EXPECT_EQ(c.steady->change, 4);
  EXPECT_EQ(c.steady->every_steps, SteadyCase().every_steps);
  EXPECT_FALSE(overridden({"time.steady.change=4", "time.steady="}).steady);
  // A restart repeats them in the order of their names.
  for (const auto& given : {again, {"time.steady.change=4", "time.steady="}}) {
    std::vector<std::string> noted;
    for (const auto& [key, value] : overridden(given).overrides) noted.push_back(key + "=" + value);
    const Case repeated = overridden(noted);
    EXPECT_EQ(repeated.steady.has_value(), overridden(given).steady.has_value());
    if (!repeated.steady) continue;
    EXPECT_EQ(repeated.steady->every_steps, c.steady->every_steps);
  }
}

TEST(SplitOverride, WantsAKeyAndAValue) {
  EXPECT_EQ(split_override("a.b = 3"), (std::pair<std::string, std::string>("a.b", "3")));
  EXPECT_EQ(split_override("a=b=c"), (std::pair<std::string, std::string>("a", "b=c")));
  for (const char* text :
       {"mesh.order", "=3", "mesh..order=3", "scalar[x].name=a", "scalar[0=3", "[0]=3", "a[0]b=1"})
    EXPECT_THROW(split_override(text), base::Error) << text;
}

}  // namespace
}  // namespace lobatto::cases
