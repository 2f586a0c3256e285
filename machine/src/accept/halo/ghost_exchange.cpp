#include "accept/halo/ghost_exchange.hpp"

#include <algorithm>

namespace lobatto::accept {

namespace {

using Partner = comm::NeighbourExchange::Partner;

/// The cells of a layer across a direction, ghosts included.
std::size_t layer_size(const std::array<std::size_t, 3>& counts, int direction) {
  std::size_t n = 1;
  for (std::size_t d = 0; d < 3; ++d)
    if (d != static_cast<std::size_t>(direction)) n *= counts[d] + 2;
  return n;
}

}  // namespace

GhostExchange::GhostExchange(const RankBox& box, const comm::Communicator& communicator) {
  for (int d = 0; d < n_directions; ++d) {
    counts_[static_cast<std::size_t>(d)] = static_cast<std::size_t>(box.count(d));
    n_ranks_[static_cast<std::size_t>(d)] = box.ranks()[static_cast<std::size_t>(d)];
  }
  for (int d = 0; d < n_directions; ++d) {
    const std::size_t n = layer_size(counts_, d);
    std::vector<Partner> partners;
    if (box.ranks()[static_cast<std::size_t>(d)] > 1)
      partners = {{box.neighbour(d, -1), n}, {box.neighbour(d, 1), n}};
    bytes_sent_ += static_cast<double>(partners.size() * n * sizeof(double));
    exchanges_.emplace_back(communicator, std::move(partners));
    layer_.resize(std::max(layer_.size(), n));
  }
}

template <class Visit>
void GhostExchange::for_layer(int direction, int layer, const Visit& visit) const {
  const std::size_t nx = counts_[0] + 2, ny = counts_[1] + 2, nz = counts_[2] + 2;
  const auto at = static_cast<std::size_t>(layer);
  std::size_t n = 0;
  if (direction == 0)
    for (std::size_t row = 0; row < ny * nz; ++row) visit(n++, row * nx + at);
  else if (direction == 1)
    for (std::size_t k = 0; k < nz; ++k)
      for (std::size_t i = 0; i < nx; ++i) visit(n++, (k * ny + at) * nx + i);
  else
    for (std::size_t i = 0; i < nx * ny; ++i) visit(n++, at * nx * ny + i);
}

void GhostExchange::copy_layer(int direction, int layer, const double* field,
                               double* values) const {
  for_layer(direction, layer, [&](std::size_t n, std::size_t cell) { values[n] = field[cell]; });
}

void GhostExchange::put_layer(int direction, int layer, const double* values, double* field) const {
  for_layer(direction, layer, [&](std::size_t n, std::size_t cell) { field[cell] = values[n]; });
}

void GhostExchange::begin(int direction, const double* field) {
  const auto d = static_cast<std::size_t>(direction);
  if (n_ranks_[d] == 1) return;
  copy_layer(direction, 1, field, exchanges_[d].send_buffer(0).data());
  copy_layer(direction, static_cast<int>(counts_[d]), field, exchanges_[d].send_buffer(1).data());
  exchanges_[d].begin();
}

void GhostExchange::finish(int direction, double* field) {
  const auto d = static_cast<std::size_t>(direction);
  const int last = static_cast<int>(counts_[d]);
  if (n_ranks_[d] == 1) {
    copy_layer(direction, last, field, layer_.data());
    put_layer(direction, 0, layer_.data(), field);
    copy_layer(direction, 1, field, layer_.data());
    put_layer(direction, last + 1, layer_.data(), field);
    return;
  }
  exchanges_[d].finish();
  // Of two ranks each is the other's neighbour on both sides: messages keep their order, so what it
  // sent to its left came first, and that is this one's right.
  const std::size_t from_left = n_ranks_[d] == 2 ? 1 : 0;
  put_layer(direction, 0, exchanges_[d].recv_buffer(from_left).data(), field);
  put_layer(direction, last + 1, exchanges_[d].recv_buffer(1 - from_left).data(), field);
}

void GhostExchange::fill(double* field) {
  for (int d = 0; d < n_directions; ++d) {
    begin(d, field);
    finish(d, field);
  }
}

}  // namespace lobatto::accept
