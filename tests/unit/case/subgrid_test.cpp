#include "case/tables/tables.hpp"

#include <gtest/gtest.h>

#include "../../support/good_case.hpp"
#include "case/expressions/coefficient_expression.hpp"
#include "case/reader.hpp"

namespace lobatto::cases {
namespace {

using Names = std::vector<std::string>;

Case with_model(const std::string& keys) {
  return parse_case(minimal_case + "[subgrid]\n" + keys, "a.toml", {});
}

TEST(SubgridKeys, FillAModel) {
  const auto model = with_model("model = \"sigma\"\nconstant = 1.2\n").subgrid;
  ASSERT_TRUE(model);
  EXPECT_EQ(model->model, "sigma");
  EXPECT_EQ(model->constant, 1.2);
  EXPECT_FALSE(with_model("model = \"wale\"\n").subgrid->constant);
  EXPECT_FALSE(parse_case(minimal_case, "a.toml", {}).subgrid);
}

TEST(SubgridKeys, FillAnEquationAndADynamicModel) {
  const auto equation = with_model("model = \"one-equation\"\nenergy.inflow = \"y\"\n").subgrid;
  ASSERT_TRUE(equation->equation);
  EXPECT_EQ(equation->equation->inflow.text(), "y");
  EXPECT_FALSE(equation->equation->at_the_start);
  EXPECT_TRUE(with_model("model = \"one-equation\"\n").subgrid->equation);
  const auto dynamic = with_model("model = \"dynamic\"\naverage = [\"z\"]\n").subgrid;
  EXPECT_EQ(dynamic->averaged, (std::array{false, false, true}));
  EXPECT_FALSE(dynamic->equation);
}

TEST(SubgridKeys, MakeTheCoefficientsFields) {
  const std::string scalar =
      "[[scalar]]\nname = \"heat\"\nprandtl = 1\nturbulent_prandtl = 0.7\n"
      "boundary = {}\n";
  const Case c = parse_case(minimal_case + scalar + "[subgrid]\nmodel = \"wale\"\n", "a.toml", {});
  EXPECT_EQ(c.scalars[0].turbulent_prandtl, 0.7);
  EXPECT_TRUE(c.viscosity.number());
  EXPECT_EQ(coefficient_fields(c), (Names{"viscosity", "heat_diffusivity", "eddy_viscosity"}));
  EXPECT_EQ(coefficient_fields(parse_case(minimal_case, "a.toml", {})), Names{});
}

TEST(SubgridKeys, OfAnEquationNameItsFields) {
  EXPECT_EQ(coefficient_fields(with_model("model = \"one-equation\"\n")),
            (Names{"viscosity", "eddy_viscosity", "subgrid_energy", "subgrid_energy_diffusivity"}));
  EXPECT_EQ(with_model("model = \"one-equation\"\n[output.quantities]\nroot = "
                       "\"sqrt(abs(subgrid_energy))\"\n")
                .quantities.size(),
            1U);
}

TEST(SubgridKeys, LetExpressionsOfTheOutputUseTheFields) {
  const std::string model = "[subgrid]\nmodel = \"wale\"\n";
  const std::string quantity = "[output.quantities]\nratio = \"eddy_viscosity/viscosity\"\n";
  EXPECT_EQ(parse_case(minimal_case + model + quantity, "a.toml", {}).quantities.size(), 1U);
  // A parameter of that name is what it was.
  const std::string parameter = "[parameters]\neddy_viscosity = 2\nviscosity = 3\n";
  EXPECT_EQ(parse_case(minimal_case + model + quantity + parameter, "a.toml", {}).quantities.size(),
            1U);
}

}  // namespace
}  // namespace lobatto::cases
