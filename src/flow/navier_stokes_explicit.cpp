// The explicit part of the step: advection, sources, and the provisional fields of the splitting.
#include <algorithm>

#include "flow/navier_stokes.hpp"
#include "kernels/vector_updates.hpp"

namespace lobatto::flow {

void NavierStokes::update_body_force(double t) {
  if (!settings_.body_force || !settings_.body_force->depends_on_time) return;
  for (int d = 0; d < 3; ++d)
    space_.evaluate(settings_.body_force->components[d], t, body_force_[d]);
}

void NavierStokes::evaluate_explicit_terms(const time::NextStep* next, int n_needed) {
  while (n_explicit_ < n_needed) {
    const int n_elements = std::min(advection_->block_size(), space_.n_elements() - n_explicit_);
    advect(n_explicit_, n_elements);
    add_sources(n_explicit_, n_elements);
    if (next != nullptr) provisional_fields(*next, n_explicit_, n_elements);
    n_explicit_ += n_elements;
  }
}

void NavierStokes::advect(int first, int n_elements) {
  perf::Profiler::Scope scope(profiler_, regions_.advection);
  const std::size_t offset = first * space_.element_size();
  std::vector<const double*> fields;
  std::vector<double*> results;
  for (int d = 0; d < 3; ++d) {
    fields.push_back(velocity_.at(1, d).data() + offset);
    results.push_back(explicit_terms_.current()[d].data() + offset);
  }
  for (const auto& scalar : scalars_) {
    fields.push_back(scalar->value().at(1).data() + offset);
    results.push_back(scalar->explicit_term().current().data() + offset);
  }
  advection_->apply(first, n_elements, {{fields[0], fields[1], fields[2]}, fields, results});
  count(regions_.advection, advection_->cost(static_cast<int>(fields.size())) * n_elements);
}

void NavierStokes::add_sources(int first, int n_elements) {
  const std::size_t size = space_.element_size();
  for (const auto& buoyancy : settings_.buoyancy) {
    const double* scalar = scalars_[buoyancy.scalar]->value().at(1).data() + first * size;
    for (int d = 0; d < 3; ++d) {
      const double factor = buoyancy.coefficient * buoyancy.direction[d];
      if (factor == 0.0) continue;
      double* out = explicit_terms_.current()[d].data() + first * size;
      for (std::size_t q = 0; q < n_elements * size; ++q)
        out[q] -= factor * (scalar[q] - buoyancy.reference);
    }
  }
  for (auto& scalar : scalars_)
    if (scalar->settings().source)
      for (int e = first; e < first + n_elements; ++e) add_scalar_source(*scalar, e);
}

void NavierStokes::add_scalar_source(ScalarTransport& scalar, int e) {
  const std::size_t size = space_.element_size();
  space_.element_points(e, points_);
  std::vector<const double*> velocity, scalars;
  for (const auto& component : velocity_.vector(1)) velocity.push_back(component.data() + e * size);
  for (const auto& other : scalars_) scalars.push_back(other->value().at(1).data() + e * size);
  source_.assign(size, 0.0);
  scalar.settings().source({points_[0], points_[1], points_[2]}, explicit_time_, velocity, scalars,
                           source_);
  double* out = scalar.explicit_term().current().data() + e * size;
  for (std::size_t q = 0; q < size; ++q) out[q] -= source_[q];
}

void NavierStokes::provisional_fields(const time::NextStep& next, int first, int n_elements) {
  perf::Profiler::Scope scope(profiler_, regions_.right_hand_sides);
  const std::size_t offset = first * space_.element_size();
  const std::size_t n_values = n_elements * space_.element_size();
  std::vector<kernels::Term> terms;
  const auto combine = [&](const auto& value_at, const auto& explicit_at, const double* force,
                           double* out) {
    terms.clear();
    for (int level = 0; level < next.bdf.order; ++level)
      terms.push_back({next.bdf.history[level], value_at((level + 1) % time::max_order) + offset});
    for (int level = 0; level < next.extrapolation.order; ++level)
      terms.push_back({-next.extrapolation.history[level], explicit_at(level) + offset});
    if (force != nullptr) terms.push_back({1.0, force + offset});
    kernels::linear_combination(terms, {out + offset, n_values});
    const auto cost = kernels::linear_combination_cost(static_cast<int>(terms.size()),
                                                       static_cast<double>(n_values));
    profiler_.count(regions_.right_hand_sides, cost.flops, cost.bytes);
  };
  // The oldest level lives in the storage that receives the result.
  for (int d = 0; d < 3; ++d)
    combine([&](int level) { return velocity_.at(level, d).data(); },
            [&](int level) { return explicit_terms_.at(level)[d].data(); },
            settings_.body_force ? body_force_[d].data() : nullptr, velocity_.now(d).data());
  for (auto& scalar : scalars_)
    combine([&](int level) { return scalar->value().at(level).data(); },
            [&](int level) { return scalar->explicit_term().at(level).data(); }, nullptr,
            scalar->value().now().data());
}

}  // namespace lobatto::flow
