#include "comm/transport/node_relay.hpp"

#include <algorithm>

#include "comm/recorder/interposer.hpp"

namespace lobatto::comm {

namespace {

/// For the recorder, of messages that do not go through MPI.
constexpr int tag_in_memory = 1;

double* values_at(std::byte* place) { return reinterpret_cast<double*>(place); }

}  // namespace

std::unique_ptr<NeighbourTransport> NodeRelay::create(const Communicator& group,
                                                      const Communicator& node,
                                                      std::span<const Partner> partners,
                                                      int max_fields) {
  NodeRelayPlan plan = plan_node_relay(group, node, partners, max_fields);
  auto segment = SharedSegment::create(node, plan.own_bytes);
  if (group.min(segment != nullptr ? 1.0 : 0.0) == 0.0) return nullptr;
  return std::unique_ptr<NeighbourTransport>(
      new NodeRelay(group, node.rank(), std::move(plan), std::move(segment), partners, max_fields));
}

NodeRelay::NodeRelay(const Communicator& group, int own_node_rank, NodeRelayPlan plan,
                     std::unique_ptr<SharedSegment> segment, std::span<const Partner> partners,
                     int max_fields)
    : group_(group.duplicate()),
      own_(own_node_rank),
      segment_(std::move(segment)),
      partners_(partners.begin(), partners.end()),
      routes_(std::move(plan.routes)) {
  for (NodeRelayPlan::Relay& relay : plan.relays) {
    Carried& made = carried_.emplace_back();
    made.plan = std::move(relay);
    add_requests(made, max_fields);
  }
  for (const NodeRelayPlan::Route& route : routes_)
    awaited_.push_back(&counter(route.received_in, route.counter_at));
  std::sort(awaited_.begin(), awaited_.end());
  awaited_.erase(std::unique(awaited_.begin(), awaited_.end()), awaited_.end());
}

void NodeRelay::add_requests(Carried& carried, int max_fields) {
  const NodeRelayPlan::Relay& plan = carried.plan;
  for (const std::size_t b : {0, 1})
    for (int n = 1; n <= max_fields; ++n) {
      const std::size_t length = static_cast<std::size_t>(n) * plan.n_values;
      carried.receives[b].emplace_back(group_).add_receive(
          values_at(place(own_, plan.received_at[b])), length, plan.peer);
      carried.sends[b].emplace_back(group_).add_send(values_at(place(own_, plan.sent_at[b])),
                                                     length, plan.peer);
    }
}

double* NodeRelay::send_block(std::size_t partner, int field) {
  const NodeRelayPlan::Route& route = routes_[partner];
  return values_at(place(route.sent_in, route.sent_at[1 - buffer_of_last_begun()])) +
         static_cast<std::size_t>(field) * route.field_step;
}

const double* NodeRelay::recv_block(std::size_t partner, int field) const {
  const NodeRelayPlan::Route& route = routes_[partner];
  return values_at(place(route.received_in, route.received_at[buffer_of_last_begun()])) +
         static_cast<std::size_t>(field) * route.field_step;
}

// Between ranks of a node this is no call of MPI, but messages all the same: they are recorded as
// such.
void NodeRelay::begin(int n_fields) {
  ++n_begun_;
  n_fields_ = n_fields;
  for (Carried& carried : carried_)
    carried.is_awaited = carried.is_sent = carried.has_arrived = false;
  recorded(
      MpiFunction::shared_memory_send,
      [&](MpiRecorder& recorder) { return record_sends(recorder); },
      [&] {
        raise_to(counter(own_), n_begun_);
        return MPI_SUCCESS;
      });
  carry_on();
}

bool NodeRelay::have_begun(const Carried& carried, std::uint64_t number) const {
  return std::ranges::all_of(carried.plan.shares, [&](const NodeRelayPlan::Share& share) {
    return has_reached(counter(share.node_rank), number);
  });
}

bool NodeRelay::move_on(Carried& carried) {
  const std::size_t b = buffer_of_last_begun();
  PersistentRequests& receive = carried.receives[b][static_cast<std::size_t>(n_fields_ - 1)];
  PersistentRequests& send = carried.sends[b][static_cast<std::size_t>(n_fields_ - 1)];
  if (!carried.is_awaited && have_begun(carried, n_begun_ - 1)) {
    receive.start_all();
    carried.is_awaited = true;
  }
  if (!carried.is_sent && have_begun(carried, n_begun_)) {
    record_shares(carried);
    send.start_all();
    carried.is_sent = true;
  }
  if (carried.is_awaited && !carried.has_arrived && receive.test_all()) {
    hand_out(carried);
    carried.has_arrived = true;
  }
  return carried.has_arrived && carried.is_sent && send.test_all();
}

bool NodeRelay::carry_on() {
  bool nothing_left = true;
  for (Carried& carried : carried_) nothing_left = move_on(carried) && nothing_left;
  return nothing_left;
}

bool NodeRelay::all_is_there() const {
  return std::ranges::all_of(
      awaited_, [&](SharedCounter* counter) { return has_reached(*counter, n_begun_); });
}

bool NodeRelay::progress() { return n_begun_ == 0 || (carry_on() && all_is_there()); }

void NodeRelay::finish() {
  wait_until([&] { return carry_on(); });
  recorded(
      MpiFunction::shared_memory_wait,
      [&](MpiRecorder& recorder) {
        record_arrivals(recorder);
        return std::size_t{0};
      },
      [&] {
        wait_until([&] { return all_is_there(); });
        return MPI_SUCCESS;
      });
}

void NodeRelay::record_shares(const Carried& carried) const {
  recorded(
      MpiFunction::shared_memory_wait,
      [&](MpiRecorder& recorder) {
        for (const NodeRelayPlan::Share& share : carried.plan.shares)
          if (share.node_rank != own_)
            recorder.received(group_.handle(), share.rank, tag_in_memory);
        return std::size_t{0};
      },
      [] { return MPI_SUCCESS; });
}

void NodeRelay::hand_out(const Carried& carried) {
  recorded(
      MpiFunction::shared_memory_send,
      [&](MpiRecorder& recorder) {
        std::size_t bytes = 0;
        for (const NodeRelayPlan::Share& share : carried.plan.shares) {
          if (share.node_rank == own_) continue;
          bytes += bytes_of_fields(share.n_values);
          recorder.sent(group_.handle(), share.rank, tag_in_memory,
                        bytes_of_fields(share.n_values));
        }
        return bytes;
      },
      [&] {
        raise_to(counter(own_, carried.plan.counter_at), n_begun_);
        return MPI_SUCCESS;
      });
}

std::size_t NodeRelay::record_sends(MpiRecorder& recorder) const {
  std::size_t bytes = 0;
  for (std::size_t p = 0; p < routes_.size(); ++p) {
    if (routes_[p].via == group_.rank()) continue;
    bytes += bytes_of_fields(partners_[p].n_values);
    recorder.sent(group_.handle(), routes_[p].via, tag_in_memory,
                  bytes_of_fields(partners_[p].n_values));
  }
  return bytes;
}

void NodeRelay::record_arrivals(MpiRecorder& recorder) const {
  for (const NodeRelayPlan::Route& route : routes_)
    if (route.via != group_.rank()) recorder.received(group_.handle(), route.via, tag_in_memory);
}

}  // namespace lobatto::comm
