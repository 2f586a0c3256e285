#include "space/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/batches/element_batches.hpp"
#include "kernels/batches/element_transfer.hpp"
#include "poly/lagrange.hpp"

namespace lobatto::space {

namespace {

void divide_by_weights(const kernels::ElementShape& shape, const std::vector<double>& w,
                       base::AlignedArray<double>& field) {
  for (std::size_t q = 0; q < field.size(); ++q)
    field[q] /= kernels::reference_weight(shape, w, q % shape.size());
}

void multiply_by_weights(const kernels::ElementShape& shape, const std::vector<double>& w,
                         base::AlignedArray<double>& field) {
  for (std::size_t q = 0; q < field.size(); ++q)
    field[q] *= kernels::reference_weight(shape, w, q % shape.size());
}

}  // namespace

Geometry::Geometry(Coordinates coordinates, const kernels::LineRule& rule, double thickness)
    : shape_(rule.shape()),
      size_(shape_.size()),
      n_(rule.n),
      coordinates_(std::move(coordinates)),
      metric_(9 * coordinates_[0].size()),
      stiffness_(6 * coordinates_[0].size()),
      mass_(coordinates_[0].size()),
      lengths_(coordinates_[0].size() / size_) {
  measure(rule, thickness);
}

void Geometry::move(const Coordinates& coordinates, const kernels::LineRule& rule,
                    double thickness) {
  for (int d = 0; d < 3; ++d) std::ranges::copy(coordinates[d], coordinates_[d].begin());
  measure(rule, thickness);
}

void Geometry::measure(const kernels::LineRule& rule, double thickness) {
  worst_ = {};
  for (int e = 0; e < static_cast<int>(lengths_.size()); ++e) {
    std::array<std::span<const double>, 3> of_element;
    for (int d = 0; d < 3; ++d) of_element[d] = of(coordinates_[d], 1, e);
    const auto smallest =
        kernels::compute_geometry(shape_, rule.derivative, rule.weights, of_element,
                                  {{metric_.data() + 9 * size_ * e, 9 * size_},
                                   {stiffness_.data() + 6 * size_ * e, 6 * size_},
                                   {mass_.data() + size_ * e, size_}},
                                  thickness);
    lengths_[e] = mean_lengths(e);
    // What is no number is worse than anything.
    if (worst_.element < 0 || !(smallest.value >= worst_.jacobian.value)) worst_ = {e, smallest};
  }
}

Geometry::Geometry(const Geometry& fine, const poly::Quadrature& from, const poly::Quadrature& to)
    : shape_(static_cast<int>(to.nodes.size()), fine.shape_.is_plane()),
      size_(shape_.size()),
      n_(shape_.n),
      lengths_(fine.lengths_) {
  const auto resampled = [&](std::span<const double> field) {
    return resample(field, from.nodes, to.nodes, shape_.is_plane());
  };
  for (int d = 0; d < 3; ++d) coordinates_[d] = resampled(fine.coordinates_[d]);
  const std::size_t n_values = coordinates_[0].size();
  metric_ = base::AlignedArray<double>(9 * n_values);
  stiffness_ = base::AlignedArray<double>(6 * n_values);
  for (int kind = 0; kind < 9; ++kind)
    set_kind(resampled(kind_of(fine.metric_, 9, kind, fine.n_)), 9, kind, n_, metric_);
  // What is interpolated is free of the weights.
  const auto rescaled = [&](base::AlignedArray<double> field) {
    divide_by_weights(fine.shape_, from.weights, field);
    field = resampled(field);
    multiply_by_weights(shape_, to.weights, field);
    return field;
  };
  for (int kind = 0; kind < 6; ++kind)
    set_kind(rescaled(kind_of(fine.stiffness_, 6, kind, fine.n_)), 6, kind, n_, stiffness_);
  mass_ = rescaled(fine.mass_);
}

void Geometry::weigh_by_radius(double factor) {
  plain_mass_ = base::AlignedArray<double>(mass_.size());
  for (std::size_t q = 0; q < mass_.size(); ++q) {
    plain_mass_[q] = mass_[q];
    const double weight = factor * coordinates_[1][q];
    mass_[q] *= weight;
    for (int kind = 0; kind < 6; ++kind) stiffness_[(6 * (q / n_) + kind) * n_ + q % n_] *= weight;
  }
}

base::AlignedArray<double> Geometry::kind_of(const base::AlignedArray<double>& values, int kinds,
                                             int kind, int n) {
  base::AlignedArray<double> field(values.size() / kinds);
  for (std::size_t q = 0; q < field.size(); ++q)
    field[q] = values[(kinds * (q / n) + kind) * n + q % n];
  return field;
}

void Geometry::set_kind(const base::AlignedArray<double>& field, int kinds, int kind, int n,
                        base::AlignedArray<double>& values) {
  for (std::size_t q = 0; q < field.size(); ++q)
    values[(kinds * (q / n) + kind) * n + q % n] = field[q];
}

std::array<double, 3> Geometry::mean_lengths(int e) const {
  constexpr std::array diagonal{0, 3, 5};  // rr, ss, tt
  double volume = 0;
  std::array<double, 3> sums{};
  for (std::size_t q = 0; q < size_; ++q) {
    const std::size_t row = q / n_, i = q % n_;
    volume += mass(e)[q];
    for (int a = 0; a < 3; ++a) sums[a] += stiffness(e)[(6 * row + diagonal[a]) * n_ + i];
  }
  std::array<double, 3> lengths{};
  for (int a = 0; a < 3; ++a) lengths[a] = 2.0 * std::sqrt(volume / sums[a]);
  return lengths;
}

base::AlignedArray<double> resample(std::span<const double> field, const std::vector<double>& from,
                                    const std::vector<double>& to, bool is_plane) {
  const kernels::ElementShape n(static_cast<int>(from.size()), is_plane);
  const kernels::ElementShape m(static_cast<int>(to.size()), is_plane);
  const std::size_t in = n.size(), out = m.size();
  const auto n_elements = static_cast<int>(field.size() / in);
  const auto arithmetic = kernels::make_batch_arithmetic<double>(n_elements);
  const std::size_t lanes = arithmetic->lanes();
  kernels::ElementTransfer<double> transfer(*arithmetic, n, m,
                                            poly::interpolation_matrix(from, to).values.data());
  const kernels::ElementBatches batches{n_elements, arithmetic->lanes()};
  base::AlignedArray<double> result(batches.n_elements() * out);
  base::AlignedArray<double> before(in * lanes), after(out * lanes), ones(out * lanes);
  ones.fill(1);
  for (int b = 0; b < batches.size(); ++b) {
    arithmetic->pack(in, {field.data(), batches.elements_in(b)}, before.data());
    transfer(before.data(), false, after.data());
    arithmetic->unpack(out, ones.data(), after.data(), {result.data(), batches.elements_in(b)});
  }
  return result;
}

}  // namespace lobatto::space
