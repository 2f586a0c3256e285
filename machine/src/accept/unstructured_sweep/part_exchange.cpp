#include "accept/unstructured_sweep/part_exchange.hpp"

#include <algorithm>

namespace lobatto::accept {

namespace {

constexpr std::size_t values_per_face = n_face_corners * n_groups;

std::vector<comm::NeighbourExchange::Partner> partners_of(const FaceLinks& links) {
  std::vector<comm::NeighbourExchange::Partner> partners;
  for (const auto& [rank, faces] : links.shared)
    partners.push_back({rank, faces.size() * values_per_face});
  return partners;
}

}  // namespace

PartExchange::PartExchange(const FaceLinks& links, std::size_t n_directions,
                           const comm::Communicator& communicator)
    : links_(links),
      n_directions_(n_directions),
      exchange_(communicator, partners_of(links), static_cast<int>(n_directions)) {
  for (const auto& [rank, faces] : links.shared) partners_.emplace(rank, partners_.size());
}

void PartExchange::exchange(const std::vector<CornerFluxes>& psi, std::size_t n_elements) {
  for (const auto& [rank, faces] : links_.shared) {
    for (std::size_t direction = 0; direction < n_directions_; ++direction) {
      double* next = exchange_.send_buffer(partners_.at(rank), static_cast<int>(direction)).data();
      for (const SharedFace& face : faces)
        for (const std::size_t corner : face.corners) {
          const auto element = direction * n_elements + static_cast<std::size_t>(face.element);
          const ByGroup& values = psi[element][corner];
          next = std::copy(values.begin(), values.end(), next);
        }
    }
  }
  exchange_.begin(static_cast<int>(n_directions_));
  exchange_.finish();
}

const double* PartExchange::at(std::size_t direction, const FaceLink& link,
                               std::size_t corner) const {
  const auto face = static_cast<std::size_t>(link.shared);
  return exchange_.recv_buffer(partners_.at(link.rank), static_cast<int>(direction)).data() +
         face * values_per_face + link.corners[corner] * n_groups;
}

}  // namespace lobatto::accept
