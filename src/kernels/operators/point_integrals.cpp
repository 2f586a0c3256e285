#include "kernels/operators/point_integrals.hpp"

#include "kernels/operators/symmetric_factors.hpp"
#include "kernels/registers/row_registers.hpp"

namespace lobatto::kernels {

namespace {

/// T^T [n][m], row-major.
std::vector<double> transposed_interpolation(const PointRule& rule) {
  std::vector<double> out(rule.interpolation.size());
  for (int a = 0; a < rule.m; ++a)
    for (int i = 0; i < rule.n; ++i) out[i * rule.m + a] = rule.interpolation[a * rule.n + i];
  return out;
}

std::size_t nodes_of(int a, int b, int c) { return static_cast<std::size_t>(a) * b * c; }

}  // namespace

MassAtPoints::MassAtPoints(const BatchArithmetic<double>& arithmetic, const PointRule& rule)
    : arithmetic_(arithmetic),
      n_(rule.n),
      m_(rule.m),
      to_points_(m_, n_, true, [&](int a, int i) { return rule.interpolation[a * n_ + i]; }),
      back_(n_, m_, true, [&](int i, int a) { return rule.interpolation[a * n_ + i]; }),
      weighted_back_(
          n_, m_, true,
          [&](int i, int a) { return rule.interpolation[a * n_ + i] * rule.weights[a]; }),
      ones_(arithmetic.lanes()),
      z_done_(nodes_of(m_, n_, n_) * arithmetic.lanes()),
      y_done_(nodes_of(m_, n_, 1) * arithmetic.lanes()),
      plane_(nodes_of(m_, m_, 1) * arithmetic.lanes()) {
  ones_.fill(1);
}

void MassAtPoints::operator()(const PointFactors& geometry, const double* u, double* out) {
  const std::size_t lanes = arithmetic_.lanes();
  const int n_lines = n_ * n_;
  const SplitMatrix<double>& back = geometry.factors != nullptr ? back_ : weighted_back_;
  double *at_points = plane_.data(), *rows = y_done_.data();
  apply(to_points_, n_lines, {u, n_lines, 1}, {z_done_.data(), n_lines, 1});
  for (int c = 0; c < m_; ++c) {
    double* at_nodes = z_done_.data() + c * n_lines * lanes;
    apply(to_points_, n_, {at_nodes, n_, 1}, {rows, n_, 1});
    apply(to_points_, m_, {rows, 1, n_}, {at_points, 1, m_});
    if (geometry.factors != nullptr) {
      const std::size_t n_values = plane_.size();
      const double* factors = geometry.factors + c * n_values;
#pragma GCC ivdep
      for (std::size_t q = 0; q < n_values; ++q) at_points[q] *= factors[q];
    }
    apply(back, m_, {at_points, 1, m_}, {rows, 1, n_});
    apply(back, n_, {rows, n_, 1}, {at_nodes, n_, 1});
  }
  const double* scale = geometry.factors != nullptr ? ones_.data() : geometry.scales;
  arithmetic_.multiply(back, n_lines, false, scale, {z_done_.data(), n_lines, 1},
                       {out, n_lines, 1});
}

StiffnessAtPoints::StiffnessAtPoints(const BatchArithmetic<double>& arithmetic,
                                     const PointRule& rule)
    : arithmetic_(arithmetic),
      n_(rule.n),
      m_(rule.m),
      values_(m_, n_, true, [&](int a, int i) { return rule.interpolation[a * n_ + i]; }),
      slopes_(m_, n_, false, [&](int a, int i) { return rule.slopes[a * n_ + i]; }),
      derivative_(m_, m_, false, [&](int a, int b) { return rule.derivative[a * m_ + b]; }),
      values_back_(n_, m_, true, [&](int i, int a) { return rule.interpolation[a * n_ + i]; }),
      slopes_back_(n_, m_, false, [&](int i, int a) { return rule.slopes[a * n_ + i]; }),
      derivative_back_(m_, m_, false, [&](int a, int b) { return rule.derivative[b * m_ + a]; }),
      ones_(arithmetic.lanes()),
      z_values_(nodes_of(m_, n_, n_) * arithmetic.lanes()),
      z_slopes_(z_values_.size()),
      rows_(nodes_of(m_, n_, 1) * arithmetic.lanes()),
      plane_(nodes_of(m_, m_, 1) * arithmetic.lanes()),
      r_(plane_.size()),
      s_(plane_.size()),
      t_(plane_.size()) {
  ones_.fill(1);
}

void StiffnessAtPoints::apply(const SplitMatrix<double>& matrix, int n_lines, bool add,
                              BatchLines<const double> in, BatchLines<double> out) {
  arithmetic_.multiply(matrix, n_lines, add, ones_.data(), in, out);
}

/// A part of the plane that follows the one that is worked on, and of the next batch after the last
/// one; as many parts as there are calls in a plane.
void StiffnessAtPoints::fetch_next() {
  constexpr std::size_t n_parts = 12;
  const std::size_t n_values = 6 * plane_.size() / n_parts;
  fetch_lines(next_, n_values);
  next_ += n_values;
}

void StiffnessAtPoints::to_points(double* at_nodes, double* at_points) {
  apply(values_, n_, false, {at_nodes, n_, 1}, {rows_.data(), n_, 1});
  fetch_next();
  apply(values_, m_, false, {rows_.data(), 1, n_}, {at_points, 1, m_});
  fetch_next();
}

void StiffnessAtPoints::back_to_nodes(const double* at_points, double* at_nodes) {
  apply(values_back_, m_, false, {at_points, 1, m_}, {rows_.data(), 1, n_});
  fetch_next();
  apply(values_back_, n_, false, {rows_.data(), n_, 1}, {at_nodes, n_, 1});
  fetch_next();
}

void StiffnessAtPoints::make_fluxes(const double* factors) {
  const std::size_t row = static_cast<std::size_t>(m_) * arithmetic_.lanes();
  for (int j = 0; j < m_; ++j, factors += 6 * row)
    apply_factors(row, factors, r_.data() + j * row, s_.data() + j * row, t_.data() + j * row);
}

void StiffnessAtPoints::operator()(const double* factors, const double* u, double* out) {
  const int n_lines = n_ * n_;
  const std::size_t nodes_of_plane = static_cast<std::size_t>(n_lines) * arithmetic_.lanes();
  double *values = z_values_.data(), *slopes = z_slopes_.data(), *plane = plane_.data();
  apply(values_, n_lines, false, {u, n_lines, 1}, {values, n_lines, 1});
  apply(slopes_, n_lines, false, {u, n_lines, 1}, {slopes, n_lines, 1});
  for (int c = 0; c < m_; ++c, factors += 6 * plane_.size()) {
    double* z_values = values + c * nodes_of_plane;
    double* z_slopes = slopes + c * nodes_of_plane;
    next_ = factors + 6 * plane_.size();
    to_points(z_values, plane);
    to_points(z_slopes, t_.data());
    apply(derivative_, m_, false, {plane, 1, m_}, {r_.data(), 1, m_});
    fetch_next();
    apply(derivative_, m_, false, {plane, m_, 1}, {s_.data(), m_, 1});
    fetch_next();
    make_fluxes(factors);
    apply(derivative_back_, m_, false, {r_.data(), 1, m_}, {plane, 1, m_});
    fetch_next();
    apply(derivative_back_, m_, true, {s_.data(), m_, 1}, {plane, m_, 1});
    fetch_next();
    back_to_nodes(plane, z_values);
    back_to_nodes(t_.data(), z_slopes);
  }
  apply(values_back_, n_lines, false, {values, n_lines, 1}, {out, n_lines, 1});
  apply(slopes_back_, n_lines, true, {slopes, n_lines, 1}, {out, n_lines, 1});
}

BoxStiffnessAtPoints::BoxStiffnessAtPoints(const BatchArithmetic<double>& arithmetic,
                                           const PointRule& rule)
    : to_points_(arithmetic, rule.n, rule.m, rule.interpolation.data()),
      back_(arithmetic, rule.m, rule.n, transposed_interpolation(rule).data()),
      box_(arithmetic, rule.m, rule.derivative, rule.weights),
      values_(nodes_of(rule.m, rule.m, rule.m) * arithmetic.lanes()),
      images_(values_.size()) {}

void BoxStiffnessAtPoints::operator()(const double* scales, const double* u, double* out) {
  to_points_(u, false, values_.data());
  box_(scales, values_.data(), images_.data());
  back_(images_.data(), false, out);
}

}  // namespace lobatto::kernels
