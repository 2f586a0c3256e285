#include "base/input_file.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "support/message_of.hpp"

namespace lobatto::base {
namespace {

namespace fs = std::filesystem;

class InputFileTest : public ::testing::Test {
 protected:
  InputFileTest() {
    std::string name = (fs::temp_directory_path() / "lobatto-input-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~InputFileTest() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  [[nodiscard]] fs::path fifo() const {
    const fs::path file = folder_ / "fifo";
    EXPECT_EQ(mkfifo(file.c_str(), 0666), 0);
    return file;
  }
  /// Of every function that reads: they must all say the same.
  static std::string refusal_of(const fs::path& file) {
    const std::string refusal = message_of<Error>([&] { require_input(file); });
    EXPECT_EQ(message_of<Error>([&] { open_input(file); }), refusal);
    EXPECT_EQ(message_of<Error>([&] { read_input(file); }), refusal);
    return refusal;
  }

  fs::path folder_;
};

TEST_F(InputFileTest, IsReadWholeToTheByte) {
  const std::string bytes("a\0b\r\n\xff", 6);
  EXPECT_EQ(read_input(write("bytes", bytes)), bytes);
  EXPECT_EQ(read_input(write("empty", "")), "");
  EXPECT_EQ(fault_of_input(folder_ / "bytes"), "");
  std::string word;
  open_input(write("words", "one two")) >> word;
  EXPECT_EQ(word, "one");
}

TEST_F(InputFileTest, ThatIsNoRegularFileIsRefusedWithoutBeingOpened) {
  // Opening a FIFO waits for its other end: a test that hangs fails, too.
  const fs::path pipe = fifo();
  EXPECT_EQ(refusal_of(pipe), pipe.string() + ": is a FIFO, not a regular file");
  fs::create_symlink(pipe, folder_ / "to_fifo");
  EXPECT_EQ(refusal_of(folder_ / "to_fifo"),
            (folder_ / "to_fifo").string() + ": is a FIFO, not a regular file");
  EXPECT_EQ(refusal_of(folder_), folder_.string() + ": is a folder, not a regular file");
  EXPECT_EQ(refusal_of("/dev/zero"), "/dev/zero: is a character device, not a regular file");
}

TEST_F(InputFileTest, ThatIsNotThereIsRefusedWithTheReason) {
  const std::string nowhere = (folder_ / "nowhere").string();
  EXPECT_EQ(refusal_of(nowhere), nowhere + ": no such file");
  EXPECT_EQ(refusal_of(""), "'': expected the name of a file");
  fs::create_symlink(nowhere, folder_ / "link");
  EXPECT_EQ(refusal_of(folder_ / "link"),
            (folder_ / "link").string() + ": is a link to " + nowhere + ", which is not there");
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_EQ(refusal_of(folder_ / "loop"),
            (folder_ / "loop").string() + ": Too many levels of symbolic links");
  const std::string below = (write("file", "x") / "below").string();
  EXPECT_EQ(refusal_of(below), below + ": Not a directory");
}

TEST_F(InputFileTest, ThatMayNotBeReadIsRefused) {
  const fs::path file = write("secret", "x");
  fs::permissions(file, fs::perms::none);
  fs::permissions(folder_, fs::perms::others_exec | fs::perms::others_read, fs::perm_options::add);
  const pid_t reader = fork();
  if (reader == 0) {
    // Root may read everything.
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    const std::string expected = file.string() + ": Permission denied";
    _exit(message_of<Error>([&] { read_input(file); }) == expected ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(reader, &status, 0), reader);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(InputFileTest, IsNeverLongerThanAllowed) {
  const fs::path file = write("long", std::string(100, 'x'));
  EXPECT_EQ(read_input(file, 100).size(), 100U);
  EXPECT_EQ(message_of<Error>([&] { read_input(file, 99); }),
            file.string() + ": is 100 bytes long, expected at most 99");
}

TEST_F(InputFileTest, OfTheSystemWithoutALengthIsEmpty) {
  // Its text would come only as long as someone writes it.
  EXPECT_EQ(read_input("/proc/self/status"), "");
}

TEST_F(InputFileTest, OutputReplacesRegularFilesOnly) {
  EXPECT_NO_THROW(require_output(folder_ / "new"));
  EXPECT_NO_THROW(require_output(write("old", "x")));
  const auto refusal = [](const fs::path& file) {
    return message_of<Error>([&] { require_output(file); });
  };
  const fs::path pipe = fifo();
  EXPECT_EQ(refusal(pipe), "cannot write " + pipe.string() + ": is a FIFO, not a regular file");
  EXPECT_EQ(refusal("/dev/null"),
            "cannot write /dev/null: is a character device, not a regular file");
  EXPECT_EQ(refusal(folder_),
            "cannot write " + folder_.string() + ": is a folder, not a regular file");
  EXPECT_EQ(refusal(""), "cannot write '': expected the name of a file");
}

}  // namespace
}  // namespace lobatto::base
