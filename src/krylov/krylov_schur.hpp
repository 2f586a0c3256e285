#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/function_ref.hpp"
#include "base/state_visitor.hpp"
#include "krylov/visit_vector.hpp"
#include "krylov/weighted_inner.hpp"

namespace lobatto::krylov {

/// An eigenvalue with a vector of length 1; of a conjugate pair the one above the real axis stands
/// for both.
struct Eigenpair {
  std::complex<double> value;
  double residual = 0;                 ///< |A v - value v| / |value|
  std::vector<double> real = {};       ///< of v; empty while the search goes on
  std::vector<double> imaginary = {};  ///< empty where the value is real
};

struct EigenSettings {
  int n_wanted = 1;         ///< a conjugate pair counts as one
  int dimension = 20;       ///< of the Krylov space, at least 2 n_wanted + 2
  double tolerance = 1e-8;  ///< of the residual
  int max_applications = 1000;
};

struct Eigenpairs {
  std::vector<Eigenpair> pairs;  ///< of largest modulus, that first; at most n_wanted
  bool converged = false;        ///< all of them
};

/// The eigenvalues of largest modulus of a real linear operator A, and their vectors, by
/// Krylov-Schur (Stewart 2001): with orthonormal vectors V,
///   A V = V B + v b^T.
/// The space grows by one vector an application of A, which is made orthogonal to all others twice.
/// When it is full, the Schur form of B is sorted, and the half of what is not wanted that has the
/// smallest modulus is taken out. Holds dimension + 1 vectors.
class KrylovSchur {
 public:
  /// y = A x; collective. What it throws on every rank ends the search.
  using Operator = base::FunctionRef<void(std::span<const double> x, std::span<double> y)>;
  /// Of the values, after each application.
  using Watch = base::FunctionRef<void(const Eigenpairs& found)>;

  /// The inner product tells the number of local values; what it refers to must live as long.
  KrylovSchur(const EigenSettings& settings, const WeightedInner& inner);

  /// start: must not be zero. Fewer pairs than wanted are found where the space is invariant before
  /// it is full, and then they are exact.
  Eigenpairs solve(Operator apply, std::span<const double> start, Watch watch);

  /// The same one application after the other, by who knows A: until is_done(), put(A next()).
  void begin(std::span<const double> start);
  [[nodiscard]] std::span<const double> next() const { return basis_[n_known_]; }
  /// Collective.
  void put(std::span<const double> product);
  [[nodiscard]] bool is_done() const {
    return found_.converged || is_invariant_ || n_applications_ >= settings_.max_applications;
  }
  [[nodiscard]] int n_applications() const { return n_applications_; }
  /// Without vectors.
  [[nodiscard]] const Eigenpairs& found() const { return found_; }
  [[nodiscard]] Eigenpairs with_vectors();
  /// All that the search goes on with, on any number of ranks; a load needs no begin().
  void visit_state(base::StateVisitor& visitor, VisitVector visit_vector);

 private:
  /// Row-major here would be a transpose for LAPACK: [column][row].
  struct Matrix {
    int rows = 0;
    std::vector<double> values;
    Matrix(int n_rows, int n_columns)
        : rows(n_rows), values(static_cast<std::size_t>(n_rows) * n_columns) {}
    double& operator()(int i, int j) { return values[i + static_cast<std::size_t>(j) * rows]; }
  };
  /// B = Q T Q^T, and the eigenvectors of B, those of a pair as real and imaginary part.
  struct Schur {
    explicit Schur(int n) : t(n, n), q(n, n), vectors(n, n), re(n), im(n) {}
    Matrix t, q, vectors;
    std::vector<double> re, im;
  };
  struct Ritz {
    int column;  ///< the first one of a pair
    bool is_pair;
    Eigenpair pair;
  };

  void make_room();
  void look();
  [[nodiscard]] Schur decompose();
  /// Largest modulus first.
  [[nodiscard]] std::vector<Ritz> ritz_pairs(Schur& schur);
  [[nodiscard]] Eigenpairs wanted_of(const std::vector<Ritz>& ritz) const;
  void add_vectors(const std::vector<Ritz>& ritz, Schur& schur, Eigenpairs& found) const;
  void restart();
  static void sort(const std::vector<int>& is_kept, Schur& schur);
  void turn_basis(Matrix& q, int n_kept);
  [[nodiscard]] std::vector<const double*> vectors(int count) const;

  EigenSettings settings_;
  WeightedInner inner_;
  std::vector<std::vector<double>> basis_;  ///< V, then v
  Matrix h_;                                ///< B, and b^T as the row below
  int n_known_ = 0;                         ///< columns of V
  int n_applications_ = 0;
  bool is_invariant_ = false;  ///< b = 0
  Eigenpairs found_;
};

}  // namespace lobatto::krylov
