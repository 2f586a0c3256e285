#include "comm/agreement/agreed_fault.hpp"

#include "base/error.hpp"

namespace lobatto::comm {

void AgreedFault::agree(const Communicator& communicator) const {
  constexpr double nowhere = std::numeric_limits<double>::infinity();
  const bool has_fault = place_ < std::numeric_limits<long long>::max();
  const double own = has_fault ? static_cast<double>(place_) : nowhere;
  // -own: the largest is the lowest place, and of several the lowest rank is told.
  const auto first = communicator.max_location(-own);
  if (first.value == -nowhere) return;
  std::string text = text_;
  communicator.broadcast(text, first.rank);
  throw base::Error(text);
}

}  // namespace lobatto::comm
