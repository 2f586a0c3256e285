#include "case/tables/tables.hpp"

#include <gtest/gtest.h>

#include "../../support/good_case.hpp"
#include "case/reader.hpp"

namespace lobatto::cases {
namespace {

using physics::FilterKind;

Case with_filter(const std::string& keys, const std::vector<std::string>& overrides = {}) {
  return parse_case(minimal_case + "[filter]\n" + keys, "a.toml", overrides);
}

TEST(FilterKeys, FillARelaxation) {
  const auto filter =
      with_filter("kind = \"relaxation\"\nchi = 7.5\nmodes = 3\nscalars = false\n").filter;
  ASSERT_TRUE(filter);
  EXPECT_EQ(filter->kind, FilterKind::relaxation);
  EXPECT_EQ(filter->chi, 7.5);
  EXPECT_EQ(filter->n_modes, 3);
  EXPECT_FALSE(filter->of_scalars);
}

TEST(FilterKeys, FillAnExplicitFilter) {
  const auto filter = with_filter("kind = \"explicit\"\n").filter;
  ASSERT_TRUE(filter);
  EXPECT_EQ(filter->kind, FilterKind::step);
  EXPECT_EQ(filter->weight, 0.05);
  EXPECT_EQ(filter->n_modes, 2);
  EXPECT_TRUE(filter->of_scalars);
}

TEST(FilterKeys, FillASpectralViscosity) {
  const std::string keys = "kind = \"spectral-viscosity\"\nvelocity = 0.1\n";
  const auto filter = with_filter(keys, {"mesh.order=9"}).filter;
  ASSERT_TRUE(filter);
  EXPECT_EQ(filter->kind, FilterKind::spectral_viscosity);
  EXPECT_EQ(filter->velocity, 0.1);
  EXPECT_EQ(filter->n_modes, 4);
  EXPECT_EQ(with_filter(keys + "modes = 2\n").filter->n_modes, 2);
}

TEST(FilterKeys, ThatAreNotThereMakeNone) {
  EXPECT_FALSE(parse_case(minimal_case, "a.toml", {}).filter);
}

}  // namespace
}  // namespace lobatto::cases
