#include "io/file_lock.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "no_locks.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

namespace fs = std::filesystem;
using State = FileLock::State;

/// A process that does this and ends with what it returns.
pid_t start(const std::function<int()>& task) {
  const pid_t process = fork();
  if (process == 0) _exit(task());
  return process;
}

/// The exit code; -1 where it was killed.
int wait_for(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class FileLockTest : public ::testing::Test {
 protected:
  FileLockTest() {
    std::string name = (fs::temp_directory_path() / "lobatto-lock-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    file_ = folder_ / "run.lock";
  }
  ~FileLockTest() override { fs::remove_all(folder_); }

  /// As another process finds it.
  [[nodiscard]] State state_elsewhere() const {
    return static_cast<State>(
        wait_for(start([&] { return static_cast<int>(FileLock::open(file_)->state()); })));
  }

  fs::path folder_, file_;
};

TEST_F(FileLockTest, HasOneHolderAtATime) {
  EXPECT_FALSE(is_locked(file_));
  {
    const auto lock = FileLock::open(file_);
    ASSERT_TRUE(lock);
    EXPECT_EQ(lock->state(), State::held);
    EXPECT_EQ(FileLock::open(file_)->state(), State::taken);
    EXPECT_EQ(state_elsewhere(), State::taken);
    EXPECT_TRUE(is_locked(file_));
  }
  EXPECT_FALSE(fs::exists(file_));
  EXPECT_EQ(state_elsewhere(), State::held);
}

TEST_F(FileLockTest, IsNotInTheTextThatALostHolderLeaves) {
  std::ofstream(file_) << "long ago, and longer than what comes";
  EXPECT_FALSE(is_locked(file_));
  const auto lock = FileLock::open(file_);
  ASSERT_TRUE(lock);
  EXPECT_EQ(lock->state(), State::held);
  lock->write("here");
  EXPECT_EQ(read_all(file_), "here");
}

TEST_F(FileLockTest, GoesWithAHolderThatIsKilled) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t holder = start([&] {
    const auto lock = FileLock::open(file_);
    const char is_held = lock->state() == State::held ? 'y' : 'n';
    if (write(ready[1], &is_held, 1) == 1) pause();
    return 1;
  });
  char is_held = 0;
  ASSERT_EQ(read(ready[0], &is_held, 1), 1);
  EXPECT_EQ(is_held, 'y');
  EXPECT_EQ(FileLock::open(file_)->state(), State::taken);
  EXPECT_TRUE(fs::exists(file_));
  kill(holder, SIGKILL);
  EXPECT_EQ(wait_for(holder), -1);
  EXPECT_TRUE(fs::exists(file_));
  EXPECT_EQ(FileLock::open(file_)->state(), State::held);
  for (const int end : ready) close(end);
}

TEST_F(FileLockTest, StaysWhenTheFileIsReadAndClosedByItsHolder) {
  // The other locks of POSIX are lost here.
  const auto lock = FileLock::open(file_);
  lock->write("me");
  EXPECT_EQ(read_all(file_), "me");
  EXPECT_TRUE(is_locked(file_));
  EXPECT_EQ(state_elsewhere(), State::taken);
}

TEST_F(FileLockTest, IsNotInheritedByProgramsThatTheHolderStarts) {
  pid_t program = 0;
  {
    const auto lock = FileLock::open(file_);
    int started[2];  // closes as the program begins
    ASSERT_EQ(pipe2(started, O_CLOEXEC), 0);
    program = fork();
    if (program == 0) {
      execlp("sleep", "sleep", "60", nullptr);
      _exit(127);
    }
    close(started[1]);
    char none = 0;
    EXPECT_EQ(read(started[0], &none, 1), 0);
    close(started[0]);
  }
  EXPECT_EQ(FileLock::open(file_)->state(), State::held);
  kill(program, SIGKILL);
  EXPECT_EQ(wait_for(program), -1);
}

TEST_F(FileLockTest, HasOneHolderAtATimeWhileTheFileComesAndGoes) {
  const fs::path inside = folder_ / "inside";
  std::vector<pid_t> rivals;
  for (int rival = 0; rival < 4; ++rival)
    rivals.push_back(start([&] {
      for (int n_held = 0; n_held < 100;) {
        const auto lock = FileLock::open(file_);
        if (lock->state() != State::held) continue;
        ++n_held;
        // Only one may be here at a time.
        if (mkdir(inside.c_str(), 0777) != 0 || rmdir(inside.c_str()) != 0) return 1;
      }
      return 0;
    }));
  for (const pid_t rival : rivals) EXPECT_EQ(wait_for(rival), 0);
}

TEST_F(FileLockTest, IsUnknownWhereTheFileSystemHasNone) {
  const int result = wait_for(start([&] {
    if (!take_locks_away()) return 2;
    const auto lock = FileLock::open(file_);
    lock->write("me");
    return lock->state() == State::unknown && lock->failure() == "No locks available" ? 0 : 1;
  }));
  if (result == 2) GTEST_SKIP() << "locks cannot be taken away here";
  EXPECT_EQ(result, 0);
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(FileLockTest, LeavesTheFileOfTheNextHolderWhereItsOwnIsGone) {
  std::optional<FileLock> first = FileLock::open(file_);
  fs::remove(file_);
  const auto second = FileLock::open(file_);
  EXPECT_EQ(second->state(), State::held);
  first.reset();
  EXPECT_TRUE(fs::exists(file_));
  EXPECT_TRUE(is_locked(file_));
}

TEST_F(FileLockTest, NeedsAFolderThatCanBeWrittenTo) {
  EXPECT_FALSE(FileLock::open(folder_ / "nowhere/run.lock"));
  ASSERT_EQ(mkfifo(file_.c_str(), 0666), 0);
  EXPECT_EQ(message_of<base::Error>([&] { FileLock::open(file_); }),
            "cannot write " + file_.string() + ": is a FIFO, not a regular file");
  EXPECT_FALSE(is_locked(file_));
}

}  // namespace
}  // namespace lobatto::io
