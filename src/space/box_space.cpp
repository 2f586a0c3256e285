#include "space/box_space.hpp"

#include <algorithm>
#include <cmath>

#include "poly/lagrange.hpp"

namespace lobatto::space {

BoxSpace::BoxSpace(const mesh::BoxMesh& mesh, const comm::Communicator& communicator)
    : mesh_(mesh),
      communicator_(communicator),
      element_size_(static_cast<std::size_t>(n()) * n() * n()),
      nodes_(poly::gauss_lobatto_legendre(n())),
      derivative_(poly::derivative_matrix(nodes_.nodes)),
      reference_mass_(element_size_) {
  const auto& x = nodes_.nodes;
  for (int i = 0; i < n(); ++i) {
    const double below = i > 0 ? x[i] - x[i - 1] : x[1] - x[0];
    const double above = i < n() - 1 ? x[i + 1] - x[i] : below;
    node_spacing_.push_back(i > 0 ? 0.5 * (below + above) : below);
  }
  const auto& w = nodes_.weights;
  std::size_t q = 0;
  for (int k = 0; k < n(); ++k)
    for (int j = 0; j < n(); ++j)
      for (int i = 0; i < n(); ++i) reference_mass_[q++] = w[i] * w[j] * w[k];
}

double BoxSpace::jacobian(int e) const {
  const auto h = lengths(e);
  return h[0] * h[1] * h[2] / 8.0;
}

std::vector<double> BoxSpace::node_coordinates(int e, int direction) const {
  const auto& axis = mesh_.axes[direction];
  const int index = mesh_.element_index(e)[direction];
  const double lower = axis.ticks[index];
  const double upper = axis.ticks[index + 1];
  std::vector<double> x(nodes_.nodes.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.5 * ((1.0 - nodes_.nodes[i]) * lower + (1.0 + nodes_.nodes[i]) * upper);
  return x;
}

void BoxSpace::element_points(int e, std::array<std::vector<double>, 3>& coordinates) const {
  auto& [x, y, z] = coordinates;
  for (auto& c : coordinates) c.resize(element_size_);
  const auto xs = node_coordinates(e, 0), ys = node_coordinates(e, 1), zs = node_coordinates(e, 2);
  std::size_t q = 0;
  for (int k = 0; k < n(); ++k)
    for (int j = 0; j < n(); ++j)
      for (int i = 0; i < n(); ++i, ++q) {
        x[q] = xs[i];
        y[q] = ys[j];
        z[q] = zs[k];
      }
}

void BoxSpace::evaluate(const SpaceTimeFunction& f, double t, std::span<double> field) const {
  std::array<std::vector<double>, 3> coordinates;
  for (int e = 0; e < n_elements(); ++e) {
    element_points(e, coordinates);
    f({coordinates[0], coordinates[1], coordinates[2]}, t,
      field.subspan(e * element_size_, element_size_));
  }
}

double BoxSpace::integrate(std::span<const double> field) const {
  double total = 0;
  for (int e = 0; e < n_elements(); ++e) {
    const double* f = field.data() + e * element_size_;
    double sum = 0;
    for (std::size_t q = 0; q < element_size_; ++q) sum += reference_mass_[q] * f[q];
    total += jacobian(e) * sum;
  }
  return communicator_.sum(total);
}

double BoxSpace::inner_product(std::span<const double> a, std::span<const double> b) const {
  double total = 0;
  for (int e = 0; e < n_elements(); ++e) {
    const std::size_t offset = e * element_size_;
    double sum = 0;
    for (std::size_t q = 0; q < element_size_; ++q)
      sum += reference_mass_[q] * a[offset + q] * b[offset + q];
    total += jacobian(e) * sum;
  }
  return communicator_.sum(total);
}

double BoxSpace::rms(std::span<const double> a) const {
  return std::sqrt(inner_product(a, a) / mesh_.volume());
}

double BoxSpace::max_abs(std::span<const double> a) const {
  double largest = 0;
  for (double value : a) largest = std::max(largest, std::abs(value));
  return communicator_.max(largest);
}

}  // namespace lobatto::space
