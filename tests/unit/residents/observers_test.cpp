// What watches a run, in a case: what is read of it, and what it says of itself.
#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "plan/describe.hpp"
#include "residents/case_format.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

std::string described(const std::string& text) {
  const auto c = cases::parse_case(text, "a.toml", {}, case_format());
  return plan::describe(c, case_format(), plan::box_size(c));
}

void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    EXPECT_NE(text.find("\n" + line + "\n"), std::string::npos) << line << "\nis not in\n" << text;
}

TEST(Observers, SayWhatTheyWatchAfterTheOutput) {
  const std::string text = described(cases::watched_full_case);
  expect_lines(
      text,
      {"statistics  basic, every 5 steps from t = 20, averaged along z, a file every 2.5 time "
       "units; also of eddy_viscosity, speed",
       "probe       wake: u, salt, spin at 1 point, every 3 steps",
       "probe       profile: u, v, w, p, temperature, salt, viscosity, "
       "temperature_diffusivity, salt_diffusivity, eddy_viscosity, subgrid_energy, "
       "subgrid_energy_diffusivity, speed, spin at 5 points, every 0.5 time units",
       "force       walls: on y_min, inlet, every 2 steps",
       "force       lid: on y_max, moments about (0, 0.5, 3.14159), coefficients for "
       "2 along (0, 1, 0), every 0.25 time units",
       "monitor     energy: mean, max of kinetic, turning over the volume, every 4 steps",
       "monitor     lid: mean of shear over y_max, every 0.5 time units",
       "monitor     profile: mean of u over the planes across y, every 10 steps"});
  EXPECT_LT(text.find("\noutput "), text.find("\nforce "));
}

TEST(Observers, AreThereOnlyWhereAsked) {
  const std::string none = described(cases::minimal_case);
  for (const char* label : {"\nstatistics", "\nprobe", "\nforce", "\nmonitor"})
    EXPECT_EQ(none.find(label), std::string::npos) << label;
  expect_lines(described(cases::minimal_case + "[statistics]\naverage = [\"x\", \"z\"]\n"),
               {"statistics  full, every 10 steps from t = 0, averaged along x and z, one file"});
}

}  // namespace
}  // namespace lobatto::residents
