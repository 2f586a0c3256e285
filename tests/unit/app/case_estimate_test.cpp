#include "app/case_estimate.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "app/case_reader.hpp"
#include "good_case.hpp"

namespace lobatto::app {
namespace {

int bytes_a_point(const std::string& text, const std::vector<std::string>& overrides) {
  const Case the_case = parse_case(text, "a.toml", overrides);
  const std::string words = estimate(the_case, box_shares(the_case, 1));
  std::smatch found;
  if (!std::regex_search(words, found, std::regex(R"(\((\d+) bytes a point\))"))) return 0;
  return std::stoi(found[1]);
}

TEST(Estimate, CountsTheCorrectionsThatJacobiCgKeeps) {
  const std::string iterative = "solver.velocity=jacobi-cg";
  const int none = bytes_a_point(minimal_case, {iterative, "solver.projection=0"});
  EXPECT_GT(none, 8 * 3);
  // Three components, each with four bytes a correction and three fields to work with.
  EXPECT_EQ(bytes_a_point(minimal_case, {iterative, "solver.projection=8"}),
            none + 3 * (8 * 4 + 24));
  EXPECT_EQ(bytes_a_point(minimal_case, {iterative, "solver.projection=1"}),
            none + 3 * (1 * 4 + 24));
  const std::string direct = "solver.velocity=tensor-direct";
  EXPECT_EQ(bytes_a_point(minimal_case, {direct, "solver.projection=8"}), none);
}

TEST(Estimate, CountsTheCorrectionsOfScalars) {
  const std::string scalar = "[[scalar]]\nname = \"heat\"\nprandtl = 1\nsolver = \"jacobi-cg\"\n";
  const std::vector<std::string> direct{"solver.velocity=tensor-direct"};
  auto projected = direct;
  projected.push_back("solver.projection=4");
  EXPECT_EQ(bytes_a_point(minimal_case + scalar, projected),
            bytes_a_point(minimal_case + scalar, direct) + 4 * 4 + 24);
}

}  // namespace
}  // namespace lobatto::app
