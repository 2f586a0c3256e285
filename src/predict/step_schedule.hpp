#pragma once

#include <memory>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "predict/partition.hpp"
#include "predict/sample.hpp"
#include "predict/schedule.hpp"
#include "predict/solves.hpp"
#include "predict/tensor_schedule.hpp"

namespace lobatto::predict {

/// What a step of a case does on many ranks, without them: work by region, messages
/// with partners and bytes, reductions. The step is one of many of equal length, with all levels of
/// the time scheme, in which nothing is written.
///
/// Work that belongs to elements is that of a sample, times the elements of a rank; that of direct
/// solves, which depends on the lengths of lines, is what direct::TensorSolver counts. Messages
/// come from the patterns that the solvers themselves are made from.
class StepSchedule {
 public:
  /// sample: of the same equations, with the iterations that are asked for. sample_case: what it
  /// was taken of. Throws base::Error for what has no schedule, see refusals.
  /// whole: all elements of a mesh from a file, which lives as long; null for a box.
  StepSchedule(const cases::Case& the_case, const plan::Grounds& grounds,
               const Iterations& iterations, const StepSample& sample,
               const cases::Case& sample_case, const mesh::HexMesh* whole = nullptr);

  StepSchedule(const StepSchedule&) = delete;
  StepSchedule& operator=(const StepSchedule&) = delete;

  void emit(ScheduleSink& sink) const;

  /// Null for a mesh from a file.
  [[nodiscard]] const Partition* box() const { return box_.get(); }
  [[nodiscard]] const std::vector<EquationSolve>& solves() const { return solves_; }

 private:
  [[nodiscard]] double n_elements(int rank) const;
  /// Some of n equal portions.
  struct Portion {
    int begin = 0, end = 1, n = 1;
  };
  /// What of its region belongs to a solve: as many portions as it has iterations, and one more for
  /// each group.
  [[nodiscard]] Portion portion_of(const EquationSolve& solve) const;
  void emit_region(const RegionSample& region, const Portion& portion, ScheduleSink& sink) const;
  void emit_part(physics::WorkPart part, const Portion& portion, ScheduleSink& sink) const;
  void emit_regions_before_solves(ScheduleSink& sink) const;
  void emit_regions_after_solves(ScheduleSink& sink) const;

  /// Of direct solves, those of the groups of an equation.
  using Direct = std::vector<TensorSchedule>;
  void emit_solve(const EquationSolve& solve, const Direct& direct, ScheduleSink& sink) const;
  void emit_direct(const EquationSolve& solve, const Direct& direct, ScheduleSink& sink) const;
  void emit_jacobi_cg(const EquationSolve& solve, ScheduleSink& sink) const;
  void emit_tensor_cg(const EquationSolve& solve, const Direct& direct, ScheduleSink& sink) const;
  void emit_multigrid(const EquationSolve& solve, ScheduleSink& sink) const;
  void emit_cycle(const EquationSolve& pressure, ScheduleSink& sink) const;
  void emit_coarse(const EquationSolve& pressure, ScheduleSink& sink) const;
  void exchange_nodes(int n_nodes, int n_fields, ScheduleSink& sink) const;
  void exchange_faces(int n_nodes, ScheduleSink& sink) const;

  const cases::Case& case_;
  plan::Grounds grounds_;
  const mesh::HexMesh* whole_;
  std::unique_ptr<Partition> box_;  ///< or else mesh_
  std::unique_ptr<MeshPartition> mesh_;
  std::vector<EquationSolve> solves_;
  std::vector<Direct> direct_;  ///< [solves_]
  StepSample sample_;           ///< without its direct solves
  std::vector<int> levels_;     ///< nodes of an element in a direction that multigrid smooths on
  std::unique_ptr<TensorSchedule> coarse_;  ///< where the coarse problem is solved directly
};

/// Why a case has no schedule; empty where it has one.
std::string refusal(const cases::Case& the_case, const plan::Grounds& grounds,
                    const mesh::HexMesh* whole);

/// The work of direct solves in a step on one rank; that of the coarse problem of multigrid is
/// among it.
std::map<physics::WorkPart, kernels::Cost> direct_work(const cases::Case& the_case,
                                                       const perf::MachineRates& rates,
                                                       const Iterations& iterations,
                                                       const mesh::HexMesh* whole);

}  // namespace lobatto::predict
