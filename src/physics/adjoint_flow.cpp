#include "physics/adjoint_flow.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "kernels/vectors/vector_updates.hpp"
#include "space/element_operators.hpp"

namespace lobatto::physics {

namespace {

std::vector<TransposedStep> several(const auto& make) {
  std::vector<TransposedStep> steps;
  for (int k = 0; k < time::max_order; ++k) steps.push_back(make());
  return steps;
}

void check_transposes(const CarriedField& carried) {
  if (carried.is_filtered())
    throw base::Error("a filter acts on '" + carried.field().name() +
                      "', which has no transpose; expected a flow without one");
  if (!std::ranges::all_of(carried.terms(), [](const auto& term) { return term->has_transpose(); }))
    throw base::Error(
        "a term of this flow has no transpose; expected advection and buoyancy alone");
}

void add_scaled(double factor, const space::Field& from, space::Field& to) {
  kernels::linear_combination({{{1.0, to.data()}, {factor, from.data()}}}, to);
}

}  // namespace

void check_adjoint(const FlowSettings& settings) {
  for (const auto& face : settings.faces) {
    const bool is_of_stress = face.traction && face.traction_form != TractionForm::pressure;
    if (face.kind == VelocityCondition::tangential ||
        (leaves_tangential_free(face.kind) && is_of_stress))
      throw base::Error(
          "a boundary gives a traction or the tangential velocity alone, which the adjoint does "
          "not know; expected velocities, outflow, pressures or symmetry");
  }
}

AdjointFlow::AdjointFlow(const state::State& state,
                         std::span<const std::unique_ptr<Equation>> equations,
                         ExplicitPart& explicit_part)
    : state_(state),
      space_(state.space()),
      equations_(equations),
      explicit_part_(explicit_part),
      fields_([&] {
        std::vector<const state::Variable*> fields;
        for (const auto& carried : explicit_part.carried()) fields.push_back(&carried->field());
        return fields;
      }()),
      y_(make_cotangents()),
      of_e_(make_cotangents()),
      steps_(several([this] { return make_step(); })),
      half_(make_step()) {
  if (!std::ranges::all_of(equations, [](const auto& one) { return one->has_transpose(); }))
    throw base::Error(
        "an equation of this flow has no transpose; expected the momentum and scalars");
  for (const auto& carried : explicit_part.carried()) check_transposes(*carried);
}

Cotangents AdjointFlow::make_cotangents() const {
  Cotangents cotangents;
  for (const auto* field : fields_) cotangents.add(*field, space_);
  return cotangents;
}

TransposedStep AdjointFlow::make_step() const {
  return {{}, make_cotangents(), space_.make_field()};
}

template <class Visit>
void AdjointFlow::for_components(Cotangents& cotangents, const Visit& visit) const {
  for (const auto* field : fields_)
    for (int c = 0; c < field->n_components(); ++c) visit(cotangents.find(*field)->now(c));
}

void AdjointFlow::begin(std::span<const std::span<const double>> v, long long n_steps, double dt,
                        int order) {
  n_left_ = n_steps;
  n_known_ = 0;
  dt_ = dt;
  order_ = order;
  y_.clear();
  if (of_force_) of_force_->clear();
  if (given_) given_->clear();
  add(v);
  if (given_) return;  // what is given at the end counts
  for (const auto& equation : equations_) equation->drop_fixed(y_);
}

void AdjointFlow::add(std::span<const std::span<const double>> g) {
  std::vector<double> mass_g(space_.size());
  auto part = g.begin();
  for_components(y_, [&](space::Field& y) {
    space::multiply_by_mass(space_, 0, space_.n_elements(), (part++)->data(), mass_g.data());
    for (std::size_t q = 0; q < y.size(); ++q) y[q] += mass_g[q];
  });
}

/// Those that a run takes: of order k once k - 1 lie behind.
time::NextStep AdjointFlow::taken(long long step) const {
  time::StepHistory history(order_);
  for (long long k = 1; k < std::min<long long>(step, order_); ++k)
    history.finish(history.begin(dt_));
  return history.begin(dt_);
}

void AdjointFlow::step_back(base::FunctionRef<void(BaseLevel)> set_base) {
  if (n_left_ == 1 && order_ > 2) {
    step_back_through_start(set_base);
  } else {
    solve_back(1.0, taken(n_left_), next_place());
    set_base(BaseLevel::begin);
    gather();
    finish_gathering();
  }
  --n_left_;
}

/// u^1 = 2 S_{dt/2} S_{dt/2} u^0 - S_dt u^0 with S steps of order 1 (ExtrapolatedStart); the steps
/// that follow know u^0 as the level before.
void AdjointFlow::step_back_through_start(base::FunctionRef<void(BaseLevel)> set_base) {
  const Cotangents of_first = y_;
  set_base(BaseLevel::of_halves);
  const auto half = time::StepHistory(order_).begin(dt_ / 2);
  solve_back(2.0, half, half_);
  y_.clear();
  of_e_.clear();
  set_base(BaseLevel::middle);
  add(half_, 0);
  finish_gathering();
  solve_back(1.0, half, half_);
  y_ = of_first;
  set_base(BaseLevel::of_whole);
  solve_back(-1.0, taken(1), next_place());
  set_base(BaseLevel::begin);
  gather();
  add(half_, 0);
  finish_gathering();
}

/// Of the step that is gone back through, among those that the levels before know.
TransposedStep& AdjointFlow::next_place() {
  steps_.advance();
  n_known_ = std::min(n_known_ + 1, order_);
  return steps_.current();
}

void AdjointFlow::solve_back(double factor, const time::NextStep& taken, TransposedStep& step) {
  step.taken = taken;
  step.given = given_ ? &*given_ : nullptr;
  if (factor != 1.0)
    for_components(y_, [&](space::Field& y) {
      for (double& value : y) value *= factor;
    });
  for (const auto& equation : equations_) equation->solve_transposed(y_, step);
  if (of_force_) add_hat(1.0, step, *of_force_);
}

void AdjointFlow::gather() {
  y_.clear();
  of_e_.clear();
  for (int level = 0; level < n_known_; ++level) add(steps_.at(level), level);
}

void AdjointFlow::add(TransposedStep& step, int level) {
  if (level < step.taken.bdf.order) add_hat(step.taken.bdf.history[level], step, y_);
  if (level < step.taken.extrapolation.order)
    add_hat(-step.taken.extrapolation.history[level], step, of_e_);
  for (const auto& equation : equations_) equation->add_transposed_past(step, level, y_);
}

void AdjointFlow::add_hat(double factor, TransposedStep& step, Cotangents& sum) const {
  for (const auto* field : fields_)
    for (int c = 0; c < field->n_components(); ++c)
      add_scaled(factor, step.hat.find(*field)->now(c), sum.find(*field)->now(c));
}

void AdjointFlow::finish_gathering() { explicit_part_.add_transposed(of_e_, y_); }

std::vector<double> AdjointFlow::result() {
  for (std::size_t f = 0; given_ && f < fields_.size(); ++f)
    for (int c = 0; equations_[f]->imposes() && c < fields_[f]->n_components(); ++c)
      given_->of(*fields_[f]).add_values(c, y_.find(*fields_[f])->now(c));
  for (const auto& equation : equations_) equation->drop_fixed(y_);
  return to_vector(y_);
}

void AdjointFlow::keep_derivatives() {
  keep_force();
  given_.emplace();
  for (const auto* field : fields_) given_->add(*field, state_["base_" + field->name()], space_);
}

std::vector<double> AdjointFlow::of_coefficients() const {
  std::vector<double> derivatives;
  for (const auto& given : given_.value().parts()) derivatives.push_back(given.of_coefficient());
  return derivatives;
}

std::vector<std::vector<BoundaryDerivative>> AdjointFlow::of_boundary() const {
  std::vector<std::vector<BoundaryDerivative>> derivatives;
  for (std::size_t field = 0; field < fields_.size(); ++field)
    derivatives.push_back(
        given_.value().parts()[field].of_boundary(equations_[field]->given_on_boundary()));
  return derivatives;
}

std::vector<double> AdjointFlow::of_force() { return to_vector(of_force_.value()); }

std::vector<double> AdjointFlow::take_force() {
  std::vector<double> taken = of_force();
  of_force_->clear();
  return taken;
}

/// The fields g of int g . u that the cotangents of u stand for.
std::vector<double> AdjointFlow::to_vector(Cotangents& cotangents) const {
  const space::Field mass = space::assembled_mass(space_);
  std::vector<double> vector;
  for_components(cotangents, [&](space::Field& y) {
    space_.gather_scatter().add(y);
    for (std::size_t q = 0; q < y.size(); ++q) vector.push_back(y[q] / mass[q]);
  });
  return vector;
}

void AdjointFlow::visit_state(base::StateVisitor& visitor) {
  std::vector<double> numbers{static_cast<double>(n_left_), static_cast<double>(n_known_), dt_,
                              static_cast<double>(order_)};
  visitor.visit("adjoint/numbers", numbers);
  n_left_ = static_cast<long long>(numbers.at(0));
  n_known_ = static_cast<int>(numbers.at(1));
  dt_ = numbers.at(2);
  order_ = static_cast<int>(numbers.at(3));
  const auto element_numbers = space_.element_numbers();
  const auto visit = [&](const std::string& name, space::Field& field) {
    visitor.visit("adjoint/" + name, {"elements", element_numbers, space_.element_size()}, field);
  };
  const auto visit_all = [&](const std::string& name, Cotangents& cotangents) {
    int part = 0;
    for_components(cotangents,
                   [&](space::Field& field) { visit(name + "/" + std::to_string(part++), field); });
  };
  visit_all("cotangents", y_);
  if (of_force_) visit_all("force", *of_force_);
  for (int level = 0; level < n_known_; ++level) {
    TransposedStep& step = steps_.at(level);
    step.taken = taken(n_left_ + 1 + level);
    visit_all("hat/" + std::to_string(level), step.hat);
    visit("pressure/" + std::to_string(level), step.pressure);
  }
}

}  // namespace lobatto::physics
