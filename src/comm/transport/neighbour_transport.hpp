#pragma once

#include <cstddef>

namespace lobatto::comm {

/// How the messages of a NeighbourExchange travel; the rules on buffers are those of
/// NeighbourExchange.
class NeighbourTransport {
 public:
  struct Partner {
    int rank;
    std::size_t n_values;  ///< doubles per field, the same in both directions
  };

  NeighbourTransport() = default;
  NeighbourTransport(const NeighbourTransport&) = delete;
  NeighbourTransport& operator=(const NeighbourTransport&) = delete;
  virtual ~NeighbourTransport() = default;

  /// Where one field for, or from, the partner with this index lies. [n_values]
  [[nodiscard]] virtual double* send_block(std::size_t partner, int field) = 0;
  [[nodiscard]] virtual const double* recv_block(std::size_t partner, int field) const = 0;
  virtual void begin(int n_fields) = 0;
  virtual bool progress() = 0;
  virtual void finish() = 0;
};

}  // namespace lobatto::comm
