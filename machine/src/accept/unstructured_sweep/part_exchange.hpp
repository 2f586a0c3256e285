#pragma once

#include <map>
#include <vector>

#include "accept/unstructured_sweep/element_system.hpp"
#include "accept/unstructured_sweep/face_links.hpp"
#include "comm/exchange/neighbour_exchange.hpp"

namespace lobatto::accept {

/// Fluxes of all directions at the faces that ranks share, as they were after a sweep.
class PartExchange {
 public:
  /// Collective.
  PartExchange(const FaceLinks& links, std::size_t n_directions,
               const comm::Communicator& communicator);

  /// psi [direction][element]. Collective.
  void exchange(const std::vector<CornerFluxes>& psi, std::size_t n_elements);
  /// [group], of the other side of a corner of a shared face.
  [[nodiscard]] const double* at(std::size_t direction, const FaceLink& link,
                                 std::size_t corner) const;

 private:
  const FaceLinks& links_;
  std::size_t n_directions_;
  std::map<int, std::size_t> partners_;  ///< by rank
  comm::NeighbourExchange exchange_;
};

}  // namespace lobatto::accept
