#include "extruded/plane_element.hpp"

#include <lapacke.h>

#include <cmath>

#include "base/error.hpp"

// Of BLAS, as Fortran passes arguments.
extern "C" {
// NOLINTNEXTLINE(readability-identifier-naming)
void dgemm_(const char* transposed_a, const char* transposed_b, const int* m, const int* n,
            const int* k, const double* alpha, const double* a, const int* lda, const double* b,
            const int* ldb, const double* beta, double* c, const int* ldc);
}

namespace lobatto::extruded {

namespace {

/// C -= A B^T, row-major, C [n][n], with k products an entry.
void subtract_product(int n, int k, const double* a, const double* b, double* c) {
  // What is row-major here is for BLAS the column-major transpose: C^T -= B A^T.
  constexpr double minus_one = -1, one = 1;
  dgemm_("T", "N", &n, &n, &k, &minus_one, b, &k, a, &k, &one, c, &n);
}

bool is_inner(int i, int n) { return i > 0 && i < n - 1; }

/// K in the order [b][a].
poly::Matrix stiffness_of(const PlaneMetric& metric, const poly::Matrix& derivative) {
  const int n = derivative.rows;
  poly::Matrix k(n * n, n * n);
  std::vector<double> slope_a(static_cast<std::size_t>(n) * n), slope_b(slope_a.size());
  for (int b = 0; b < n; ++b)
    for (int a = 0; a < n; ++a) {
      // Of all basis functions at the node (a, b).
      std::ranges::fill(slope_a, 0.0);
      std::ranges::fill(slope_b, 0.0);
      for (int i = 0; i < n; ++i) slope_a[b * n + i] = derivative(a, i);
      for (int i = 0; i < n; ++i) slope_b[i * n + a] = derivative(b, i);
      const auto weight = [&](int kind) { return metric.stiffness[kind][b * n + a]; };
      for (int i = 0; i < n * n; ++i) {
        const double along_a = weight(0) * slope_a[i] + weight(1) * slope_b[i];
        const double along_b = weight(1) * slope_a[i] + weight(2) * slope_b[i];
        if (along_a == 0 && along_b == 0) continue;
        for (int j = 0; j < n * n; ++j) k(i, j) += along_a * slope_a[j] + along_b * slope_b[j];
      }
    }
  for (std::size_t i = 0; i < metric.turning.size(); ++i)
    k(static_cast<int>(i), static_cast<int>(i)) += metric.turning[i];
  return k;
}

}  // namespace

std::vector<int> outer_nodes_first(int n) {
  std::vector<int> places;
  for (const bool inner : {false, true})
    for (int q = 0; q < n * n; ++q)
      if ((is_inner(q % n, n) && is_inner(q / n, n)) == inner) places.push_back(q);
  return places;
}

PlaneElement::PlaneElement(const PlaneMetric& metric, const poly::Matrix& derivative)
    : n_outer_(4 * (derivative.rows - 1)),
      n_inner_((derivative.rows - 2) * (derivative.rows - 2)),
      mass_(metric.mass) {
  const int n = derivative.rows;
  const auto places = outer_nodes_first(n);
  const poly::Matrix k = stiffness_of(metric, derivative);
  const auto inner = [&](int i) { return places[n_outer_ + i]; };
  std::vector<double> root;
  for (int i = 0; i < n_inner_; ++i) root.push_back(std::sqrt(metric.mass[inner(i)]));
  std::vector<double> modes(static_cast<std::size_t>(n_inner_) * n_inner_);
  for (int i = 0; i < n_inner_; ++i)
    for (int j = 0; j < n_inner_; ++j)
      modes[i * n_inner_ + j] = k(inner(i), inner(j)) / (root[i] * root[j]);
  std::vector<double> eigenvalues(static_cast<std::size_t>(n_inner_));
  if (n_inner_ > 0 && LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', n_inner_, modes.data(), n_inner_,
                                     eigenvalues.data()) != 0)
    throw base::Error("no modes of the inner nodes of an element (dsyevd)");
  for (int i = 0; i < n_inner_; ++i)
    for (int j = 0; j < n_inner_; ++j) modes[i * n_inner_ + j] /= root[i];

  values_.resize(n_values(n));
  double* value = values_.data();
  for (int o = 0; o < n_outer_; ++o)
    for (int j = 0; j < n_inner_; ++j, ++value)
      for (int i = 0; i < n_inner_; ++i) *value += k(places[o], inner(i)) * modes[i * n_inner_ + j];
  value = std::ranges::copy(eigenvalues, value).out;
  for (int o = 0; o < n_outer_; ++o)
    for (int p = 0; p < n_outer_; ++p) *value++ = k(places[o], places[p]);
  for (int o = 0; o < n_outer_; ++o) *value++ = metric.mass[places[o]];
  set_products(modes);
}

void PlaneElement::set_products(const std::vector<double>& modes) {
  products_ = modes;
  for (int j = 0; j < n_inner_; ++j)
    for (int i = 0; i < n_inner_; ++i) products_.push_back(modes[i * n_inner_ + j]);
  for (int i = 0; i < n_outer_ * n_inner_; ++i) products_.push_back(-coupling()[i]);
  for (int j = 0; j < n_inner_; ++j)
    for (int o = 0; o < n_outer_; ++o) products_.push_back(-coupling()[o * n_inner_ + j]);
}

PlaneElement::PlaneElement(int n, const double* values)
    : n_outer_(4 * (n - 1)), n_inner_((n - 2) * (n - 2)), values_(values, values + n_values(n)) {}

std::size_t PlaneElement::n_values(int n) {
  const std::size_t n_outer = 4 * (static_cast<std::size_t>(n) - 1);
  const std::size_t n_inner = static_cast<std::size_t>(n - 2) * (n - 2);
  return n_outer * n_inner + n_inner + n_outer * n_outer + n_outer;
}

std::vector<double> PlaneElement::condensed(double lambda) const {
  std::vector<double> s(outer_stiffness(), outer_mass());
  std::vector<double> scaled(coupling(), eigenvalues());
  for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] /= eigenvalues()[i % n_inner_] + lambda;
  if (n_inner_ > 0) subtract_product(n_outer_, n_inner_, scaled.data(), coupling(), s.data());
  for (int o = 0; o < n_outer_; ++o) s[o * n_outer_ + o] += lambda * outer_mass()[o];
  return s;
}

}  // namespace lobatto::extruded
