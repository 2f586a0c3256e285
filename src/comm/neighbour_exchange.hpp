#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Point-to-point messages with a fixed set of partners and lengths, as persistent requests.
class NeighbourExchange {
 public:
  struct Partner {
    int rank;
    std::size_t n_values;  ///< doubles, the same in both directions
  };
  NeighbourExchange(const Communicator& group, std::vector<Partner> partners);
  ~NeighbourExchange();
  NeighbourExchange(NeighbourExchange&&) noexcept;
  NeighbourExchange& operator=(NeighbourExchange&&) noexcept;

  [[nodiscard]] std::span<const Partner> partners() const;
  [[nodiscard]] std::span<double> send_buffer(std::size_t partner);
  [[nodiscard]] std::span<const double> recv_buffer(std::size_t partner) const;
  void begin();
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lobatto::comm
