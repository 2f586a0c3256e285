#include "physics/equations/extrapolated_start.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace lobatto::physics {

namespace {

/// x = 2 of_halves - x
void extrapolate_values(std::span<const double> of_halves, std::span<double> x) {
  for (std::size_t q = 0; q < x.size(); ++q) x[q] = 2 * of_halves[q] - x[q];
}

/// Rates are means over the whole step: those of the halves count half each.
void extrapolate_rate(double first_half, double second_half, double& of_whole) {
  of_whole = first_half + second_half - of_whole;
}

void extrapolate_scalar(const ScalarReport& first, const ScalarReport& second,
                        ScalarReport& whole) {
  whole.content = 2 * second.content - whole.content;
  for (double ScalarReport::*rate : {&ScalarReport::change, &ScalarReport::conduction,
                                     &ScalarReport::convection, &ScalarReport::source})
    extrapolate_rate(first.*rate, second.*rate, whole.*rate);
  for (std::size_t s = 0; s < whole.solids.size(); ++s) {
    auto& solid = whole.solids[s];
    solid.content = 2 * second.solids[s].content - solid.content;
    extrapolate_rate(first.solids[s].conduction, second.solids[s].conduction, solid.conduction);
  }
}

void add_work(const krylov::SolveReport& of_half, krylov::SolveReport& whole) {
  whole.iterations += of_half.iterations;
  whole.residual = std::max(whole.residual, of_half.residual);
  whole.converged = whole.converged && of_half.converged;
}

}  // namespace

ExtrapolatedStart::ExtrapolatedStart(state::State& state) {
  for (const auto& field : state.variables()) {
    if (field->kind().n_saved == 0) continue;
    if (field->kind().n_levels > 1) {
      fields_.push_back(field.get());
      continue;
    }
    Single single{field.get(), {}, {}};
    for (int c = 0; c < field->n_components(); ++c) single.begin.push_back(field->now(c));
    singles_.push_back(std::move(single));
  }
}

void ExtrapolatedStart::begin_again() {
  for (auto* field : fields_) {
    // Of two levels the current one is the oldest once the next step has begun.
    if (field->kind().n_levels == 2) continue;
    for (int c = 0; c < field->n_components(); ++c) {
      std::ranges::copy(field->now(c), field->at(1, c).begin());
      std::ranges::copy(field->at(2, c), field->now(c).begin());
    }
  }
  for (auto& [field, begin, of_halves] : singles_)
    for (int c = 0; c < field->n_components(); ++c) {
      of_halves.push_back(field->now(c));
      std::ranges::copy(begin[c], field->now(c).begin());
    }
}

void ExtrapolatedStart::extrapolate() {
  for (auto* field : fields_)
    for (int c = 0; c < field->n_components(); ++c)
      extrapolate_values(field->at(field->kind().n_levels - 1, c), field->now(c));
  for (auto& [field, begin, of_halves] : singles_)
    for (int c = 0; c < field->n_components(); ++c) extrapolate_values(of_halves[c], field->now(c));
}

void extrapolate_report(const StepReport& first_half, const StepReport& second_half,
                        StepReport& of_whole) {
  of_whole.order = 2;
  if (of_whole.pressure_gradient)
    extrapolate_rate(*first_half.pressure_gradient, *second_half.pressure_gradient,
                     *of_whole.pressure_gradient);
  if (auto& mass = of_whole.mass) {
    mass->content = 2 * second_half.mass->content - mass->content;
    extrapolate_rate(first_half.mass->change, second_half.mass->change, mass->change);
    if (mass->pressure) mass->pressure = 2 * *second_half.mass->pressure - *mass->pressure;
    extrapolate_rate(first_half.mass->outflow, second_half.mass->outflow, mass->outflow);
  }
  for (std::size_t s = 0; s < of_whole.scalars.size(); ++s)
    extrapolate_scalar(first_half.scalars[s], second_half.scalars[s], of_whole.scalars[s]);
  for (std::size_t s = 0; s < of_whole.solves.size(); ++s)
    for (const auto* half : {&first_half, &second_half})
      add_work(half->solves[s].report, of_whole.solves[s].report);
}

}  // namespace lobatto::physics
