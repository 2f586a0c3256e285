#include "health/machine.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>

#include "comm/byte_gather.hpp"

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
  const Seat own = own_seat();
  base::ByteBuffer bytes;
  bytes.append(std::as_bytes(std::span(&own.core, 1)));
  bytes.append(std::as_bytes(std::span(own.host)));
  comm::ByteGather gather(communicator, std::move(bytes));
  gather.wait();
  Machine machine;
  if (communicator.rank() != 0) return machine;
  for (const base::ByteBuffer& parcel : gather.take()) {
    const auto all = parcel.bytes();
    Seat seat;
    std::ranges::copy(all.first(sizeof(int)),
                      std::as_writable_bytes(std::span(&seat.core, 1)).begin());
    const auto text = all.subspan(sizeof(int));
    seat.host.assign(reinterpret_cast<const char*>(text.data()), text.size());
    machine.seats.push_back(std::move(seat));
  }
  return machine;
}

}  // namespace lobatto::health
