#include "precond/coarse/coarse_solvers.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "precond/coarse/hypre_objects.hpp"
#include "precond/coarse/rank_groups.hpp"
#include "precond/coarse/vertex_numbering.hpp"
#include "precond/coarse/vertex_rows.hpp"

namespace lobatto::precond {

namespace {

/// Gaussian elimination needs a regular matrix: each diagonal value of a singular one grows by this
/// part of itself, far below what a cycle resolves.
void make_regular(VertexRows& rows) {
  constexpr double shift = 1e-10;
  for (std::size_t i = 0; i < rows.n_rows(); ++i) {
    for (std::size_t j = rows.offsets[i]; j < rows.offsets[i + 1]; ++j)
      if (rows.columns[j] == rows.first + static_cast<std::int64_t>(i)) rows.values[j] *= 1 + shift;
  }
}

class BoomerAmg {
 public:
  BoomerAmg(const CoarseProblem& problem, VertexNumbering numbering,
            const comm::Communicator& communicator, const AmgOptions& options)
      : numbering_(std::move(numbering)),
        singular_(problem.singular),
        owned_(numbering_.n_owned()),
        groups_(options.n_ranks > 0 ? options.n_ranks : communicator.size(), owned_.size(),
                communicator) {
    const VertexRows own = assemble_rows(problem, numbering_, communicator);
    VertexRows rows = replicate(own, groups_.group());
    // The ranks of a group own consecutive vertices, its leader the first of them.
    rows.first = own.first;
    row_numbers_.emplace(rows.first, rows.n_rows(), numbering_.size());
    if (groups_.is_leader()) set_up(rows, options);
  }

  void solve(std::span<const double> f, std::span<double> u) {
    check_length(f.size());
    check_length(u.size());
    numbering_.gather(f, owned_);
    groups_.gather(owned_);
    if (groups_.is_leader()) solve_together(groups_.values());
    groups_.scatter(owned_);
    numbering_.scatter(owned_, u);
  }

 private:
  /// On leaders.
  void set_up(VertexRows& rows, const AmgOptions& options) {
    const auto leaders = groups_.leaders().handle();
    if (singular_) make_regular(rows);
    matrix_ = make_hypre_matrix(*row_numbers_, rows.offsets, rows.columns, rows.values, leaders);
    rhs_ = make_hypre_vector(*row_numbers_, leaders);
    solution_ = make_hypre_vector(*row_numbers_, leaders);
    solver_ = make_hypre_amg(options.n_cycles, options.strong_threshold);
    HYPRE_BoomerAMGSetup(solver_.get(), parallel(matrix_), parallel(rhs_), parallel(solution_));
    check_hypre("the set-up of BoomerAMG");
  }
  /// On leaders: values [rows] become the solution for them.
  void solve_together(std::span<double> values) {
    const auto n = static_cast<HYPRE_Int>(values.size());
    if (singular_) remove_mean(values);
    HYPRE_IJVectorSetValues(rhs_.get(), n, row_numbers_->numbers.data(), values.data());
    HYPRE_ParVectorSetConstantValues(parallel(solution_), 0.0);
    HYPRE_BoomerAMGSolve(solver_.get(), parallel(matrix_), parallel(rhs_), parallel(solution_));
    HYPRE_IJVectorGetValues(solution_.get(), n, row_numbers_->numbers.data(), values.data());
    check_hypre("the cycle of BoomerAMG");
    if (singular_) remove_mean(values);
  }
  void remove_mean(std::span<double> values) const {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double mean = groups_.leaders().sum(sum) / static_cast<double>(numbering_.size());
    for (double& value : values) value -= mean;
  }
  void check_length(std::size_t length) const {
    if (length != numbering_.numbers().size())
      throw base::Error("coarse problem: a field has " + std::to_string(length) +
                        " values instead of " + std::to_string(numbering_.numbers().size()));
  }

  VertexNumbering numbering_;
  bool singular_;
  std::vector<double> owned_;
  RankGroups groups_;
  std::optional<HypreRows> row_numbers_;
  HypreMatrix matrix_;  ///< of a leader, as what follows
  HypreVector rhs_, solution_;
  HypreAmg solver_;
};

void check(const AmgOptions& options) {
  if (options.n_cycles < 1)
    throw base::Error("BoomerAMG needs at least one cycle, not " +
                      std::to_string(options.n_cycles));
  if (!(options.strong_threshold >= 0 && options.strong_threshold < 1))
    throw base::Error("the strong threshold of BoomerAMG must lie in [0, 1), not be " +
                      std::to_string(options.strong_threshold));
}

}  // namespace

bool has_boomer_amg() { return true; }

CoarseSolver make_boomer_amg(const CoarseProblem& problem, const comm::Communicator& communicator,
                             const AmgOptions& options) {
  check(options);
  HYPRE_Init();  // does nothing from the second time on
  VertexNumbering numbering(problem.ids, communicator);
  if (numbering.size() <= (problem.singular ? 1 : 0))
    return [](std::span<const double>, std::span<double> u) { std::fill(u.begin(), u.end(), 0.0); };
  const auto solver =
      std::make_shared<BoomerAmg>(problem, std::move(numbering), communicator, options);
  return [solver](std::span<const double> f, std::span<double> u) { solver->solve(f, u); };
}

}  // namespace lobatto::precond
