#include "stability/sensitivity.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <memory>

#include "physics/conditions/implicit_conditions.hpp"
#include "physics/flow_gradients.hpp"
#include "physics/solvers/elliptic_solver.hpp"
#include "space/element_operators.hpp"

namespace lobatto::stability {

namespace {

using Complex = std::complex<double>;

/// Of a scalar, by direction: of the amplitude of cos(beta z) the derivative along z is that of
/// sin(beta z).
std::array<std::vector<double>, 3> slopes_of(const space::FunctionSpace& space,
                                             std::span<const double> scalar, double wave_number) {
  std::array<std::vector<double>, 3> slopes;
  slopes.fill(std::vector<double>(space.size()));
  space::make_element_operators(space)->gradient(
      0, space.n_elements(), scalar.data(), {slopes[0].data(), slopes[1].data(), slopes[2].data()});
  for (std::size_t q = 0; q < space.size(); ++q) slopes[2][q] -= wave_number * scalar[q];
  return slopes;
}

/// Values and slopes of the parts of a real vector of the search, at the nodes.
struct PartSlopes {
  PartSlopes(const space::FunctionSpace& space, std::vector<std::span<const double>> parts_given,
             double wave_number)
      : parts(std::move(parts_given)), slopes(9, std::vector<double>(space.size())) {
    std::array<std::size_t, 9> wanted{};
    std::vector<std::span<double>> of_velocity;
    for (std::size_t s = 0; s < wanted.size(); ++s) {
      wanted[s] = s;
      of_velocity.emplace_back(slopes[s]);
    }
    physics::evaluate_gradient_quantities(space, {parts[0], parts[1], parts[2]}, wanted,
                                          of_velocity, wave_number);
    for (std::size_t part = 3; part < parts.size(); ++part)
      for (auto& slope : slopes_of(space, parts[part], wave_number))
        slopes.push_back(std::move(slope));
  }

  std::vector<std::span<const double>> parts;
  std::vector<std::vector<double>> slopes;  ///< [part][direction]
};

/// The same of a complex one.
class ComplexSlopes {
 public:
  ComplexSlopes(const space::FunctionSpace& space, const FlowVector& flow, const ModeShape& shape,
                double wave_number)
      : zeros_(shape.imaginary.empty() ? shape.real.size() : 0),
        real_(space, flow.parts_of(shape.real), wave_number),
        imaginary_(space, flow.parts_of(shape.imaginary.empty() ? zeros_ : shape.imaginary),
                   wave_number) {}

  [[nodiscard]] std::size_t n_parts() const { return real_.parts.size(); }
  [[nodiscard]] Complex value(std::size_t part, std::size_t q) const {
    return {real_.parts[part][q], imaginary_.parts[part][q]};
  }
  [[nodiscard]] Complex slope(std::size_t part, std::size_t direction, std::size_t q) const {
    return {real_.slopes[3 * part + direction][q], imaginary_.slopes[3 * part + direction][q]};
  }
  /// u . grad of a part of another.
  [[nodiscard]] Complex carries(const ComplexSlopes& other, std::size_t part, std::size_t q) const {
    Complex sum = 0;
    for (std::size_t b = 0; b < 3; ++b) sum += value(b, q) * other.slope(part, b, q);
    return sum;
  }
  /// Of the velocity.
  [[nodiscard]] double speed(std::size_t q) const {
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += std::norm(value(c, q));
    return std::sqrt(sum);
  }

 private:
  std::vector<double> zeros_;
  PartSlopes real_, imaginary_;
};

/// sum over all ranks of weight value(q), for as many sums at once as values has.
template <std::size_t n_sums, class Values>
std::array<double, n_sums> integrals(const space::FunctionSpace& space, const Values& values) {
  std::array<double, n_sums> sums{};
  for (int e = 0; e < space.n_elements(); ++e)
    for (std::size_t q = 0; q < space.element_size(); ++q) {
      const auto at_node = values(static_cast<std::size_t>(e) * space.element_size() + q);
      for (std::size_t s = 0; s < n_sums; ++s) sums[s] += space.mass(e)(q) * at_node[s];
    }
  space.communicator().sum(sums);
  return sums;
}

}  // namespace

ModeAnalysis::ModeAnalysis(state::State& state, physics::EquationSystem& equations,
                           const physics::FlowSettings& settings)
    : state_(state),
      space_(state.space()),
      flow_(state, equations),
      viscosity_(settings.viscosity.constant),
      wave_number_(settings.wave_number),
      pressure_conditions_(physics::pressure_conditions(space_, settings.faces)) {}

SensitiveMode ModeAnalysis::analysed(const ModePair& pair) const {
  SensitiveMode mode{solenoidal(pair), {}, {}};
  mode.sensitivity = sensitivity_of(mode.pair);
  mode.budget = budget_of(mode.pair);
  return mode;
}

/// v less grad phi with -lap phi = -div v, where the pressure is given phi = 0.
ModePair ModeAnalysis::solenoidal(ModePair pair) const {
  physics::EllipticSolver solver(space_);
  const space::Field zero(space_.size());
  std::vector<physics::EllipticSolver::Side> sides;
  for (std::size_t i = 0; i < pressure_conditions_.size(); ++i)
    if (pressure_conditions_[i] == poly::EndCondition::dirichlet)
      sides.push_back({static_cast<int>(i), true, zero});
  for (auto* vector : {&pair.adjoint_shape.real, &pair.adjoint_shape.imaginary}) {
    if (vector->empty()) continue;
    const PartSlopes v(space_, flow_.parts_of(*vector), wave_number_);
    space::Field divergence(space_.size());
    for (std::size_t q = 0; q < space_.size(); ++q)
      divergence[q] = -(v.slopes[0][q] + v.slopes[4][q] + v.slopes[8][q]);
    const auto phi =
        solver.solve({.lambda = wave_number_ * wave_number_, .f = divergence, .sides = sides}).u;
    subtract_gradient(phi, *vector);
  }
  return pair;
}

/// Slopes are averaged where elements meet.
void ModeAnalysis::subtract_gradient(std::span<const double> phi, std::span<double> vector) const {
  auto slopes = slopes_of(space_, phi, wave_number_);
  physics::average_where_elements_meet(
      space_, std::array<std::span<double>, 3>{slopes[0], slopes[1], slopes[2]});
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t q = 0; q < space_.size(); ++q) vector[c * space_.size() + q] -= slopes[c][q];
}

Sensitivity ModeAnalysis::sensitivity_of(const ModePair& pair) const {
  const ComplexSlopes mode(space_, flow_, pair.shape, wave_number_);
  const ComplexSlopes adjoint(space_, flow_, pair.adjoint_shape, wave_number_);
  const std::size_t n_parts = flow_.n_parts(), size = space_.size();
  const auto [re, im, mode_2, adjoint_2] = integrals<4>(space_, [&](std::size_t q) {
    Complex product = 0;
    double mode_norm = 0, adjoint_norm = 0;
    for (std::size_t part = 0; part < n_parts; ++part) {
      product += adjoint.value(part, q) * mode.value(part, q);
      mode_norm += std::norm(mode.value(part, q));
      adjoint_norm += std::norm(adjoint.value(part, q));
    }
    return std::array{product.real(), product.imag(), mode_norm, adjoint_norm};
  });
  const Complex overlap{re, im};
  Sensitivity found{
      .condition = std::sqrt(mode_2 * adjoint_2) / std::abs(overlap),
      .wave_maker = {},
      .by_base_flow = {std::vector<double>(n_parts * size), std::vector<double>(n_parts * size)}};
  const auto set = [&](std::size_t part, std::size_t q, Complex g) {
    found.by_base_flow.real[part * size + q] = (g / overlap).real();
    found.by_base_flow.imaginary[part * size + q] = (g / overlap).imag();
  };
  // Beside waves along z the base flow has no component there.
  const std::size_t n_components = wave_number_ == 0 ? 3 : 2;
  for (std::size_t q = 0; q < size; ++q) {
    found.wave_maker.push_back(mode.speed(q) * adjoint.speed(q) / std::abs(overlap));
    for (std::size_t i = 0; i < n_components; ++i) {
      Complex g = mode.carries(adjoint, i, q);
      for (std::size_t c = 0; c < n_parts; ++c) g -= adjoint.value(c, q) * mode.slope(c, i, q);
      set(i, q, g);
    }
    for (std::size_t part = 3; part < n_parts; ++part) set(part, q, mode.carries(adjoint, part, q));
  }
  std::vector<std::span<double>> fields{found.wave_maker};
  for (auto* whole : {&found.by_base_flow.real, &found.by_base_flow.imaginary})
    for (std::size_t part = 0; part < n_parts; ++part)
      fields.push_back(std::span(*whole).subspan(part * size, size));
  physics::average_where_elements_meet(space_, fields);
  return found;
}

EnergyBudget ModeAnalysis::budget_of(const ModePair& pair) const {
  const ComplexSlopes mode(space_, flow_, pair.shape, wave_number_);
  const auto& velocity = state_["base_velocity"];
  const PartSlopes base(space_, {velocity.now(0), velocity.now(1), velocity.now(2)}, 0);
  const auto [energy, production, slopes] = integrals<3>(space_, [&](std::size_t q) {
    std::array<double, 3> sums{};
    for (std::size_t i = 0; i < 3; ++i) {
      sums[0] += std::norm(mode.value(i, q));
      for (std::size_t j = 0; j < 3; ++j) {
        sums[1] -=
            (std::conj(mode.value(i, q)) * mode.value(j, q)).real() * base.slopes[3 * i + j][q];
        sums[2] += std::norm(mode.slope(i, j, q));
      }
    }
    return sums;
  });
  EnergyBudget budget{production / energy, -viscosity_ * slopes / energy, 0};
  budget.rest = pair.mode.growth - budget.production - budget.dissipation;
  return budget;
}

}  // namespace lobatto::stability
