#include "space/point_basis.hpp"

#include <algorithm>

namespace lobatto::space {

PointBasis::PointBasis(const ElementMap& map, const base::Vector3& r) : shape_(map.shape()) {
  values_[2][0] = 1;  // of a plane
  slopes_[2][0] = 0;
  for (int d = 0; d < shape_.n_directions(); ++d) map.basis_at(r[d], values_[d], slopes_[d]);
}

namespace {

/// sum_k l_k field[k][...], n values from k to k.
void contract_slowest(std::span<const double> l, const double* field, std::size_t n,
                      double* __restrict out) {
  std::fill_n(out, n, 0.0);
  for (std::size_t k = 0; k < l.size(); ++k)
    for (std::size_t q = 0; q < n; ++q) out[q] += l[k] * field[k * n + q];
}

}  // namespace

double PointBasis::value(const double* field) const {
  const auto n = static_cast<std::size_t>(shape_.n), n_t = static_cast<std::size_t>(shape_.n_t);
  std::array<double, most * most> plane;
  Line line;
  contract_slowest(std::span(values_[2]).first(n_t), field, n * n, plane.data());
  contract_slowest(std::span(values_[1]).first(n), plane.data(), n, line.data());
  double value = 0;
  for (std::size_t i = 0; i < n; ++i) value += values_[0][i] * line[i];
  return value;
}

std::array<double, 4> PointBasis::value_and_slopes(const double* field) const {
  const auto n = static_cast<std::size_t>(shape_.n), n_t = static_cast<std::size_t>(shape_.n_t);
  std::array<double, most * most> plane, of_t;
  Line line, of_s, slope_t;
  contract_slowest(std::span(values_[2]).first(n_t), field, n * n, plane.data());
  contract_slowest(std::span(slopes_[2]).first(n_t), field, n * n, of_t.data());
  contract_slowest(std::span(values_[1]).first(n), plane.data(), n, line.data());
  contract_slowest(std::span(slopes_[1]).first(n), plane.data(), n, of_s.data());
  contract_slowest(std::span(values_[1]).first(n), of_t.data(), n, slope_t.data());
  std::array<double, 4> out{};
  for (std::size_t i = 0; i < n; ++i) {
    out[0] += values_[0][i] * line[i];
    out[1] += slopes_[0][i] * line[i];
    out[2] += values_[0][i] * of_s[i];
    out[3] += values_[0][i] * slope_t[i];
  }
  return out;
}

}  // namespace lobatto::space
