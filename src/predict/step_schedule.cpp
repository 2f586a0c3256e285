#include "predict/step_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "plan/solver_choice.hpp"
#include "precond/schwarz/schwarz_multigrid.hpp"
#include "predict/vertex_schedule.hpp"

namespace lobatto::predict {

namespace {

using cases::SolverMethod;
using physics::WorkPart;
using physics::WorkPlace;

/// Takes out what is emitted as direct solves, and what the coarse problem of the sample alone
/// needed.
StepSample without_direct_solves(StepSample sample, const cases::Case& sample_case,
                                 const perf::MachineRates& rates, const mesh::HexMesh* whole) {
  const auto direct = direct_work(sample_case, rates, sample.iterations, whole);
  for (auto& region : sample.regions) {
    if (region.name == name_of(WorkPart::coarse_problem)) region.n_reductions = 0;
    for (const auto& [part, work] : direct) {
      if (region.name != name_of(part)) continue;
      const kernels::Cost of_element = work * (1.0 / sample.n_elements);
      region.cost = {std::max(region.cost.flops - of_element.flops, 0.0),
                     std::max(region.cost.bytes - of_element.bytes, 0.0)};
    }
  }
  return sample;
}

}  // namespace

StepSchedule::StepSchedule(const cases::Case& the_case, const plan::Grounds& grounds,
                           const Iterations& iterations, const StepSample& sample,
                           const cases::Case& sample_case, const mesh::HexMesh* whole)
    : case_(the_case),
      grounds_(grounds),
      whole_(whole),
      solves_(solves_of(the_case, grounds, iterations, whole)),
      sample_(without_direct_solves(sample, sample_case, grounds.rates, whole)) {
  if (const std::string why = refusal(the_case, grounds, whole); !why.empty())
    throw base::Error(why);
  if (whole != nullptr)
    mesh_ = std::make_unique<MeshPartition>(*whole, grounds.n_ranks);
  else
    box_ = std::make_unique<Partition>(the_case, grounds);
  for (const EquationSolve& solve : solves_) {
    Direct& direct = direct_.emplace_back();
    if (!plan::uses_modes(solve.method)) continue;
    for (const auto& group : solve.groups)
      direct.emplace_back(*box_, the_case.order, group.conditions, solve.is_singular());
  }
  if (!plan::takes_multigrid(the_case, grounds)) return;
  levels_ = precond::smoothed_levels(the_case.order + 1);
  const auto& pressure = *std::ranges::find(solves_, "pressure", &EquationSolve::equation);
  if (coarse_kind(the_case, grounds, whole) == precond::CoarseKind::tensor_direct)
    coarse_ = std::make_unique<TensorSchedule>(*box_, 1, pressure.groups.front().conditions,
                                               pressure.is_singular());
}

double StepSchedule::n_elements(int rank) const {
  return mesh_ ? mesh_->n_elements(rank) : box_->local(rank).n_elements();
}

void StepSchedule::emit(ScheduleSink& sink) const {
  emit_regions_before_solves(sink);
  for (std::size_t s = 0; s < solves_.size(); ++s) emit_solve(solves_[s], direct_[s], sink);
  if (case_.eddy_viscosity) exchange_nodes(case_.order + 1, 1, sink);
  emit_regions_after_solves(sink);
}

void StepSchedule::emit_region(const RegionSample& region, const Portion& portion,
                               ScheduleSink& sink) const {
  const kernels::Cost of_element = region.cost * (1.0 * (portion.end - portion.begin) / portion.n);
  sink.compute(region.name, [&](int rank) { return of_element * n_elements(rank); });
  const auto before = [&](int i) {
    return static_cast<int>(region.n_reductions * i / portion.n + 1e-9);
  };
  for (int i = before(portion.begin); i < before(portion.end); ++i)
    sink.all_reduce({0, 1, grounds_.n_ranks}, region.bytes_of_reductions / region.n_reductions);
}

void StepSchedule::emit_part(WorkPart part, const Portion& portion, ScheduleSink& sink) const {
  if (const RegionSample* region = sample_.find(part)) emit_region(*region, portion, sink);
}

void StepSchedule::emit_regions_before_solves(ScheduleSink& sink) const {
  for (const RegionSample& region : sample_.regions)
    if (physics::place_of(region.name) == WorkPlace::before_solves) emit_region(region, {}, sink);
}

void StepSchedule::emit_regions_after_solves(ScheduleSink& sink) const {
  for (const auto& known : physics::work_parts)
    if (known.place == WorkPlace::after_solves) emit_part(known.part, {}, sink);
}

void StepSchedule::emit_solve(const EquationSolve& solve, const Direct& direct,
                              ScheduleSink& sink) const {
  switch (solve.method) {
    case SolverMethod::automatic:
    case SolverMethod::extruded_direct:  // refused
    case SolverMethod::tensor_direct:
      return emit_direct(solve, direct, sink);
    case SolverMethod::jacobi_cg:
      return emit_jacobi_cg(solve, sink);
    case SolverMethod::tensor_cg:
      return emit_tensor_cg(solve, direct, sink);
    case SolverMethod::schwarz_multigrid:
      return emit_multigrid(solve, sink);
  }
}

StepSchedule::Portion StepSchedule::portion_of(const EquationSolve& solve) const {
  Portion portion{0, 0, 0};
  for (const EquationSolve& other : solves_) {
    if (other.part != solve.part) continue;
    const int n = static_cast<int>(other.groups.size()) * (other.n_iterations + 1);
    if (&other == &solve) portion.begin = portion.n;
    portion.n += n;
    if (&other == &solve) portion.end = portion.n;
  }
  return portion;
}

void StepSchedule::emit_direct(const EquationSolve& solve, const Direct& direct,
                               ScheduleSink& sink) const {
  emit_part(solve.part, portion_of(solve), sink);
  for (std::size_t g = 0; g < direct.size(); ++g)
    direct[g].emit(solve.part, solve.groups[g].n_components, sink);
}

std::string refusal(const cases::Case& the_case, const plan::Grounds& grounds,
                    const mesh::HexMesh* whole) {
  const auto at = [&](const std::string& key, const std::string& why) {
    return fmt::format("{}: {}", the_case.place(key), why);
  };
  if (the_case.prescribed_velocity && !the_case.prescribed_velocity->files.empty())
    return at("flow", "steps with a velocity from files are not predicted");
  if (!the_case.solids.empty()) return at("solid", "steps with solids are not predicted");
  for (const auto& [key, what] : the_case.unpredicted)
    return at(key, fmt::format("steps with {} are not predicted", what));
  for (const auto& question : plan::layer_questions(the_case))
    if (question.wished == SolverMethod::extruded_direct)
      return at(question.key,
                "steps with \"extruded-direct\" are not predicted; expected an iterative solver, "
                "such as the one of \"auto\" here");
  if (!plan::takes_multigrid(the_case, grounds)) return "";
  if (coarse_kind(the_case, grounds, whole) != precond::CoarseKind::fft) return "";
  return at("solver.coarse",
            "steps with the coarse problem solved by \"fft\" are not predicted; expected "
            "\"tensor-direct\", \"sparse-cholesky\", \"boomer-amg\" or \"schwarz\"");
}

std::map<WorkPart, kernels::Cost> direct_work(const cases::Case& the_case,
                                              const perf::MachineRates& rates,
                                              const Iterations& iterations,
                                              const mesh::HexMesh* whole) {
  const plan::Grounds alone{1, rates};
  std::map<WorkPart, kernels::Cost> work;
  for (const auto& solve : solves_of(the_case, alone, iterations, whole)) {
    const bool is_multigrid = solve.method == SolverMethod::schwarz_multigrid;
    if (solve.method == SolverMethod::jacobi_cg) continue;
    if (is_multigrid && coarse_kind(the_case, alone, whole) != precond::CoarseKind::tensor_direct) {
      work[WorkPart::coarse_problem] =
          replicated_cost(n_vertices(the_case, whole)) * solve.n_iterations;
      continue;
    }
    const Partition one_rank(the_case, alone);
    const double n_solves = solve.method == SolverMethod::tensor_direct ? 1 : solve.n_iterations;
    for (const auto& group : solve.groups) {
      const TensorSchedule direct(one_rank, is_multigrid ? 1 : the_case.order, group.conditions,
                                  solve.is_singular());
      auto& sum = work[is_multigrid ? WorkPart::coarse_problem : solve.part];
      sum = sum + direct.cost(0) * (n_solves * group.n_components);
    }
  }
  return work;
}

}  // namespace lobatto::predict
