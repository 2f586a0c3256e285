#include "kernels/advection/advection_by_products.hpp"

#include <algorithm>
#include <cstddef>

namespace lobatto::kernels {

namespace {

base::AlignedArray<double> copy_of(const std::vector<double>& values) {
  base::AlignedArray<double> out(values.size());
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

base::AlignedArray<double> transpose_of(const base::AlignedArray<double>& matrix, int rows,
                                        int cols) {
  base::AlignedArray<double> out(matrix.size());
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) out[j * rows + i] = matrix[i * cols + j];
  }
  return out;
}

/// B(i, a) = I(a, i) w_a / w_i, [n][m].
base::AlignedArray<double> way_back(const AdvectionRule& rule) {
  base::AlignedArray<double> out(rule.interpolation.size());
  for (int i = 0; i < rule.n; ++i) {
    for (int a = 0; a < rule.m; ++a) {
      out[i * rule.m + a] =
          rule.interpolation[a * rule.n + i] * rule.weights[a] / rule.node_weights[i];
    }
  }
  return out;
}

std::size_t volume(int a, int b, int c) { return static_cast<std::size_t>(a) * b * c; }

}  // namespace

AdvectionByProducts::AdvectionByProducts(const AdvectionRule& rule)
    : n_(rule.n),
      m_(rule.m),
      interpolation_(copy_of(rule.interpolation)),
      interpolation_t_(transpose_of(interpolation_, m_, n_)),
      derivative_(copy_of(rule.derivative_at_points)),
      derivative_t_(transpose_of(derivative_, m_, n_)),
      back_(way_back(rule)),
      back_t_(transpose_of(back_, n_, m_)),
      to_x_(ContractionShape::packed(m_, n_ * n_, n_)),
      to_y_(ContractionShape::packed(m_, m_, n_)),
      to_z_(ContractionShape::packed(m_ * m_, m_, n_)),
      back_z_(ContractionShape::packed(m_ * m_, n_, m_)),
      back_y_(ContractionShape::packed(m_, n_, m_)),
      back_x_(ContractionShape::packed(n_, n_ * n_, m_)),
      x_values_(volume(m_, n_, n_)),
      x_slopes_(volume(m_, n_, n_)),
      y_tensor_(volume(m_, m_, n_)),
      slope_(volume(m_, m_, m_)),
      product_(volume(m_, m_, m_)) {
  for (auto& component : velocity_) component = Buffer(volume(m_, m_, m_));
}

void AdvectionByProducts::interpolate_y(const double* in, const double* matrix, double* out) const {
  for (int k = 0; k < n_; ++k) to_y_(in + k * m_ * n_, matrix, out + k * m_ * m_);
}

void AdvectionByProducts::values_at_points(const double* u, double factor, double* out) {
  to_x_(interpolation_t_.data(), u, x_values_.data());
  interpolate_y(x_values_.data(), interpolation_.data(), y_tensor_.data());
  to_z_(y_tensor_.data(), interpolation_.data(), out);
  for (std::size_t q = 0; q < slope_.size(); ++q) out[q] *= factor;
}

void AdvectionByProducts::product_at_points(const double* f) {
  to_x_(interpolation_t_.data(), f, x_values_.data());
  to_x_(derivative_t_.data(), f, x_slopes_.data());
  product_.fill(0.0);
  for (int d = 0; d < 3; ++d) {
    interpolate_y((d == 0 ? x_slopes_ : x_values_).data(),
                  (d == 1 ? derivative_ : interpolation_).data(), y_tensor_.data());
    to_z_(y_tensor_.data(), (d == 2 ? derivative_ : interpolation_).data(), slope_.data());
    const double* u = velocity_[d].data();
    for (std::size_t q = 0; q < slope_.size(); ++q) product_[q] += u[q] * slope_[q];
  }
}

void AdvectionByProducts::back_to_nodes(double* out) {
  back_z_(product_.data(), back_.data(), y_tensor_.data());
  for (int k = 0; k < n_; ++k) {
    back_y_(y_tensor_.data() + k * m_ * m_, back_.data(), x_values_.data() + k * m_ * n_);
  }
  back_x_(back_t_.data(), x_values_.data(), out);
}

void AdvectionByProducts::apply(std::span<const Lengths> lengths, const AdvectionFields& call) {
  const std::size_t size = volume(n_, n_, n_);
  for (std::size_t e = 0; e < lengths.size(); ++e) {
    for (int d = 0; d < 3; ++d) {
      values_at_points(call.velocity[d] + e * size, 2.0 / lengths[e][d], velocity_[d].data());
    }
    for (std::size_t f = 0; f < call.fields.size(); ++f) {
      product_at_points(call.fields[f] + e * size);
      back_to_nodes(call.out[f] + e * size);
    }
  }
}

}  // namespace lobatto::kernels
