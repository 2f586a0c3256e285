// A disk on which nothing more can be written after so many bytes, wherever in the file that comes.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "io/checkpoint/folder.hpp"
#include "io/checkpoint/reader.hpp"
#include "io/checkpoint/series.hpp"
#include "sample_state.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

/// Writing beyond so many bytes of a file fails while one of these lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(CheckpointOnAFullDisk, IsToldAndTheNextOneIsWhole) {
  const auto self = comm::Communicator::self();
  const TemporaryFolder folder(self);
  SampleState state(self, 0.5);
  CheckpointSeries series(folder.path(), {.keep = 1}, 0, self);
  const auto save = [&](long long step) {
    series.save(step, 0.0, {{"version", "1.2"}},
                [&](base::StateVisitor& visitor) { state.visit(visitor); });
    series.finish();
    return series.settle(step);
  };
  ASSERT_EQ(save(1), std::nullopt);
  const auto size = std::filesystem::file_size(find_checkpoints(folder.path()).front().file);
  long long step = 1;
  for (rlim_t bytes = 0; bytes < size; bytes += bytes < 6000 ? 500 : 50000) {
    const auto newest = find_checkpoints(folder.path());
    ASSERT_EQ(newest.size(), 1u);
    {
      const FileSizeLimit limit(bytes);
      const auto failure = save(++step);
      ASSERT_TRUE(failure.has_value()) << bytes;
      EXPECT_NE(failure->find(checkpoint_name(folder.path(), step, 0, 1).string()),
                std::string::npos)
          << *failure;
    }
    ASSERT_EQ(find_checkpoints(folder.path()).size(), 1u);
    EXPECT_EQ(find_checkpoints(folder.path()).front().step, newest.front().step);
    ASSERT_EQ(save(++step), std::nullopt) << "after " << bytes;
    CheckpointReader reader(find_checkpoints(folder.path()).front().file, self);
    SampleState loaded(self, 9.0);
    loaded.visit(reader);
    EXPECT_TRUE(loaded == state) << "after " << bytes;
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace lobatto::io
