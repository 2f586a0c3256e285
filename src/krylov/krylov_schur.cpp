#include "krylov/krylov_schur.hpp"

#include <fmt/format.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "krylov/orthonormalise.hpp"
#include "krylov/vector_combination.hpp"

namespace lobatto::krylov {

namespace {

void check(lapack_int info, const char* routine) {
  if (info != 0)
    throw base::Error(
        fmt::format("LAPACK found no eigenvalues of a small matrix ({} {})", routine, info));
}

}  // namespace

KrylovSchur::KrylovSchur(const EigenSettings& settings, const WeightedInner& inner)
    : settings_(settings), inner_(inner), h_(settings.dimension + 1, settings.dimension) {}

Eigenpairs KrylovSchur::solve(Operator apply, std::span<const double> start, Watch watch) {
  std::vector<double> product(start.size());
  for (begin(start); !is_done();) {
    apply(next(), product);
    put(product);
    watch(found_);
  }
  return with_vectors();
}

void KrylovSchur::make_room() {
  basis_.assign(settings_.dimension + 1, std::vector<double>(inner_.weight.size()));
}

void KrylovSchur::begin(std::span<const double> start) {
  make_room();
  n_known_ = n_applications_ = 0;
  is_invariant_ = false;
  found_ = {};
  std::ranges::fill(h_.values, 0.0);
  const double length = std::sqrt(inner_(start, start));
  for (std::size_t q = 0; q < start.size(); ++q) basis_[0][q] = start[q] / length;
}

void KrylovSchur::put(std::span<const double> product) {
  if (n_known_ == settings_.dimension) restart();
  const int column = n_known_++;
  std::ranges::copy(product, basis_[column + 1].begin());
  ++n_applications_;
  double& length = h_(column + 1, column);
  length = orthonormalise(inner_, vectors(column + 1), basis_[column + 1],
                          {&h_(0, column), static_cast<std::size_t>(column) + 1});
  is_invariant_ = length == 0;
  look();
}

void KrylovSchur::look() {
  Schur schur = decompose();
  found_ = wanted_of(ritz_pairs(schur));
}

Eigenpairs KrylovSchur::with_vectors() {
  Schur schur = decompose();
  Eigenpairs found = found_;
  add_vectors(ritz_pairs(schur), schur, found);
  return found;
}

KrylovSchur::Schur KrylovSchur::decompose() {
  const int n = n_known_;
  Schur schur(n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) schur.t(i, j) = h_(i, j);
  lapack_int n_sorted = 0;
  check(LAPACKE_dgees(LAPACK_COL_MAJOR, 'V', 'N', nullptr, n, schur.t.values.data(), n, &n_sorted,
                      schur.re.data(), schur.im.data(), schur.q.values.data(), n),
        "dgees");
  schur.vectors = schur.q;
  lapack_int n_found = 0;
  check(LAPACKE_dtrevc(LAPACK_COL_MAJOR, 'R', 'B', nullptr, n, schur.t.values.data(), n, nullptr, n,
                       schur.vectors.values.data(), n, n, &n_found),
        "dtrevc");
  return schur;
}

std::vector<KrylovSchur::Ritz> KrylovSchur::ritz_pairs(Schur& schur) {
  std::vector<Ritz> pairs;
  for (int j = 0; j < n_known_; ++j) {
    const bool is_pair = schur.im[j] != 0;
    double norm = 0, real = 0, imaginary = 0;
    for (int i = 0; i < n_known_; ++i) {
      const double re = schur.vectors(i, j), im = is_pair ? schur.vectors(i, j + 1) : 0.0;
      const double b = h_(n_known_, i);
      norm += re * re + im * im;
      real += b * re;
      imaginary += b * im;
    }
    const std::complex<double> value(schur.re[j], schur.im[j]);
    const double residual = std::hypot(real, imaginary) / (std::sqrt(norm) * std::abs(value));
    pairs.push_back({j, is_pair, {value, residual}});
    if (is_pair) ++j;
  }
  std::ranges::stable_sort(pairs, std::ranges::greater{},
                           [](const Ritz& ritz) { return std::abs(ritz.pair.value); });
  return pairs;
}

Eigenpairs KrylovSchur::wanted_of(const std::vector<Ritz>& ritz) const {
  Eigenpairs found;
  for (const Ritz& one : ritz)
    if (static_cast<int>(found.pairs.size()) < settings_.n_wanted) found.pairs.push_back(one.pair);
  const bool has_all = static_cast<int>(found.pairs.size()) == settings_.n_wanted;
  found.converged =
      (has_all || is_invariant_) && std::ranges::all_of(found.pairs, [&](const Eigenpair& pair) {
        return pair.residual <= settings_.tolerance;
      });
  return found;
}

void KrylovSchur::add_vectors(const std::vector<Ritz>& ritz, Schur& schur,
                              Eigenpairs& found) const {
  const auto of_column = [&](int column) {
    std::vector<double> vector(inner_.weight.size());
    combine(0.0, {&schur.vectors(0, column), static_cast<std::size_t>(n_known_)}, vectors(n_known_),
            vector);
    return vector;
  };
  for (std::size_t p = 0; p < found.pairs.size(); ++p) {
    Eigenpair& pair = found.pairs[p];
    pair.real = of_column(ritz[p].column);
    if (ritz[p].is_pair) pair.imaginary = of_column(ritz[p].column + 1);
    double square = inner_(pair.real, pair.real);
    if (ritz[p].is_pair) square += inner_(pair.imaginary, pair.imaginary);
    for (auto* part : {&pair.real, &pair.imaginary})
      for (double& value : *part) value /= std::sqrt(square);
  }
}

/// Those that are kept come first.
void KrylovSchur::sort(const std::vector<int>& is_kept, Schur& schur) {
  const auto n = static_cast<lapack_int>(is_kept.size());
  lapack_int n_kept = 0, no_integers = 0;
  double condition = 0, separation = 0;
  std::vector<double> work(is_kept.size());
  // LAPACKE_dtrsen has no room for the one integer that LAPACK looks at.
  check(LAPACKE_dtrsen_work(LAPACK_COL_MAJOR, 'N', 'V', is_kept.data(), n, schur.t.values.data(), n,
                            schur.q.values.data(), n, schur.re.data(), schur.im.data(), &n_kept,
                            &condition, &separation, work.data(), n, &no_integers, 1),
        "dtrsen");
}

/// Pairs stay together, and at least one column is free.
void KrylovSchur::restart() {
  const int n = n_known_;
  Schur schur = decompose();
  const auto ritz = ritz_pairs(schur);
  const auto columns_of = [](const Ritz& one) { return one.is_pair ? 2 : 1; };
  int n_wanted = 0, n_kept = 0;
  for (int p = 0; p < std::min(settings_.n_wanted, static_cast<int>(ritz.size())); ++p)
    n_wanted += columns_of(ritz[p]);
  std::vector<int> is_kept(n, 0);
  for (const Ritz& one : ritz) {
    if (n_kept >= n_wanted + (n - n_wanted) / 2 || n_kept + columns_of(one) >= n) break;
    for (int c = 0; c < columns_of(one); ++c) is_kept[one.column + c] = 1;
    n_kept += columns_of(one);
  }
  sort(is_kept, schur);
  Matrix h(settings_.dimension + 1, settings_.dimension);
  for (int j = 0; j < n_kept; ++j) {
    for (int i = 0; i < n_kept; ++i) h(i, j) = schur.t(i, j);
    for (int i = 0; i < n; ++i) h(n_kept, j) += h_(n, i) * schur.q(i, j);
  }
  h_ = std::move(h);
  turn_basis(schur.q, n_kept);
  n_known_ = n_kept;
}

/// V Q, a chunk of all vectors after the other, with v behind it.
void KrylovSchur::turn_basis(Matrix& q, int n_kept) {
  const std::size_t size = inner_.weight.size();
  std::vector<std::vector<double>> turned(n_kept, std::vector<double>(chunk));
  std::vector<const double*> parts(n_known_);
  for (std::size_t start = 0; start < size; start += chunk) {
    const std::size_t n = std::min(chunk, size - start);
    for (int k = 0; k < n_known_; ++k) parts[k] = basis_[k].data() + start;
    for (int j = 0; j < n_kept; ++j)
      combine(0.0, {&q(0, j), parts.size()}, parts, std::span(turned[j]).first(n));
    for (int j = 0; j < n_kept; ++j)
      std::copy_n(turned[j].begin(), n, basis_[j].begin() + static_cast<std::ptrdiff_t>(start));
  }
  std::swap(basis_[n_kept], basis_[n_known_]);
}

void KrylovSchur::visit_state(base::StateVisitor& visitor, VisitVector visit_vector) {
  std::int64_t n_known = n_known_, n_applications = n_applications_;
  std::int64_t is_invariant = is_invariant_ ? 1 : 0;
  visitor.visit("krylov/known", n_known);
  visitor.visit("krylov/applications", n_applications);
  visitor.visit("krylov/invariant", is_invariant);
  std::vector<double> h = h_.values;
  visitor.visit("krylov/matrix", h);
  if (h.size() != h_.values.size())
    throw base::Error(
        fmt::format("the search for eigenvalues has a space of another dimension; "
                    "expected that of the settings, {}",
                    settings_.dimension));
  h_.values = std::move(h);
  n_known_ = static_cast<int>(n_known);
  n_applications_ = static_cast<int>(n_applications);
  is_invariant_ = is_invariant != 0;
  if (basis_.empty()) make_room();
  for (int k = 0; k <= n_known_; ++k) visit_vector(fmt::format("krylov/{}", k), basis_[k]);
  if (visitor.loads() && n_known_ > 0) look();
}

std::vector<const double*> KrylovSchur::vectors(int count) const {
  std::vector<const double*> pointers;
  for (int k = 0; k < count; ++k) pointers.push_back(basis_[k].data());
  return pointers;
}

}  // namespace lobatto::krylov
