#include "accept/lattice/face_exchange.hpp"

#include <algorithm>

namespace lobatto::accept {

namespace {

using FacePartner = comm::NeighbourExchange::Partner;

/// Below and above in each direction with more than one rank.
std::vector<FacePartner> partners_of(const RankBox& box, const LatticeLayout& layout,
                                     int n_components) {
  std::vector<FacePartner> partners;
  for (int d = 0; d < 4; ++d) {
    if (box.ranks()[static_cast<std::size_t>(d)] == 1) continue;
    const std::size_t n = layout.n_sites() / static_cast<std::size_t>(layout.count(d)) *
                          static_cast<std::size_t>(n_components);
    partners.push_back({box.neighbour(d, -1), n});
    partners.push_back({box.neighbour(d, 1), n});
  }
  return partners;
}

}  // namespace

FaceExchange::FaceExchange(const RankBox& box, const LatticeLayout& layout, int n_components,
                           const comm::Communicator& communicator)
    : layout_(layout),
      n_components_(n_components),
      exchange_(communicator, partners_of(box, layout, n_components)) {
  for (std::size_t d = 0; d < 4; ++d) n_ranks_[d] = box.ranks()[d];
  for (const auto& partner : exchange_.partners())
    bytes_sent_ += static_cast<double>(partner.n_values * sizeof(double));
}

template <class Visit>
void FaceExchange::for_face(int direction, int at, const Visit& visit) const {
  Site first{}, last{};
  for (int d = 0; d < 4; ++d) last[static_cast<std::size_t>(d)] = layout_.count(d) - 1;
  const auto across = static_cast<std::size_t>(direction);
  first[across] = last[across] = at;
  const auto length = static_cast<std::size_t>(last[0] - first[0] + 1);
  for (int x3 = first[3]; x3 <= last[3]; ++x3)
    for (int x2 = first[2]; x2 <= last[2]; ++x2)
      for (int x1 = first[1]; x1 <= last[1]; ++x1) {
        const std::size_t place = layout_.place({first[0], x1, x2, x3}, n_components_);
        for (int c = 0; c < n_components_; ++c)
          visit(place + static_cast<std::size_t>(c) * layout_.pitch(), length);
      }
}

void FaceExchange::begin(LatticeField& field) {
  std::size_t partner = 0;
  for (int d = 0; d < 4; ++d) {
    if (n_ranks_[static_cast<std::size_t>(d)] == 1) continue;
    for (const int at : {0, layout_.count(d) - 1}) {
      double* to = exchange_.send_buffer(partner++).data();
      for_face(d, at, [&](std::size_t place, std::size_t length) {
        to = std::copy_n(field.values.data() + place, length, to);
      });
    }
  }
  exchange_.begin();
  for (int d = 0; d < 4; ++d)
    if (n_ranks_[static_cast<std::size_t>(d)] == 1) wrap(d, field);
}

void FaceExchange::finish(LatticeField& field) {
  exchange_.finish();
  std::size_t partner = 0;
  for (int d = 0; d < 4; ++d) {
    const int n_ranks = n_ranks_[static_cast<std::size_t>(d)];
    if (n_ranks == 1) continue;
    for (int side = 0; side < 2; ++side) {
      // Of two ranks each is the other's neighbour on both sides: messages keep their order, so
      // what it sent below came first, and that is above this one.
      const auto index = static_cast<std::size_t>(n_ranks == 2 ? 1 - side : side);
      const double* from = exchange_.recv_buffer(partner + index).data();
      for_face(d, side == 0 ? -1 : layout_.count(d), [&](std::size_t place, std::size_t length) {
        std::copy_n(from, length, field.values.data() + place);
        from += length;
      });
    }
    partner += 2;
  }
}

void FaceExchange::wrap(int direction, LatticeField& field) const {
  const std::size_t step = direction == 0 ? 1
                                          : layout_.row_step(direction) * layout_.pitch() *
                                                static_cast<std::size_t>(n_components_);
  const std::size_t around = step * static_cast<std::size_t>(layout_.count(direction));
  double* const values = field.values.data();
  for_face(direction, 0, [&](std::size_t place, std::size_t length) {
    std::copy_n(values + place, length, values + place + around);
  });
  for_face(direction, -1, [&](std::size_t place, std::size_t length) {
    std::copy_n(values + place + around, length, values + place);
  });
}

}  // namespace lobatto::accept
