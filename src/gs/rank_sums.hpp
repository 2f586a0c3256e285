#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "comm/exchange/neighbour_exchange.hpp"

namespace lobatto::gs {

/// The messages of the gather-scatter: each slot (a sum over the copies of one rank) is added up
/// over the ranks that hold it, in the order of the ranks, so that all of them get the same bits.
class RankSums {
 public:
  /// The slots that this rank has in common with another, in an order on which both agree.
  struct SharedSlots {
    int rank;
    std::vector<std::uint32_t> slots;
  };
  /// Collective. Partners in rank order.
  RankSums(const comm::Communicator& communicator, std::vector<SharedSlots> partners,
           std::size_t n_slots, int max_fields);

  /// The sums of this rank for one field, to be filled before begin(). [n_slots]
  [[nodiscard]] std::span<double> sums(int field);
  void begin(int n_fields);
  void progress() { messages_.progress(); }
  void finish();
  /// The sums over all ranks, from finish() on. [n_slots]
  [[nodiscard]] std::span<const double> totals(int field) const;

 private:
  void pack(std::size_t partner, int field);
  void add_received(std::size_t partner, int field);
  void add_up(int field);

  int own_rank_;
  std::size_t n_slots_;
  std::vector<SharedSlots> partners_;
  comm::NeighbourExchange messages_;
  base::AlignedArray<double> sums_, totals_;  // [max_fields][n_slots]
  int n_fields_under_way_ = 0;
};

}  // namespace lobatto::gs
