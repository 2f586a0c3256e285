#include "comm/files/shared_file.hpp"

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

// Open MPI would make /dev/shm/sem.OMPIO_<name>, or files beside the file: one of another user that
// has the same name stops the run, and so does a /dev/shm that is full.
TEST(SharedFile, MakesNothingBesideTheFile) {
  const auto world = Communicator::world();
  const auto path = file_of(world);
  const auto of_that_name = [&](const std::filesystem::path& folder) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().filename().string().find(path.filename()) != std::string::npos) ++count;
    return count;
  };
  {
    SharedFile file(world, path, SharedFile::Mode::create);
    file.write_at(0, {});
    EXPECT_EQ(of_that_name("/dev/shm"), 0);
    EXPECT_EQ(of_that_name(path.parent_path()), 1);
    world.barrier();
  }
  world.barrier();
  if (world.rank() == 0) std::filesystem::remove(path);
  world.barrier();
}

}  // namespace
}  // namespace lobatto::comm
