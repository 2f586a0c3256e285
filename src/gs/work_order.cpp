#include "gs/work_order.hpp"

#include <algorithm>

namespace lobatto::gs {

WorkOrder::WorkOrder(const GatherScatter& gather_scatter, std::size_t element_size,
                     std::size_t block_size)
    : gather_scatter_(&gather_scatter) {
  const std::vector<bool> is_shared = gather_scatter.shared_elements(element_size);
  const std::size_t most = std::max<std::size_t>(1, block_size / element_size);
  const auto cut = [&](bool wanted) {
    std::size_t length = 0;  // of the run of wanted elements so far, in its last block
    for (std::size_t e = 0; e < is_shared.size(); ++e) {
      if (is_shared[e] != wanted) {
        length = 0;
        continue;
      }
      if (length % most == 0) blocks_.push_back({e * element_size, 0});
      blocks_.back().n_values += element_size;
      ++length;
    }
  };
  cut(true);
  n_shared_blocks_ = blocks_.size();
  cut(false);
}

void WorkOrder::work_and_add(std::span<const std::span<double>> fields,
                             base::FunctionRef<void(std::size_t, const base::Block&)> work) const {
  for (std::size_t b = 0; b < n_shared_blocks_; ++b) work(b, blocks_[b]);
  gather_scatter_->add_begin(fields);
  std::size_t n_since = 0, done = 0;
  for (std::size_t b = n_shared_blocks_; b < blocks_.size(); ++b) {
    work(b, blocks_[b]);
    if (GatherScatter::is_time_for_progress(blocks_[b].n_values, n_since))
      gather_scatter_->progress();
    done = gather_scatter_->add_within(fields, done, blocks_[b].first + blocks_[b].n_values);
  }
  gather_scatter_->add_within(fields, done, GatherScatter::everything);
  gather_scatter_->add_finish(fields);
}

}  // namespace lobatto::gs
