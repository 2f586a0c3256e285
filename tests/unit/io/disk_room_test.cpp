#include "io/complete_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

TEST(DiskRoom, TakesTheRoomAndLetsTheFileGrow) {
  const auto self = comm::Communicator::self();
  const TemporaryFolder folder(self);
  make_empty_file(folder / "file", "file");
  reserve_room(folder / "file", "file", 1'000'000);
  struct stat status {};
  ASSERT_EQ(stat((folder / "file").c_str(), &status), 0);
  EXPECT_EQ(status.st_size, 1'000'000);
  EXPECT_GE(status.st_blocks * 512, 1'000'000);
  make_empty_file(folder / "file", "file");
  EXPECT_EQ(std::filesystem::file_size(folder / "file"), 0u);
}

TEST(DiskRoom, SaysWhyThereIsNone) {
  const auto self = comm::Communicator::self();
  const TemporaryFolder folder(self);
  make_empty_file(folder / "file", "the file");
  const std::string message =
      message_of<base::Error>([&] { reserve_room(folder / "file", "the file", 1ull << 62); });
  EXPECT_NE(message.find("cannot write the file, which needs 4611686018427.4 MB: "),
            std::string::npos)
      << message;
}

TEST(DiskRoom, SaysWhyAFileCannotBeMade) {
  EXPECT_EQ(message_of<base::Error>([] { make_empty_file("/nowhere/file", "the file"); }),
            "cannot create the file: No such file or directory");
}

}  // namespace
}  // namespace lobatto::io
