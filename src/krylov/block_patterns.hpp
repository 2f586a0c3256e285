#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/block.hpp"

namespace lobatto::krylov {

/// A field by blocks, kept once for all blocks that are equal in every bit: on a mesh of equal
/// elements a few, which stay in cache; on a curved one the whole field.
class BlockPatterns {
 public:
  BlockPatterns() = default;  ///< no blocks
  /// blocks: all values once, in any order. Throws base::Error if they are more or fewer.
  BlockPatterns(std::span<const double> values, std::span<const base::Block> blocks);

  /// The values of blocks[index].
  [[nodiscard]] const double* block(std::size_t index) const {
    return patterns_.data() + pattern_of_block_[index] * longest_block_;
  }
  /// Values kept.
  [[nodiscard]] std::size_t size() const { return patterns_.size(); }

 private:
  std::size_t longest_block_ = 0;
  std::vector<std::uint32_t> pattern_of_block_;
  base::AlignedArray<double> patterns_;  ///< [n_patterns][longest_block]
};

}  // namespace lobatto::krylov
