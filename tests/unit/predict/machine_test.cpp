#include "predict/machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "physics/work_part.hpp"

namespace lobatto {
namespace {

const std::string small_machine = R"(
[machine]
name = "small"
cores_per_node = 4
[core]
stream_gbs = 10
peak_gflops = 50
[in_node]
latency = 1e-6
bandwidth_gbs = 5
)";

std::string complaint_about(const std::string& text) {
  try {
    predict::parse_machine(text, "machine.toml");
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Machine, WhatIsWrittenIsReadBack) {
  predict::Machine machine;
  machine.machine = {"a machine", "dragonfly", 32, 9436, 384, "a paper"};
  machine.core = {3.7, 34.9, 0.5};
  machine.spread = {0.01, 0.02};
  machine.in_node = {3e-7, 1e-7, 5};
  machine.between_nodes = predict::Network{1.3e-6, 4e-7, 8.5};
  machine.between_groups = predict::Network{2e-6, 4e-7, 2.6};
  machine.reduction = {83.5e-6, 294912};
  machine.regions = {{"pressure solve", 15, 0.31}, {"advection", 7, 1.02}};
  machine.dragonfly = predict::Dragonfly{6, 16, 4, 5.25, 15.75, 41.6};
  const std::string text = machine_text(machine);
  const auto back = predict::parse_machine(text, "written.toml");
  EXPECT_EQ(machine_text(back), text);
  EXPECT_EQ(back.between_nodes, machine.between_nodes);
  EXPECT_EQ(back.between_groups, machine.between_groups);
  EXPECT_EQ(back.reduction->ranks, 294912);
  EXPECT_EQ(back.regions.at(0).name, "pressure solve");
}

// A part with another name would take the fraction of no region, and run on.
TEST(Machine, FilesOfTheHouseNamePartsOfTheStep) {
  for (const char* file : {"xc40", "xc40-direct"}) {
    const auto machine =
        predict::read_machine(std::string(LOBATTO_TREE "/cases/machines/") + file + ".toml");
    EXPECT_FALSE(machine.regions.empty());
    for (const auto& region : machine.regions)
      EXPECT_EQ(
          std::ranges::count(physics::work_parts, region.name, &physics::WorkDescription::name), 1)
          << region.name;
  }
}

TEST(Machine, WhatMayBeLeftOutHasADefault) {
  const auto machine = predict::parse_machine(small_machine, "machine.toml");
  EXPECT_EQ(machine.machine.nodes, 1);
  EXPECT_FALSE(machine.between_nodes.has_value());
  EXPECT_EQ(machine.spread.regions, 0);
}

TEST(Machine, SeveralNodesNeedANetwork) {
  const auto at = small_machine.find("[core]");
  const std::string text = small_machine.substr(0, at) + "nodes = 8\n" + small_machine.substr(at);
  EXPECT_NE(complaint_about(text).find("between_nodes"), std::string::npos);
}

TEST(Machine, AKeyThatIsUnknownIsToldWithTheNearestOne) {
  const std::string complaint = complaint_about(small_machine + "[spread]\nregion = 0.1\n");
  EXPECT_NE(complaint.find("machine.toml:12"), std::string::npos) << complaint;
  EXPECT_NE(complaint.find("'regions'"), std::string::npos) << complaint;
}

TEST(Machine, AFatTreeIsReadFromTheNodesUpwards) {
  const auto machine = predict::parse_machine(
      small_machine + "[[fat_tree]]\nbelow = 8\n[[fat_tree]]\nbelow = 2\nabove = 3\ncables = 4\n",
      "machine.toml");
  ASSERT_EQ(machine.fat_tree.size(), 2);
  EXPECT_EQ(machine.fat_tree[0].below, 8);
  EXPECT_EQ(machine.fat_tree[0].above, 1);
  EXPECT_EQ(machine.fat_tree[1].above, 3);
  EXPECT_EQ(machine.fat_tree[1].cables, 4);
  const std::string text = machine_text(machine);
  EXPECT_EQ(machine_text(predict::parse_machine(text, "written.toml")), text);
}

TEST(Machine, ItsNetworkMustHaveItsNodes) {
  std::string many = small_machine;
  many.insert(many.find("[core]"), "nodes = 20\nnodes_per_group = 10\n");
  many += "[between_nodes]\nlatency = 1e-6\nbandwidth_gbs = 5\n";
  EXPECT_EQ(complaint_about(many), "");
  const std::string tree = "[[fat_tree]]\nbelow = 8\n[[fat_tree]]\nbelow = 2\n";
  EXPECT_NE(complaint_about(many + tree).find("join 16 nodes"), std::string::npos);
  const std::string dragonfly =
      "[dragonfly]\nchassis = 2\nrouters = 2\nnodes = 2\nchassis_gbs = 1\ngroup_gbs = 1\n"
      "between_gbs = 1\n";
  const std::string complaint = complaint_about(many + dragonfly);
  EXPECT_NE(complaint.find("a group has 8 nodes"), std::string::npos) << complaint;
  EXPECT_NE(complaint.find("expected the 10"), std::string::npos) << complaint;
  EXPECT_NE(complaint_about(many + tree + dragonfly).find("not both"), std::string::npos);
}

TEST(Machine, ARateMustBePositive) {
  std::string text = small_machine;
  text.replace(text.find("= 50"), 4, "= 0 ");
  EXPECT_NE(complaint_about(text).find("core.peak_gflops"), std::string::npos);
}

}  // namespace
}  // namespace lobatto
