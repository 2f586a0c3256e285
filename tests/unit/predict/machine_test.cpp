#include "predict/machine.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

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
  const std::string text = machine_text(machine);
  const auto back = predict::parse_machine(text, "written.toml");
  EXPECT_EQ(machine_text(back), text);
  EXPECT_EQ(back.between_nodes, machine.between_nodes);
  EXPECT_EQ(back.between_groups, machine.between_groups);
  EXPECT_EQ(back.reduction->ranks, 294912);
  EXPECT_EQ(back.regions.at(0).name, "pressure solve");
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

TEST(Machine, ARateMustBePositive) {
  std::string text = small_machine;
  text.replace(text.find("= 50"), 4, "= 0 ");
  EXPECT_NE(complaint_about(text).find("core.peak_gflops"), std::string::npos);
}

}  // namespace
}  // namespace lobatto
