#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "accept/rank_box.hpp"
#include "comm/exchange/neighbour_exchange.hpp"

namespace lobatto::accept {

/// Fills the ghost cells of a field of a periodic box, one layer around the cells of each rank,
/// [count(2) + 2][count(1) + 2][count(0) + 2], edges and corners included: direction after
/// direction, each with what the ones before brought.
class GhostExchange {
 public:
  /// Collective.
  GhostExchange(const RankBox& box, const comm::Communicator& communicator);

  static constexpr int n_directions = 3;
  /// One direction; begun and finished in turn, with the same field.
  void begin(int direction, const double* field);
  void finish(int direction, double* field);
  /// All of them.
  void fill(double* field);
  [[nodiscard]] double bytes_sent() const { return bytes_sent_; }  ///< per field, by this rank

 private:
  void copy_layer(int direction, int layer, const double* field, double* values) const;
  void put_layer(int direction, int layer, const double* values, double* field) const;
  template <class Visit>
  void for_layer(int direction, int layer, const Visit& visit) const;

  std::array<std::size_t, n_directions> counts_{};
  std::vector<comm::NeighbourExchange> exchanges_;  ///< of each direction
  std::array<int, n_directions> n_ranks_{};
  std::vector<double> layer_;
  double bytes_sent_ = 0;
};

}  // namespace lobatto::accept
