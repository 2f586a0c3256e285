#include "krylov/newton_krylov.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

namespace {

constexpr double most_forcing = 0.1;
constexpr double least_forcing = 1e-5;  // a difference carries no more
constexpr double decrease = 1e-4;       // of what the linear system promises
constexpr int most_cuts = 6;

/// y = a + factor b
void add(std::span<const double> a, double factor, std::span<const double> b, std::span<double> y) {
  for (std::size_t q = 0; q < y.size(); ++q) y[q] = a[q] + factor * b[q];
}

}  // namespace

NewtonKrylov::NewtonKrylov(const NewtonSettings& settings, const WeightedInner& inner)
    : settings_(settings), inner_(inner), system_(settings.dimension, inner) {}

void NewtonKrylov::begin(std::span<const double> start) {
  next_.assign(start.begin(), start.end());
  for (auto* vector : {&u_, &f_, &d_}) vector->assign(start.size(), 0.0);
  ask_ = Ask::point;
  step_ = trial_ = {};
  residual_ = 0;
  n_cuts_ = n_values_ = n_iterates_ = 0;
}

void NewtonKrylov::put(std::span<const double> value) {
  ++n_values_;
  if (ask_ == Ask::derivative)
    put_derivative(value);
  else
    put_point(value);
}

void NewtonKrylov::put_derivative(std::span<const double> value) {
  const double e = length_of_difference();
  const auto v = system_.next();
  std::vector<double> product(v.size());
  for (std::size_t q = 0; q < v.size(); ++q) product[q] = v[q] - (value[q] - (u_[q] + f_[q])) / e;
  system_.put(product);
  if (system_.residual() > forcing_ && !system_.is_exhausted()) return ask_derivative();
  system_.solution(d_);
  trial_ = {system_.n_products(), system_.residual(), 1};
  n_cuts_ = 0;
  ask_trial(1);
}

void NewtonKrylov::put_point(std::span<const double> value) {
  std::vector<double> f(value.size());
  add(value, -1, next_, f);
  const double residual = std::sqrt(inner_(f, f));
  const double promised = trial_.length * (1 - trial_.linear_residual);
  // Written so that it refuses what is not a number.
  if (ask_ == Ask::trial && !(residual <= (1 - decrease * promised) * residual_))
    return cut(residual);
  accept(value, residual);
}

void NewtonKrylov::accept(std::span<const double> value, double residual) {
  u_ = next_;
  add(value, -1, u_, f_);
  step_ = trial_;
  ++n_iterates_;
  const double before = std::exchange(residual_, residual);
  if (residual_ == 0) return;
  set_forcing(before);
  system_.begin(f_);
  ask_derivative();
}

void NewtonKrylov::set_forcing(double residual_before) {
  constexpr double gamma = 0.9;
  const double ratio = residual_ / residual_before;
  const double wanted = std::max(gamma * ratio * ratio, 0.5 * settings_.target / residual_);
  forcing_ = step_.length == 0 ? most_forcing : std::clamp(wanted, least_forcing, most_forcing);
}

/// |f|^2 along d by its value and slope at 0 and its value here. GMRES leaves what is orthogonal to
/// A d: the slope is -2 |f|^2 (1 - eta^2).
void NewtonKrylov::cut(double residual) {
  if (++n_cuts_ > most_cuts) {
    add(u_, 1, f_, next_);
    trial_ = {trial_.n_products, trial_.linear_residual, 0};
    ask_ = Ask::point;
    return;
  }
  const double s = trial_.length, eta = trial_.linear_residual;
  const double before = residual_ * residual_;
  const double slope = -2 * before * (1 - eta * eta);
  const double lowest = -slope * s / (2 * (residual * residual - before - slope * s));
  ask_trial(s * (std::isfinite(lowest) ? std::clamp(lowest, 0.1, 0.5) : 0.1));
}

void NewtonKrylov::ask_trial(double length) {
  trial_.length = length;
  add(u_, length, d_, next_);
  ask_ = Ask::trial;
}

void NewtonKrylov::ask_derivative() {
  add(u_, length_of_difference(), system_.next(), next_);
  ask_ = Ask::derivative;
}

double NewtonKrylov::length_of_difference() const {
  const double length = std::sqrt(inner_(u_, u_));
  return settings_.difference * (length > 0 ? length : 1.0);
}

void NewtonKrylov::visit_state(base::StateVisitor& visitor, VisitVector visit_vector) {
  const auto visit_count = [&](const std::string& name, auto& count) {
    auto value = static_cast<std::int64_t>(count);
    visitor.visit(name, value);
    count = static_cast<std::remove_reference_t<decltype(count)>>(value);
  };
  const auto visit_step = [&](const std::string& name, NewtonStep& step) {
    visit_count(name + "/products", step.n_products);
    visitor.visit(name + "/linear_residual", step.linear_residual);
    visitor.visit(name + "/length", step.length);
  };
  visit_count("newton/values", n_values_);
  visit_count("newton/iterates", n_iterates_);
  visit_count("newton/cuts", n_cuts_);
  visit_count("newton/ask", ask_);
  visit_step("newton/step", step_);
  visit_step("newton/trial", trial_);
  visitor.visit("newton/residual", residual_);
  visitor.visit("newton/forcing", forcing_);
  visit_vector("newton/next", next_);
  if (n_iterates_ == 0) return;
  visit_vector("newton/iterate", u_);
  visit_vector("newton/change", f_);
  if (ask_ == Ask::trial) visit_vector("newton/direction", d_);
  if (ask_ == Ask::derivative) system_.visit_state(visitor, "newton/system", visit_vector);
}

}  // namespace lobatto::krylov
