#include "physics/terms/viscous_stress.hpp"

#include <algorithm>
#include <utility>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::physics {

namespace {

using Slopes = std::array<std::vector<double>, 3>;

/// Room for a block.
std::array<double*, 3> room_in(Slopes& slopes, const ElementBlock& block) {
  for (auto& component : slopes)
    if (component.size() < block.n_values) component.resize(block.n_values);
  return {slopes[0].data(), slopes[1].data(), slopes[2].data()};
}

state::History<space::VectorField> make_levels(const space::FunctionSpace& space) {
  std::vector<space::VectorField> levels;
  for (int level = 0; level < time::max_order; ++level) levels.push_back(space.make_vector_field());
  return state::History(std::move(levels));
}

}  // namespace

class ViscousStressTerm::Evaluation {
 public:
  explicit Evaluation(const space::FunctionSpace& space)
      : operators_(space::make_element_operators(space)) {}

  /// viscosity, velocity, out: begin at the first element of the block.
  void evaluate(const ElementBlock& block, const double* viscosity,
                const std::array<const double*, 3>& velocity, const std::array<double*, 3>& out) {
    const auto of_viscosity = room_in(of_viscosity_, block), slope = room_in(of_velocity_, block);
    operators_->gradient(block.first, block.n_elements, viscosity, of_viscosity);
    for (int i = 0; i < 3; ++i) std::fill_n(out[i], block.n_values, 0.0);
    for (int j = 0; j < 3; ++j) {
      operators_->gradient(block.first, block.n_elements, velocity[j], slope);
      for (int i = 0; i < 3; ++i)
        for (std::size_t q = 0; q < block.n_values; ++q)
          out[i][q] += of_viscosity[j][q] * slope[i][q];
    }
  }

  /// Room for a result.
  [[nodiscard]] std::array<double*, 3> result(const ElementBlock& block) {
    return room_in(result_, block);
  }

 private:
  std::unique_ptr<space::ElementOperators> operators_;
  Slopes of_viscosity_, of_velocity_, result_;
};

ViscousStressTerm::ViscousStressTerm(const space::FunctionSpace& space,
                                     const Coefficient& viscosity, const state::Variable& velocity)
    : space_(space),
      viscosity_(viscosity),
      velocity_(velocity),
      levels_(make_levels(space)),
      evaluation_(std::make_unique<Evaluation>(space)) {}

ViscousStressTerm::~ViscousStressTerm() = default;

void ViscousStressTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  std::array<const double*, 3> u{};
  std::array<double*, 3> f{};
  for (int d = 0; d < 3; ++d) {
    u[d] = velocity_.at(1, d).data() + block.offset;
    f[d] = levels_.current()[d].data() + block.offset;
  }
  evaluation_->evaluate(block, viscosity_.field().at(1).data() + block.offset, u, f);
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < block.n_values; ++q) e[d][q] -= f[d][q];
}

/// Four gradients, of which three derivatives each, and nine products.
kernels::Cost ViscousStressTerm::cost() const {
  const auto n = static_cast<double>(space_.n()), size = static_cast<double>(space_.element_size());
  return {(24.0 * n + 21.0) * size, 8.0 * 7.0 * size};
}

double ViscousStressTerm::power(const ElementBlock& block,
                                const std::array<const double*, 3>& mass_u) {
  const std::size_t size = space_.element_size();
  std::array<const double*, 3> u{};
  for (int d = 0; d < 3; ++d) u[d] = velocity_.now(d).data() + block.offset;
  const auto f = evaluation_->result(block);
  evaluation_->evaluate(block, viscosity_.field().now().data() + block.offset, u, f);
  double power = 0;
  for (std::size_t q = 0; q < block.n_values; q += size)
    for (int d = 0; d < 3; ++d) power += kernels::inner_product(f[d] + q, mass_u[d] + q, size);
  return power;
}

kernels::Cost ViscousStressTerm::power_cost() const {
  const auto n = static_cast<double>(space_.n()), size = static_cast<double>(space_.element_size());
  return {(24.0 * n + 24.0) * size, 8.0 * size};
}

std::array<const double*, 3> ViscousStressTerm::plus_extrapolated(
    const time::Extrapolation& extrapolation, const ElementBlock& block,
    const std::array<const double*, 3>& u) const {
  const auto out = evaluation_->result(block);
  for (int d = 0; d < 3; ++d) {
    std::copy_n(u[d], block.n_values, out[d]);
    for (int level = 0; level < extrapolation.order; ++level) {
      const double* f = levels_.at(level)[d].data() + block.offset;
      for (std::size_t q = 0; q < block.n_values; ++q)
        out[d][q] += extrapolation.history[level] * f[q];
    }
  }
  return {out[0], out[1], out[2]};
}

}  // namespace lobatto::physics
