#include "kernels/advection/advection_in_plane.hpp"

#include <algorithm>
#include <numeric>

namespace lobatto::kernels {

namespace {

constexpr int many = 1 << 20;  ///< elements: whole registers

SplitMatrix<double> to_points(const AdvectionRule& rule, const std::vector<double>& matrix,
                              bool symmetric) {
  return {rule.m, rule.n, symmetric, [&](int a, int i) { return matrix[a * rule.n + i]; }};
}

/// B(i, a) = I(a, i) w_a / w_i
SplitMatrix<double> split_way_back(const AdvectionRule& rule) {
  return {rule.n, rule.m, true, [&](int i, int a) {
            return rule.interpolation[a * rule.n + i] * rule.weights[a] / rule.node_weights[i];
          }};
}

}  // namespace

AdvectionInPlane::AdvectionInPlane(const AdvectionRule& rule)
    : nodes_(rule.nodes()),
      points_(rule.points()),
      arithmetic_(make_batch_arithmetic<double>(many)),
      interpolation_(to_points(rule, rule.interpolation, true)),
      derivative_(to_points(rule, rule.derivative_at_points, false)),
      back_(split_way_back(rule)) {
  const auto lanes = static_cast<std::size_t>(arithmetic_->lanes());
  for (Buffer* scale : {&scale_x_, &scale_y_}) *scale = Buffer(lanes);
  for (Buffer* field : {&field_, &ones_}) *field = Buffer(nodes_.size() * lanes);
  x_done_ = Buffer(static_cast<std::size_t>(nodes_.n) * points_.n * lanes);
  for (Buffer* field : {&slope_x_, &slope_y_, &velocity_x_, &velocity_y_})
    *field = Buffer(points_.size() * lanes);
  ones_.fill(1.0);
}

void AdvectionInPlane::apply(std::span<const Lengths> lengths, const AdvectionFields& call) {
  const auto n_elements = static_cast<int>(lengths.size());
  for (int first = 0; first < n_elements; first += arithmetic_->lanes()) {
    take_batch(lengths, first);
    values_at_points(call.velocity[0], velocity_x_);
    values_at_points(call.velocity[1], velocity_y_);
    for (std::size_t f = 0; f < call.fields.size(); ++f) {
      product_at_points(call.fields[f]);
      back_to_nodes(call.out[f]);
    }
  }
}

void AdvectionInPlane::take_batch(std::span<const Lengths> lengths, int first) {
  const auto count = std::min<std::size_t>(arithmetic_->lanes(), lengths.size() - first);
  elements_.resize(count);
  std::iota(elements_.begin(), elements_.end(), first);
  for (std::size_t lane = 0; lane < count; ++lane) {
    scale_x_[lane] = 2.0 / lengths[first + lane][0];
    scale_y_[lane] = 2.0 / lengths[first + lane][1];
  }
}

void AdvectionInPlane::along_x(const SplitMatrix<double>& matrix, const Buffer& scale,
                               Buffer& out) const {
  arithmetic_->multiply(matrix, nodes_.n, false, scale.data(), {field_.data(), 1, matrix.n_in},
                        {out.data(), 1, matrix.n_out});
}

void AdvectionInPlane::along_y(const SplitMatrix<double>& matrix, const Buffer& scale,
                               const Buffer& in, Buffer& out) const {
  arithmetic_->multiply(matrix, points_.n, false, scale.data(), {in.data(), points_.n, 1},
                        {out.data(), points_.n, 1});
}

void AdvectionInPlane::values_at_points(const double* field, Buffer& out) {
  arithmetic_->pack(nodes_.size(), {field, elements_}, field_.data());
  along_x(interpolation_, ones_, x_done_);
  along_y(interpolation_, ones_, x_done_, out);
}

/// To slope_x_.
void AdvectionInPlane::product_at_points(const double* field) {
  arithmetic_->pack(nodes_.size(), {field, elements_}, field_.data());
  along_x(derivative_, scale_x_, x_done_);
  along_y(interpolation_, ones_, x_done_, slope_x_);
  along_x(interpolation_, ones_, x_done_);
  along_y(derivative_, scale_y_, x_done_, slope_y_);
  double* const __restrict product = slope_x_.data();
  const double* const __restrict slope = slope_y_.data();
  const double *u = velocity_x_.data(), *v = velocity_y_.data();
  for (std::size_t q = 0; q < slope_x_.size(); ++q)
    product[q] = u[q] * product[q] + v[q] * slope[q];
}

void AdvectionInPlane::back_to_nodes(double* out) {
  along_y(back_, ones_, slope_x_, x_done_);
  arithmetic_->multiply(back_, nodes_.n, false, ones_.data(), {x_done_.data(), 1, points_.n},
                        {field_.data(), 1, nodes_.n});
  arithmetic_->unpack(nodes_.size(), ones_.data(), field_.data(), {out, elements_});
}

}  // namespace lobatto::kernels
