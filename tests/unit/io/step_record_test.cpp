#include "io/step_record.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

TEST(StepRecord, EveryLineIsOneObjectAndIsThereAtOnce) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  StepRecord record(folder / "steps.jsonl", world);
  for (int step = 1; step <= 3; ++step) {
    record.write({{"step", step},
                  {"time", 0.1 * step},
                  {"divergence", std::numeric_limits<double>::quiet_NaN()},
                  {"solves", {{"pressure", {{"solver", "tensor-direct"}, {"iterations", 0}}}}}});
    world.barrier();
    std::istringstream lines(read_all(folder / "steps.jsonl"));
    world.barrier();
    std::string line, last;
    int n_lines = 0;
    for (; std::getline(lines, line); ++n_lines) last = line;
    EXPECT_EQ(n_lines, step);  // once, not once a rank
    const auto object = nlohmann::json::parse(last);
    EXPECT_EQ(object["step"], step);
    EXPECT_EQ(object["time"], 0.1 * step);  // the same double, not a rounded one
    EXPECT_TRUE(object["divergence"].is_null());
    EXPECT_EQ(object["solves"]["pressure"]["solver"], "tensor-direct");
  }
}

TEST(StepRecord, AddsToWhatIsThere) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  StepRecord(folder / "steps.jsonl", world).write({{"step", 1}});
  StepRecord(folder / "steps.jsonl", world).write({{"step", 2}});
  world.barrier();
  EXPECT_EQ(read_all(folder / "steps.jsonl"), "{\"step\":1}\n{\"step\":2}\n");
  world.barrier();
}

TEST(StepRecord, NamesAFileThatCannotBeOpenedOnEveryRank) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const auto file = folder / "nowhere/steps.jsonl";
  const std::string message = message_of<base::Error>([&] { StepRecord(file, world); });
  EXPECT_NE(message.find(file.string()), std::string::npos) << message;
  EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
}

TEST(StepRecord, NamesTheFileWhenTheDiskIsFull) {
  const auto self = comm::Communicator::self();
  StepRecord record("/dev/full", self);
  const std::string message = message_of<base::Error>([&] { record.write({{"step", 1}}); });
  EXPECT_NE(message.find("/dev/full: No space left on device"), std::string::npos) << message;
}

}  // namespace
}  // namespace lobatto::io
