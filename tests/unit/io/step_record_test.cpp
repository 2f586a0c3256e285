#include "io/step_record.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "file_size_limit.hpp"
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

TEST(StepRecord, OfARunThatGoesOnIsCutOffAtItsStep) {
  const auto world = comm::Communicator::world();
  const TemporaryFolder folder(world);
  const auto file = folder / "steps.jsonl";
  if (world.rank() == 0)
    std::ofstream(file) << "{\"step\":1}\n{\"step\":2}\n{\"step\":3}\n{\"step\":4}\n{\"st";
  world.barrier();
  StepRecord(file, world, 4).write({{"step", 5}});
  world.barrier();
  EXPECT_EQ(read_all(file),
            "{\"step\":1}\n{\"step\":2}\n{\"step\":3}\n{\"step\":4}\n{\"step\":5}\n");
  world.barrier();
  StepRecord(file, world, 2).write({{"step", 3}});
  world.barrier();
  EXPECT_EQ(read_all(file), "{\"step\":1}\n{\"step\":2}\n{\"step\":3}\n");
  world.barrier();
  StepRecord(file, world, 0);
  EXPECT_EQ(read_all(file), "");
  StepRecord(folder / "new.jsonl", world, 7);
  EXPECT_EQ(read_all(folder / "new.jsonl"), "");
  world.barrier();
}

TEST(StepRecord, SaysWhyLinesWait) {
  const auto self = comm::Communicator::self();
  const TemporaryFolder folder(self);
  StepRecord record(folder / "steps.jsonl", self);
  EXPECT_EQ(record.failure(), "");
  const FileSizeLimit limit(0);
  record.write({{"step", 1}});
  EXPECT_EQ(record.failure(),
            "cannot write " + (folder / "steps.jsonl").string() + ": File too large");
}

TEST(StepRecord, WritesTheLinesThatWaitedWhenThereIsRoomAgain) {
  const auto self = comm::Communicator::self();
  const TemporaryFolder folder(self);
  StepRecord record(folder / "steps.jsonl", self);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{15, before.rlim_max};  // one line and a half
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int step = 1; step <= 3; ++step) record.write({{"step", step}});
  EXPECT_NE(record.failure(), "");
  EXPECT_EQ(read_all(folder / "steps.jsonl").size(), 15u);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  record.write({{"step", 4}});
  EXPECT_EQ(record.failure(), "");
  EXPECT_EQ(read_all(folder / "steps.jsonl"),
            "{\"step\":1}\n{\"step\":2}\n{\"step\":3}\n{\"step\":4}\n");
}

}  // namespace
}  // namespace lobatto::io
