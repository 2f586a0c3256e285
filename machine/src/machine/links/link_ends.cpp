#include "machine/links/link_ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lobatto::machine {

LinkEnds::LinkEnds(const Allocation& machine) {
  std::map<std::string, int> n_ranks, n_seats;
  for (const Seat& seat : machine.seats) ++n_ranks[seat.host];
  for (const Seat& seat : machine.seats) {
    nodes_.push_back(fmt::format("{} {}", seat.host, n_ranks[seat.host]));
    const auto name = fmt::format("{} {}", nodes_.back(), seat.processors);
    seats_.push_back(fmt::format("{} {}", name, n_seats[name]++));
  }
}

std::pair<std::string, std::string> LinkEnds::of(const Site& link) const {
  const auto& names = nodes_[link.rank] == nodes_[link.partner] ? seats_ : nodes_;
  return std::minmax(names[link.rank], names[link.partner]);
}

}  // namespace lobatto::machine
