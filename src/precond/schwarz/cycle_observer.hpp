#pragma once

namespace lobatto::precond {

/// What a cycle of Schwarz multigrid does besides residuals and transfers.
enum class CyclePart { smoother, exchange };

/// Is shown a cycle's parts, which follow each other, as they come and go: by it a cycle is timed
/// from outside.
class CycleObserver {
 public:
  virtual ~CycleObserver() = default;
  virtual void enter(CyclePart part) = 0;
  virtual void leave() = 0;
};

}  // namespace lobatto::precond
