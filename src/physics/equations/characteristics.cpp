#include "physics/equations/characteristics.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "time/runge_kutta.hpp"

namespace lobatto::physics {

namespace {

using time::RungeKutta;

/// Before the new level is made, of a field that was advanced; of one level it is always that.
const space::Field& level_before(const state::Variable& field, int level, int component) {
  const int n_levels = field.kind().n_levels;
  return field.at((level + 1) % n_levels, component);
}

}  // namespace

Characteristics::Characteristics(const space::FunctionSpace& space, space::Advection& advection)
    : space_(space),
      advection_(advection),
      operators_(space::make_element_operators(space)),
      parts_(space::assembled_mass(space)) {
  const int n_together = advection.block_size();
  for (int first = 0; first < space.n_elements(); first += n_together)
    blocks_.push_back(
        space::element_block(space, first, std::min(n_together, space.n_elements() - first)));
  const space::Field mass = space::mass_of_elements(space);
  for (std::size_t q = 0; q < parts_.size(); ++q) parts_[q] = mass[q] / parts_[q];
  find_boundary();
}

/// With the sum of the normals of the parts that meet at a node.
void Characteristics::find_boundary() {
  std::map<std::size_t, std::array<double, 3>> normals;
  for (std::size_t b = 0; b < space_.boundaries().size(); ++b) {
    const int part = static_cast<int>(b);
    const auto nodes = space::boundary_nodes(space_, part);
    const auto of_part = space::boundary_normals(space_, part, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (int d = 0; d < 3; ++d) normals[nodes[i]][d] += of_part[d][i];
  }
  for (const auto& [node, normal] : normals) boundary_.push_back({node, normal});
}

void Characteristics::add(const state::Variable& field, const space::FunctionSpace& where,
                          const std::vector<space::BoundaryConditions>& conditions) {
  for (int c = 0; c < field.n_components(); ++c) {
    const auto is_free = space::dirichlet_mask(where, conditions[c]);
    Carried carried{&field, c, {}, space_.make_field(), space_.make_field(), space_.make_field()};
    for (const auto& place : boundary_) carried.is_given.push_back(is_free[place.node] == 0);
    fields_.push_back(std::move(carried));
  }
}

const space::Field* Characteristics::sum_of(const state::Variable& field, int component) const {
  for (const Carried& carried : fields_)
    if (carried.field == &field && carried.component == component) return &carried.phi;
  return nullptr;
}

kernels::Cost Characteristics::carry(const time::NextStep& next, const state::Variable& velocity) {
  cost_ = {};
  find_inflow(velocity);
  const auto rates = courant_rates(next, velocity);
  double weight = 0, age = 0;
  for (int level = 0; level < next.bdf.order; ++level) age += next.steps[level];
  for (int level = next.bdf.order - 1; level >= 0; --level) {
    take_level(next, level);
    weight += next.bdf.history[level];
    const double interval = next.steps[level];
    const int n = time::advection_steps(interval * std::max(rates[level], rates[level + 1]));
    for (int i = 0; i < n; ++i)
      take({next, velocity, age - interval * i / n, interval / n, weight});
    age -= interval;
  }
  if (rates.back() > 0) set_inflow(next, velocity);
  return cost_;
}

/// Where the flow of the last level enters, by more than round-off.
void Characteristics::find_inflow(const state::Variable& velocity) {
  constexpr double round_off = 1e-6;
  inflow_.clear();
  for (std::size_t i = 0; i < boundary_.size(); ++i) {
    double normal = 0, all = 0;
    for (int d = 0; d < 3; ++d) {
      const double u = level_before(velocity, 0, d)[boundary_[i].node];
      normal += u * boundary_[i].normal[d];
      all += std::abs(u);
    }
    if (normal < -round_off * all) inflow_.push_back(i);
  }
}

std::vector<double> Characteristics::courant_rates(const time::NextStep& next,
                                                   const state::Variable& velocity) {
  std::vector<double> rates;
  double age = 0;
  for (int k = 0; k <= next.bdf.order; ++k) {
    kernels::FlowDiagnostics sums;
    for (const ElementBlock& block : blocks_)
      operators_->accumulate_diagnostics(block.first, block.n_elements,
                                         velocity_at(next, velocity, age, block), sums);
    cost_ = cost_ + operators_->diagnostics_cost() * space_.n_elements();
    rates.push_back(sums.max_courant_rate);
    if (k < next.bdf.order) age += next.steps[k];
  }
  rates.push_back(static_cast<double>(inflow_.size()));
  space_.communicator().max(rates);
  return rates;
}

std::array<const double*, 3> Characteristics::velocity_at(const time::NextStep& next,
                                                          const state::Variable& velocity,
                                                          double age, const ElementBlock& block) {
  std::array<const double*, 3> u;
  const bool is_steady = velocity.kind().n_levels == 1 || next.bdf.order == 1;
  const auto polynomial = time::polynomial_at(next.steps, next.bdf.order, age);
  for (int d = 0; d < 3; ++d) {
    u[d] = level_before(velocity, 0, d).data() + block.offset;
    if (is_steady) continue;
    sum_.clear();
    for (int level = 0; level < polynomial.order; ++level)
      sum_.push_back(
          {polynomial.history[level], level_before(velocity, level, d).data() + block.offset});
    velocity_[d].resize(block.n_values);
    combine(velocity_[d]);
    u[d] = velocity_[d].data();
  }
  return u;
}

void Characteristics::combine(std::span<double> out) {
  kernels::linear_combination(sum_, out);
  cost_ = cost_ + kernels::linear_combination_cost(static_cast<int>(sum_.size()),
                                                   static_cast<double>(out.size()));
}

/// phi += beta phi^level; the oldest one begins.
void Characteristics::take_level(const time::NextStep& next, int level) {
  for (Carried& carried : fields_) {
    sum_.clear();
    if (level + 1 < next.bdf.order) sum_.push_back({1, carried.phi.data()});
    sum_.push_back(
        {next.bdf.history[level], level_before(*carried.field, level, carried.component).data()});
    combine(carried.phi);
  }
}

void Characteristics::take(const SubStep& step) {
  for (int stage = 0; stage < RungeKutta::n_stages; ++stage) evaluate_stage(step, stage);
  for (Carried& carried : fields_) {
    sum_ = {{1, carried.next.data()},
            {-step.length * RungeKutta::weights.back(), carried.rate.data()}};
    combine(carried.phi);
  }
}

/// Where the boundary fixes the velocity, its equation is that of the pressure's boundary condition
/// alone, which wants the whole material derivative: that at fixed places, extrapolated.
void Characteristics::set_inflow(const time::NextStep& next, const state::Variable& velocity) {
  std::vector<Carried*> components;
  for (Carried& carried : fields_)
    if (carried.field == &velocity) components.push_back(&carried);
  if (components.empty()) return;
  std::vector<double*> rates;
  for (const ElementBlock& block : blocks_) {
    const auto u = velocity_at(next, velocity, 0, block);
    rates.clear();
    for (Carried* carried : components) rates.push_back(carried->rate.data() + block.offset);
    advect(block, u, u, rates);
  }
  average_rates();
  for (Carried* carried : components)
    for (const std::size_t i : inflow_) {
      if (carried->is_given[i] == 0) continue;
      const std::size_t node = boundary_[i].node;
      carried->phi[node] = -carried->rate[node];
      for (int level = 0; level < next.bdf.order; ++level)
        carried->phi[node] +=
            next.bdf.history[level] * level_before(velocity, level, carried->component)[node];
    }
}

/// Of a block, the parts of each element.
void Characteristics::advect(const ElementBlock& block, const std::array<const double*, 3>& u,
                             std::span<const double* const> values,
                             std::span<double* const> rates) {
  advection_.apply(block.first, block.n_elements, {u, values, rates});
  cost_ = cost_ + advection_.cost(static_cast<int>(values.size())) * block.n_elements;
  const double* const parts = parts_.data() + block.offset;
  for (double* const rate : rates)
    for (std::size_t q = 0; q < block.n_values; ++q) rate[q] *= parts[q];
}

void Characteristics::evaluate_stage(const SubStep& step, int stage) {
  const double age = step.age - RungeKutta::places[stage] * step.length;
  std::vector<const double*> values;
  std::vector<double*> rates;
  for (const ElementBlock& block : blocks_) {
    const auto u = velocity_at(step.next, step.velocity, age, block);
    values.clear();
    rates.clear();
    for (Carried& carried : fields_) {
      values.push_back(stage_values(carried, step, stage, block));
      rates.push_back(carried.rate.data() + block.offset);
    }
    advect(block, u, values, rates);
  }
  average_rates();
  set_rates_of_inflow(step, age);
}

/// What the rate before makes of the beginning; takes that into the end, too.
const double* Characteristics::stage_values(Carried& carried, const SubStep& step, int stage,
                                            const ElementBlock& block) {
  const double* const phi = carried.phi.data() + block.offset;
  if (stage == 0) return phi;
  double* const next = carried.next.data() + block.offset;
  const double* const rate = carried.rate.data() + block.offset;
  sum_ = {{1, stage == 1 ? phi : next}, {-step.length * RungeKutta::weights[stage - 1], rate}};
  combine({next, block.n_values});
  sum_ = {{1, phi}, {-step.length * RungeKutta::places[stage], rate}};
  carried.stage.resize(block.n_values);
  combine(carried.stage);
  return carried.stage.data();
}

/// As few exchanges as fields can go together; components of vectors in common axes.
void Characteristics::average_rates() {
  constexpr std::size_t most = gs::GatherScatter::max_fields;
  std::vector<std::span<double>> rates;
  for (Carried& carried : fields_) rates.emplace_back(carried.rate);
  const space::TurnedCopies* turned = space_.turned_copies();
  const auto for_vectors = [&](const auto& turn) {
    for (std::size_t i = 0; turned != nullptr && i < fields_.size(); ++i)
      if (fields_[i].field->kind().is_vector && fields_[i].component == 0)
        turn(std::span<const std::span<double>>(rates).subspan(i, 3));
  };
  for_vectors([&](auto v) { turned->to_common(v); });
  for (std::size_t i = 0; i < rates.size(); i += most)
    space_.gather_scatter().add(std::span(rates).subspan(i, std::min(most, rates.size() - i)));
  for_vectors([&](auto v) { turned->to_own(v); });
}

/// Of u . grad, so with the other sign.
void Characteristics::set_rates_of_inflow(const SubStep& step, double age) {
  const auto slope = time::slope_at(step.next.steps, step.next.bdf.order, age);
  for (Carried& carried : fields_)
    for (const std::size_t i : inflow_) {
      const std::size_t node = boundary_[i].node;
      double change = 0;
      for (int level = 0; carried.is_given[i] != 0 && level < slope.order; ++level)
        change +=
            slope.history[level] * level_before(*carried.field, level, carried.component)[node];
      carried.rate[node] = -step.weight * change;
    }
}

}  // namespace lobatto::physics
