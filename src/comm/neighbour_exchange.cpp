#include "comm/neighbour_exchange.hpp"

#include "base/aligned_array.hpp"
#include "base/error.hpp"
#include "comm/block_layout.hpp"
#include "comm/persistent_requests.hpp"

namespace lobatto::comm {

struct NeighbourExchange::State {
  State(const Communicator& given_group, std::vector<Partner> given_partners, int n_fields);
  [[nodiscard]] PersistentRequests requests_for(int n_fields);

  Communicator group;  // a duplicate: these messages meet no others
  std::vector<Partner> partners;
  int max_fields;
  std::vector<std::size_t> offsets;  // [n_partners]
  base::AlignedArray<double> send_values, recv_values;
  std::vector<PersistentRequests> requests;  // [max_fields], for 1, 2, ... fields
  PersistentRequests* under_way = nullptr;
};

NeighbourExchange::State::State(const Communicator& given_group,
                                std::vector<Partner> given_partners, int n_fields)
    : group(given_group.duplicate()), partners(std::move(given_partners)), max_fields(n_fields) {
  std::vector<std::size_t> counts;
  for (const Partner& partner : partners) {
    if (partner.rank < 0 || partner.rank >= group.size() || partner.rank == group.rank()) {
      throw base::Error("NeighbourExchange: a partner must be another rank of the group");
    }
    counts.push_back(partner.n_values * static_cast<std::size_t>(max_fields));
  }
  BlockLayout layout(counts);
  offsets = std::move(layout.offsets);
  send_values = base::AlignedArray<double>(layout.size);
  recv_values = base::AlignedArray<double>(layout.size);
  for (int n = 1; n <= max_fields; ++n) requests.push_back(requests_for(n));
}

PersistentRequests NeighbourExchange::State::requests_for(int n_fields) {
  PersistentRequests made(group);
  const auto length = [&](std::size_t i) {
    return partners[i].n_values * static_cast<std::size_t>(n_fields);
  };
  for (std::size_t i = 0; i < partners.size(); ++i) {
    made.add_receive(recv_values.data() + offsets[i], length(i), partners[i].rank);
  }
  for (std::size_t i = 0; i < partners.size(); ++i) {
    made.add_send(send_values.data() + offsets[i], length(i), partners[i].rank);
  }
  return made;
}

NeighbourExchange::NeighbourExchange(const Communicator& group, std::vector<Partner> partners,
                                     int max_fields)
    : state_(std::make_unique<State>(group, std::move(partners), max_fields)) {}
NeighbourExchange::~NeighbourExchange() = default;
NeighbourExchange::NeighbourExchange(NeighbourExchange&&) noexcept = default;
NeighbourExchange& NeighbourExchange::operator=(NeighbourExchange&&) noexcept = default;

std::span<const NeighbourExchange::Partner> NeighbourExchange::partners() const {
  return state_->partners;
}

std::span<double> NeighbourExchange::send_buffer(std::size_t partner) {
  return {state_->send_values.data() + state_->offsets[partner],
          state_->partners[partner].n_values * static_cast<std::size_t>(state_->max_fields)};
}

std::span<const double> NeighbourExchange::recv_buffer(std::size_t partner) const {
  return {state_->recv_values.data() + state_->offsets[partner],
          state_->partners[partner].n_values * static_cast<std::size_t>(state_->max_fields)};
}

void NeighbourExchange::begin(int n_fields) {
  state_->under_way = &state_->requests[static_cast<std::size_t>(n_fields - 1)];
  state_->under_way->start_all();
}

bool NeighbourExchange::progress() {
  return state_->under_way == nullptr || state_->under_way->test_all();
}

void NeighbourExchange::finish() { state_->under_way->wait_all(); }

}  // namespace lobatto::comm
