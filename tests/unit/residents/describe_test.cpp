#include "plan/describe.hpp"

#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "support/good_case.hpp"

namespace lobatto::plan {
namespace {

void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    EXPECT_NE(("\n" + text).find("\n" + line + "\n"), std::string::npos) << line << "\nis not in\n"
                                                                         << text;
}

std::string described(const cases::Case& the_case) {
  return describe(the_case, residents::case_format(), box_size(the_case));
}

TEST(Describe, SaysWhatTheCaseIs) {
  expect_lines(described(cases::parse_case(cases::watched_full_case, "a.toml",
                                           {"mesh.order=3", "mesh.quadrature=none"},
                                           residents::case_format())),
               {"case        duct-2.a_b (a.toml)", "            --set mesh.order=3",
                "mesh        8 x 2 x 4 = 64 elements of order 3",
                "            y in [0, 1], 2 elements from 0.25 to 0.75",
                "            z in [0, 6.28319], 4 elements of 1.571, periodic",
                "unknowns    2100 per field (4096 points in elements), 6 fields",
                "advection   on the solution's nodes", "fluid       viscosity 0.01",
                "conditions  boundary  velocity              temperature  salt",
                "            x_min     exact velocity        insulated    2.5",
                "            y_max     (sin(twice*x), 0, t)  flux 0.1*t   insulated",
                "            z_max     periodic              periodic     periodic",
                "time        order 2 along characteristics, CFL 0.4, dt at most 0.1, dt at least "
                "1e-06, to t = 50, at "
                "most 1000 steps, or until steady to 1e-07 per unit of time",
                "output      fields every 5 time units as vtkhdf and nek5000 in double precision; "
                "diagnostics every 10 steps"});
}

TEST(Describe, CountsSharedNodesOnce) {
  // 2^3 elements of order 5, periodic: (2 * 5)^3 nodes; with copies 8 * 6^3.
  expect_lines(
      described(cases::parse_case(cases::minimal_case, "a.toml", {}, residents::case_format())),
      {"unknowns    1000 per field (1728 points in elements), 4 fields",
       "advection   on 9 Gauss nodes per direction", "initial     at rest"});
}

std::string described(const std::string& more, const std::vector<std::string>& overrides = {}) {
  return described(
      cases::parse_case(cases::minimal_case + more, "a.toml", overrides, residents::case_format()));
}

TEST(Describe, TellsTheIntensityOfInitialTurbulence) {
  expect_lines(described("[initial]\nturbulence = { spectrum = 0.75, modes = 2 }\n",
                         {"mesh.x.range=[0, 2]", "mesh.x.elements=4"}),
               {"turbulence  isotropic, E(k) = 0.75 in 2 shells of waves, seed 1; energy 9.42478, "
                "u' 2.50663"});
}

}  // namespace
}  // namespace lobatto::plan
