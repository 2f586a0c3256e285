#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <simgrid/s4u.hpp>
#include <string>

#include "predict/simgrid/platform.hpp"
#include "predict/simgrid/rank_actor.hpp"
#include "predict/simgrid/request.hpp"

namespace lobatto::predict {

namespace {

namespace s4u = simgrid::s4u;

/// Flows share links fairly (max-min) and nothing else slows them down: no factors that were fitted
/// to some machine, no windows of TCP, no traffic of acknowledgements.
void choose_models() {
  for (const char* setting :
       {"network/model:CM02", "network/bandwidth-factor:1", "network/latency-factor:1",
        "network/weight-S:0", "network/TCP-gamma:0", "network/crosstraffic:0",
        "contexts/stack-size:256", "debug/verbose-exit:0"})
    s4u::Engine::set_config(setting);
  s4u::Engine::set_config("surf/precision", clock_precision);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] double lobatto_simulate_step(
    const SimulationRequest& request) {
  // SimGrid takes its words from a command line; without these it tells every setting.
  std::array<std::string, 2> words{"lobatto", "--log=root.threshold:error"};
  std::array<char*, 3> pointers{words[0].data(), words[1].data(), nullptr};
  int n_words = words.size();
  s4u::Engine engine(&n_words, pointers.data());
  choose_models();
  const int per_node = request.machine.machine.cores_per_node;
  const int n_nodes = (request.n_ranks + per_node - 1) / per_node;
  Simulated shared{request, build_platform(request.machine, n_nodes), {}, {}, {}, 0};
  shared.inboxes.resize(request.n_ranks);
  for (int rank = 0; rank < request.n_ranks; ++rank)
    s4u::Actor::create(fmt::format("rank {}", rank), shared.nodes[rank / per_node],
                       [rank, &shared] {
                         RankActor actor(rank, shared);
                         shared.request.emit(actor);
                         shared.end = std::max(shared.end, s4u::Engine::get_clock());
                       });
  engine.run();
  return shared.end;
}

}  // namespace lobatto::predict
