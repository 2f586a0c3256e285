#include "plan/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "case/reader.hpp"
#include "plan/memory.hpp"
#include "plan/solver_choice.hpp"
#include "support/good_case.hpp"

namespace lobatto::plan {
namespace {

int bytes_a_point(const std::string& text, const std::vector<std::string>& overrides) {
  const cases::Case the_case = cases::parse_case(text, "a.toml", overrides);
  const std::string words = estimate(the_case, {1}, box_shares(the_case, 0, {1}));
  std::smatch found;
  if (!std::regex_search(words, found, std::regex(R"(\((\d+) bytes per point\))"))) return 0;
  return std::stoi(found[1]);
}

TEST(Estimate, CountsTheCorrectionsThatJacobiCgKeeps) {
  const std::string iterative = "solver.velocity=jacobi-cg";
  const int none = bytes_a_point(cases::minimal_case, {iterative, "solver.projection=0"});
  EXPECT_GT(none, 8 * 3);
  // Three components, each with four bytes a correction and three fields to work with.
  EXPECT_EQ(bytes_a_point(cases::minimal_case, {iterative, "solver.projection=8"}),
            none + 3 * (8 * 4 + 24));
  EXPECT_EQ(bytes_a_point(cases::minimal_case, {iterative, "solver.projection=1"}),
            none + 3 * (1 * 4 + 24));
  const std::string direct = "solver.velocity=tensor-direct";
  EXPECT_EQ(bytes_a_point(cases::minimal_case, {direct, "solver.projection=8"}),
            bytes_a_point(cases::minimal_case, {direct, "solver.projection=0"}));
  EXPECT_LT(bytes_a_point(cases::minimal_case, {direct}), none);
}

TEST(Estimate, SaysHowTheDirectSolverGoesThroughTheBox) {
  const auto text = [](const std::vector<std::string>& overrides, int n_ranks = 1) {
    const cases::Case the_case = cases::parse_case(cases::minimal_case, "a.toml", overrides);
    return estimate(the_case, {n_ranks}, box_shares(the_case, 0, {n_ranks}));
  };
  const std::vector<std::string> graded{"mesh.x.elements=100", "mesh.y.elements=100",
                                        "mesh.y.grading={sine=0.4}", "mesh.z.elements=100"};
  const std::string chosen = text(graded);
  EXPECT_NE(chosen.find("directly: x by waves over its elements, z by waves over its elements, y "
                        "by static condensation\n"
                        "            y last, the cheapest: x "),
            std::string::npos)
      << chosen;
  auto along_z = graded;
  along_z.emplace_back("solver.last_direction=z");
  const std::string asked = text(along_z);
  EXPECT_NE(asked.find("directly: x by waves over its elements, y by modes, z by static "
                       "condensation\n"
                       "            z last, as asked for: x "),
            std::string::npos)
      << asked;
  // A hundred transforms or 98: z stays.
  std::vector<std::string> nearly{"mesh.x.elements=100", "mesh.y.elements=100",
                                  "mesh.z.elements=98"};
  for (const std::string d : {"x", "y", "z"}) {
    nearly.push_back("mesh." + d + ".periodic=false");
    nearly.push_back("boundary." + d + "=wall");
  }
  const std::string kept = text(nearly);
  EXPECT_NE(kept.find("z last, within 1 % of the cheapest: x "), std::string::npos) << kept;
  const std::string none = text({"solver.pressure=schwarz-multigrid", "solver.velocity=jacobi-cg"});
  EXPECT_EQ(none.find("directly: x"), std::string::npos) << none;
  const std::vector<std::string> few{"mesh.x.elements=6", "mesh.y.elements=1", "mesh.z.elements=2",
                                     "solver.last_direction=z"};
  const std::string shared = text(few, 4);
  EXPECT_NE(shared.find("on 4 ranks   a grid of 2 x 1 x 2, at most 3 elements per rank"),
            std::string::npos)
      << shared;
  EXPECT_NE(shared.find("z by static condensation of 2 slabs; 2 ranks share each column along x"),
            std::string::npos)
      << shared;
}

TEST(Shares, OfIterativeSolversAreBlocks) {
  const std::vector<std::string> sizes{"mesh.x.elements=16", "mesh.y.elements=2",
                                       "mesh.z.elements=2"};
  EXPECT_NE(cut_of(cases::parse_case(cases::minimal_case, "a.toml", sizes), {2}),
            mesh::Cut::blocks);
  auto iterative = sizes;
  iterative.insert(iterative.end(),
                   {"solver.pressure=schwarz-multigrid", "solver.velocity=jacobi-cg"});
  const cases::Case the_case = cases::parse_case(cases::minimal_case, "a.toml", iterative);
  EXPECT_EQ(cut_of(the_case, {2}), mesh::Cut::blocks);
  EXPECT_EQ(box_shares(the_case, 0, {2}).text, "a grid of 2 x 1 x 1, at most 32 elements per rank");
}

TEST(Estimate, CountsACheckpointOnItsWay) {
  const std::vector<std::string> none{"output.checkpoint.final=false",
                                      "output.checkpoint.every_wall=never"};
  const auto bytes = [](const std::vector<std::string>& overrides) {
    return field_bytes(cases::parse_case(cases::minimal_case, "a.toml", overrides), {1}, 1e6);
  };
  const double points =
      1e6 * std::pow(cases::parse_case(cases::minimal_case, "a.toml", {}).order + 1.0, 3);
  // Velocity and pressure, 80 bytes, as they are and as they are sent to be written.
  EXPECT_NEAR((bytes({}) - bytes(none)) / points, 1.6 * 80, 1e-6);
  auto some = none;
  some.emplace_back("output.checkpoint.every_steps=5");
  EXPECT_EQ(bytes(some), bytes({}));
  EXPECT_EQ(bytes_a_point(cases::minimal_case, none), bytes_a_point(cases::minimal_case, {}));
}

TEST(Estimate, CountsWhatIterativePressureSolversKeep) {
  const std::string multigrid = "solver.pressure=schwarz-multigrid";
  const int none = bytes_a_point(cases::minimal_case, {multigrid, "solver.pressure_projection=0"});
  EXPECT_GT(none, bytes_a_point(cases::minimal_case, {}) + 100);
  EXPECT_EQ(bytes_a_point(cases::minimal_case, {multigrid, "solver.pressure_projection=8"}),
            none + 8 * 4);
}

TEST(Estimate, SaysWhereEveryRankHoldsALargeFactor) {
  const auto says_so = [](const std::string& elements, const std::string& coarse) {
    const cases::Case the_case = cases::parse_case(
        cases::minimal_case, "a.toml",
        {"mesh.map=[\"x + 0.1*y\", \"y\", \"z\"]", "solver.pressure=schwarz-multigrid",
         "solver.coarse=" + coarse, "mesh.x.elements=" + elements, "mesh.y.elements=" + elements,
         "mesh.z.elements=" + elements});
    const std::string text = estimate(the_case, {8}, box_shares(the_case, 0, {8}));
    return text.find("coarse problem: sparse-cholesky, a factor of about") != std::string::npos;
  };
  EXPECT_TRUE(says_so("64", "sparse-cholesky"));
  EXPECT_FALSE(says_so("8", "sparse-cholesky"));
  EXPECT_FALSE(says_so("64", "schwarz"));
}

TEST(Shares, AreThoseOfTheRanks) {
  const cases::Case the_case =
      cases::parse_case(cases::minimal_case, "a.toml", {"mesh.y.elements=5", "mesh.z.elements=3"});
  double n = 0;
  for (int rank = 0; rank < 4; ++rank) {
    const auto share = box_shares(the_case, rank, {4});
    EXPECT_EQ(share.n_elements, 30);
    EXPECT_LE(share.n_own, box_shares(the_case, 0, {4}).n_own);
    n += share.n_own;
  }
  EXPECT_EQ(n, 30);
}

TEST(Shares, OfAnySizeDoNotOverflow) {
  const cases::Case the_case = cases::parse_case(
      cases::minimal_case, "a.toml",
      {"mesh.x.elements=100000", "mesh.y.elements=100000", "mesh.z.elements=100000"});
  const auto all = box_shares(the_case, 0, {1});
  EXPECT_EQ(all.n_elements, 1e15);
  EXPECT_EQ(all.n_own, 1e15);
  EXPECT_NE(all.text.find("at most 1000000000000000 elements"), std::string::npos) << all.text;
}

TEST(Estimate, CountsTheCorrectionsOfScalars) {
  const std::string scalar = "[[scalar]]\nname = \"heat\"\nprandtl = 1\nsolver = \"jacobi-cg\"\n";
  const std::vector<std::string> direct{"solver.velocity=tensor-direct"};
  auto projected = direct;
  projected.push_back("solver.projection=4");
  EXPECT_EQ(bytes_a_point(cases::minimal_case + scalar, projected),
            bytes_a_point(cases::minimal_case + scalar, direct) + 4 * 4 + 24);
}

}  // namespace
}  // namespace lobatto::plan
