#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Point-to-point messages with a fixed set of partners and lengths, as persistent requests. An
/// exchange may carry several fields of the same length in one message a partner.
class NeighbourExchange {
 public:
  struct Partner {
    int rank;
    std::size_t n_values;  ///< doubles a field, the same in both directions
  };
  /// Collective. Throws base::Error if a partner is not another rank of the group.
  NeighbourExchange(const Communicator& group, std::vector<Partner> partners, int max_fields = 1);
  ~NeighbourExchange();
  NeighbourExchange(NeighbourExchange&&) noexcept;
  NeighbourExchange& operator=(NeighbourExchange&&) noexcept;

  [[nodiscard]] std::span<const Partner> partners() const;
  /// [max_fields][n_values] of the partner with this index; an exchange of fewer fields uses the
  /// first ones.
  [[nodiscard]] std::span<double> send_buffer(std::size_t partner);
  [[nodiscard]] std::span<const double> recv_buffer(std::size_t partner) const;
  /// Starts an exchange of the first n_fields fields; the same number on all ranks.
  void begin(int n_fields = 1);
  /// Lets messages of an exchange under way move on that need this rank's help; whether all have
  /// arrived, as when none is under way.
  bool progress();
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lobatto::comm
