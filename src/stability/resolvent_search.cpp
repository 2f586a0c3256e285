#include "stability/resolvent_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "krylov/vector_combination.hpp"

namespace lobatto::stability {

namespace {

/// Of a step back: no end of the way is in sight, so that all steps have the full order.
constexpr long long without_end = 1LL << 50;

constexpr double share_of_transients = 0.1;  // of the tolerance
constexpr double hopeless = 1e6;             // growth of what amplitudes change by

}  // namespace

ResolventSearch::ResolventSearch(state::State& state, physics::EquationSystem& equations,
                                 const ResolventSettings& settings)
    : Search(state, settings.propagation),
      state_(state),
      equations_(equations),
      settings_(settings),
      flow_(state, equations),
      weight_(flow_.mass()),
      sum_{state.space().communicator()},
      adjoint_(equations.make_adjoint()),
      fit_(settings.frequencies, dt(), settings.propagation.steps) {
  adjoint_->keep_force();
  for (std::size_t k = 0; k < settings.frequencies.size(); ++k) {
    const std::vector<double> zero(2 * weight_.size());
    harmonics_.push_back({{settings.eigen, {weight_, sum_}}, {}, zero, zero, zero});
  }
}

void ResolventSearch::begin() {
  const bool moves_along_z = !state_.space().is_plane() || settings_.perturbation.wave_number != 0;
  const auto start = flow_.waves(moves_along_z);
  flow_.set(std::vector<double>(weight_.size()));
  n_propagations_ = 0;
  is_begun_ = false;
  for (auto& harmonic : harmonics_) {
    harmonic.responses.clear();
    std::ranges::fill(harmonic.force, 0.0);
    std::ranges::copy(start, harmonic.force.begin());
  }
  begin_phase(true);
}

void ResolventSearch::begin_phase(bool is_back) {
  is_going_back_ = is_back;
  n_in_phase_ = 0;
  transient_ = 1;
  least_change_ = std::numeric_limits<double>::infinity();
  for (auto& harmonic : harmonics_) {
    std::ranges::fill(harmonic.amplitude, 0.0);
    std::ranges::fill(harmonic.before, 0.0);
  }
  if (is_back)
    adjoint_->begin(flow_.parts_of(force_at(0)), without_end, dt(), settings_.time_order);
  else
    flow_.set(std::vector<double>(weight_.size()));
}

std::vector<double> ResolventSearch::force_at(long long n) const {
  std::vector<double> sum(weight_.size()), coefficients;
  std::vector<const double*> parts;
  auto frequency = settings_.frequencies.begin();
  for (const auto& harmonic : harmonics_) {
    const double phase = *frequency++ * dt() * static_cast<double>(n);
    if (!is_active(harmonic)) continue;
    coefficients.insert(coefficients.end(), {std::cos(phase), -std::sin(phase)});
    parts.insert(parts.end(), {harmonic.force.data(), harmonic.force.data() + sum.size()});
  }
  krylov::combine(0.0, coefficients, parts, sum);
  return sum;
}

physics::StepReport ResolventSearch::step(physics::EquationSystem& equations, double dt) {
  if (is_going_back_) return step_back(dt);
  flow_.set_force(force_at(n_in_phase_ + 1));
  auto report = equations.step(dt);
  add_to_amplitudes(flow_.now());
  return report;
}

/// Counted as a step; the fields stay as they are.
physics::StepReport ResolventSearch::step_back(double dt) {
  adjoint_->step_back();
  add_to_amplitudes(adjoint_->take_force());
  adjoint_->add(flow_.parts_of(force_at(-n_in_phase_)));
  state_.history().finish(state_.history().begin(dt));
  physics::StepReport report;
  report.step = state_.n_steps();
  report.time = state_.time();
  report.dt = dt;
  report.order = settings_.time_order;
  report.state = equations_.look();
  return report;
}

/// What a step back gives is of the level that it began with, one before; time goes backwards then.
void ResolventSearch::add_to_amplitudes(std::span<const double> level) {
  const auto weights = fit_.weights(n_in_phase_ % propagation().steps + 1);
  ++n_in_phase_;
  std::size_t k = 0;
  for (auto& harmonic : harmonics_) {
    const Complex weight = is_going_back_ ? std::conj(weights[k++]) : weights[k++];
    if (!is_active(harmonic)) continue;
    double* const real = harmonic.amplitude.data();
    double* const imaginary = real + level.size();
    for (std::size_t q = 0; q < level.size(); ++q) {
      real[q] += weight.real() * level[q];
      imaginary[q] += weight.imag() * level[q];
    }
  }
}

/// From the time of the propagation to that of the phase: forwards level n of it is of the time
/// (n_before + n) dt, backwards of -(n_before + n - 1) dt.
void ResolventSearch::turn_amplitudes() {
  const auto n_before = n_in_phase_ - propagation().steps;
  const auto shift = static_cast<double>(is_going_back_ ? 1 - n_before : n_before) * dt();
  auto frequency = settings_.frequencies.begin();
  for (auto& harmonic : harmonics_) {
    const double phase = -*frequency++ * shift;
    const Complex turn = std::polar(1.0, phase);
    const std::size_t n = weight_.size();
    for (std::size_t q = 0; q < n; ++q) {
      const Complex value = turn * Complex(harmonic.amplitude[q], harmonic.amplitude[n + q]);
      harmonic.amplitude[q] = value.real();
      harmonic.amplitude[n + q] = value.imag();
    }
  }
}

ResolventSearch::Change ResolventSearch::change() const {
  Change found;
  for (const auto& harmonic : harmonics_) {
    if (!is_active(harmonic)) continue;
    double difference = 0, whole = 0;
    for (std::size_t q = 0; q < harmonic.amplitude.size(); ++q) {
      const double mass = weight_[q % weight_.size()], value = harmonic.amplitude[q];
      difference += mass * (value - harmonic.before[q]) * (value - harmonic.before[q]);
      whole += mass * value * value;
    }
    std::array sums{difference, whole};
    sum_(sums);
    found.absolute += std::sqrt(sums[0]);
    found.relative = std::max(found.relative, std::sqrt(sums[0] / sums[1]));
  }
  return found;
}

void ResolventSearch::take() {
  ++n_propagations_;
  turn_amplitudes();
  const auto [absolute, relative] = change();
  transient_ = relative;
  least_change_ = std::min(least_change_, absolute);
  if (!(absolute <= hopeless * least_change_))
    throw base::Error(fmt::format(
        "what a harmonic force makes of the flow has grown by {:.1g} and goes on: the base flow is "
        "unstable, and has no resolvent; expected one all of whose perturbations decay, which "
        "stability.kind = \"modes\" tells",
        absolute / least_change_));
  if (transient_ > share_of_transients * settings_.eigen.tolerance) {
    for (auto& harmonic : harmonics_) {
      std::swap(harmonic.before, harmonic.amplitude);
      std::ranges::fill(harmonic.amplitude, 0.0);
    }
    return;
  }
  end_phase();
}

void ResolventSearch::end_phase() {
  for (auto& harmonic : harmonics_) {
    if (!is_active(harmonic)) continue;
    if (is_going_back_) {
      end_phase_back(harmonic);
    } else {
      harmonic.responses.push_back(harmonic.amplitude);
      harmonic.force = harmonic.amplitude;
    }
  }
  is_begun_ = true;
  if (std::ranges::any_of(harmonics_, [&](const Harmonic& one) { return is_active(one); }))
    begin_phase(!is_going_back_);
}

void ResolventSearch::end_phase_back(Harmonic& harmonic) {
  if (is_begun_)
    harmonic.lanczos.put(harmonic.amplitude);
  else
    harmonic.lanczos.begin(harmonic.amplitude);
  const auto next = harmonic.lanczos.next();
  harmonic.force.assign(next.begin(), next.end());
}

bool ResolventSearch::is_converged() const {
  return std::ranges::all_of(
      harmonics_, [](const Harmonic& harmonic) { return harmonic.lanczos.is_converged(); });
}

bool ResolventSearch::is_done() const {
  return n_propagations_ >= settings_.max_propagations ||
         std::ranges::none_of(harmonics_,
                              [&](const Harmonic& harmonic) { return is_active(harmonic); });
}

int ResolventSearch::n_applications() const {
  int most = 0;
  for (const auto& harmonic : harmonics_) most = std::max(most, harmonic.lanczos.n_applications());
  return most;
}

/// In phases, of as many as the digits so far let expect.
double ResolventSearch::progress() const {
  constexpr double usual = 3;  // applications
  double n_expected = usual;
  for (std::size_t k = 0; k < harmonics_.size(); ++k) {
    const auto found = resonances(k);
    if (found.empty()) continue;
    const double digits = std::log(found.back().residual) / std::log(settings_.eigen.tolerance);
    if (digits > 0)
      n_expected = std::max(n_expected, std::ceil(n_applications() / std::min(digits, 1.0)));
  }
  const double of_phase = std::clamp(
      std::log(transient_) / std::log(share_of_transients * settings_.eigen.tolerance), 0.0, 1.0);
  const double n_phases =
      2 * n_applications() + (is_begun_ ? 1 : 0) + (is_begun_ && is_going_back_ ? 1 : 0) + of_phase;
  return std::min(n_phases / (2 * n_expected + 1), 1.0);
}

std::vector<Resonance> ResolventSearch::resonances(std::size_t frequency) const {
  std::vector<Resonance> resonances;
  const auto& lanczos = std::next(harmonics_.begin(), static_cast<long>(frequency))->lanczos;
  for (const auto& pair : lanczos.found())
    resonances.push_back({std::sqrt(std::max(pair.value, 0.0)), pair.residual});
  return resonances;
}

ResonanceShape ResolventSearch::shape(std::size_t frequency, std::size_t resonance) const {
  const auto& harmonic = *std::next(harmonics_.begin(), static_cast<long>(frequency));
  ResonanceShape shape{harmonic.lanczos.vector(resonance), std::vector<double>(2 * weight_.size())};
  std::vector<const double*> responses;
  for (const auto& response : harmonic.responses) responses.push_back(response.data());
  krylov::combine_complex(harmonic.lanczos.coefficients(resonance), responses, shape.response);
  return shape;
}

void ResolventSearch::visit_complex(base::StateVisitor& visitor, const std::string& name,
                                    std::span<double> vector) const {
  flow_.visit(visitor, name + "/real", vector.first(weight_.size()));
  flow_.visit(visitor, name + "/imaginary", vector.last(weight_.size()));
}

void ResolventSearch::visit_harmonic(base::StateVisitor& visitor, Harmonic& harmonic,
                                     const std::string& name) {
  const auto visit = [&](const std::string& vector_name, std::span<double> vector) {
    visit_complex(visitor, vector_name, vector);
  };
  if (is_begun_) harmonic.lanczos.visit_state(visitor, name + "/lanczos", visit);
  auto n_responses = static_cast<std::int64_t>(harmonic.responses.size());
  visitor.visit("stability/" + name + "/responses", n_responses);
  harmonic.responses.resize(static_cast<std::size_t>(n_responses),
                            std::vector<double>(2 * weight_.size()));
  for (std::size_t i = 0; i < harmonic.responses.size(); ++i)
    visit(fmt::format("{}/response{}", name, i), harmonic.responses[i]);
  visit(name + "/force", harmonic.force);
  visit(name + "/amplitude", harmonic.amplitude);
  visit(name + "/before", harmonic.before);
}

void ResolventSearch::visit_state(base::StateVisitor& visitor) {
  std::vector<double> numbers{is_going_back_ ? 1.0 : 0.0,
                              is_begun_ ? 1.0 : 0.0,
                              static_cast<double>(n_in_phase_),
                              static_cast<double>(n_propagations_),
                              transient_,
                              least_change_};
  visitor.visit("stability/resolvent", numbers);
  is_going_back_ = numbers.at(0) != 0;
  is_begun_ = numbers.at(1) != 0;
  n_in_phase_ = static_cast<long long>(numbers.at(2));
  n_propagations_ = static_cast<int>(numbers.at(3));
  transient_ = numbers.at(4);
  least_change_ = numbers.at(5);
  std::vector<double> frequencies = settings_.frequencies;
  visitor.visit("stability/frequencies", frequencies);
  if (frequencies != settings_.frequencies)
    throw base::Error(
        "the checkpoint is of other frequencies; expected those of stability.frequencies");
  std::size_t k = 0;
  for (auto& harmonic : harmonics_)
    visit_harmonic(visitor, harmonic, fmt::format("harmonic{}", k++));
  if (is_going_back_) adjoint_->visit_state(visitor);
}

}  // namespace lobatto::stability
