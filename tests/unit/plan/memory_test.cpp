
#include <gtest/gtest.h>

#include <numeric>

#include "case/reader.hpp"
#include "plan/memory.hpp"
#include "support/good_case.hpp"

namespace lobatto::plan {
namespace {

cases::Case case_of(const std::vector<std::string>& overrides) {
  return cases::parse_case(cases::minimal_case, "a.toml", overrides);
}

std::vector<MemoryPart> parts_of(const cases::Case& the_case, const comm::Communicator& world) {
  const Grounds grounds{world.size()};
  return memory_parts(the_case, grounds, box_shares(the_case, world.rank(), grounds));
}

std::string problems_of(const cases::Case& the_case, double bytes_of_node) {
  const auto world = comm::Communicator::world();
  cases::Problems problems;
  check_memory(parts_of(the_case, world), bytes_of_node, world, problems);
  return problems.text();
}

/// What all ranks need together: they are on one node here.
double need_of(const cases::Case& the_case) {
  const auto world = comm::Communicator::world();
  double bytes = 0;
  for (const auto& part : parts_of(the_case, world)) bytes += part.bytes;
  return world.sum(bytes);
}

/// 8 elements of 216 nodes, of ten doubles, as they are and as they are sent.
TEST(CheckpointFiles, GrowWithTheRanksAndWithWhatMemoryDoesNotHold) {
  const cases::Case the_case = case_of({"mesh.x.elements=40", "mesh.y.elements=40",
                                        "mesh.z.elements=40", "solver.pressure=tensor-direct"});
  const double bytes = 1.6 * 8 * 10 * 8 * 216;
  EXPECT_EQ(checkpoint_files(the_case, {64}, 8, 8.001 * bytes), 1);
  EXPECT_EQ(checkpoint_files(the_case, {64}, 8, 7.999 * bytes), 2);
  EXPECT_EQ(checkpoint_files(the_case, {64}, 16, 3.999 * bytes), 5);
  EXPECT_EQ(checkpoint_files(the_case, {3}, 8, bytes), 3);
  EXPECT_EQ(checkpoint_files(the_case, {1024}, 8, 1e12), 1);
  EXPECT_EQ(checkpoint_files(the_case, {40'000}, 8, 1e12), 40);
}

TEST(Memory, SufficesOrDoesNot) {
  const cases::Case the_case = case_of({});
  const double need = need_of(the_case);
  EXPECT_GT(need, 8 * 6 * 6 * 6 * 8 * 20);  // twenty fields at least
  EXPECT_EQ(problems_of(the_case, 1.001 * need), "");
  EXPECT_TRUE(problems_of(the_case, 0.999 * need).starts_with("a.toml:2:2: mesh: 8 elements of"));
}

TEST(Memory, IsThatOfTheNodesNotOfTheRanks) {
  const auto world = comm::Communicator::world();
  const cases::Case the_case = case_of({"mesh.z.elements=4"});
  const std::string text = problems_of(the_case, 0.9 * need_of(the_case));
  const std::string ranks =
      std::to_string(world.size()) + (world.size() == 1 ? " rank, " : " ranks, ");
  EXPECT_NE(text.find("on a node of " + ranks + "which has"), std::string::npos) << text;
}

TEST(Memory, OfAnySizeDoesNotOverflow) {
  const cases::Case huge = case_of({"mesh.order=31", "mesh.x.elements=100000",
                                    "mesh.y.elements=100000", "mesh.z.elements=100000"});
  EXPECT_GT(need_of(huge), 1e15 * 32 * 32 * 32 * 8 * 20);
  EXPECT_TRUE(problems_of(huge, 1e15)
                  .starts_with("a.toml:2:2: mesh: 1e+15 elements of order 31 need at least "));
}

TEST(Memory, IsTheSolversFaultWhereALineIsVeryLong) {
  const std::vector<std::string> line{"mesh.order=1", "mesh.x.elements=100000",
                                      "mesh.x.periodic=false", "boundary.x=wall"};
  EXPECT_EQ(problems_of(case_of(line), 20e9), "");  // taken last
  auto multigrid = line;
  multigrid.push_back("solver.pressure=schwarz-multigrid");
  multigrid.push_back("solver.velocity=jacobi-cg");
  const std::string coarse = problems_of(case_of(multigrid), 20e9);
  EXPECT_TRUE(coarse.starts_with(
      "--set solver.pressure=schwarz-multigrid: solver.coarse: the dense modes of the vertices "))
      << coarse;
  multigrid.push_back("solver.coarse=boomer-amg");
  EXPECT_EQ(problems_of(case_of(multigrid), 20e9), "");
  auto direct = line;
  direct.push_back("solver.pressure=tensor-direct");
  direct.push_back("solver.last_direction=z");
  const std::string modes = problems_of(case_of(direct), 20e9);
  EXPECT_TRUE(
      modes.starts_with("--set solver.pressure=tensor-direct: solver.pressure: the dense modes "))
      << modes;
}

TEST(Bytes, ReadWell) {
  EXPECT_EQ(bytes_text(1234), "1.2 kB");
  EXPECT_EQ(bytes_text(25.3e9), "25.3 GB");
  EXPECT_EQ(bytes_text(999.96e9), "1.0 TB");
  EXPECT_EQ(bytes_text(6e21), "6e+03 EB");
}

}  // namespace
}  // namespace lobatto::plan
