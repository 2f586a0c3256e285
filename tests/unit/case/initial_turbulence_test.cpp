#include "case/tables/tables.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "case/reader.hpp"
#include "support/good_case.hpp"

namespace lobatto::cases {
namespace {

Case with_turbulence(const std::string& keys, const std::string& further = "") {
  return parse_case(minimal_case + "[initial]\nturbulence = { " + keys + " }\n" + further, "a.toml",
                    {"mesh.x.range=[0, 2]", "mesh.x.elements=4"});
}

TEST(InitialTurbulence, HasTheEnergyOfItsSpectrumInShells) {
  const auto turbulence =
      with_turbulence("spectrum = \"3*k^2\", modes = 4, seed = 9").initial_turbulence;
  ASSERT_TRUE(turbulence);
  EXPECT_EQ(turbulence->seed, 9);
  ASSERT_EQ(turbulence->shell_energies.size(), 4u);
  const double width = 2 * std::numbers::pi;  // of the shortest side, 1
  for (int s = 1; s <= 4; ++s) {
    const double exact = std::pow(width * (s + 0.5), 3) - std::pow(width * (s - 0.5), 3);
    EXPECT_NEAR(turbulence->shell_energies[s - 1], exact, 1e-12 * exact);
  }
}

TEST(InitialTurbulence, HasAWaveNumberThatHidesAParameter) {
  const auto c = with_turbulence("spectrum = \"k/a\", modes = 2", "[parameters]\nk = 100\na = 2\n");
  const double width = 2 * std::numbers::pi;
  EXPECT_NEAR(c.initial_turbulence->shell_energies[1], width * width, 1e-10);
  EXPECT_EQ(c.parameters.at("k"), 100);
}

TEST(InitialTurbulence, IsNoExactSolution) {
  const std::string exact = "[exact]\nvelocity = [\"1\", \"0\", \"0\"]\n";
  const std::string start = "[initial]\nvelocity = \"exact\"\n";
  EXPECT_EQ(times_before_start(parse_case(minimal_case + exact + start, "a.toml", {})).size(), 2u);
  const std::string turbulence = "turbulence = { spectrum = 1, modes = 2 }\n";
  EXPECT_TRUE(
      times_before_start(parse_case(minimal_case + exact + start + turbulence, "a.toml", {}))
          .empty());
}

}  // namespace
}  // namespace lobatto::cases
