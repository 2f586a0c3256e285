// Microseconds per exchange with all other ranks of a ring of 26 at most, written before and read
// after: a message from rank to rank each, and those of a node together. The best of many rounds,
// each way in turn. An argument gives the ranks per node that is pretended, all of a node without.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "comm/transport/node_relay.hpp"
#include "comm/transport/partner_messages.hpp"

namespace {

using namespace lobatto;
using Transport = comm::NeighbourTransport;

std::vector<Transport::Partner> neighbours_in_ring(const comm::Communicator& world,
                                                   std::size_t n_values) {
  constexpr int reach = 13;
  std::vector<Transport::Partner> partners;
  for (int r = 0; r < world.size(); ++r) {
    const int apart = std::abs(r - world.rank());
    if (apart != 0 && std::min(apart, world.size() - apart) <= reach)
      partners.push_back({r, n_values});
  }
  return partners;
}

double exchange(Transport& transport, std::size_t n_partners, std::size_t n_values) {
  double sum = 0;
  for (std::size_t p = 0; p < n_partners; ++p)
    std::fill_n(transport.send_block(p, 0), n_values, 1.0);
  transport.begin(1);
  transport.finish();
  for (std::size_t p = 0; p < n_partners; ++p) {
    const double* values = transport.recv_block(p, 0);
    for (std::size_t i = 0; i < n_values; ++i) sum += values[i];
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  const int ranks_per_node = argc > 1 ? std::atoi(argv[1]) : world.size();
  const auto node = world.split(world.rank() / ranks_per_node, world.rank());
  if (world.rank() == 0)
    fmt::print("{:>10} {:>14} {:>10}   microseconds per exchange, {} ranks, {} per node\n",
               "values", "rank to rank", "by nodes", world.size(), ranks_per_node);
  double sum = 0;
  for (const std::size_t n_values : {1, 64, 1024, 16384}) {
    const auto partners = neighbours_in_ring(world, n_values);
    const std::array<std::unique_ptr<Transport>, 2> transports{
        std::make_unique<comm::PartnerMessages>(world, partners, 1),
        comm::NodeRelay::create(world, node, partners, 1)};
    std::array<double, 2> best;
    best.fill(std::numeric_limits<double>::infinity());
    for (int round = 0; round < 40; ++round)
      for (std::size_t t = 0; t < 2; ++t) {
        constexpr int n_exchanges = 50;
        world.barrier();
        const base::Stopwatch watch;
        for (int i = 0; i < n_exchanges; ++i)
          sum += exchange(*transports[t], partners.size(), n_values);
        best[t] = std::min(best[t], world.max(1e6 * watch.seconds() / n_exchanges));
      }
    if (world.rank() == 0) fmt::print("{:>10} {:>14.2f} {:>10.2f}\n", n_values, best[0], best[1]);
  }
  return sum > 0 || world.size() == 1 ? 0 : 1;
}
