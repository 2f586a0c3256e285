#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lobatto::comm {

/// How the blocks of an AllToAll travel; the rules on buffers are those of AllToAll.
class BlockTransport {
 public:
  BlockTransport() = default;
  BlockTransport(const BlockTransport&) = delete;
  BlockTransport& operator=(const BlockTransport&) = delete;
  virtual ~BlockTransport() = default;

  [[nodiscard]] virtual double* send_block(int r) = 0;
  [[nodiscard]] virtual const double* recv_block(int r) const = 0;
  virtual void begin() = 0;
  virtual void finish() = 0;
};

/// Blocks of doubles one after another, each beginning on a cache line.
struct BlockLayout {
  std::vector<std::size_t> offsets;  ///< [n_blocks]
  std::size_t size = 0;              ///< doubles in all, with padding

  explicit BlockLayout(std::span<const std::size_t> counts) {
    constexpr std::size_t line = 64 / sizeof(double);
    offsets.reserve(counts.size());
    for (const std::size_t count : counts) {
      offsets.push_back(size);
      size += (count + line - 1) / line * line;
    }
  }
};

}  // namespace lobatto::comm
