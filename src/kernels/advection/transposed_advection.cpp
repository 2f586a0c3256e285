#include "kernels/advection/transposed_advection.hpp"

#include <utility>

namespace lobatto::kernels {

namespace {

/// A matrix of m rows of n.
PointProducts::Matrix matrix_of(const std::vector<double>& a, int m, int n) {
  std::vector<double> columns(a.size());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) columns[j * m + i] = a[i * n + j];
  return {a, std::move(columns)};
}

}  // namespace

PointProducts::PointProducts(const ElementShape& from, const ElementShape& to, bool accumulate)
    : from_(from),
      to_(to),
      x_(ContractionShape::packed(to.n, from.n * from.n_t, from.n)),
      y_(ContractionShape::packed(to.n, to.n, from.n, accumulate && from.is_plane())),
      z_(ContractionShape::packed(to.n * to.n, to.n, from.n, accumulate)),
      x_done_(static_cast<std::size_t>(to.n) * from.n * from.n_t),
      y_done_(static_cast<std::size_t>(to.n) * to.n * from.n_t) {}

void PointProducts::operator()(const std::array<const Matrix*, 3>& along, const double* u,
                               double* out) {
  x_(along[0]->columns.data(), u, x_done_.data());
  if (from_.is_plane()) return along_y(along[1]->rows.data(), out);
  along_y(along[1]->rows.data(), y_done_.data());
  z_(y_done_.data(), along[2]->rows.data(), out);
}

void PointProducts::along_y(const double* matrix, double* out) const {
  for (int k = 0; k < from_.n_t; ++k)
    y_(x_done_.data() + k * to_.n * from_.n, matrix, out + k * to_.n * to_.n);
}

TransposedAdvection::TransposedAdvection(const AdvectionRule& rule)
    : nodes_(rule.nodes()),
      points_(rule.points()),
      interpolation_(matrix_of(rule.interpolation, rule.m, rule.n)),
      derivative_(matrix_of(rule.derivative_at_points, rule.m, rule.n)),
      interpolation_back_(interpolation_.transposed()),
      derivative_back_(derivative_.transposed()),
      to_points_(nodes_, points_, false),
      back_(points_, nodes_, true),
      weights_(points_.size()),
      at_points_{Buffer(points_.size()), Buffer(points_.size()), Buffer(points_.size())},
      weighted_(points_.size()),
      product_(points_.size()) {
  for (std::size_t q = 0; q < points_.size(); ++q)
    weights_[q] = reference_weight(points_, rule.weights, q);
}

std::array<const PointProducts::Matrix*, 3> TransposedAdvection::choose(
    int a, const PointProducts::Matrix& along, const PointProducts::Matrix& across) {
  std::array<const PointProducts::Matrix*, 3> matrices{&across, &across, &across};
  if (a >= 0) matrices[a] = &along;
  return matrices;
}

void TransposedAdvection::weigh(const double* h) {
  to_points_(choose(-1, derivative_, interpolation_), h, weighted_.data());
  for (std::size_t q = 0; q < points_.size(); ++q) weighted_[q] *= weights_[q];
}

void TransposedAdvection::add_to_carried(const std::array<const double*, 3>& v,
                                         std::span<const double* const> h,
                                         std::span<double* const> to) {
  const int n_directions = nodes_.n_directions();
  for (int a = 0; a < n_directions; ++a)
    to_points_(choose(-1, derivative_, interpolation_), v[a], at_points_[a].data());
  for (std::size_t i = 0; i < h.size(); ++i) {
    weigh(h[i]);
    for (int a = 0; a < n_directions; ++a) {
      for (std::size_t q = 0; q < points_.size(); ++q)
        product_[q] = at_points_[a][q] * weighted_[q];
      back_(choose(a, derivative_back_, interpolation_back_), product_.data(), to[i]);
    }
  }
}

void TransposedAdvection::add_to_carrier(std::span<const double* const> fields,
                                         std::span<const double* const> h,
                                         const std::array<double*, 3>& to) {
  const int n_directions = nodes_.n_directions();
  for (auto& sum : at_points_) sum.fill(0.0);
  for (std::size_t i = 0; i < h.size(); ++i) {
    weigh(h[i]);
    for (int a = 0; a < n_directions; ++a) {
      to_points_(choose(a, derivative_, interpolation_), fields[i], product_.data());
      for (std::size_t q = 0; q < points_.size(); ++q)
        at_points_[a][q] += product_[q] * weighted_[q];
    }
  }
  for (int a = 0; a < n_directions; ++a)
    back_(choose(-1, derivative_back_, interpolation_back_), at_points_[a].data(), to[a]);
}

}  // namespace lobatto::kernels
