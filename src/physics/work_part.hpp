#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string_view>

#include "perf/region_tree.hpp"

namespace lobatto::physics {

/// The parts of a step whose time and work the solver accounts for: each is a region of the
/// profiler, of whose name records, machine files and predictions speak. Equations and terms from
/// elsewhere have regions of their own besides.
enum class WorkPart {
  right_hand_sides,
  advection,
  explicit_terms,
  subgrid_model,
  transposes,
  pressure_solve,
  velocity_solve,
  scalar_solve,
  projection,
  helmholtz_operator,
  smoother,
  schwarz_multigrid,
  gather_scatter,
  coarse_problem,
  flow_rate,
  filter,
  diagnostics,
  outside
};

/// When in a step a part works.
enum class WorkPlace {
  before_solves,
  solve,               ///< of an equation
  pressure_guess,      ///< within the pressure's, if by multigrid: before the first iteration
  pressure_iteration,  ///< the same: in each iteration
  after_solves
};

struct WorkDescription {
  WorkPart part;
  std::string_view name;
  WorkPlace place;
};

/// By part. Of transposes this is what a rank moves within itself: the messages are the solves'.
inline constexpr auto work_parts = std::to_array<WorkDescription>({
    {WorkPart::right_hand_sides, "right-hand sides", WorkPlace::before_solves},
    {WorkPart::advection, "advection", WorkPlace::before_solves},
    {WorkPart::explicit_terms, "explicit terms", WorkPlace::before_solves},
    {WorkPart::subgrid_model, "sub-grid model", WorkPlace::before_solves},
    {WorkPart::transposes, "transposes", WorkPlace::before_solves},
    {WorkPart::pressure_solve, "pressure solve", WorkPlace::solve},
    {WorkPart::velocity_solve, "velocity solve", WorkPlace::solve},
    {WorkPart::scalar_solve, "scalar solve", WorkPlace::solve},
    {WorkPart::projection, "projection", WorkPlace::pressure_guess},
    {WorkPart::helmholtz_operator, "operator", WorkPlace::pressure_iteration},
    {WorkPart::smoother, "smoother", WorkPlace::pressure_iteration},
    {WorkPart::schwarz_multigrid, "Schwarz multigrid", WorkPlace::pressure_iteration},
    {WorkPart::gather_scatter, "gather-scatter", WorkPlace::pressure_iteration},
    {WorkPart::coarse_problem, "coarse problem", WorkPlace::pressure_iteration},
    {WorkPart::flow_rate, "flow rate", WorkPlace::after_solves},
    {WorkPart::filter, "filter", WorkPlace::after_solves},
    {WorkPart::diagnostics, "diagnostics", WorkPlace::after_solves},
    {WorkPart::outside, perf::RegionTree::outside, WorkPlace::after_solves},
});
static_assert(work_parts.size() == static_cast<std::size_t>(WorkPart::outside) + 1);
static_assert(std::ranges::adjacent_find(work_parts, std::ranges::greater_equal(),
                                         &WorkDescription::part) == work_parts.end());

constexpr const WorkDescription& description_of(WorkPart part) {
  return work_parts[static_cast<std::size_t>(part)];
}
constexpr std::string_view name_of(WorkPart part) { return description_of(part).name; }
/// Where the region of this name works; before the solves if it is no part of the solver's own.
constexpr WorkPlace place_of(std::string_view region) {
  const auto* const known = std::ranges::find(work_parts, region, &WorkDescription::name);
  return known == work_parts.end() ? WorkPlace::before_solves : known->place;
}

}  // namespace lobatto::physics
