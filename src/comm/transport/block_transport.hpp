#pragma once

namespace lobatto::comm {

/// How the blocks of an AllToAll travel; the rules on buffers are those of AllToAll.
class BlockTransport {
 public:
  BlockTransport() = default;
  BlockTransport(const BlockTransport&) = delete;
  BlockTransport& operator=(const BlockTransport&) = delete;
  virtual ~BlockTransport() = default;

  [[nodiscard]] virtual double* send_block(int r) = 0;
  [[nodiscard]] virtual const double* recv_block(int r) const = 0;
  virtual void begin() = 0;
  virtual void finish() = 0;
};

}  // namespace lobatto::comm
