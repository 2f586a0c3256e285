#pragma once

#include <cstddef>
#include <vector>

#include "direct/pencil_exchange.hpp"
#include "direct/z_solve.hpp"

namespace lobatto::direct {

/// Planes [y node][row_stride] of x modes between ranks that hold different y nodes of the same z
/// nodes: each rank gets whole planes for its share of the modes.
class PlaneTranspose {
 public:
  /// exchange and shape must outlive this; own_y: this rank's y coordinate; n_planes: x modes.
  PlaneTranspose(PencilExchange& exchange, const PencilShape& shape, int own_y, int n_planes,
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

/// Lines of z nodes, one for each (x mode, y mode), between ranks that hold different z nodes: each
/// rank gets whole lines for its share, as pieces that lie where they were received.
class LineTranspose {
 public:
  /// own_z: this rank's z coordinate; lines are numbered plane by plane, lines_a_plane in each.
  LineTranspose(PencilExchange& exchange, const PencilShape& shape, int own_z, int n_planes,
                int lines_a_plane);

  /// The lines of a plane [lines_a_plane][stride], to the ranks that will solve them, and back.
  void send(int plane, const double* lines, std::size_t stride);
  void receive(int plane, double* lines, std::size_t stride) const;
  /// The exchange itself; returns its seconds. Collective.
  double deal_out() { return exchange_->move(exchange_->there()); }
  double collect() { return exchange_->move(exchange_->back()); }
  /// Between deal_out and collect: this rank's share of the lines.
  [[nodiscard]] std::vector<LinePiece> pieces() const;

 private:
  /// For each line of a plane that rank r solves: visit(line in the plane, offset in the block).
  template <class Visit>
  void for_lines(int plane, int r, Visit&& visit) const;

  PencilExchange* exchange_;
  std::vector<NodeWindow> windows_;  // z nodes of each rank
  int n_lines_;
  int lines_a_plane_;
  std::size_t length_;  // of this rank's parts of lines
};

}  // namespace lobatto::direct
