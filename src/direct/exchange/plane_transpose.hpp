#pragma once

#include <cstddef>
#include <vector>

#include "direct/exchange/pencil_exchange.hpp"

namespace lobatto::direct {

/// Planes [y node][row_stride] of x modes between ranks that hold different y nodes of the same z
/// nodes: each rank gets whole planes for its share of the modes.
class PlaneTranspose {
 public:
  /// exchange and shape must outlive this; own: which of those that share out the y nodes this rank
  /// is; n_planes: x modes.
  PlaneTranspose(PencilExchange& exchange, const PencilShape& shape, int own, int n_planes,
                 std::size_t row_stride);

  /// planes [n_planes][plane_stride]: this rank's rows of all planes. Returns the seconds spent in
  /// the exchange. Collective, like collect.
  double deal_out(const double* planes, std::size_t plane_stride);
  /// Plane p of this rank's share, put together; rows that two ranks hold are summed.
  void gather(int p, double* plane) const;
  /// The way back: rows that two ranks hold go to both.
  void scatter(int p, const double* plane);
  double collect(double* planes, std::size_t plane_stride);

 private:
  PencilExchange* exchange_;
  std::vector<NodeWindow> windows_;  // y nodes of each rank
  int n_planes_;
  std::size_t row_stride_;
  std::size_t own_size_;  // of this rank's rows of a plane
};

}  // namespace lobatto::direct
