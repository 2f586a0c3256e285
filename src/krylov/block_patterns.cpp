#include "krylov/block_patterns.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "base/error.hpp"

namespace lobatto::krylov {

BlockPatterns::BlockPatterns(std::span<const double> values, std::span<const base::Block> blocks) {
  std::size_t n_values = 0;
  for (const base::Block& block : blocks) {
    n_values += block.n_values;
    longest_block_ = std::max(longest_block_, block.n_values);
  }
  if (n_values != values.size())
    throw base::Error("block patterns: blocks of " + std::to_string(n_values) +
                      " values in all for a field of " + std::to_string(values.size()));
  std::map<std::vector<double>, std::uint32_t> known;
  std::vector<double> all;
  for (const base::Block& block : blocks) {
    const auto part = values.subspan(block.first, block.n_values);
    std::vector<double> pattern(part.begin(), part.end());
    pattern.resize(longest_block_, 0.0);
    const auto next = static_cast<std::uint32_t>(known.size());
    const auto [place, is_new] = known.emplace(std::move(pattern), next);
    if (is_new) all.insert(all.end(), place->first.begin(), place->first.end());
    pattern_of_block_.push_back(place->second);
  }
  patterns_ = base::AlignedArray<double>(all.size());
  std::copy(all.begin(), all.end(), patterns_.begin());
}

}  // namespace lobatto::krylov
