#include "physics/equations/explicit_part.hpp"

#include <algorithm>
#include <utility>

#include "physics/scalar_limits.hpp"
#include "space/element_blocks.hpp"

namespace lobatto::physics {

CarriedField::CarriedField(state::Variable& field, const space::FunctionSpace& space,
                           bool is_advected)
    : field_(field), next_(field), space_(space), is_advected_(is_advected) {
  if (is_advected) make_explicit();
}

void CarriedField::make_explicit() {
  const state::VariableKind kind{.is_vector = field_.kind().is_vector, .n_levels = time::max_order};
  if (!e_) e_.emplace("explicit part of " + field_.name(), kind, space_);
}

void CarriedField::add(std::unique_ptr<ExplicitTerm> term) {
  make_explicit();
  const auto first_filter =
      std::ranges::find_if(terms_, [](const auto& other) { return other->is_filter(); });
  terms_.insert(term->is_filter() ? terms_.end() : first_filter, std::move(term));
}

EndOfStep::Sums CarriedField::end_step(int component, const DirichletValues& given) {
  EndOfStep::Sums change;
  for (const auto& end : ends_) {
    const auto of_one = end->apply(field_.now(component), given);
    change.content += of_one.content;
    change.energy += of_one.energy;
  }
  return change;
}

bool CarriedField::is_filtered() const {
  return !ends_.empty() || (!terms_.empty() && terms_.back()->is_filter());
}

ExplicitPart::ExplicitPart(const space::FunctionSpace& space, const state::Variable& velocity,
                           int quadrature_nodes, perf::Profiler& profiler)
    : space_(space),
      velocity_(&velocity),
      quadrature_nodes_(quadrature_nodes),
      advection_(space::make_advection(space, quadrature_nodes)),
      advection_region_(profiler, WorkPart::advection),
      sums_region_(profiler, WorkPart::right_hand_sides),
      terms_region_(profiler, WorkPart::explicit_terms) {}

CarriedField& ExplicitPart::carry(state::Variable& field, const space::FunctionSpace& where,
                                  bool is_advected) {
  return *carried_.emplace_back(std::make_unique<CarriedField>(field, where, is_advected));
}

void ExplicitPart::carry_along(CarriedField& carried, const space::FunctionSpace& where,
                               const std::vector<space::BoundaryConditions>& conditions) {
  if (characteristics_ == nullptr)
    characteristics_ = std::make_unique<Characteristics>(space_.fluid(), *advection_);
  characteristics_->add(carried.field_, where, conditions);
  carried.is_along_characteristics_ = true;
  if (carried.terms_.empty()) carried.e_.reset();
}

void ExplicitPart::follow_characteristics(const time::NextStep& next) {
  if (characteristics_ == nullptr) return;
  advection_region_([&] { advection_region_.count(characteristics_->carry(next, *velocity_)); });
}

void ExplicitPart::advance(double t) {
  for (auto& carried : carried_) {
    carried->field_.advance();
    carried->next_.begin();
    if (carried->e_) carried->e_->advance();
    for (auto& term : carried->terms_) term->begin(t);
    carried->largest_rate_ = 0;
  }
  n_together_ = elements_together();
  done_.assign(space_.n_elements(), Done::nothing);
}

/// The elements that are evaluated together with one.
ElementBlock ExplicitPart::block_with(int element) const {
  const int n_fluid = space_.fluid().n_elements();
  const bool is_fluid = element < n_fluid;
  const int begin = is_fluid ? 0 : n_fluid, end = is_fluid ? n_fluid : space_.n_elements();
  const int first = begin + (element - begin) / n_together_ * n_together_;
  return space::element_block(space_, first, std::min(n_together_, end - first));
}

int ExplicitPart::elements_together() const {
  const int n_together = advection_->block_size();
  const bool calls_functions = std::ranges::any_of(carried_, [](const auto& carried) {
    return std::ranges::any_of(carried->terms_,
                               [](const auto& term) { return term->calls_functions(); });
  });
  if (!calls_functions) return n_together;
  const int n_wanted = std::max(1, space::elements_per_call(space_, space_.n_elements()));
  return (n_wanted + n_together - 1) / n_together * n_together;
}

void ExplicitPart::evaluate() {
  provide(nullptr, space::element_block(space_, 0, space_.n_elements()));
}

void ExplicitPart::provide(const time::NextStep* next, const ElementBlock& block) {
  for (int element = block.first; element < block.end();) {
    const ElementBlock part = block_with(element);
    Done& done = done_[part.first];
    if (done == Done::nothing) {
      evaluate(part);
      done = Done::explicit_part;
    }
    if (next != nullptr && done == Done::explicit_part) {
      sums_region_([&] { combine(*next, part); });
      done = Done::hat;
    }
    element = part.end();
  }
}

void ExplicitPart::evaluate(const ElementBlock& block) {
  advection_region_([&] { advect(block); });
  add_terms(block);
}

std::array<const double*, 3> ExplicitPart::carrying_velocity(const ElementBlock& block) {
  std::array<const double*, 3> velocity;
  for (int d = 0; d < 3; ++d) {
    const double* const u = velocity_->at(1, d).data() + block.offset;
    velocity[d] = u;
    if (mesh_velocity_ == nullptr) continue;
    const double* const w = (*mesh_velocity_)[d].data() + block.offset;
    auto& relative = relative_velocity_[d];
    relative.resize(block.n_values);
    for (std::size_t q = 0; q < block.n_values; ++q) relative[q] = u[q] - w[q];
    velocity[d] = relative.data();
  }
  return velocity;
}

void ExplicitPart::advect(const ElementBlock& block) {
  const auto velocity = carrying_velocity(block);
  const bool is_solid = block.first >= space_.fluid().n_elements();
  std::vector<const double*> fields;
  std::vector<double*> results;
  for (auto& carried : carried_) {
    if (!has(*carried, block) || !carried->e_) continue;
    const bool is_added = carried->is_advected_ && !carried->is_along_characteristics_;
    for (int d = 0; d < carried->field_.n_components(); ++d) {
      double* const result = carried->e_->now(d).data() + block.offset;
      if (is_solid || !is_added) {
        std::fill_n(result, block.n_values, 0.0);
        continue;
      }
      fields.push_back(carried->field_.at(1, d).data() + block.offset);
      results.push_back(result);
    }
  }
  if (fields.empty()) return;
  advection_->apply(block.first, block.n_elements, {velocity, fields, results});
  advection_region_.count(advection_->cost(static_cast<int>(fields.size())) * block.n_elements);
}

void ExplicitPart::add_transposed(Cotangents& h, Cotangents& to) {
  if (transposed_ == nullptr)
    transposed_ = std::make_unique<space::TransposedAdvection>(space_, quadrature_nodes_);
  for (const ElementBlock& block : space::blocks_of(space_.fluid()))
    for (const auto& carried : carried_) add_transposed(block, *carried, h, to);
}

void ExplicitPart::add_transposed(const ElementBlock& block, const CarriedField& carried,
                                  Cotangents& h, Cotangents& to) {
  const auto on_block = [&](state::Variable& field, auto& pointers) {
    for (int d = 0; d < field.n_components(); ++d)
      pointers.push_back(field.now(d).data() + block.offset);
  };
  std::vector<const double*> of_e;
  std::vector<double*> of_field;
  on_block(*h.find(carried.field_), of_e);
  on_block(*to.find(carried.field_), of_field);
  std::array<const double*, 3> velocity;
  for (int d = 0; d < 3; ++d) velocity[d] = velocity_->now(d).data() + block.offset;
  if (carried.is_advected_)
    advection_region_([&] {
      transposed_->add_to_carried(block.first, block.n_elements, velocity, of_e, of_field);
    });
  terms_region_([&] {
    for (const auto& term : carried.terms_) term->add_transposed(block, of_e, to);
  });
}

void ExplicitPart::add_terms(const ElementBlock& block) {
  for (auto& carried : carried_) {
    if (carried->terms_.empty() || !has(*carried, block)) continue;
    std::array<double*, 3> e{};
    const int n_components = carried->field_.n_components();
    for (int d = 0; d < n_components; ++d) e[d] = carried->e_->now(d).data() + block.offset;
    terms_region_([&] { add_terms(block, *carried, std::span(e).first(n_components)); });
  }
}

void ExplicitPart::add_terms(const ElementBlock& block, CarriedField& carried,
                             std::span<double* const> e) {
  const bool is_watched = e.size() == 1 && !carried.terms_.front()->is_filter();
  if (is_watched) without_terms_.assign(e[0], e[0] + block.n_values);
  const auto watch = [&] {
    for (std::size_t q = 0; q < block.n_values; ++q)
      without_terms_[q] = e[0][q] - without_terms_[q];
    const Range change = range_of(without_terms_);
    carried.largest_rate_ = std::max({carried.largest_rate_, -change.lowest, change.highest});
  };
  bool is_seen = !is_watched;
  for (auto& term : carried.terms_) {
    if (!is_seen && term->is_filter()) watch();
    is_seen = is_seen || term->is_filter();
    term->add_to(block, e);
    terms_region_.count(term->cost() * block.n_elements);
  }
  if (!is_seen) watch();
}

void ExplicitPart::combine(const time::NextStep& next, const ElementBlock& block) {
  for (auto& carried : carried_)
    for (int d = 0; has(*carried, block) && d < carried->field_.n_components(); ++d)
      combine(next, block, *carried, d);
}

void ExplicitPart::combine(const time::NextStep& next, const ElementBlock& block,
                           CarriedField& carried, int component) {
  const auto sum_up = [&](std::span<double> field) {
    kernels::linear_combination(sum_, field.subspan(block.offset, block.n_values));
    sums_region_.count(kernels::linear_combination_cost(static_cast<int>(sum_.size()),
                                                        static_cast<double>(block.n_values)));
  };
  if (const auto guess = carried.next_.guess(component)) {
    sum_.clear();
    for (int level = 0; level < next.extrapolation.order; ++level)
      sum_.push_back({next.extrapolation.history[level],
                      carried.next_.before(level, component).data() + block.offset});
    sum_up(*guess);
  }
  sum_.clear();
  add_past(next, block, carried, component);
  for (int level = 0; carried.e_ && level < next.extrapolation.order; ++level)
    sum_.push_back({-next.extrapolation.history[level],
                    carried.e_->at(level, component).data() + block.offset});
  if (carried.known_force_ != nullptr)
    sum_.push_back({1.0, (*carried.known_force_)[component].data() + block.offset});
  sum_up(carried.next_.hat(component));
}

void ExplicitPart::add_past(const time::NextStep& next, const ElementBlock& block,
                            const CarriedField& carried, int component) {
  const bool is_fluid = block.first < space_.fluid().n_elements();
  if (carried.is_along_characteristics_ && is_fluid) {
    const space::Field& sum = *characteristics_->sum_of(carried.field_, component);
    sum_.push_back({1.0, sum.data() + block.offset});
    return;
  }
  for (int level = 0; level < next.bdf.order; ++level)
    sum_.push_back(
        {next.bdf.history[level], carried.next_.before(level, component).data() + block.offset});
}

}  // namespace lobatto::physics
