#include "residents/needs.hpp"

#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

std::vector<plan::MemoryPart> parts_of(const cases::Case& the_case) {
  const auto world = comm::Communicator::world();
  const plan::Grounds grounds{world.size()};
  return memory_parts(the_case, grounds, plan::box_shares(the_case, world.rank(), grounds),
                      world.rank() == 0);
}

std::string problems_of(const cases::Case& the_case, double bytes_of_node) {
  cases::Problems problems;
  plan::check_memory(parts_of(the_case), bytes_of_node, comm::Communicator::world(), problems);
  return problems.text();
}

/// What all ranks need together: they are on one node here.
double need_of(const cases::Case& the_case) {
  double bytes = 0;
  for (const auto& part : parts_of(the_case)) bytes += part.bytes;
  return comm::Communicator::world().sum(bytes);
}

TEST(Memory, IsTheProbesFaultWhereTheyAreTheMost) {
  const std::string probe =
      "[[probe]]\nname = \"a\"\nline = { from = [0, 0, 0], to = [1, 1, 1], points = 100000000 }\n";
  const auto the_case = cases::parse_case(cases::minimal_case + probe, "a.toml", {}, case_format());
  EXPECT_GT(need_of(the_case), 1e8 * 24);
  const std::string text = problems_of(the_case, 1e9);
  EXPECT_TRUE(text.starts_with("a.toml:14:1: probe[0].line: 1e+08 points need at least ")) << text;
  EXPECT_TRUE(text.ends_with(": use fewer points")) << text;
  // Alone it would fit.
  const std::string sum = problems_of(the_case, 0.9999 * need_of(the_case));
  EXPECT_TRUE(sum.starts_with("a.toml:14:1: probe[0].line: ")) << sum;
  EXPECT_NE(sum.find(" with all else) on a node"), std::string::npos) << sum;
}

}  // namespace
}  // namespace lobatto::residents
