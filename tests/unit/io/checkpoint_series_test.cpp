#include "io/checkpoint/series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "io/checkpoint/folder.hpp"
#include "io/checkpoint/reader.hpp"
#include "io/hdf5/file.hpp"
#include "sample_state.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;

constexpr long long all_proven = 1'000'000;

class CheckpointSeriesTest : public ::testing::Test {
 protected:
  static void save(CheckpointSeries& series, const comm::Communicator& communicator,
                   long long step) {
    SampleState state(communicator, seed_of(step));
    series.save(step, 0.1 * static_cast<double>(step), {{"version", "1.2"}, {"note", ""}},
                [&](base::StateVisitor& visitor) { state.visit(visitor); });
  }
  static void save_and_settle(CheckpointSeries& series, const comm::Communicator& communicator,
                              long long step) {
    save(series, communicator, step);
    series.finish();
    EXPECT_EQ(series.settle(all_proven), std::nullopt);
  }
  static double seed_of(long long step) { return 0.01 * static_cast<double>(step); }

  /// Loads into a state of other values and expects that of the step.
  static void expect_loads(const fs::path& file, const comm::Communicator& communicator,
                           long long step) {
    CheckpointReader reader(file, communicator);
    EXPECT_EQ(reader.summary().step, step);
    EXPECT_EQ(reader.summary().time, 0.1 * static_cast<double>(step));
    EXPECT_EQ(reader.summary().provenance,
              (std::map<std::string, std::string>{{"version", "1.2"}, {"note", ""}}));
    SampleState loaded(communicator, 123.0);
    loaded.visit(reader);
    EXPECT_TRUE(loaded == SampleState(communicator, seed_of(step)));
  }
  [[nodiscard]] std::vector<long long> steps() const {
    std::vector<long long> found;
    for (const auto& checkpoint : find_checkpoints(folder_.path()))
      found.push_back(checkpoint.step);
    return found;
  }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      found.insert(entry.path().filename().string());
    return found;
  }

  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

TEST_F(CheckpointSeriesTest, IsReadOnAnyNumberOfRanksFromAnyNumberOfFiles) {
  long long step = 0;
  for (int n_writers = 1; n_writers <= world_.size(); ++n_writers) {
    for (int n_files = 1; n_files <= std::min(3, n_writers); ++n_files) {
      step += 10;
      const auto writers = world_.split(world_.rank() < n_writers ? 0 : 1, world_.rank());
      if (world_.rank() < n_writers) {
        CheckpointSeries series(folder_.path(), {.n_files = n_files, .keep = 99}, step, writers);
        save_and_settle(series, writers, step);
      }
      world_.barrier();
      const auto file = checkpoint_name(folder_.path(), step, 0, n_files);
      for (int n_readers = 1; n_readers <= world_.size(); ++n_readers) {
        const auto readers = world_.split(world_.rank() < n_readers ? 0 : 1, world_.rank());
        if (world_.rank() < n_readers) expect_loads(file, readers, step);
      }
      world_.barrier();
    }
  }
}

// A header of HDF5 has room for 64 kB.
TEST_F(CheckpointSeriesTest, KeepsLongLists) {
  CheckpointSeries series(folder_.path(), {.n_files = 2}, 0, world_);
  std::vector<double> list(20'000);
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = 0.1 * static_cast<double>(i);
  std::vector<double> kept = list;
  series.save(1, 0.1, {}, [&](base::StateVisitor& visitor) { visitor.visit("list", kept); });
  series.finish();
  EXPECT_EQ(series.settle(all_proven), std::nullopt);
  CheckpointReader reader(find_checkpoints(folder_.path()).front().file, world_);
  std::vector<double> loaded;
  reader.visit("list", loaded);
  EXPECT_EQ(loaded, list);
  world_.barrier();
}

// HDF5 crashes sooner or later when the run's thread and the writer's are in it together.
TEST_F(CheckpointSeriesTest, LetsTheRunWriteOtherFilesMeanwhile) {
  CheckpointSeries series(folder_.path(), {.n_files = 2, .keep = 2}, 0, world_);
  const std::vector<double> values(200, 0.5);
  for (long long step = 1; step <= 100; ++step) {
    save(series, world_, step);
    while (world_.max(series.poll() ? 1.0 : 0.0) == 0)
      write_hdf5(folder_.path() / "samples.h5", values.size() * sizeof(double), world_,
                 [&](Hdf5File& out) {
                   out.make_group("/group");
                   out.write_attribute("/group", "step", static_cast<std::int64_t>(step));
                   out.write_from_root("/values", values.size(), std::span<const double>(values));
                 });
    series.finish();
    EXPECT_EQ(series.settle(all_proven), std::nullopt);
  }
  expect_loads(find_checkpoints(folder_.path()).front().file, world_, 100);
}

TEST_F(CheckpointSeriesTest, MakesAtMostAFileARankAndTellsHowManyThereAre) {
  CheckpointSeries series(folder_.path(), {.n_files = 64}, 0, world_);
  save_and_settle(series, world_, 7);
  EXPECT_EQ(static_cast<int>(names().size()), world_.size());
  const CheckpointReader reader(find_checkpoints(folder_.path()).front().file, world_);
  EXPECT_EQ(reader.summary().n_files, world_.size());
  EXPECT_EQ(reader.summary().n_ranks, world_.size());
  world_.barrier();
}

TEST(WritesCheckpoints, IsTrueForTheFirstOfAsManyGroupsAsThereAreFiles) {
  const auto writers = [](int n_ranks, int n_files) {
    std::vector<int> ranks;
    for (int rank = 0; rank < n_ranks; ++rank)
      if (writes_checkpoints(rank, n_ranks, n_files)) ranks.push_back(rank);
    return ranks;
  };
  EXPECT_EQ(writers(1, 1), std::vector{0});
  EXPECT_EQ(writers(8, 1), std::vector{0});
  EXPECT_EQ(writers(8, 2), (std::vector{0, 4}));
  EXPECT_EQ(writers(5, 3), (std::vector{0, 2, 4}));
  EXPECT_EQ(writers(3, 1000000000), (std::vector{0, 1, 2}));
}

TEST_F(CheckpointSeriesTest, HasWithShufflingTheSameValues) {
  CheckpointSeries series(folder_.path(), {.shuffle = true}, 0, world_);
  save_and_settle(series, world_, 3);
  expect_loads(find_checkpoints(folder_.path()).front().file, world_, 3);
}

TEST_F(CheckpointSeriesTest, KnowsWhatItHoldsAndMissesTheRest) {
  CheckpointSeries series(folder_.path(), {}, 0, world_);
  save_and_settle(series, world_, 5);
  CheckpointReader reader(find_checkpoints(folder_.path()).front().file, world_);
  EXPECT_TRUE(reader.has("flow/u/0"));
  EXPECT_TRUE(reader.has("list"));
  for (const char* other : {"flow/u/2", "flow/w", "nothing/at/all"})
    EXPECT_FALSE(reader.has(other)) << other;
  double value = 0;
  const std::string message = message_of<base::Error>([&] { reader.visit("flow/w", value); });
  EXPECT_NE(message.find("/state/flow/w cannot be read"), std::string::npos) << message;
  // A state with more elements than were saved.
  SampleState larger(world_, 0.0, 12);
  const std::string missing = message_of<base::Error>([&] { larger.visit(reader); });
  EXPECT_NE(missing.find("elements that are wanted here"), std::string::npos) << missing;
}

TEST_F(CheckpointSeriesTest, RefusesRowsOfAnotherLength) {
  CheckpointSeries series(folder_.path(), {}, 0, world_);
  save_and_settle(series, world_, 5);
  CheckpointReader reader(find_checkpoints(folder_.path()).front().file, world_);
  const std::vector<std::int64_t> keys =
      world_.rank() == 0 ? std::vector<std::int64_t>{1} : std::vector<std::int64_t>{};
  std::vector<double> values(2 * keys.size());
  const std::string message =
      message_of<base::Error>([&] { reader.visit("flow/u/0", {"elements", keys, 2}, values); });
  EXPECT_NE(message.find("has rows of 3500 values instead of 2"), std::string::npos) << message;
}

TEST_F(CheckpointSeriesTest, KeepsTheNewestOnes) {
  CheckpointSeries series(folder_.path(), {.n_files = 2, .keep = 2}, 0, world_);
  for (const long long step : {10, 20, 30, 40}) save_and_settle(series, world_, step);
  world_.barrier();
  EXPECT_EQ(steps(), (std::vector<long long>{40, 30}));
  EXPECT_EQ(names().size(), world_.size() == 1 ? 2u : 4u);
  world_.barrier();
}

// A run whose flow begins to blow up at some step learns of it later, when all that `keep` keeps
// may be of flows that were about to.
TEST_F(CheckpointSeriesTest, AlwaysHasAProvenOne) {
  CheckpointSeries series(folder_.path(), {.n_files = 2, .keep = 2}, 0, world_);
  constexpr long long steps_of_proof = 50;
  for (long long step = 5; step <= 300; step += 5) {
    save(series, world_, step);
    series.finish();
    EXPECT_EQ(series.settle(step - steps_of_proof), std::nullopt);
    world_.barrier();
    const auto there = steps();
    EXPECT_LE(there.size(), 4u) << step;
    EXPECT_EQ(there.front(), step);
    EXPECT_TRUE(step == 5 || there.at(1) == step - 5) << step;
    // Young enough to be worth something: of the last three spans of proof.
    const auto proven = std::ranges::find_if(
        there, [&](long long earlier) { return earlier <= step - steps_of_proof; });
    EXPECT_EQ(proven != there.end(), step >= steps_of_proof + 5) << step;
    if (proven != there.end()) {
      EXPECT_GE(*proven, step - 3 * steps_of_proof) << step;
    }
    world_.barrier();
  }
}

TEST_F(CheckpointSeriesTest, KeepsNoMoreThanItShouldWhereTheyAreFarApart) {
  CheckpointSeries series(folder_.path(), {.n_files = 2, .keep = 2}, 0, world_);
  for (const long long step : {100, 200, 300, 400}) {
    save(series, world_, step);
    series.finish();
    EXPECT_EQ(series.settle(step - 50), std::nullopt);
  }
  world_.barrier();
  EXPECT_EQ(steps(), (std::vector<long long>{400, 300}));
  world_.barrier();
}

TEST_F(CheckpointSeriesTest, SettlesAlsoWhereCheckpointsFollowOneAnother) {
  CheckpointSeries series(folder_.path(), {.keep = 1}, 0, world_);
  for (const long long step : {1, 2, 3, 4, 5}) {
    save(series, world_, step);  // waits for the one before
    const bool has_news = world_.max(series.poll() ? 1.0 : 0.0) != 0;
    EXPECT_EQ(has_news ? series.settle(all_proven) : std::nullopt, std::nullopt);
  }
  series.finish();
  EXPECT_EQ(series.settle(all_proven), std::nullopt);
  EXPECT_FALSE(series.poll());
  world_.barrier();
  EXPECT_EQ(steps(), (std::vector<long long>{5}));
  EXPECT_EQ(series.totals().n_saved, 5);
  expect_loads(find_checkpoints(folder_.path()).front().file, world_, 5);
}

TEST_F(CheckpointSeriesTest, StagesAndDrains) {
  const fs::path stage = folder_ / "stage";
  {
    CheckpointSeries series(folder_.path(),
                            {.n_files = 2, .keep = 9, .stage = stage, .max_staged = 2}, 0, world_);
    for (const long long step : {1, 2, 3, 4, 5}) save(series, world_, step);
    series.finish();
    EXPECT_EQ(series.settle(all_proven), std::nullopt);
    EXPECT_EQ(steps(), (std::vector<long long>{5, 4, 3, 2, 1}));
    world_.barrier();
  }
  world_.barrier();
  EXPECT_TRUE(fs::is_empty(stage));
  expect_loads(find_checkpoints(folder_.path()).back().file, world_, 1);
}

TEST_F(CheckpointSeriesTest, WhatADeadRunHasLeftGoes) {
  const fs::path stage = folder_ / "stage", own = stage_folder(stage, folder_.path());
  if (world_.rank() == 0) {
    fs::create_directories(own);
    std::ofstream(own / "checkpoint_00000001.h5") << "staged";
    std::ofstream(folder_ / "checkpoint_00000001.h5.part") << "partial";
    std::ofstream(folder_ / "checkpoint_00000002.1of9.h5") << "one of nine";
  }
  world_.barrier();
  const CheckpointSeries series(folder_.path(), {.stage = stage}, 0, world_);
  world_.barrier();
  EXPECT_EQ(names(), (std::set<std::string>{"stage"}));
  EXPECT_TRUE(fs::is_empty(own));
  world_.barrier();
}

TEST_F(CheckpointSeriesTest, ARunThatBeginsEarlierReplacesTheLaterOnes) {
  {
    CheckpointSeries series(folder_.path(), {.n_files = 2, .keep = 9}, 0, world_);
    for (const long long step : {10, 20, 30}) save_and_settle(series, world_, step);
  }
  CheckpointSeries series(folder_.path(), {.n_files = 2, .keep = 2}, 10, world_);
  world_.barrier();
  EXPECT_EQ(steps(), (std::vector<long long>{30, 20, 10}));  // until there is a newer one
  world_.barrier();
  save_and_settle(series, world_, 15);
  world_.barrier();
  EXPECT_EQ(steps(), (std::vector<long long>{15, 10}));
  world_.barrier();
}

TEST_F(CheckpointSeriesTest, FilesOfDifferentCheckpointsAreNotMixed) {
  if (world_.size() == 1) GTEST_SKIP() << "one rank writes one file";
  const auto second = checkpoint_name(folder_.path(), 10, 1, 2);
  {
    CheckpointSeries series(folder_.path(), {.n_files = 2}, 0, world_);
    save_and_settle(series, world_, 10);
  }
  if (world_.rank() == 0) fs::rename(second, folder_ / "old");
  world_.barrier();
  {
    // The same step and time, but other values.
    CheckpointSeries series(folder_.path(), {.n_files = 2}, 0, world_);
    SampleState state(world_, 77.0);
    series.save(10, 1.0, {}, [&](base::StateVisitor& visitor) { state.visit(visitor); });
  }
  world_.barrier();
  if (world_.rank() == 0) fs::rename(folder_ / "old", second);
  world_.barrier();
  const std::string message = message_of<base::Error>(
      [&] { CheckpointReader(checkpoint_name(folder_.path(), 10, 0, 2), world_); });
  EXPECT_NE(message.find("2of2.h5 does not belong to checkpoint_00000010.1of2.h5"),
            std::string::npos)
      << message;
  const std::string not_first = message_of<base::Error>([&] { CheckpointReader(second, world_); });
  EXPECT_NE(not_first.find("is not the first file of its checkpoint"), std::string::npos)
      << not_first;
}

TEST_F(CheckpointSeriesTest, AFailureIsToldOnEveryRankAndTheOldOnesStay) {
  const fs::path folder = folder_ / "checkpoints";
  CheckpointSeries series(folder, {.n_files = 2, .keep = 1}, 0, world_);
  save_and_settle(series, world_, 10);
  // The name of the last file of the next one is taken by a folder.
  const int n_files = std::min(2, world_.size());
  const auto taken = checkpoint_name(folder, 20, n_files - 1, n_files);
  if (world_.rank() == 0) fs::create_directories(taken / "full");
  world_.barrier();
  save(series, world_, 20);
  series.finish();
  EXPECT_EQ(world_.max(series.poll() ? 1.0 : 0.0), 1.0);
  const auto failure = series.settle(all_proven);
  ASSERT_TRUE(failure.has_value());
  EXPECT_NE(failure->find("cannot complete " + taken.string()), std::string::npos) << *failure;
  EXPECT_EQ(find_checkpoints(folder).front().step, 10);
  world_.barrier();
  save_and_settle(series, world_, 30);
  world_.barrier();
  EXPECT_EQ(find_checkpoints(folder).front().step, 30);
  expect_loads(find_checkpoints(folder).front().file, world_, 30);
  world_.barrier();
}

TEST_F(CheckpointSeriesTest, ACopyThatFailsIsToldToo) {
  const fs::path folder = folder_ / "checkpoints";
  CheckpointSeries series(folder, {.stage = folder_ / "stage"}, 0, world_);
  if (world_.rank() == 0) fs::create_directories(checkpoint_name(folder, 20, 0, 1) / "full");
  world_.barrier();
  save(series, world_, 20);
  series.finish();
  EXPECT_TRUE(series.settle(all_proven).has_value());
  EXPECT_TRUE(find_checkpoints(folder).empty());
  world_.barrier();
}

TEST_F(CheckpointSeriesTest, SaysWhyItsFolderCannotBeMade) {
  if (world_.rank() == 0) std::ofstream(folder_ / "file") << "";
  world_.barrier();
  const std::string message = message_of<base::Error>(
      [&] { CheckpointSeries(folder_ / "file/checkpoints", {}, 0, world_); });
  EXPECT_NE(message.find("cannot make the folder"), std::string::npos) << message;
}

}  // namespace
}  // namespace lobatto::io
