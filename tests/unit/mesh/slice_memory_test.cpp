#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>

#include "comm/communicator.hpp"
#include "gmsh_writer.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/partition.hpp"
#include "raw_meshes.hpp"

namespace {

/// Bytes that containers have got from operator new and not given back: now, and at most.
std::atomic<std::size_t> bytes_now{0}, bytes_most{0};

void* count_new(std::size_t n) {
  void* memory = std::malloc(n == 0 ? 1 : n);
  if (memory == nullptr) throw std::bad_alloc();
  const std::size_t now = bytes_now += malloc_usable_size(memory);
  std::size_t most = bytes_most;
  while (most < now && !bytes_most.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void count_delete(void* memory) {
  if (memory != nullptr) bytes_now -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t n) { return count_new(n); }
void* operator new[](std::size_t n) { return count_new(n); }
void operator delete(void* memory) noexcept { count_delete(memory); }
void operator delete[](void* memory) noexcept { count_delete(memory); }
void operator delete(void* memory, std::size_t) noexcept { count_delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { count_delete(memory); }

namespace lobatto::mesh {
namespace {

/// n as three factors that are about equal.
std::array<int, 3> factors_of(int n) {
  std::array<int, 3> best{n, 1, 1};
  for (int a = 1; a <= n; ++a) {
    for (int b = 1; n % a == 0 && b <= n / a; ++b) {
      if (n / a % b != 0) continue;
      const std::array<int, 3> now{a, b, n / a / b};
      if (now[0] + now[1] + now[2] < best[0] + best[1] + best[2]) best = now;
    }
  }
  return best;
}

constexpr int n_along_rank = 10;

/// A cube of 10^3 elements for each of so many ranks; periodic in z.
void write_cubes(const std::filesystem::path& file, int n_ranks) {
  Block block;
  const auto factors = factors_of(n_ranks);
  for (int d = 0; d < 3; ++d) block.n_elements[d] = n_along_rank * factors[d];
  block.periodic[2] = true;
  std::ofstream(file, std::ios::binary)
      << GmshWriter({GmshVersion::v41, true}).write(make_block(block));
}

/// The most that containers of any rank hold while a mesh for these ranks is read.
double most_bytes(const std::filesystem::path& file, const comm::Communicator& ranks) {
  const auto cutter = has_pt_scotch() ? SliceCutter::pt_scotch : SliceCutter::metis_on_a_rank;
  const std::size_t before = bytes_now;
  bytes_most = before;
  const HexMesh mesh = read_in_slices(file, ranks, {}, {}, cutter);
  const double own = static_cast<double>(bytes_most - before);
  EXPECT_EQ(ranks.sum(static_cast<long long>(mesh.n_local_elements())),
            static_cast<long long>(ranks.size()) * n_along_rank * n_along_rank * n_along_rank);
  return ranks.max(own);
}

/// Twice as many ranks, each with as many elements: none of them holds more.
TEST(SliceMemory, IsFlatAtFixedLocalSize) {
  const auto world = comm::Communicator::world();
  std::string name = (std::filesystem::temp_directory_path() /
                      ("lobatto-cubes-" + std::to_string(world.rank()) + "-" +
                       std::to_string(static_cast<long long>(getpid())) + ".msh"))
                         .string();
  world.broadcast(name, 0);
  double least = 0.0;
  for (int n = 1; n <= world.size(); n *= 2) {
    if (world.rank() == 0) write_cubes(name, n);
    world.barrier();
    const auto group = world.split(world.rank() < n ? 0 : 1, world.rank());
    double bytes = world.rank() < n ? most_bytes(name, group) : 0.0;
    bytes = world.max(bytes);
    if (world.rank() == 0)
      std::printf("%3d ranks: at most %.0f bytes an element on a rank\n", n,
                  bytes / (n_along_rank * n_along_rank * n_along_rank));
    if (n == 2) least = bytes;
    // One rank has no others to write to; from two on nothing but round-off of shares may grow.
    if (n > 2) {
      EXPECT_LE(bytes, 1.1 * least);
    }
  }
  world.barrier();
  if (world.rank() == 0) std::filesystem::remove(name);
}

}  // namespace
}  // namespace lobatto::mesh
