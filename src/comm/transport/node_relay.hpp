#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/transport/neighbour_transport.hpp"
#include "comm/transport/node_relay_plan.hpp"
#include "comm/transport/persistent_requests.hpp"
#include "comm/transport/shared_memory.hpp"

namespace lobatto::comm {

class MpiRecorder;

/// Messages of the ranks of a node together: what is for the same node stays where its senders
/// wrote it, and its receivers read it there; what is for another node lies one after another in
/// memory that the node shares, and one rank sends all of it as one message, which the ranks of
/// that node read where it arrives.
///
/// Every rank counts the exchanges that it has begun, and each message between nodes those that
/// have arrived; who reads, sends or writes waits for these counters. Buffers are there twice and
/// used in turn. Exchange k of a rank begins when it has all values of exchange k - 1, hence after
/// those that gave them began it and were done with exchange k - 2, whose buffers it writes now.
class NodeRelay : public NeighbourTransport {
 public:
  /// `node`: ranks of `group` that share memory, in the order of the group. Null on every rank if
  /// the ranks of some node can have none in common. Collective over the group.
  static std::unique_ptr<NeighbourTransport> create(const Communicator& group,
                                                    const Communicator& node,
                                                    std::span<const Partner> partners,
                                                    int max_fields);

  [[nodiscard]] double* send_block(std::size_t partner, int field) override;
  [[nodiscard]] const double* recv_block(std::size_t partner, int field) const override;
  void begin(int n_fields) override;
  bool progress() override;
  void finish() override;

 private:
  /// A message between nodes that this rank carries both ways.
  struct Carried {
    NodeRelayPlan::Relay plan;
    std::array<std::vector<PersistentRequests>, 2> sends, receives;  // [buffer][max_fields]
    bool is_awaited = false, is_sent = false, has_arrived = false;
  };

  NodeRelay(const Communicator& group, int own_node_rank, NodeRelayPlan plan,
            std::unique_ptr<SharedSegment> segment, std::span<const Partner> partners,
            int max_fields);
  void add_requests(Carried& carried, int max_fields);
  [[nodiscard]] std::byte* place(int node_rank, std::size_t at) const {
    return segment_->part(node_rank) + at;
  }
  [[nodiscard]] SharedCounter& counter(int node_rank, std::size_t at = 0) const {
    return *reinterpret_cast<SharedCounter*>(place(node_rank, at));
  }
  [[nodiscard]] std::size_t buffer_of_last_begun() const { return n_begun_ % 2; }
  /// Whether all ranks with a share in it have begun exchange `number`.
  [[nodiscard]] bool have_begun(const Carried& carried, std::uint64_t number) const;
  /// Does what can be done now; whether nothing is left.
  bool move_on(Carried& carried);
  bool carry_on();
  [[nodiscard]] bool all_is_there() const;
  /// Values for other ranks of the node have arrived.
  void hand_out(const Carried& carried);
  /// The values of one exchange, where one field has n_values.
  [[nodiscard]] std::size_t bytes_of_fields(std::size_t n_values) const {
    return static_cast<std::size_t>(n_fields_) * n_values * sizeof(double);
  }
  void record_shares(const Carried& carried) const;
  /// The bytes that this rank's blocks take away from it.
  std::size_t record_sends(MpiRecorder& recorder) const;
  void record_arrivals(MpiRecorder& recorder) const;

  Communicator group_;  // a duplicate: these messages meet no others
  int own_;             // in the node
  std::unique_ptr<SharedSegment> segment_;
  std::vector<Partner> partners_;
  std::vector<NodeRelayPlan::Route> routes_;  // [n_partners]
  std::vector<Carried> carried_;
  std::vector<SharedCounter*> awaited_;  // all that values for this rank wait for
  std::uint64_t n_begun_ = 0;
  int n_fields_ = 1;  // of the last begun
};

}  // namespace lobatto::comm
