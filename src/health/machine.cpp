#include "health/machine.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>

#include "comm/gather_to_first.hpp"

namespace lobatto::health {

std::vector<std::string> Machine::hosts() const {
  std::vector<std::string> hosts;
  for (const Seat& seat : seats)
    if (std::ranges::find(hosts, seat.host) == hosts.end()) hosts.push_back(seat.host);
  return hosts;
}

std::string Machine::name_of(int rank, int partner) const {
  const auto seat_text = [this](int r) {
    const Seat& seat = seats[r];
    return seat.core < 0 ? fmt::format("{} ({})", r, seat.host)
                         : fmt::format("{} ({}, core {})", r, seat.host, seat.core);
  };
  if (partner < 0) return fmt::format("rank {}", seat_text(rank));
  return fmt::format("ranks {} and {}", seat_text(rank), seat_text(partner));
}

Seat own_seat() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
#if defined(__linux__)
  return {name.data(), sched_getcpu()};
#else
  return {name.data(), -1};
#endif
}

Machine look_at_machine(const comm::Communicator& communicator) {
  Seat own = own_seat();
  const CoreMap map;
  own.processors = map.bound_to();
  own.place = map.place_of(own.processors);
  const auto cores = comm::gather_to_first(communicator, std::span<const int>(&own.core, 1));
  const auto places =
      comm::gather_to_first(communicator, std::span<const CorePlace>(&own.place, 1));
  const auto hosts = comm::gather_to_first(communicator, std::span<const char>(own.host));
  const auto bound = comm::gather_to_first(communicator, std::span<const char>(own.processors));
  Machine machine;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    machine.seats.push_back({{hosts[rank].begin(), hosts[rank].end()},
                             cores[rank].front(),
                             {bound[rank].begin(), bound[rank].end()},
                             places[rank].front()});
  return machine;
}

}  // namespace lobatto::health
