#include "accept/unstructured_sweep/sweep_order.hpp"

#include <cstddef>

namespace lobatto::accept {

namespace {

/// What is known of the elements while they are put into order.
class Waiting {
 public:
  Waiting(int n_elements, const std::vector<Stream>& streams)
      : out_(static_cast<std::size_t>(n_elements)),
        n_awaited_(out_.size(), 0),
        flow_awaited_(out_.size(), 0.0),
        is_placed_(out_.size(), false) {
    for (const Stream& stream : streams) {
      out_[static_cast<std::size_t>(stream.from)].push_back(stream);
      ++n_awaited_[static_cast<std::size_t>(stream.to)];
      flow_awaited_[static_cast<std::size_t>(stream.to)] += stream.flow;
    }
    for (std::size_t element = 0; element < out_.size(); ++element)
      if (n_awaited_[element] == 0) place(element);
  }

  /// Those that wait for nothing any more, one after the other.
  void release() {
    for (; next_ < order_.elements.size(); ++next_)
      for (const Stream& stream : out_[static_cast<std::size_t>(order_.elements[next_])]) {
        const auto to = static_cast<std::size_t>(stream.to);
        if (is_placed_[to]) continue;
        flow_awaited_[to] -= stream.flow;
        if (--n_awaited_[to] == 0) place(to);
      }
  }

  [[nodiscard]] bool is_done() const { return order_.elements.size() == out_.size(); }

  void break_circle() {
    std::size_t best = out_.size();
    for (std::size_t element = 0; element < out_.size(); ++element)
      if (!is_placed_[element] &&
          (best == out_.size() || flow_awaited_[element] < flow_awaited_[best]))
        best = element;
    order_.n_lagged += n_awaited_[best];
    place(best);
  }

  [[nodiscard]] const SweepOrder& order() const { return order_; }

 private:
  void place(std::size_t element) {
    is_placed_[element] = true;
    order_.elements.push_back(static_cast<int>(element));
  }

  std::vector<std::vector<Stream>> out_;  ///< [element]
  std::vector<int> n_awaited_;
  std::vector<double> flow_awaited_;
  std::vector<bool> is_placed_;
  SweepOrder order_;
  std::size_t next_ = 0;
};

}  // namespace

SweepOrder sweep_order(int n_elements, const std::vector<Stream>& streams) {
  Waiting waiting(n_elements, streams);
  waiting.release();
  while (!waiting.is_done()) {
    waiting.break_circle();
    waiting.release();
  }
  return waiting.order();
}

}  // namespace lobatto::accept
