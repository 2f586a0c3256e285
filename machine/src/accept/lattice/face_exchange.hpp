#pragma once

#include "accept/lattice/lattice_layout.hpp"
#include "comm/exchange/neighbour_exchange.hpp"

namespace lobatto::accept {

/// Fills the ghosts of a field of a periodic lattice beyond its eight faces, all at the same time.
class FaceExchange {
 public:
  /// Collective.
  FaceExchange(const RankBox& box, const LatticeLayout& layout, int n_components,
               const comm::Communicator& communicator);

  /// Begun and finished in turn, with the same field. In directions with one rank the ghosts are
  /// there at once.
  void begin(LatticeField& field);
  void finish(LatticeField& field);
  void fill(LatticeField& field) {
    begin(field);
    finish(field);
  }
  [[nodiscard]] double bytes_sent() const { return bytes_sent_; }  ///< by this rank

 private:
  /// visit(place, length) of what is consecutive at x_direction = at.
  template <class Visit>
  void for_face(int direction, int at, const Visit& visit) const;
  void wrap(int direction, LatticeField& field) const;

  LatticeLayout layout_;
  int n_components_;
  std::array<int, 4> n_ranks_{};
  comm::NeighbourExchange exchange_;
  double bytes_sent_ = 0;
};

}  // namespace lobatto::accept
