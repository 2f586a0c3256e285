#include "physics/base_orbit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "physics/linearised.hpp"

namespace lobatto::physics {

namespace {

std::vector<double> unless_zero(const space::Field& field) {
  const bool is_zero = std::ranges::all_of(field, [](double value) { return value == 0; });
  return is_zero ? std::vector<double>() : std::vector<double>(field.begin(), field.end());
}

}  // namespace

void BaseOrbit::start(double begin, double dt) {
  begin_ = begin;
  dt_ = dt;
  levels_.clear();
}

void BaseOrbit::add(const state::State& perturbation) {
  Level& level = levels_.emplace_back();
  for (const state::Variable* base : base_fields(perturbation))
    for (int c = 0; c < base->n_components(); ++c)
      level[base->name()].push_back(unless_zero(base->now(c)));
}

/// Half steps count: the second level is that of the first half.
const BaseOrbit::Level& BaseOrbit::level_at(double t) const {
  const long long n_halves = std::llround(2 * t / dt_) % (2 * n_steps());
  const long long place = n_halves == 0 ? 0 : n_halves / 2 + 1;
  return levels_[static_cast<std::size_t>(place)];
}

void BaseOrbit::set(double t, state::Variable& base) const {
  const auto& components = level_at(t).at(base.name());
  for (int c = 0; c < base.n_components(); ++c)
    if (components[c].empty())
      base.now(c).fill(0.0);
    else
      std::ranges::copy(components[c], base.now(c).begin());
}

void BaseOrbit::set(double t, state::State& perturbation) const {
  for (const state::Variable* base : base_fields(perturbation)) set(t, perturbation[base->name()]);
}

}  // namespace lobatto::physics
