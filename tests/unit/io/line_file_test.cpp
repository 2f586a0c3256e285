#include "io/line_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "base/error.hpp"
#include "temporary_folder.hpp"

namespace lobatto::io {
namespace {

class LineFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string text() const {
    world_.barrier();
    const std::string all = read_all(folder_ / "lines");
    world_.barrier();
    return all;
  }
  comm::Communicator world_ = comm::Communicator::world();
  TemporaryFolder folder_{world_};
};

TEST_F(LineFileTest, HoldsEveryLineAtOnceAndOfOneRank) {
  LineFile lines(folder_ / "lines", world_);
  EXPECT_EQ(lines.is_new(), world_.rank() == 0);
  lines.add("one");
  EXPECT_EQ(text(), "one\n");
  lines.add("two");
  EXPECT_EQ(text(), "one\ntwo\n");
  EXPECT_TRUE(lines.failure().empty());
}

TEST_F(LineFileTest, GoesOnAfterTheLastLineThatIsKept) {
  {
    LineFile lines(folder_ / "lines", world_);
    for (const char* line : {"keep", "keep", "drop", "keep"}) lines.add(line);
  }
  const auto keeps = [](const std::string& line) { return line == "keep"; };
  LineFile lines(folder_ / "lines", world_, keeps);
  EXPECT_FALSE(lines.is_new());
  EXPECT_EQ(text(), "keep\nkeep\n");  // what follows a line that goes has no place any more
  lines.add("new");
  EXPECT_EQ(text(), "keep\nkeep\nnew\n");
}

TEST_F(LineFileTest, IsNewAgainWhenNothingIsKept) {
  LineFile(folder_ / "lines", world_).add("old");
  const auto keeps = [](const std::string&) { return false; };
  const LineFile lines(folder_ / "lines", world_, keeps);
  EXPECT_EQ(lines.is_new(), world_.rank() == 0);
}

TEST_F(LineFileTest, IsNoFifo) {
  const auto fifo = folder_ / "lines";
  if (world_.rank() == 0) mkfifo(fifo.c_str(), 0666);
  world_.barrier();
  EXPECT_EQ(message_of<base::Error>([&] { LineFile(fifo, world_); }),
            "cannot write " + fifo.string() + ": is a FIFO, not a regular file");
  const auto keeps = [](const std::string&) { return true; };
  EXPECT_EQ(message_of<base::Error>([&] { LineFile(fifo, world_, keeps); }),
            fifo.string() + ": is a FIFO, not a regular file");
}

}  // namespace
}  // namespace lobatto::io
