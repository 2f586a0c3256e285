#include "direct/exchange/plane_transpose.hpp"

#include <algorithm>

namespace lobatto::direct {

PlaneTranspose::PlaneTranspose(PencilExchange& exchange, const PencilShape& shape, int own,
                               int n_planes, std::size_t row_stride)
    : exchange_(&exchange), n_planes_(n_planes), row_stride_(row_stride) {
  for (int r = 0; r < exchange.size(); ++r) windows_.push_back(shape.y_window(r));
  own_size_ = static_cast<std::size_t>(windows_[own].n_nodes) * row_stride;
}

double PlaneTranspose::deal_out(const double* planes, std::size_t plane_stride) {
  for (int r = 0; r < exchange_->size(); ++r) {
    const Share share = share_of(n_planes_, exchange_->size(), r);
    double* const block = exchange_->there().send_block(r);
    for (int p = 0; p < share.size; ++p) {
      std::copy_n(planes + (share.begin + p) * plane_stride, own_size_, block + p * own_size_);
    }
  }
  return exchange_->move(exchange_->there());
}

void PlaneTranspose::gather(int p, double* plane) const {
  int n_filled = 0;  // rows, from the first on
  for (int r = 0; r < exchange_->size(); ++r) {
    const NodeWindow window = windows_[r];
    if (window.n_nodes == 0) continue;
    const std::size_t size = static_cast<std::size_t>(window.n_nodes) * row_stride_;
    const double* const part = exchange_->there().recv_block(r) + p * size;
    double* const rows = plane + window.first_node * row_stride_;
    const std::size_t shared = window.first_node < n_filled ? row_stride_ : 0;
    for (std::size_t k = 0; k < shared; ++k) rows[k] += part[k];
    std::copy_n(part + shared, size - shared, rows + shared);
    n_filled = window.first_node + window.n_nodes;
  }
}

void PlaneTranspose::scatter(int p, const double* plane) {
  for (int r = 0; r < exchange_->size(); ++r) {
    const std::size_t size = static_cast<std::size_t>(windows_[r].n_nodes) * row_stride_;
    std::copy_n(plane + windows_[r].first_node * row_stride_, size,
                exchange_->back().send_block(r) + p * size);
  }
}

double PlaneTranspose::collect(double* planes, std::size_t plane_stride) {
  const double seconds = exchange_->move(exchange_->back());
  for (int r = 0; r < exchange_->size(); ++r) {
    const Share share = share_of(n_planes_, exchange_->size(), r);
    const double* const block = exchange_->back().recv_block(r);
    for (int p = 0; p < share.size; ++p) {
      std::copy_n(block + p * own_size_, own_size_, planes + (share.begin + p) * plane_stride);
    }
  }
  return seconds;
}

}  // namespace lobatto::direct
