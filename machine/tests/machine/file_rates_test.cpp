#include "machine/files/file_rates.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "machine/files/own_file.hpp"
#include "machine/files/scratch_folder.hpp"

namespace lobatto::machine {
namespace {

namespace fs = std::filesystem;

class FileRates : public testing::Test {
 protected:
  FileRates() {
    std::string name = "lobatto_file_rates_" + std::to_string(getpid());
    world_.broadcast(name, 0);
    folder_ = fs::temp_directory_path() / name;
    if (world_.rank() == 0) {
      fs::create_directories(folder_);
      std::ofstream(folder_ / "kept") << "something";
    }
    world_.barrier();
  }
  ~FileRates() override {
    world_.barrier();
    if (world_.rank() == 0) fs::remove_all(folder_);
    world_.barrier();
  }
  /// Only what was there before.
  void expect_clean() {
    world_.barrier();
    if (world_.rank() == 0) {
      EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
      EXPECT_EQ(fs::file_size(folder_ / "kept"), 9u);
    }
    world_.barrier();
  }

  comm::Communicator world_ = comm::Communicator::world();
  fs::path folder_;
};

TEST_F(FileRates, MeasureEverythingAndLeaveNothing) {
  const auto report = measure_file_rates(
      {.folder = folder_, .most_bytes = std::size_t{1} << 20, .n_files = 5, .n_repeats = 2}, world_,
      [] { return false; });
  expect_clean();
  if (world_.rank() != 0) return;
  for (const char* name : {"file_write_4k", "file_read_64k", "file_write_1m", "file_create",
                           "file_stat", "file_remove", "shared_write", "shared_read"}) {
    const Measurement* const m = report.find(name);
    ASSERT_NE(m, nullptr) << name;
    const bool is_job = m->quantity.per == Per::job;
    EXPECT_EQ(m->sites.size(), is_job ? 1u : static_cast<std::size_t>(world_.size())) << name;
    EXPECT_EQ(m->n_repeats(), 2u) << name;
    EXPECT_GT(m->best(), 0) << name;
  }
}

TEST_F(FileRates, ThatAreStoppedLeaveNothingEither) {
  int n_asked = 0;
  const auto stop = [&] { return ++n_asked == 3 && world_.rank() == world_.size() - 1; };
  EXPECT_THROW(measure_file_rates({.folder = folder_, .most_bytes = 1 << 16}, world_, stop),
               base::Error);
  EXPECT_EQ(n_asked, 3);
  expect_clean();
}

TEST_F(FileRates, AreRefusedWithoutAFolderOrRoom) {
  const auto go_on = [] { return false; };
  EXPECT_THROW(measure_file_rates({.folder = folder_ / "nothing"}, world_, go_on), base::Error);
  EXPECT_THROW(
      measure_file_rates({.folder = folder_, .most_bytes = std::size_t{1} << 60}, world_, go_on),
      base::Error);
  expect_clean();
  EXPECT_THROW(require_room(folder_, 1e18, 1), base::Error);
  EXPECT_NO_THROW(require_room(folder_, 1, 1));
}

TEST_F(FileRates, FilesGiveBackTheirBytesAndAreNeverReplaced) {
  const auto file = folder_ / ("own" + std::to_string(world_.rank()));
  const std::vector<std::byte> bytes(10000, std::byte{42});
  write_file(file, bytes);
  EXPECT_EQ(read_file(file, bytes.size()), bytes);
  EXPECT_THROW(read_file(file, bytes.size() + 1), base::Error);
  EXPECT_THROW(write_file(file, bytes), base::Error);
}

}  // namespace
}  // namespace lobatto::machine
