#include "gs/rank_sums.hpp"

#include <algorithm>

namespace lobatto::gs {

namespace {

std::vector<comm::NeighbourExchange::Partner> message_lengths(
    const std::vector<RankSums::SharedSlots>& partners) {
  std::vector<comm::NeighbourExchange::Partner> lengths;
  for (const auto& partner : partners) lengths.push_back({partner.rank, partner.slots.size()});
  return lengths;
}

}  // namespace

RankSums::RankSums(const comm::Communicator& communicator, std::vector<SharedSlots> partners,
                   std::size_t n_slots, int max_fields)
    : own_rank_(communicator.rank()),
      n_slots_(n_slots),
      partners_(std::move(partners)),
      messages_(communicator, message_lengths(partners_), max_fields),
      sums_(n_slots * static_cast<std::size_t>(max_fields)),
      totals_(n_slots * static_cast<std::size_t>(max_fields)) {}

std::span<double> RankSums::sums(int field) {
  return {sums_.data() + static_cast<std::size_t>(field) * n_slots_, n_slots_};
}

std::span<const double> RankSums::totals(int field) const {
  return {totals_.data() + static_cast<std::size_t>(field) * n_slots_, n_slots_};
}

void RankSums::begin(int n_fields) {
  n_fields_under_way_ = n_fields;
  for (std::size_t p = 0; p < partners_.size(); ++p) {
    for (int field = 0; field < n_fields; ++field) pack(p, field);
  }
  messages_.begin(n_fields);
}

void RankSums::finish() {
  messages_.finish();
  for (int field = 0; field < n_fields_under_way_; ++field) add_up(field);
}

void RankSums::pack(std::size_t partner, int field) {
  const auto& slots = partners_[partner].slots;
  const std::span<const double> own = sums(field);
  double* message = messages_.send_buffer(partner, field).data();
  for (std::size_t i = 0; i < slots.size(); ++i) message[i] = own[slots[i]];
}

void RankSums::add_received(std::size_t partner, int field) {
  const auto& slots = partners_[partner].slots;
  const double* message = messages_.recv_buffer(partner, field).data();
  double* total = totals_.data() + static_cast<std::size_t>(field) * n_slots_;
  for (std::size_t i = 0; i < slots.size(); ++i) total[slots[i]] += message[i];
}

void RankSums::add_up(int field) {
  const std::span<const double> own = sums(field);
  const std::span<double> total(totals_.data() + static_cast<std::size_t>(field) * n_slots_,
                                n_slots_);
  std::fill(total.begin(), total.end(), 0.0);
  std::size_t p = 0;
  for (; p < partners_.size() && partners_[p].rank < own_rank_; ++p) add_received(p, field);
  for (std::size_t s = 0; s < n_slots_; ++s) total[s] += own[s];
  for (; p < partners_.size(); ++p) add_received(p, field);
}

}  // namespace lobatto::gs
