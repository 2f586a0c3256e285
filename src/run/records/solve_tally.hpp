#pragma once

#include <string>
#include <vector>

#include "physics/step_report.hpp"

namespace lobatto::run {

/// How many iterations the solves of each equation took, over the steps of a run.
class SolveTally {
 public:
  struct Row {
    std::string equation;
    std::string solver;
    long long n_solves = 0;
    int fewest = 0, most = 0;
    long long n_iterations = 0;  ///< of all solves
    [[nodiscard]] double mean() const {
      return static_cast<double>(n_iterations) / static_cast<double>(n_solves);
    }
  };

  void add(const std::vector<physics::NamedSolve>& solves);
  /// In the order in which the equations are solved.
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// A table of those that iterate, for people; empty where none does.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Row> rows_;
};

}  // namespace lobatto::run
