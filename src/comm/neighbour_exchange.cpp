#include "comm/neighbour_exchange.hpp"

#include "base/aligned_array.hpp"
#include "base/error.hpp"
#include "comm/block_layout.hpp"
#include "comm/persistent_requests.hpp"

namespace lobatto::comm {

struct NeighbourExchange::State {
  State(const Communicator& group, std::vector<Partner> given_partners);

  std::vector<Partner> partners;
  std::vector<std::size_t> offsets;  // [n_partners]
  base::AlignedArray<double> send_values, recv_values;
  PersistentRequests requests;
};

NeighbourExchange::State::State(const Communicator& group, std::vector<Partner> given_partners)
    : partners(std::move(given_partners)), requests(group) {
  std::vector<std::size_t> counts;
  for (const Partner& partner : partners) {
    if (partner.rank < 0 || partner.rank >= group.size() || partner.rank == group.rank()) {
      throw base::Error("NeighbourExchange: a partner must be another rank of the group");
    }
    counts.push_back(partner.n_values);
  }
  BlockLayout layout(counts);
  offsets = std::move(layout.offsets);
  send_values = base::AlignedArray<double>(layout.size);
  recv_values = base::AlignedArray<double>(layout.size);
  for (std::size_t i = 0; i < partners.size(); ++i) {
    requests.add_receive(recv_values.data() + offsets[i], counts[i], partners[i].rank);
  }
  for (std::size_t i = 0; i < partners.size(); ++i) {
    requests.add_send(send_values.data() + offsets[i], counts[i], partners[i].rank);
  }
}

NeighbourExchange::NeighbourExchange(const Communicator& group, std::vector<Partner> partners)
    : state_(std::make_unique<State>(group, std::move(partners))) {}
NeighbourExchange::~NeighbourExchange() = default;
NeighbourExchange::NeighbourExchange(NeighbourExchange&&) noexcept = default;
NeighbourExchange& NeighbourExchange::operator=(NeighbourExchange&&) noexcept = default;

std::span<const NeighbourExchange::Partner> NeighbourExchange::partners() const {
  return state_->partners;
}

std::span<double> NeighbourExchange::send_buffer(std::size_t partner) {
  return {state_->send_values.data() + state_->offsets[partner],
          state_->partners[partner].n_values};
}

std::span<const double> NeighbourExchange::recv_buffer(std::size_t partner) const {
  return {state_->recv_values.data() + state_->offsets[partner],
          state_->partners[partner].n_values};
}

void NeighbourExchange::begin() { state_->requests.start_all(); }
void NeighbourExchange::finish() { state_->requests.wait_all(); }

}  // namespace lobatto::comm
