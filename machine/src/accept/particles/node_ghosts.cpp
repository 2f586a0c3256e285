#include "accept/particles/node_ghosts.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace lobatto::accept {

NodeGhosts::NodeGhosts(const RankBox& box, const NodeBox& nodes, std::size_t n_values,
                       const comm::Communicator& communicator)
    : nodes_(nodes),
      n_values_(n_values),
      lines_{line(0, box, communicator), line(1, box, communicator)} {}

NodeGhosts::Line NodeGhosts::line(int direction, const RankBox& box,
                                  const comm::Communicator& communicator) const {
  comm::Communicator group =
      communicator.split(box.coordinate(1 - direction), box.coordinate(direction));
  const int n = group.size(), next = (group.rank() + 1) % n, before = (group.rank() + n - 1) % n;
  std::vector<std::size_t> to_next(static_cast<std::size_t>(n)), to_before(to_next);
  to_next[static_cast<std::size_t>(next)] = layer_size(direction);
  to_before[static_cast<std::size_t>(before)] = layer_size(direction);
  comm::AllToAll up(group, to_next, to_before), down(group, to_before, to_next);
  return {std::move(group), next, before, std::move(up), std::move(down)};
}

std::size_t NodeGhosts::layer_size(int direction) const {
  const std::size_t across = direction == 0 ? nodes_.plane() / nodes_.row() : nodes_.row();
  return n_values_ * across * static_cast<std::size_t>(nodes_.count[2]);
}

/// visit(place in a layer, place in the values), n_values of both.
template <class Visit>
void NodeGhosts::for_layer(int direction, std::size_t layer, const Visit& visit) const {
  const std::size_t row = nodes_.row(), n_rows = nodes_.n_nodes() / row;
  const auto planes = static_cast<std::size_t>(nodes_.count[2]);
  if (direction == 0)
    for (std::size_t j = 0; j < n_rows; ++j) visit(j * n_values_, (j * row + layer) * n_values_);
  else
    for (std::size_t k = 0; k < planes; ++k)
      for (std::size_t i = 0; i < row; ++i)
        visit((k * row + i) * n_values_, (k * nodes_.plane() + layer * row + i) * n_values_);
}

void NodeGhosts::add(double* values) {
  for (int d = 0; d < 2; ++d) {
    auto& [group, next, before, up, down] = lines_[static_cast<std::size_t>(d)];
    const auto last = static_cast<std::size_t>(nodes_.count[static_cast<std::size_t>(d)]);
    double* const sent = up.send_block(next);
    for_layer(d, last, [&](std::size_t in_layer, std::size_t at) {
      std::copy_n(values + at, n_values_, sent + in_layer);
    });
    up.begin();
    up.finish();
    const double* const received = up.recv_block(before);
    for_layer(d, 0, [&](std::size_t in_layer, std::size_t at) {
      for (std::size_t c = 0; c < n_values_; ++c) values[at + c] += received[in_layer + c];
    });
  }
}

void NodeGhosts::fill(double* values) {
  for (int d = 1; d >= 0; --d) {
    auto& [group, next, before, up, down] = lines_[static_cast<std::size_t>(d)];
    const auto last = static_cast<std::size_t>(nodes_.count[static_cast<std::size_t>(d)]);
    double* const sent = down.send_block(before);
    for_layer(d, 0, [&](std::size_t in_layer, std::size_t at) {
      std::copy_n(values + at, n_values_, sent + in_layer);
    });
    down.begin();
    down.finish();
    const double* const received = down.recv_block(next);
    for_layer(d, last, [&](std::size_t in_layer, std::size_t at) {
      std::copy_n(received + in_layer, n_values_, values + at);
    });
  }
}

std::size_t NodeGhosts::bytes_sent() const {
  return lines_[0].up.bytes_per_exchange() + lines_[1].up.bytes_per_exchange();
}

}  // namespace lobatto::accept
