// [subgrid] in a case: the fields that it brings, and what it says of itself.
#include <gtest/gtest.h>

#include "case/expressions/coefficient_expression.hpp"
#include "case/reader.hpp"
#include "case_space.hpp"
#include "plan/describe.hpp"
#include "residents/case_format.hpp"
#include "residents/residents.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

using Names = std::vector<std::string>;

cases::Case parsed(const std::string& more) {
  return cases::parse_case(cases::minimal_case + more, "a.toml", {}, case_format());
}

cases::Case with_model(const std::string& keys) { return parsed("[subgrid]\n" + keys); }

std::string description(const std::string& keys) {
  const cases::Case c = with_model(keys);
  return plan::describe(c, case_format(), plan::box_size(c));
}

TEST(Subgrid, IsDescribed) {
  EXPECT_NE(description("model = \"vreman\"\nconstant = 0.05\n")
                .find("sub-grid    vreman, constant 0.05\n"),
            std::string::npos);
  EXPECT_NE(description("model = \"one-equation\"\nenergy.inflow = \"y\"\n")
                .find("sub-grid    one-equation, k at inflows y, at first balanced\n"),
            std::string::npos);
}

/// What is wrong with its energy in a channel between walls and an inflow at x = 0.
std::string fault_of_energy(const std::string& keys) {
  const cases::Case c = cases::parse_case(
      cases::minimal_case + "[subgrid]\nmodel = \"one-equation\"\n" + keys, "a.toml",
      {"mesh.x.periodic=false", "boundary.x_min={ velocity = [1, 0, 0] }",
       "boundary.x_max=outflow"},
      case_format());
  return faults_seen_by(subgrid(), c);
}

TEST(Subgrid, HasAnEnergyThatIsNowhereNegative) {
  EXPECT_EQ(fault_of_energy("energy = { inflow = \"y\", initial = \"x^2\" }\n"), "");
  EXPECT_NE(fault_of_energy("energy = { inflow = \"y - 0.5\" }\n").find("subgrid.energy.inflow"),
            std::string::npos);
  EXPECT_NE(fault_of_energy("energy = { initial = \"1/x\" }\n").find("subgrid.energy.initial"),
            std::string::npos);
  EXPECT_NE(fault_of_energy("energy = { initial = \"-x\" }\n").find("at least 0"),
            std::string::npos);
}

TEST(Subgrid, MakeTheCoefficientsFields) {
  const std::string scalar =
      "[[scalar]]\nname = \"heat\"\nprandtl = 1\nturbulent_prandtl = 0.7\n"
      "boundary = {}\n";
  const cases::Case c = parsed(scalar + "[subgrid]\nmodel = \"wale\"\n");
  EXPECT_EQ(c.scalars[0].turbulent_prandtl, 0.7);
  EXPECT_TRUE(c.viscosity.number());
  EXPECT_EQ(coefficient_fields(c), (Names{"viscosity", "heat_diffusivity", "eddy_viscosity"}));
  EXPECT_EQ(coefficient_fields(parsed("")), Names{});
}

TEST(Subgrid, OfAnEquationNameItsFields) {
  EXPECT_EQ(coefficient_fields(with_model("model = \"one-equation\"\n")),
            (Names{"viscosity", "eddy_viscosity", "subgrid_energy", "subgrid_energy_diffusivity"}));
  EXPECT_EQ(with_model("model = \"one-equation\"\n[output.quantities]\nroot = "
                       "\"sqrt(abs(subgrid_energy))\"\n")
                .quantities.size(),
            1U);
}

TEST(Subgrid, LetExpressionsOfTheOutputUseTheFields) {
  const std::string model = "[subgrid]\nmodel = \"wale\"\n";
  const std::string quantity = "[output.quantities]\nratio = \"eddy_viscosity/viscosity\"\n";
  EXPECT_EQ(parsed(model + quantity).quantities.size(), 1U);
  // A parameter of that name is what it was.
  const std::string parameter = "[parameters]\neddy_viscosity = 2\nviscosity = 3\n";
  EXPECT_EQ(parsed(model + quantity + parameter).quantities.size(), 1U);
}

}  // namespace
}  // namespace lobatto::residents
