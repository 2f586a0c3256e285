#include "machine/machine.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <set>
#include <span>
#include <string_view>

#include "base/host_name.hpp"
#include "comm/exchange/first_rank.hpp"

namespace lobatto::machine {

std::vector<std::string> Allocation::hosts() const {
  std::vector<std::string> hosts;
  std::set<std::string_view> seen;
  for (const Seat& seat : seats)
    if (seen.insert(seat.host).second) hosts.push_back(seat.host);
  return hosts;
}

std::string Allocation::name_of(int rank, int partner) const {
  const auto seat_text = [this](int r) {
    const Seat& seat = seats[r];
    return seat.core < 0 ? fmt::format("{} ({})", r, seat.host)
                         : fmt::format("{} ({}, core {})", r, seat.host, seat.core);
  };
  if (partner < 0) return fmt::format("rank {}", seat_text(rank));
  return fmt::format("ranks {} and {}", seat_text(rank), seat_text(partner));
}

int own_core() {
#if defined(__linux__)
  return sched_getcpu();
#else
  return -1;
#endif
}

Seat own_seat() {
  const CoreMap map;
  const auto processors = map.bound_to();
  return {base::host_name(), own_core(), processors, map.place_of(processors)};
}

Allocation look_at_machine(const comm::Communicator& communicator) {
  return gather_seats(communicator, own_seat());
}

Allocation gather_seats(const comm::Communicator& communicator, const Seat& own) {
  const auto cores = comm::gather_to_first(communicator, std::span<const int>(&own.core, 1));
  const auto places =
      comm::gather_to_first(communicator, std::span<const CorePlace>(&own.place, 1));
  const auto hosts = comm::gather_to_first(communicator, std::span<const char>(own.host));
  const auto bound = comm::gather_to_first(communicator, std::span<const char>(own.processors));
  Allocation machine;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    machine.seats.push_back({{hosts[rank].begin(), hosts[rank].end()},
                             cores[rank].front(),
                             {bound[rank].begin(), bound[rank].end()},
                             places[rank].front()});
  return machine;
}

}  // namespace lobatto::machine
