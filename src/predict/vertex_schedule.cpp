#include "predict/vertex_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "physics/work_part.hpp"
#include "plan/solver_choice.hpp"
#include "precond/coarse/coarse_choice.hpp"
#include "precond/coarse/coarse_solvers.hpp"

namespace lobatto::predict {

std::int64_t n_vertices(const cases::Case& the_case, const mesh::HexMesh* whole) {
  if (whole != nullptr) return whole->n_vertices;
  std::int64_t n = 1;
  for (const mesh::Axis& axis : the_case.axes) n *= axis.n_elements() + (axis.periodic ? 0 : 1);
  return n;
}

precond::CoarseKind coarse_kind(const cases::Case& the_case, const plan::Grounds& grounds,
                                const mesh::HexMesh* whole) {
  if (the_case.iterative_pressure.coarse) return *the_case.iterative_pressure.coarse;
  const bool is_box = plan::obstacle_to_direct_solves(the_case).empty();
  return precond::choose_coarse_solver(is_box, n_vertices(the_case, whole),
                                       precond::has_boomer_amg(), grounds.n_ranks, grounds.rates);
}

namespace {

constexpr std::string_view region = name_of(physics::WorkPart::coarse_problem);

/// Two operations with each entry that is read, with its column or without.
kernels::Cost cost_of(double sparse_bytes, double bytes_of_entry) {
  return {2 * sparse_bytes / bytes_of_entry, sparse_bytes};
}

constexpr double bytes_of_factor_entry = 8, bytes_of_row_entry = 12;

/// Consecutive ranks, n_groups times, of numbers that differ by one at most; the first of each
/// solves (precond::RankGroups).
struct Groups {
  int n_ranks, n_groups;

  [[nodiscard]] int of(int rank) const {
    return static_cast<int>(static_cast<long long>(rank) * n_groups / n_ranks);
  }
  [[nodiscard]] int first(int group) const {
    return static_cast<int>((static_cast<long long>(group) * n_ranks + n_groups - 1) / n_groups);
  }
  [[nodiscard]] bool has_first(int rank) const { return first(of(rank)) == rank; }
};

/// Values of the members of each group to its first rank, or back.
class GroupMessages final : public Exchange {
 public:
  GroupMessages(const Groups& groups, bool to_first, double bytes)
      : groups_(groups), to_first_(to_first), bytes_(bytes) {}

  void sends(int rank, Visit visit) const override { visit_partners(rank, to_first_, visit); }
  void receives(int rank, Visit visit) const override { visit_partners(rank, !to_first_, visit); }
  [[nodiscard]] std::optional<RankSet> group_of(int /*rank*/) const override {
    return std::nullopt;
  }

 private:
  void visit_partners(int rank, bool towards_first, Visit visit) const {
    const int group = groups_.of(rank), first = groups_.first(group);
    if (towards_first) {
      if (rank != first) visit(first, bytes_);
      return;
    }
    if (rank != first) return;
    for (int member = first + 1; member < groups_.first(group + 1); ++member) visit(member, bytes_);
  }

  Groups groups_;
  bool to_first_;
  double bytes_;
};

/// Between the first ranks of groups next in number.
class LevelMessages final : public Exchange {
 public:
  LevelMessages(const Groups& groups, double bytes) : groups_(groups), bytes_(bytes) {}

  void sends(int rank, Visit visit) const override {
    constexpr int reach = 13;
    const int own = groups_.of(rank), n = groups_.n_groups;
    if (!groups_.has_first(rank)) return;
    if (n <= 2 * reach) {
      for (int group = 0; group < n; ++group)
        if (group != own) visit(groups_.first(group), bytes_);
      return;
    }
    for (int step = -reach; step <= reach; ++step)
      if (step != 0) visit(groups_.first((own + step + n) % n), bytes_);
  }
  void receives(int rank, Visit visit) const override { sends(rank, visit); }
  [[nodiscard]] std::optional<RankSet> group_of(int /*rank*/) const override {
    return std::nullopt;
  }

 private:
  Groups groups_;
  double bytes_;
};

}  // namespace

kernels::Cost replicated_cost(std::int64_t n_vertices) {
  return cost_of(precond::cholesky_work(n_vertices, 1).sparse_bytes, bytes_of_factor_entry);
}

void emit_replicated(std::int64_t n_vertices, int n_ranks, ScheduleSink& sink) {
  sink.all_reduce({0, 1, n_ranks}, sizeof(double) * static_cast<double>(n_vertices));
  const kernels::Cost solve = replicated_cost(n_vertices);
  sink.compute(region, [&](int) { return solve; });
}

void emit_amg(std::int64_t n_vertices, int n_ranks, int n_solving, ScheduleSink& sink) {
  const Groups groups{n_ranks, n_solving};
  const double rows = static_cast<double>(n_vertices) / n_solving;
  const double bytes_of_member = sizeof(double) * static_cast<double>(n_vertices) / n_ranks;
  if (n_solving < n_ranks) sink.exchange(GroupMessages(groups, true, bytes_of_member));
  const kernels::Cost cycle =
      cost_of(precond::amg_work(n_vertices, n_ranks, n_solving).sparse_bytes, bytes_of_row_entry);
  sink.compute(region, [&](int rank) { return groups.has_first(rank) ? cycle : kernels::Cost{}; });
  if (n_solving > 1) {
    constexpr int exchanges = 4;
    const double n_levels = std::max(1.0, std::log2(static_cast<double>(n_vertices)) / 3);
    double values = std::pow(rows, 2.0 / 3.0);
    for (int level = 0; level < n_levels; ++level, values /= 4)
      for (int i = 0; i < exchanges; ++i)
        sink.exchange(LevelMessages(groups, sizeof(double) * std::max(values, 1.0)));
    sink.all_reduce({0, n_ranks / n_solving, n_solving}, sizeof(double));
  }
  if (n_solving < n_ranks) sink.exchange(GroupMessages(groups, false, bytes_of_member));
}

void emit_schwarz(std::int64_t n_vertices, int n_ranks, bool is_singular,
                  base::FunctionRef<void()> exchange_vertices, ScheduleSink& sink) {
  const auto mean = [&] {
    if (is_singular) sink.all_reduce({0, 1, n_ranks}, sizeof(double));
  };
  const kernels::Cost cycle =
      cost_of(precond::schwarz_work(n_vertices, n_ranks).sparse_bytes, bytes_of_factor_entry);
  mean();
  if (n_ranks > 1) {
    for (int i = 0; i < 2; ++i) exchange_vertices();
    sink.all_reduce({0, 1, n_ranks}, sizeof(double) * n_ranks);
    for (int i = 0; i < 2; ++i) exchange_vertices();
  }
  sink.compute(region, [&](int) { return cycle; });
  mean();
}

}  // namespace lobatto::predict
