#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/function_ref.hpp"
#include "gs/gather_scatter.hpp"

namespace lobatto::gs {

/// The order in which a rank works through its elements so that messages travel meanwhile: first
/// the blocks of elements with values that other ranks hold too, then their sums are sent, then the
/// other blocks, then what has arrived is added. Within both, blocks are in the order of memory.
/// Without other ranks this is one pass over memory, and all blocks but the last are equal.
class WorkOrder {
 public:
  /// block_size: values at most, of whole elements of element_size values each. gather_scatter must
  /// live as long. Throws base::Error when its values are no whole elements.
  WorkOrder(const GatherScatter& gather_scatter, std::size_t element_size, std::size_t block_size);

  [[nodiscard]] std::span<const base::Block> blocks() const { return blocks_; }
  /// How many of the blocks come first because other ranks wait for them.
  [[nodiscard]] std::size_t n_shared_blocks() const { return n_shared_blocks_; }

  /// Calls work(b, blocks()[b]) for all b, ascending, and adds up the copies of `fields` as
  /// GatherScatter::add. work may write the values of its own block of `fields` alone. Collective.
  void work_and_add(std::span<const std::span<double>> fields,
                    base::FunctionRef<void(std::size_t, const base::Block&)> work) const;

 private:
  const GatherScatter* gather_scatter_;
  std::vector<base::Block> blocks_;
  std::size_t n_shared_blocks_ = 0;
};

}  // namespace lobatto::gs
