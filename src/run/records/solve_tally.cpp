#include "run/records/solve_tally.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lobatto::run {

void SolveTally::add(const std::vector<physics::NamedSolve>& solves) {
  for (const auto& solve : solves) {
    const int iterations = solve.report.iterations;
    auto row = std::ranges::find(rows_, solve.equation, &Row::equation);
    if (row == rows_.end())
      row = rows_.insert(row, {solve.equation, solve.solver, 0, iterations, iterations, 0});
    ++row->n_solves;
    row->fewest = std::min(row->fewest, iterations);
    row->most = std::max(row->most, iterations);
    row->n_iterations += iterations;
  }
}

std::string SolveTally::text() const {
  std::string text;
  for (const Row& row : rows_)
    if (row.most > 0)
      text += fmt::format("\n{:<21} {:<17} {:>7} {:>4} {:>7.1f} {:>4}", row.equation, row.solver,
                          row.n_solves, row.fewest, row.mean(), row.most);
  if (text.empty()) return text;
  return fmt::format("{:<21} {:<17} {:>7} {:>4} {:>7} {:>4}", "iterations of", "solver", "solves",
                     "min", "mean", "max") +
         text;
}

}  // namespace lobatto::run
