#include "accept/particles/waves_of_plasma.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "accept/particles/loading.hpp"
#include "accept/particles/plasma.hpp"

namespace lobatto::accept {

namespace {

/// At least one cell per rank, and as many as asked for.
std::array<int, 3> size_for(const std::array<int, 3>& wanted, const std::vector<int>& ranks) {
  return {std::max(wanted[0], ranks[0]), std::max(wanted[1], ranks[1]), wanted[2]};
}

PlasmaSetup setup_of(const std::array<int, 3>& size, const std::vector<int>& ranks, double length) {
  return {.settings = {{size.begin(), size.end()}, true, ranks},
          .lengths = {length, length, length}};
}

struct History {
  std::vector<Plasma::Moment> moments;  ///< of each step

  [[nodiscard]] std::vector<double> waves(std::size_t first) const {
    std::vector<double> waves;
    for (std::size_t i = first; i < moments.size(); ++i) waves.push_back(moments[i].wave);
    return waves;
  }
  /// The largest |value(moment) - that of the first|.
  template <class Value>
  [[nodiscard]] double largest_change(const Value& value) const {
    double largest = 0;
    for (const auto& moment : moments)
      largest = std::max(largest, std::abs(value(moment) - value(moments.front())));
    return largest;
  }
};

History run(Plasma& plasma, int n_steps) {
  History history;
  for (int step = 0; step < n_steps; ++step) {
    plasma.step();
    history.moments.push_back(plasma.moment());
  }
  return history;
}

/// Cold, with clouds in cells of width h and the exact k of the nodes: summed over all aliases k_p
/// = k + 2 pi p / h of the shape S = (sin(k_p h / 2) / (k_p h / 2))^2, the force that a
/// displacement brings back is omega^2 = sum_p k_p S(k_p)^2 / k = sin(k h) / (k h) (Birdsall &
/// Langdon, 8-11; the sum by derivatives of the cotangent). Leapfrog: sin(omega' dt / 2) = omega dt
/// / 2.
double frequency_of_cold_wave(int n_cells, double dt) {
  const double angle = 2 * std::numbers::pi / n_cells;
  return 2 / dt * std::asin(dt / 2 * std::sqrt(std::sin(angle) / angle));
}

Answer cold_wave_answer(const std::vector<int>& ranks, const comm::Communicator& communicator) {
  constexpr double dt = 0.2, amplitude = 1e-3;
  constexpr int n_steps = 70, per_direction = 2, lag = 8;
  const auto size = size_for({16, 4, 4}, ranks);
  PlasmaSetup setup = setup_of(size, ranks, 2 * std::numbers::pi);
  setup.dt = dt;
  setup.n_particles = per_direction * per_direction * per_direction;
  for (const int n : size) setup.n_particles *= n;
  Plasma plasma(setup, cold_wave(size, per_direction, amplitude), communicator);
  const auto wave = fit_oscillation(run(plasma, n_steps).waves(0), lag, dt);
  return {"frequency of a cold wave, of the plasma frequency", wave.frequency,
          frequency_of_cold_wave(size[0], dt), 1e-6};
}

std::vector<Answer> warm_wave_answers(const std::vector<int>& ranks,
                                      const comm::Communicator& communicator) {
  constexpr double dt = 0.1, amplitude = 0.02;
  constexpr int n_steps = 140, first = 30, lag = 11;
  const auto size = size_for({64, 4, 4}, ranks);
  PlasmaSetup setup = setup_of(size, ranks, 4 * std::numbers::pi);  // k = 0.5
  setup.dt = dt;
  setup.n_particles = 1 << 17;
  Plasma plasma(setup, quiet_maxwellian(size, setup.n_particles, amplitude), communicator);
  const auto momentum = plasma.mean_velocity();
  const History history = run(plasma, n_steps);
  const auto wave = fit_oscillation(history.waves(first), lag, dt);
  const auto momentum_after = plasma.mean_velocity();
  double gained = 0, charge_error = 0;
  for (std::size_t d = 0; d < 3; ++d)
    gained = std::max(gained, std::abs(momentum_after[d] - momentum[d]));
  for (const auto& moment : history.moments)
    charge_error = std::max(charge_error, std::abs(moment.charge - 1));
  const double energy = history.largest_change([](const auto& m) { return m.total_energy; }) /
                        history.moments.front().total_energy;
  constexpr double rounding = 1e-12;
  return {
      {"frequency of a wave with k lambda_D = 0.5", wave.frequency, 1.4156, 0.01},
      {"its Landau damping", wave.growth, -0.1533, 0.005},
      {"charge of all nodes, farthest from that of the particles by", charge_error, 0, rounding},
      {"momentum gained, of the thermal one", gained, 0, rounding},
      {"change of all energy, of what it was", energy, 0, 1e-4}};
}

}  // namespace

std::vector<Answer> waves_of_plasma(const std::vector<int>& ranks,
                                    const comm::Communicator& communicator) {
  std::vector<Answer> answers{cold_wave_answer(ranks, communicator)};
  for (Answer& answer : warm_wave_answers(ranks, communicator))
    answers.push_back(std::move(answer));
  return answers;
}

Oscillation fit_oscillation(std::span<const double> samples, int lag, double dt) {
  const auto s = static_cast<std::size_t>(lag);
  double now_now = 0, now_before = 0, before_before = 0, next_now = 0, next_before = 0;
  for (std::size_t i = s; i + s < samples.size(); ++i) {
    const double before = samples[i - s], now = samples[i], next = samples[i + s];
    now_now += now * now;
    now_before += now * before;
    before_before += before * before;
    next_now += next * now;
    next_before += next * before;
  }
  const double determinant = now_now * before_before - now_before * now_before;
  const double first = (next_now * before_before - next_before * now_before) / determinant;
  const double second = (next_before * now_now - next_now * now_before) / determinant;
  const double decay = std::sqrt(-second);
  return {std::acos(first / (2 * decay)) / (lag * dt), std::log(decay) / (lag * dt)};
}

}  // namespace lobatto::accept
