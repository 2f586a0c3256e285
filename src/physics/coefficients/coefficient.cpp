#include "physics/coefficients/coefficient.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace lobatto::physics {

namespace {

/// Terms of an equation want the level before, the extrapolation as many as the order.
int levels_of(Dependence dependence) {
  if (dependence == Dependence::place) return 1;
  return dependence == Dependence::time ? 2 : time::max_order;
}

}  // namespace

Coefficient::Coefficient(state::State& state, std::string name, CoefficientSettings settings,
                         std::span<const double> capacity)
    : state_(state), name_(std::move(name)), settings_(std::move(settings)) {
  if (is_field()) stiffness_ = std::make_unique<space::ScaledStiffness>(state.space(), capacity);
}

void Coefficient::declare() {
  if (is_field())
    field_ = &state_.declare(name_, {.n_levels = levels_of(settings_.law->dependence())});
}

space::NodalValue Coefficient::value() const {
  if (!is_field()) return settings_.constant;
  return std::span<const double>(field_->now());
}

space::StiffnessCoefficient Coefficient::stiffness() const {
  if (!is_field()) return settings_.constant;
  return *stiffness_;
}

void Coefficient::evaluate(double t) {
  if (!is_field()) return;
  settings_.law->evaluate(state_, t, field_->now());
  if (settings_.law->dependence() == Dependence::place && is_new(field_->now()))
    stiffness_->update(field_->now());
}

bool Coefficient::is_new(std::span<const double> k) const {
  return state_.space().communicator().max(stiffness_->is_of(k) ? 0.0 : 1.0) != 0;
}

void Coefficient::advance() {
  if (is_field()) field_->advance();
}

void Coefficient::predict(const time::NextStep& next) {
  if (!is_field() || settings_.law->dependence() == Dependence::place) return;
  if (settings_.law->dependence() == Dependence::time)
    settings_.law->evaluate(state_, next.time, field_->now());
  else
    extrapolate(next.extrapolation);
  stiffness_->update(field_->now());
}

void Coefficient::complete(double t) {
  if (is_field() && settings_.law->dependence() == Dependence::solution) evaluate(t);
}

/// The oldest level lives in the storage that receives the result.
void Coefficient::extrapolate(const time::Extrapolation& extrapolation) {
  std::array<const double*, time::max_order> levels{};
  for (int j = 0; j < extrapolation.order; ++j)
    levels[j] = field_->at((j + 1) % time::max_order).data();
  space::Field& out = field_->now();
  for (std::size_t q = 0; q < out.size(); ++q) {
    double sum = 0, least = levels[0][q];
    for (int j = 0; j < extrapolation.order; ++j) {
      sum += extrapolation.history[j] * levels[j][q];
      least = std::min(least, levels[j][q]);
    }
    out[q] = std::max(sum, least_share * least);
  }
}

}  // namespace lobatto::physics
