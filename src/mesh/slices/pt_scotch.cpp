#include "mesh/partition.hpp"

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

/// A list that has an address even where it is empty: PT-Scotch takes a null pointer for a list
/// that is not given, on all ranks or on none.
template <class T>
std::vector<SCOTCH_Num> as_scotch(std::span<const T> values) {
  std::vector<SCOTCH_Num> numbers;
  numbers.reserve(values.size() + 1);
  numbers.assign(values.begin(), values.end());
  return numbers;
}

/// Parts that are all equally far from each other: PT-Scotch maps onto no others.
class Target {
 public:
  explicit Target(std::span<const int> part_weights) {
    const std::vector<SCOTCH_Num> weights = as_scotch(part_weights);
    check_scotch(SCOTCH_archInit(&arch_), "SCOTCH_archInit");
    check_scotch(SCOTCH_archCmpltw(&arch_, static_cast<SCOTCH_Num>(weights.size()), weights.data()),
                 "SCOTCH_archCmpltw");
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
  Strategy(int n_ranks, std::size_t n_parts) {
    check_scotch(SCOTCH_stratInit(&strategy_), "SCOTCH_stratInit");
    constexpr double imbalance = 0.01;  // as with METIS
    check_scotch(SCOTCH_stratDgraphMapBuild(&strategy_, SCOTCH_STRATQUALITY, n_ranks,
                                            static_cast<SCOTCH_Num>(n_parts), imbalance),
                 "SCOTCH_stratDgraphMapBuild");
  }
  ~Strategy() { SCOTCH_stratExit(&strategy_); }
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  SCOTCH_Strat* get() { return &strategy_; }

 private:
  SCOTCH_Strat strategy_{};
};

/// One thread a rank: with several PT-Scotch calls MPI from two of them at a time, which MPI allows
/// only where it was started for it. The same numbers by chance at every call.
class Context {
 public:
  Context() {
    check_scotch(SCOTCH_contextInit(&context_), "SCOTCH_contextInit");
    check_scotch(SCOTCH_contextOptionSetNum(&context_, SCOTCH_OPTIONNUMDETERMINISTIC, 1),
                 "SCOTCH_contextOptionSetNum");
    check_scotch(SCOTCH_contextRandomClone(&context_), "SCOTCH_contextRandomClone");
    SCOTCH_contextRandomSeed(&context_, 1);
    check_scotch(SCOTCH_contextThreadSpawn(&context_, 1, nullptr), "SCOTCH_contextThreadSpawn");
  }
  ~Context() { SCOTCH_contextExit(&context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  SCOTCH_Context* get() { return &context_; }

 private:
  SCOTCH_Context context_{};
};

/// The graph in PT-Scotch's numbers, which it reads where they lie.
class ScotchGraph {
 public:
  ScotchGraph(const ElementGraph& graph, std::span<const int> costs,
              const comm::Communicator& communicator)
      : first_(as_scotch(std::span(graph.first))),
        neighbours_(as_scotch(std::span(graph.neighbours))),
        shared_faces_(as_scotch(std::span(graph.shared_faces))),
        costs_(as_scotch(costs)) {
    const bool has_costs = communicator.sum(static_cast<long long>(costs.size())) > 0;
    check_scotch(SCOTCH_dgraphInit(&graph_, communicator.handle()), "SCOTCH_dgraphInit");
    const auto n_rows = static_cast<SCOTCH_Num>(first_.size() - 1);
    const auto n_neighbours = static_cast<SCOTCH_Num>(neighbours_.size());
    check_scotch(
        SCOTCH_dgraphBuild(&graph_, 0, n_rows, n_rows, first_.data(), first_.data() + 1,
                           has_costs ? costs_.data() : nullptr, nullptr, n_neighbours, n_neighbours,
                           neighbours_.data(), nullptr, shared_faces_.data()),
        "SCOTCH_dgraphBuild");
  }
  ~ScotchGraph() { SCOTCH_dgraphExit(&graph_); }
  ScotchGraph(const ScotchGraph&) = delete;
  ScotchGraph& operator=(const ScotchGraph&) = delete;

  std::vector<SCOTCH_Num> map(Target& target, Strategy& strategy) {
    std::vector<SCOTCH_Num> parts(std::max<std::size_t>(first_.size() - 1, 1), 0);
    Context context;
    SCOTCH_Dgraph in_context{};
    check_scotch(SCOTCH_contextBindDgraph(context.get(), &graph_, &in_context),
                 "SCOTCH_contextBindDgraph");
    const int status = SCOTCH_dgraphMap(&in_context, target.get(), strategy.get(), parts.data());
    SCOTCH_dgraphExit(&in_context);
    check_scotch(status, "SCOTCH_dgraphMap");
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
                                  std::span<const int> part_weights,
                                  const comm::Communicator& communicator) {
  const std::size_t n_own = graph.first.size() - 1;
  const bool is_empty = communicator.sum(static_cast<long long>(n_own)) == 0;
  if (part_weights.size() == 1 || is_empty) return std::vector<int>(n_own, 0);
  const long long n_neighbours = communicator.sum(static_cast<long long>(graph.neighbours.size()));
  if (n_neighbours > std::numeric_limits<SCOTCH_Num>::max())
    throw base::Error("the mesh has more elements than this PT-Scotch can number");
  ScotchGraph scotch(graph, costs, communicator);
  Target target(part_weights);
  Strategy strategy(communicator.size(), part_weights.size());
  const auto parts = scotch.map(target, strategy);
  return {parts.begin(), parts.end()};
}

}  // namespace lobatto::mesh
