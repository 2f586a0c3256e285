#include "gs/work_order.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"

namespace lobatto::gs {

namespace {

/// Long messages move on only while their ranks are within MPI. To ask costs about as much as to
/// work on a hundred values.
constexpr std::size_t values_between_looks = 8192;

/// Whether other ranks hold values of each element. [n_elements]
std::vector<bool> mark_shared(const GatherScatter& gather_scatter, std::size_t element_size) {
  const std::size_t n_values = gather_scatter.inverse_multiplicity().size();
  if (element_size == 0 || n_values % element_size != 0)
    throw base::Error("work order: " + std::to_string(n_values) +
                      " values are no whole elements of " + std::to_string(element_size));
  std::vector<bool> is_shared(n_values / element_size, false);
  for (const std::uint32_t value : gather_scatter.shared_values())
    is_shared[value / element_size] = true;
  return is_shared;
}

}  // namespace

WorkOrder::WorkOrder(const GatherScatter& gather_scatter, std::size_t element_size,
                     std::size_t block_size)
    : gather_scatter_(&gather_scatter) {
  const std::vector<bool> is_shared = mark_shared(gather_scatter, element_size);
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
  std::size_t n_values = 0;
  for (std::size_t b = n_shared_blocks_; b < blocks_.size(); ++b) {
    work(b, blocks_[b]);
    n_values += blocks_[b].n_values;
    if (n_values < values_between_looks) continue;
    n_values = 0;
    gather_scatter_->progress();
  }
  gather_scatter_->add_finish(fields);
}

}  // namespace lobatto::gs
