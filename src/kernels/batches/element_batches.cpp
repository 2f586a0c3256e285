#include "kernels/batches/element_batches.hpp"

namespace lobatto::kernels {

ElementBatches::ElementBatches(int n_elements, int lanes)
    : ElementBatches(std::vector<bool>(n_elements, false), lanes) {}

ElementBatches::ElementBatches(const std::vector<bool>& first, int lanes)
    : lanes_(lanes), places_(first.size()) {
  std::vector<int> before, after;
  for (std::size_t e = 0; e < first.size(); ++e)
    if (first[e]) before.push_back(static_cast<int>(e));
  for (std::size_t e = 0; e < first.size(); ++e) {
    if (first[e]) continue;
    (before.size() % lanes == 0 ? after : before).push_back(static_cast<int>(e));
  }
  add(before);
  n_first_ = size();
  add(after);
}

/// In as few batches as hold them: element i in lane i / n_batches of batch i % n_batches.
void ElementBatches::add(std::span<const int> elements) {
  const std::size_t n_batches = (elements.size() + lanes_ - 1) / lanes_;
  for (std::size_t b = 0; b < n_batches; ++b) {
    int lane = 0;
    for (std::size_t i = b; i < elements.size(); i += n_batches) {
      places_[elements[i]] = {static_cast<std::size_t>(size()), lane++};
      elements_.push_back(elements[i]);
    }
    first_elements_.push_back(static_cast<int>(elements_.size()));
  }
}

}  // namespace lobatto::kernels
