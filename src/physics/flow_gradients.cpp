#include "physics/flow_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "space/axisymmetric.hpp"
#include "space/element_blocks.hpp"
#include "space/element_operators.hpp"
#include "space/wave_along_z.hpp"

namespace lobatto::physics {

namespace {

using Symmetric = std::array<double, 6>;  // xx, yy, zz, xy, xz, yz

constexpr std::size_t n_slopes = 9;

/// S^2 + W^2, with S and W from the gradient: its entries are (a_ik a_kj + a_ki a_jk) / 2.
Symmetric strain_and_rotation_squared(const GradientTensor& a) {
  const auto entry = [&](int i, int j) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += 0.5 * (a[i][k] * a[k][j] + a[k][i] * a[j][k]);
    return sum;
  };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)};
}

/// From the roots of the characteristic polynomial in trigonometric form: O. K. Smith,
/// Communications of the ACM 4 (1961).
double middle_eigenvalue(const Symmetric& m) {
  const double mean = (m[0] + m[1] + m[2]) / 3.0;
  const double x = m[0] - mean, y = m[1] - mean, z = m[2] - mean;
  const double off = m[3] * m[3] + m[4] * m[4] + m[5] * m[5];
  const double p = std::sqrt((x * x + y * y + z * z + 2.0 * off) / 6.0);
  if (p == 0.0) return mean;
  const double determinant =
      x * (y * z - m[5] * m[5]) - m[3] * (m[3] * z - m[5] * m[4]) + m[4] * (m[3] * m[5] - y * m[4]);
  const double angle = std::acos(std::clamp(0.5 * determinant / (p * p * p), -1.0, 1.0)) / 3.0;
  const double largest = 2.0 * p * std::cos(angle);
  const double smallest = 2.0 * p * std::cos(angle + 2.0 * std::numbers::pi / 3.0);
  return mean - largest - smallest;
}

double quantity(std::size_t index, const GradientTensor& grad) {
  if (index < n_slopes) return grad[index / 3][index % 3];
  if (index < n_slopes + 3) return vorticity(grad)[index - n_slopes];
  return index == n_slopes + 3 ? q_criterion(grad) : lambda2(grad);
}

}  // namespace

std::array<double, 3> vorticity(const GradientTensor& grad) {
  return {grad[2][1] - grad[1][2], grad[0][2] - grad[2][0], grad[1][0] - grad[0][1]};
}

double q_criterion(const GradientTensor& grad) {
  // |W|^2 - |S|^2 = -a_ij a_ji
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += grad[i][j] * grad[j][i];
  return -0.5 * sum;
}

double lambda2(const GradientTensor& grad) {
  return middle_eigenvalue(strain_and_rotation_squared(grad));
}

const std::vector<std::string>& gradient_quantities() {
  static const std::vector<std::string> names{
      "dudx", "dudy", "dudz",        "dvdx",        "dvdy",        "dvdz",        "dwdx",
      "dwdy", "dwdz", "vorticity_x", "vorticity_y", "vorticity_z", "q_criterion", "lambda2"};
  return names;
}

void evaluate_gradient_quantities(const space::FunctionSpace& space,
                                  const std::array<std::span<const double>, 3>& velocity,
                                  std::span<const std::size_t> wanted,
                                  std::span<const std::span<double>> out, double wave_number) {
  const auto operators = space::make_element_operators(space);
  std::array<std::vector<double>, n_slopes> slopes;
  std::array<std::vector<double>, 3> places;
  for (const auto& block : space::blocks_of(space, space::nodes_with_gradients)) {
    for (auto& values : slopes) values.resize(block.n_values);
    for (std::size_t i = 0; i < 3; ++i)
      operators->gradient(
          block.first, block.n_elements, velocity[i].data() + block.offset,
          {slopes[3 * i].data(), slopes[3 * i + 1].data(), slopes[3 * i + 2].data()});
    if (space.is_axisymmetric()) space.element_points(block.first, block.n_elements, places);
    for (std::size_t q = 0; q < block.n_values; ++q) {
      GradientTensor grad;
      for (std::size_t s = 0; s < n_slopes; ++s) grad[s / 3][s % 3] = slopes[s][q];
      const std::size_t at = block.offset + q;
      if (space.is_axisymmetric())
        space::add_turning(velocity[1][at], velocity[2][at], places[1][q], grad);
      space::add_wave(wave_number, {velocity[0][at], velocity[1][at], velocity[2][at]}, grad);
      for (std::size_t i = 0; i < wanted.size(); ++i)
        out[i][block.offset + q] = quantity(wanted[i], grad);
    }
  }
}

void average_where_elements_meet(const space::FunctionSpace& space,
                                 std::span<const std::span<double>> fields) {
  if (space.is_axisymmetric()) {  // nodes on the axis have no mass
    for (const auto field : fields) space.make_continuous(field);
    return;
  }
  space::Field mass = space::mass_of_elements(space);
  space.add_on_sides(mass);
  for (const auto field : fields) {
    space::multiply_by_mass(space, 0, space.n_elements(), field.data(), field.data());
    space.add_on_sides(field);
    for (std::size_t q = 0; q < field.size(); ++q) field[q] /= mass[q];
  }
}

}  // namespace lobatto::physics
