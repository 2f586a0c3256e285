#include "mesh/slices/pt_scotch.hpp"

// It needs the types of MPI and of files to be known.
#include <cstdint>
#include <cstdio>

#include <ptscotch.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

void check_scotch(int status, const char* what) {
  if (status != 0)
    throw base::Error(std::string("PT-Scotch could not partition the mesh (") + what + ")");
}

std::vector<SCOTCH_Num> as_scotch(std::span<const std::int64_t> values) {
  return {values.begin(), values.end()};
}

/// The parts, or the nodes and the ranks on them with dearer ways between nodes.
class Target {
 public:
  Target(int n_parts, int ranks_per_node) {
    check_scotch(SCOTCH_archInit(&arch_), "SCOTCH_archInit");
    const bool is_tree = ranks_per_node > 1 && n_parts > ranks_per_node;
    if (is_tree) {
      // The ways between nodes are some ten times as slow as those within.
      const std::array<SCOTCH_Num, 2> sizes{n_parts / ranks_per_node, ranks_per_node};
      const std::array<SCOTCH_Num, 2> costs{10, 1};
      check_scotch(SCOTCH_archTleaf(&arch_, 2, sizes.data(), costs.data()), "SCOTCH_archTleaf");
    } else {
      check_scotch(SCOTCH_archCmplt(&arch_, n_parts), "SCOTCH_archCmplt");
    }
  }
  ~Target() { SCOTCH_archExit(&arch_); }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  SCOTCH_Arch* get() { return &arch_; }

 private:
  SCOTCH_Arch arch_{};
};

class Strategy {
 public:
  explicit Strategy(int n_ranks) {
    check_scotch(SCOTCH_stratInit(&strategy_), "SCOTCH_stratInit");
    constexpr double imbalance = 0.01;  // as with METIS
    check_scotch(SCOTCH_stratDgraphMapBuild(&strategy_, SCOTCH_STRATQUALITY, n_ranks, n_ranks,
                                            imbalance),
                 "SCOTCH_stratDgraphMapBuild");
  }
  ~Strategy() { SCOTCH_stratExit(&strategy_); }
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  SCOTCH_Strat* get() { return &strategy_; }

 private:
  SCOTCH_Strat strategy_{};
};

/// The graph in PT-Scotch's numbers, which it reads where they lie.
class ScotchGraph {
 public:
  ScotchGraph(const ElementGraph& graph, std::span<const int> costs,
              const comm::Communicator& communicator)
      : first_(as_scotch(graph.first)),
        neighbours_(as_scotch(graph.neighbours)),
        shared_faces_(as_scotch(graph.shared_faces)),
        costs_(costs.begin(), costs.end()) {
    check_scotch(SCOTCH_dgraphInit(&graph_, communicator.handle()), "SCOTCH_dgraphInit");
    const auto n_rows = static_cast<SCOTCH_Num>(first_.size() - 1);
    const auto n_neighbours = static_cast<SCOTCH_Num>(neighbours_.size());
    check_scotch(SCOTCH_dgraphBuild(&graph_, 0, n_rows, n_rows, first_.data(), first_.data() + 1,
                                    costs_.empty() ? nullptr : costs_.data(), nullptr,
                                    n_neighbours, n_neighbours, neighbours_.data(), nullptr,
                                    shared_faces_.data()),
                 "SCOTCH_dgraphBuild");
  }
  ~ScotchGraph() { SCOTCH_dgraphExit(&graph_); }
  ScotchGraph(const ScotchGraph&) = delete;
  ScotchGraph& operator=(const ScotchGraph&) = delete;

  std::vector<SCOTCH_Num> map(Target& target, Strategy& strategy) {
    std::vector<SCOTCH_Num> parts(std::max<std::size_t>(first_.size() - 1, 1), 0);
    check_scotch(SCOTCH_dgraphMap(&graph_, target.get(), strategy.get(), parts.data()),
                 "SCOTCH_dgraphMap");
    parts.resize(first_.size() - 1);
    return parts;
  }

 private:
  SCOTCH_Dgraph graph_{};
  std::vector<SCOTCH_Num> first_, neighbours_, shared_faces_, costs_;
};

}  // namespace

bool has_pt_scotch() { return true; }

std::vector<int> cut_by_pt_scotch(const ElementGraph& graph, std::span<const int> costs,
                                  int ranks_per_node, const comm::Communicator& communicator) {
  if (communicator.size() == 1) return std::vector<int>(graph.first.size() - 1, 0);
  const long long n_neighbours =
      communicator.sum(static_cast<long long>(graph.neighbours.size()));
  if (n_neighbours > std::numeric_limits<SCOTCH_Num>::max())
    throw base::Error("the mesh has more elements than this PT-Scotch can number");
  // On slices of several kinds those of one kind have weights, too: empty lists would differ.
  std::vector<int> all_costs(costs.begin(), costs.end());
  const bool are_given = communicator.sum(static_cast<long long>(costs.size())) > 0;
  if (are_given && graph.first.size() == 1) all_costs = {1};
  SCOTCH_randomProc(0);
  SCOTCH_randomSeed(1);
  SCOTCH_randomReset();
  ScotchGraph scotch(graph, all_costs, communicator);
  Target target(communicator.size(), ranks_per_node);
  Strategy strategy(communicator.size());
  const auto parts = scotch.map(target, strategy);
  return {parts.begin(), parts.end()};
}

}  // namespace lobatto::mesh
