#pragma once

#include <string>
#include <utility>
#include <vector>

#include "machine/machine.hpp"
#include "machine/results/measurement.hpp"

namespace lobatto::machine {

/// What the two ends of a link are called so that another run knows them again, whatever its ranks
/// are called: of a link between nodes both hosts, within a node as well the processors that each
/// rank is bound to, and which of several ranks with the same ones it is. The number of ranks of a
/// host belongs to its name, because a link that more of them share is another one.
class LinkEnds {
 public:
  explicit LinkEnds(const Allocation& machine);
  /// In an order that does not depend on that of the ranks, which the machine has to have.
  [[nodiscard]] std::pair<std::string, std::string> of(const Site& link) const;

 private:
  std::vector<std::string> nodes_, seats_;  ///< [n_ranks]
};

}  // namespace lobatto::machine
