#include "krylov/hermitian_lanczos.hpp"

#include <fmt/format.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/error.hpp"
#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

void combine_complex(std::span<const std::complex<double>> coefficients,
                     std::span<const double* const> vectors, std::span<double> y) {
  const std::size_t n = y.size() / 2;
  std::vector<double> for_real, for_imaginary;
  std::vector<const double*> parts;
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    const double re = coefficients[k].real(), im = coefficients[k].imag();
    for_real.insert(for_real.end(), {re, -im});
    for_imaginary.insert(for_imaginary.end(), {im, re});
    parts.insert(parts.end(), {vectors[k], vectors[k] + n});
  }
  combine(0.0, for_real, parts, y.first(n));
  combine(0.0, for_imaginary, parts, y.last(n));
}

HermitianLanczos::HermitianLanczos(const EigenSettings& settings, const WeightedInner& inner)
    : settings_(settings), inner_(inner) {}

void HermitianLanczos::begin(std::span<const double> start) {
  columns_.clear();
  found_.clear();
  coefficients_.clear();
  is_invariant_ = false;
  basis_.assign(1, {start.begin(), start.end()});
  const double start_length = length(start);
  for (double& value : basis_[0]) value /= start_length;
}

double HermitianLanczos::length(std::span<const double> x) const {
  const std::size_t n = inner_.weight.size();
  return std::sqrt(inner_(x.first(n), x.first(n)) + inner_(x.last(n), x.last(n)));
}

/// <v, x> = int conj(v) x, of all vectors.
std::vector<HermitianLanczos::Complex> HermitianLanczos::products_with(
    std::span<const double> x) const {
  const std::size_t n = inner_.weight.size();
  std::vector<const double*> parts;
  for (const auto& vector : basis_) parts.insert(parts.end(), {vector.data(), vector.data() + n});
  std::vector<double> with_real(parts.size()), with_imaginary(parts.size());
  inner_.many(parts, x.first(n), with_real);
  inner_.many(parts, x.last(n), with_imaginary);
  std::vector<Complex> products;
  for (std::size_t k = 0; k < parts.size(); k += 2)
    products.emplace_back(with_real[k] + with_imaginary[k + 1],
                          with_imaginary[k] - with_real[k + 1]);
  return products;
}

void HermitianLanczos::put(std::span<const double> product) {
  constexpr double rounding = std::numeric_limits<double>::epsilon();
  std::vector<double> rest(product.begin(), product.end()), part(product.size());
  const double before = length(rest);
  std::vector<Complex> column(basis_.size());
  for (int pass = 0; pass < 2; ++pass) {
    const auto products = products_with(rest);
    combine_complex(products, vectors(), part);
    for (std::size_t k = 0; k < products.size(); ++k) column[k] += products[k];
    for (std::size_t q = 0; q < rest.size(); ++q) rest[q] -= part[q];
  }
  const double left = length(rest);
  is_invariant_ = !(left > 10 * rounding * before);
  column.emplace_back(is_invariant_ ? 0.0 : left);
  columns_.push_back(std::move(column));
  if (!is_invariant_)
    for (double& value : rest) value /= left;
  basis_.push_back(std::move(rest));
  look();
}

/// LAPACK reads the upper triangle of the projection and gives the smallest value first.
void HermitianLanczos::look() {
  const std::size_t n = columns_.size();
  std::vector<Complex> matrix(n * n);
  for (std::size_t j = 0; j < n; ++j) std::copy_n(columns_[j].begin(), j + 1, &matrix[j * n]);
  std::vector<double> values(n);
  const auto size = static_cast<lapack_int>(n);
  const lapack_int info =
      LAPACKE_zheev(LAPACK_COL_MAJOR, 'V', 'U', size,
                    reinterpret_cast<lapack_complex_double*>(matrix.data()), size, values.data());
  if (info != 0)
    throw base::Error(
        fmt::format("LAPACK found no eigenvalues of a small matrix (zheev {})", info));
  const double left = columns_.back().back().real();
  found_.clear();
  coefficients_.clear();
  for (std::size_t p = 0; p < std::min<std::size_t>(n, settings_.n_wanted); ++p) {
    const std::size_t j = n - 1 - p;
    coefficients_.emplace_back(&matrix[j * n], &matrix[j * n] + n);
    found_.push_back({values[j], left * std::abs(coefficients_[p].back()) / values[j]});
  }
}

bool HermitianLanczos::is_converged() const {
  const bool has_all = static_cast<int>(found_.size()) == settings_.n_wanted;
  return !found_.empty() && (has_all || is_invariant_) &&
         std::ranges::all_of(found_, [&](const HermitianPair& pair) {
           return pair.residual <= settings_.tolerance;
         });
}

std::vector<double> HermitianLanczos::vector(std::size_t pair) const {
  std::vector<double> sum(2 * inner_.weight.size());
  combine_complex(coefficients_[pair], vectors(), sum);
  return sum;
}

void HermitianLanczos::visit_state(base::StateVisitor& visitor, const std::string& name,
                                   VisitVector visit_vector) {
  std::int64_t n_vectors = static_cast<std::int64_t>(basis_.size());
  std::int64_t is_invariant = is_invariant_ ? 1 : 0;
  std::vector<double> numbers;
  for (const auto& column : columns_)
    for (const Complex value : column) numbers.insert(numbers.end(), {value.real(), value.imag()});
  visitor.visit(name + "/vectors", n_vectors);
  visitor.visit(name + "/invariant", is_invariant);
  visitor.visit(name + "/columns", numbers);
  basis_.resize(static_cast<std::size_t>(n_vectors), std::vector<double>(2 * inner_.weight.size()));
  is_invariant_ = is_invariant != 0;
  for (std::size_t k = 0; k < basis_.size(); ++k)
    visit_vector(fmt::format("{}/{}", name, k), basis_[k]);
  if (!visitor.loads()) return;
  columns_.clear();
  for (std::size_t next = 0, size = 2; next < numbers.size(); ++size) {
    auto& column = columns_.emplace_back();
    for (std::size_t i = 0; i < size; ++i, next += 2)
      column.emplace_back(numbers.at(next), numbers.at(next + 1));
  }
  if (!columns_.empty()) look();
}

std::vector<const double*> HermitianLanczos::vectors() const {
  std::vector<const double*> pointers;
  for (const auto& vector : basis_) pointers.push_back(vector.data());
  return pointers;
}

}  // namespace lobatto::krylov
