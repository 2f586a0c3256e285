#include "physics/low_mach/density.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "physics/equations/scalar_transport.hpp"
#include "space/element_blocks.hpp"

namespace lobatto::physics {

namespace {

constexpr int n_kept = time::max_order;

state::History<double> levels_of_number() { return state::History(std::vector<double>(n_kept)); }

bool is_vessel(const FlowSettings& settings) {
  return settings.density->gas &&
         std::ranges::none_of(settings.faces, is_open, &VelocityBoundaryCondition::kind);
}

/// sum_k history[k] f^{n-k}, of a level that was begun: its storage has the oldest one.
double past_sum(const state::History<double>& levels_of, const std::array<double, n_kept>& history,
                int order) {
  double sum = 0;
  for (int k = 0; k < order; ++k) sum += history[k] * levels_of.at((k + 1) % n_kept);
  return sum;
}

}  // namespace

Density::Density(state::State& state, const FlowSettings& settings)
    : state_(state),
      space_(state.space()),
      settings_(*settings.density),
      is_closed_(is_vessel(settings)),
      pressure_(levels_of_number()),
      content_(levels_of_number()),
      past_(space_.make_field()),
      divergence_(space_.make_field()),
      volume_(space_.make_field()),
      assembled_mass_(space::assembled_mass(space_)),
      stiffness_(space_),
      operators_(space::make_element_operators(space_)) {
  if (is_closed_) response_ = space_.make_field();
  for (std::size_t b = 0; b < space_.boundaries().size(); ++b)
    boundaries_.emplace_back(space_, static_cast<int>(b));
}

void Density::declare() { field_ = &state_.declare("density", {.n_levels = n_kept}); }

std::span<double> Density::temperature() { return state_[settings_.gas->temperature].now(); }

double Density::inverse_temperature() {
  const auto t = temperature();
  const std::size_t size = space_.element_size();
  double sum = 0;
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto mass = space_.mass(e);
    for (std::size_t q = 0; q < size; ++q) sum += mass(q) / t[e * size + q];
  }
  return space_.communicator().sum(sum);
}

void Density::begin(double t) {
  if (!settings_.gas || t < beginning_) return;
  beginning_ = t;
  mass_ = settings_.gas->pressure / settings_.gas->gas_constant * inverse_temperature();
}

void Density::evaluate(double t) {
  space::Field& rho = field_->now();
  if (!settings_.gas) return settings_.law->evaluate(state_, t, rho);
  const IdealGas& gas = *settings_.gas;
  double& p = pressure_.current();
  p = is_closed_ ? gas.gas_constant * mass_ / inverse_temperature() : gas.pressure;
  const auto temperature_now = temperature();
  for (std::size_t q = 0; q < rho.size(); ++q) rho[q] = p / (gas.gas_constant * temperature_now[q]);
}

void Density::advance() {
  content_.current() = space_.integrate(field_->now());
  field_->advance();
  pressure_.advance();
  content_.advance();
}

void Density::predict(const time::NextStep& next) {
  past_pressure_ = past_sum(pressure_, next.bdf.history, next.bdf.order);
  space::Field& rho = field_->now();
  for (std::size_t q = 0; q < rho.size(); ++q) {
    double past = 0, ahead = 0, least = field_->at(1)[q];
    for (int k = 0; k < next.bdf.order; ++k)
      past += next.bdf.history[k] * field_->at((k + 1) % n_kept)[q];
    for (int k = 0; k < next.extrapolation.order; ++k) {
      const double level = field_->at((k + 1) % n_kept)[q];
      ahead += next.extrapolation.history[k] * level;
      least = std::min(least, level);
    }
    past_[q] = past;
    rho[q] = std::max(ahead, Coefficient::least_share * least);
  }
  for (Coefficient* diffusivity : diffusivities_) diffusivity->set_capacity(rho);
}

void Density::solve(const time::NextStep& next, const state::Variable& u_star) {
  if (is_closed_) compress(next);
  evaluate(next.time);
  const space::Field& rho = field_->now();
  for (std::size_t q = 0; q < rho.size(); ++q) volume_[q] = 1 / rho[q];
  stiffness_.update(volume_);
  find_divergence(next, u_star);
}

/// Newton's method for the rate r = dp_th/dt: with p = (r + past) / b_0 and T = T_a + r T_b / c_p
/// the mass p / R int 1/T is that of the vessel.
void Density::compress(const time::NextStep& next) {
  constexpr int most_iterations = 50;
  constexpr double accuracy = 1e-15;
  const IdealGas& gas = *settings_.gas;
  const double inverse_capacity = (gas.gamma - 1) / (gas.gamma * gas.gas_constant);
  temperature_->respond_to_source(next, response_);
  const auto t = temperature();
  const double wanted = gas.gas_constant * mass_;
  double rate = next.bdf.leading * pressure_.at(1) - past_pressure_;
  for (int i = 0; i < most_iterations; ++i) {
    const double s = rate * inverse_capacity, p = (rate + past_pressure_) / next.bdf.leading;
    std::array<double, 2> sums{};  // of 1 / T and T_b / T^2
    for (int e = 0; e < space_.n_elements(); ++e) {
      const auto mass = space_.mass(e);
      const std::size_t begin = e * space_.element_size();
      for (std::size_t q = 0; q < space_.element_size(); ++q) {
        const double inverse = 1 / (t[begin + q] + s * response_[begin + q]);
        sums[0] += mass(q) * inverse;
        sums[1] += mass(q) * inverse * inverse * response_[begin + q];
      }
    }
    space_.communicator().sum(sums);
    const double slope = sums[0] / next.bdf.leading - p * inverse_capacity * sums[1];
    const double change = (wanted - p * sums[0]) / slope;
    rate += change;
    if (std::abs(change) <= accuracy * next.bdf.leading * p) break;
  }
  temperature_->add_source(rate * inverse_capacity, response_);
}

/// Continuous: elements that meet agree on the mean of what they find.
void Density::find_divergence(const time::NextStep& next, const state::Variable& u_star) {
  const space::Field& rho = field_->now();
  std::array<std::vector<double>, 3> slopes;
  for (const auto& block : space::blocks_of(space_, space::nodes_with_gradients)) {
    for (auto& component : slopes) component.resize(block.n_values);
    operators_->gradient(block.first, block.n_elements, rho.data() + block.offset,
                         {slopes[0].data(), slopes[1].data(), slopes[2].data()});
    for (std::size_t q = 0; q < block.n_values; ++q) {
      const std::size_t at = block.offset + q;
      double rate = next.bdf.leading * rho[at] - past_[at];
      for (int d = 0; d < 3; ++d) rate += u_star.now(d)[at] * slopes[d][q];
      divergence_[at] = -rate * volume_[at];
    }
    space::multiply_by_mass(space_, block.first, block.n_elements,
                            divergence_.data() + block.offset, divergence_.data() + block.offset);
  }
  space_.gather_scatter().add(divergence_);
  for (std::size_t q = 0; q < divergence_.size(); ++q) divergence_[q] /= assembled_mass_[q];
}

void Density::balance(double net_flux) {
  const double missing = (net_flux - space_.integrate(divergence_)) / space_.volume();
  for (double& value : divergence_) value += missing;
}

void Density::add_divergence(double factor, const space::ElementBlock& block, double* f) const {
  const std::size_t size = space_.element_size();
  for (int b = 0; b < block.n_elements; ++b) {
    const auto mass = space_.mass(block.first + b);
    for (std::size_t i = 0, q = b * size; i < size; ++i, ++q)
      f[q] += factor * mass(i) * divergence_[block.offset + q];
  }
}

double Density::power(const space::ElementBlock& block, const space::Field& pressure,
                      const std::array<const double*, 3>& mass_u) const {
  const auto& g = settings_.gravity;
  const std::size_t size = space_.element_size();
  double power = 0;
  for (int b = 0; b < block.n_elements; ++b) {
    const auto mass = space_.mass(block.first + b);
    double of_element = 0;
    for (std::size_t i = 0, q = b * size; i < size; ++i, ++q) {
      const std::size_t at = block.offset + q;
      of_element += mass(i) * pressure[at] * divergence_[at];
      for (int d = 0; d < 3; ++d)
        of_element += (1 - settings_.reference / now()[at]) * g[d] * mass_u[d][q];
    }
    power += of_element;
  }
  return power;
}

double Density::outflow(const state::Variable& velocity) const {
  double sum = 0;
  for (const auto& boundary : boundaries_)
    for (std::size_t i = 0; i < boundary.n_values(); ++i) {
      const std::size_t slot = i / boundary.n_nodes();
      const std::size_t at = boundary.side(slot).element * space_.element_size() +
                             boundary.offsets(slot)[i % boundary.n_nodes()];
      for (int d = 0; d < 3; ++d)
        sum += boundary.weights()[i] * boundary.normal(d)[i] * velocity.now(d)[at] * now()[at];
    }
  return space_.communicator().sum(sum);
}

MassReport Density::report(const time::NextStep& next, const state::Variable& velocity) {
  MassReport report;
  report.content = space_.integrate(now());
  report.change =
      next.bdf.leading * report.content - past_sum(content_, next.bdf.history, next.bdf.order);
  report.outflow = outflow(velocity);
  if (settings_.gas) report.pressure = pressure_.current();
  return report;
}

void Density::visit_state(base::StateVisitor& visitor) {
  const std::string name = "flow/mass";
  if (is_closed_ && visitor.has(name)) visitor.visit(name, mass_);
}

}  // namespace lobatto::physics
