#include "accept/memory_check.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "accept/kernel_kinds.hpp"
#include "base/error.hpp"
#include "message_of.hpp"

namespace lobatto::accept {
namespace {

KernelSettings of_size(std::vector<int> size, bool is_total = false) {
  KernelSettings settings;
  settings.size = std::move(size);
  settings.is_total = is_total;
  return settings;
}

TEST(MemoryCheck, CountsCellsWithTheirGhosts) {
  // 8 fields, their means and a copy of them.
  const KernelKind halo = halo_kernel();
  EXPECT_DOUBLE_EQ(bytes_per_rank(halo, of_size({8, 6, 4}), 1), 24 * 8 * 10.0 * 8 * 6);
  EXPECT_DOUBLE_EQ(bytes_per_rank(halo, of_size({8, 6, 4}), 64),
                   bytes_per_rank(halo, of_size({8, 6, 4}), 1));
  EXPECT_DOUBLE_EQ(bytes_per_rank(halo, of_size({32, 24, 16}, true), 64),
                   bytes_per_rank(halo, of_size({8, 6, 4}), 1));
}

TEST(MemoryCheck, RefusesEveryKernelThatDoesNotFitBeforeItIsMade) {
  const auto world = comm::Communicator::world();
  for (const auto& kind : kernel_kinds()) {
    EXPECT_NO_THROW(require_memory(kind, {}, world)) << kind.name;
    EXPECT_GT(kind.bytes_per_cell, 0) << kind.name;
    const std::vector<int> absurd(kind.size.size(), 1'000'000);
    for (const bool is_total : {false, true})
      EXPECT_THROW(require_memory(kind, of_size(absurd, is_total), world), base::Error)
          << kind.name;
  }
}

TEST(MemoryCheck, SaysWhatIsNeededAndWhatThereIs) {
  const auto self = comm::Communicator::self();
  const auto message = [&](double bytes_of_node) {
    return message_of<base::Error>(
        [&] { require_memory(halo_kernel(), of_size({98, 98, 98}), bytes_of_node, self); });
  };
  EXPECT_EQ(message(1.91e8),
            "--size 98x98x98: halo needs about 0.192 GB on a node of 1 rank, which has 0.191 GB; "
            "take fewer cells or more nodes");
  EXPECT_EQ(message(1.93e8), "");
}

}  // namespace
}  // namespace lobatto::accept
