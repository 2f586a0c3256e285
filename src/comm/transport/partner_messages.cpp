#include "comm/transport/partner_messages.hpp"

#include "comm/transport/block_transport.hpp"

namespace lobatto::comm {

PartnerMessages::PartnerMessages(const Communicator& group, std::span<const Partner> partners,
                                 int max_fields)
    : group_(group.duplicate()), partners_(partners.begin(), partners.end()) {
  std::vector<std::size_t> counts;
  for (const Partner& partner : partners)
    counts.push_back(partner.n_values * static_cast<std::size_t>(max_fields));
  BlockLayout layout(counts);
  offsets_ = std::move(layout.offsets);
  sent_ = base::AlignedArray<double>(layout.size);
  received_ = base::AlignedArray<double>(layout.size);
  for (int n = 1; n <= max_fields; ++n) add_requests_for(n);
}

void PartnerMessages::add_requests_for(int n_fields) {
  PersistentRequests& made = requests_.emplace_back(group_);
  const auto length = [&](std::size_t i) {
    return partners_[i].n_values * static_cast<std::size_t>(n_fields);
  };
  for (std::size_t i = 0; i < partners_.size(); ++i)
    made.add_receive(received_.data() + offsets_[i], length(i), partners_[i].rank);
  for (std::size_t i = 0; i < partners_.size(); ++i)
    made.add_send(sent_.data() + offsets_[i], length(i), partners_[i].rank);
}

std::size_t PartnerMessages::offset(std::size_t partner, int field) const {
  return offsets_[partner] + static_cast<std::size_t>(field) * partners_[partner].n_values;
}

double* PartnerMessages::send_block(std::size_t partner, int field) {
  return sent_.data() + offset(partner, field);
}

const double* PartnerMessages::recv_block(std::size_t partner, int field) const {
  return received_.data() + offset(partner, field);
}

void PartnerMessages::begin(int n_fields) {
  under_way_ = &requests_[static_cast<std::size_t>(n_fields - 1)];
  under_way_->start_all();
}

bool PartnerMessages::progress() { return under_way_ == nullptr || under_way_->test_all(); }

void PartnerMessages::finish() { under_way_->wait_all(); }

}  // namespace lobatto::comm
