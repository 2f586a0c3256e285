#include "physics/terms/viscous_stress.hpp"

#include <algorithm>
#include <utility>

#include "kernels/inner_products.hpp"

namespace lobatto::physics {

namespace {

using Slopes = std::array<std::vector<double>, 3>;

Slopes make_slopes(std::size_t size) {
  return {std::vector<double>(size), std::vector<double>(size), std::vector<double>(size)};
}

std::array<double*, 3> data_of(Slopes& slopes) {
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
      : size_(space.element_size()),
        operators_(space::make_element_operators(space)),
        of_viscosity_(make_slopes(size_)),
        of_velocity_(make_slopes(size_)),
        result_(make_slopes(size_)) {}

  /// viscosity, velocity, out: n^3 values of element e.
  void evaluate(int e, const double* viscosity, const std::array<const double*, 3>& velocity,
                const std::array<double*, 3>& out) {
    operators_->gradient(e, {viscosity, size_}, data_of(of_viscosity_));
    for (int i = 0; i < 3; ++i) std::fill_n(out[i], size_, 0.0);
    for (int j = 0; j < 3; ++j) {
      operators_->gradient(e, {velocity[j], size_}, data_of(of_velocity_));
      for (int i = 0; i < 3; ++i)
        for (std::size_t q = 0; q < size_; ++q)
          out[i][q] += of_viscosity_[j][q] * of_velocity_[i][q];
    }
  }

  /// Room for a result of one element.
  [[nodiscard]] std::array<double*, 3> result() { return data_of(result_); }

 private:
  std::size_t size_;
  std::unique_ptr<space::ElementOperators> operators_;
  Slopes of_viscosity_, of_velocity_, result_;
};

ViscousStressTerm::ViscousStressTerm(const space::FunctionSpace& space,
                                     const Coefficient& viscosity, const state::Field& velocity)
    : space_(space),
      viscosity_(viscosity),
      velocity_(velocity),
      levels_(make_levels(space)),
      evaluation_(std::make_unique<Evaluation>(space)) {}

ViscousStressTerm::~ViscousStressTerm() = default;

void ViscousStressTerm::add_to(const ElementBlock& block, std::span<double* const> e) {
  const std::size_t size = space_.element_size();
  auto& f = levels_.current();
  for (int b = 0; b < block.n_elements; ++b) {
    const std::size_t begin = block.offset + b * size;
    std::array<const double*, 3> u{};
    std::array<double*, 3> out{};
    for (int d = 0; d < 3; ++d) {
      u[d] = velocity_.at(1, d).data() + begin;
      out[d] = f[d].data() + begin;
    }
    evaluation_->evaluate(block.first + b, viscosity_.field().at(1).data() + begin, u, out);
    for (int d = 0; d < 3; ++d)
      for (std::size_t q = 0; q < size; ++q) e[d][b * size + q] -= out[d][q];
  }
}

/// Four gradients, of which three derivatives each, and nine products.
kernels::Cost ViscousStressTerm::cost() const {
  const auto n = static_cast<double>(space_.n()), size = static_cast<double>(space_.element_size());
  return {(24.0 * n + 21.0) * size, 8.0 * 7.0 * size};
}

double ViscousStressTerm::power(int e, const std::array<const double*, 3>& mass_u) {
  const std::size_t size = space_.element_size(), begin = e * size;
  std::array<const double*, 3> u{};
  for (int d = 0; d < 3; ++d) u[d] = velocity_.now(d).data() + begin;
  const auto f = evaluation_->result();
  evaluation_->evaluate(e, viscosity_.field().now().data() + begin, u, f);
  double power = 0;
  for (int d = 0; d < 3; ++d) power += kernels::inner_product(f[d], mass_u[d], size);
  return power;
}

kernels::Cost ViscousStressTerm::power_cost() const {
  const auto n = static_cast<double>(space_.n()), size = static_cast<double>(space_.element_size());
  return {(24.0 * n + 24.0) * size, 8.0 * size};
}

std::array<const double*, 3> ViscousStressTerm::plus_extrapolated(
    const time::Extrapolation& extrapolation, int e, const std::array<const double*, 3>& u) const {
  const std::size_t size = space_.element_size(), begin = e * size;
  const auto out = evaluation_->result();
  for (int d = 0; d < 3; ++d) {
    std::copy_n(u[d], size, out[d]);
    for (int level = 0; level < extrapolation.order; ++level) {
      const double* f = levels_.at(level)[d].data() + begin;
      for (std::size_t q = 0; q < size; ++q) out[d][q] += extrapolation.history[level] * f[q];
    }
  }
  return {out[0], out[1], out[2]};
}

}  // namespace lobatto::physics
