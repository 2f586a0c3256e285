#include "predict/goal.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <cmath>
#include <ostream>
#include <vector>

namespace lobatto::predict {

namespace {

/// The operations of one rank. Whatever begins requires the operation that ended what was before.
class GoalOfRank final : public ScheduleSink {
 public:
  GoalOfRank(int rank, int order, const Machine& machine, std::ostream& out)
      : rank_(rank), order_(order), machine_(machine), out_(out) {}

  void compute(std::string_view region, CostOf cost_of) override {
    const double fraction =
        machine_.fraction_of(std::string(region), order_).value_or(machine_.core.fraction);
    calculate(std::llround(1e9 * machine_.seconds(cost_of(rank_), fraction)));
  }

  void exchange(const Exchange& messages) override {
    ++tag_;
    std::vector<long long> labels;
    messages.receives(rank_,
                      [&](int from, double bytes) { labels.push_back(receive(from, bytes)); });
    messages.sends(rank_, [&](int to, double bytes) { labels.push_back(send(to, bytes)); });
    join(labels);
  }

  void all_reduce(const RankSet& ranks, double bytes) override {
    ++tag_;
    if (!ranks.has(rank_)) return;
    const int own = (rank_ - ranks.first) / ranks.stride;
    // Towards the first: each takes from those above it by powers of two, then gives.
    int distance = 1;
    for (; distance < ranks.size && (own & distance) == 0; distance *= 2)
      if (own + distance < ranks.size) join({receive(ranks.rank(own + distance), bytes)});
    if (own != 0) {
      join({send(ranks.rank(own - distance), bytes)});
      join({receive(ranks.rank(own - distance), bytes)});
    }
    // And back.
    for (distance /= 2; distance > 0; distance /= 2)
      if (own + distance < ranks.size) join({send(ranks.rank(own + distance), bytes)});
  }

 private:
  long long begin(const std::string& operation) {
    const long long label = ++n_labels_;
    fmt::print(out_, "l{}: {}\n", label, operation);
    if (last_ > 0) fmt::print(out_, "l{} requires l{}\n", label, last_);
    return label;
  }
  long long send(int to, double bytes) {
    return begin(fmt::format("send {:.0f}b to {} tag {}", bytes, to, tag_));
  }
  long long receive(int from, double bytes) {
    return begin(fmt::format("recv {:.0f}b from {} tag {}", bytes, from, tag_));
  }
  void calculate(long long nanoseconds) {
    if (nanoseconds > 0) last_ = begin(fmt::format("calc {}", nanoseconds));
  }
  /// What comes now requires all of these.
  void join(const std::vector<long long>& labels) {
    if (labels.empty()) return;
    if (labels.size() == 1) {
      last_ = labels.front();
      return;
    }
    const long long label = ++n_labels_;
    fmt::print(out_, "l{}: calc 0\n", label);
    for (const long long earlier : labels) fmt::print(out_, "l{} requires l{}\n", label, earlier);
    last_ = label;
  }

  int rank_, order_;
  const Machine& machine_;
  std::ostream& out_;
  long long n_labels_ = 0, last_ = 0;  ///< 0: none yet
  int tag_ = 0;
};

}  // namespace

void write_goal(const std::function<void(ScheduleSink&)>& emit, int n_ranks, int order,
                const Machine& machine, std::ostream& out) {
  fmt::print(out, "num_ranks {}\n", n_ranks);
  for (int rank = 0; rank < n_ranks; ++rank) {
    fmt::print(out, "\nrank {} {{\n", rank);
    GoalOfRank of_rank(rank, order, machine, out);
    emit(of_rank);
    fmt::print(out, "}}\n");
  }
}

}  // namespace lobatto::predict
