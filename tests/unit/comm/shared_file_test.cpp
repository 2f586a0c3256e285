#include "comm/shared_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace lobatto::comm {
namespace {

std::filesystem::path file_of(const Communicator& world) {
  std::string name = "lobatto_shared_file_" + std::to_string(getpid());
  world.broadcast(name, 0);
  return std::filesystem::temp_directory_path() / name;
}

TEST(SharedFile, GivesBackWhatEveryRankWrote) {
  const auto world = Communicator::world();
  const auto path = file_of(world);
  constexpr std::size_t n = 10000;
  {
    SharedFile file(world, path, SharedFile::Mode::create);
    const std::vector<std::byte> own(n, static_cast<std::byte>(world.rank() + 1));
    file.write_at(n * world.rank(), own);
    file.sync();
  }
  EXPECT_EQ(std::filesystem::file_size(path), n * world.size());
  {
    SharedFile file(world, path, SharedFile::Mode::read);
    const int next = (world.rank() + 1) % world.size();
    std::vector<std::byte> read(n);
    file.read_at(n * next, read);
    EXPECT_EQ(read, std::vector<std::byte>(n, static_cast<std::byte>(next + 1)));
  }
  EXPECT_THROW(SharedFile(world, path, SharedFile::Mode::create), base::Error);
  world.barrier();
  if (world.rank() == 0) std::filesystem::remove(path);
  world.barrier();
  EXPECT_THROW(SharedFile(world, path, SharedFile::Mode::read), base::Error);
}

}  // namespace
}  // namespace lobatto::comm
