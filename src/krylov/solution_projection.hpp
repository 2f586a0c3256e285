#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/state_visitor.hpp"
#include "kernels/cost.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "krylov/plane_rotation.hpp"
#include "krylov/weighted_inner.hpp"

namespace lobatto::krylov {

/// Initial guesses for A x = rhs from the last solutions of the same symmetric positive
/// (semi-)definite A: the best approximation in the A norm from their span; Fischer, CMAME 163
/// (1998), method 2.
///
///   x_guess = sum_i <q_i, rhs> q_i,   <q_i, A q_j> = delta_ij,   span q = span of the solutions
///
/// The solutions are a moving window: with S = Q R (R triangular, columns from old to new) the
/// first column of R is taken off, rotations make the rest triangular again, and the same rotations
/// turn Q so that its last vector can go (rolling QR, as in Austin, Chalmers & Warburton, SIAM J.
/// Sci. Comput. 43 (2021)). To drop a vector q_i instead would tear a hole into all solutions.
///
/// The q_i are stored in single precision, 4 n byte each, all arithmetic is in double. They are
/// A-orthonormal to single precision times the root of A's spectral width only, so that the guess
/// corrects its coordinates once from its residual. What stays is noise of 1e-7 of the guess from
/// node to node, which in the residual grows by the spectral width of A: 1e-6 to 1e-5 of |rhs| for
/// a Laplacian on some hundred thousand nodes and a field of few waves. More than a guess is worth
/// in practice, but no solver should take it for the solution.
///
/// Where another guess is at hand, the space may hold what such guesses lacked instead: then
/// `improve` projects the residual, and the noise is 1e-7 of the correction alone.
///
/// For k vectors: guess one A, 8 k n flop, (16 k + 88) n byte, two collectives. add: one A, two
/// collectives, 4 k n flop, (8 k + 108) n byte; with a full window also 6 k n flop, (8 k + 16) n
/// byte. improve: no A, 4 k n flop, (8 k + 32) n byte, one collective. Memory: 4 n byte a vector,
/// allocated when first needed, and 16 n byte of workspace.
class SolutionProjection {
 public:
  /// Throws base::Error if max_vectors is not positive.
  SolutionProjection(std::size_t n_local, int max_vectors);

  /// x [n_local] = the guess, zero where nothing is stored; rhs [n_local] must not overlap it.
  /// Returns what it cost, without A.
  kernels::Cost guess(Operator apply, const WeightedInner& inner, std::span<const double> rhs,
                      std::span<double> x);

  /// x [n_local] += the best correction from the span for the residual rhs - A x [n_local]; nothing
  /// if nothing is stored. What counts as x_guess in `add` is the correction.
  void improve(const WeightedInner& inner, std::span<const double> residual, std::span<double> x);

  /// Takes up the solution x_guess + delta, x_guess being what the last guess (or improve) since
  /// the last add returned (zero if there was none). The difference is asked for and not the
  /// solution because a good guess leaves few digits to a subtraction done here. One A (two if
  /// delta is almost in the span already). Not taken up, so that the space stays as it was or loses
  /// its oldest solution alone: a delta that is zero, not a number, or without a part outside of
  /// the span. In a singular system the constant of the solutions should be fixed, by their mean,
  /// say. Returns what it cost if it projected once, without A.
  kernels::Cost add(Operator apply, const WeightedInner& inner, std::span<const double> delta);

  /// Forgets all solutions: for when A changes.
  void clear();

  /// The window; one that is longer than this projection's is not taken. To be called between add
  /// and guess. rows: of the vectors, all of equal length.
  void visit_state(base::StateVisitor& visitor, const std::string& name, const base::RowSet& rows);

  [[nodiscard]] int n_vectors() const { return static_cast<int>(n_vectors_); }

 private:
  /// Takes the oldest solution off the window; the part of the guess that leaves the span with it
  /// goes to remainder_.
  void drop_oldest();
  /// q_i = c q_i + s q_{i+1} and so on in one pass; remainder_ += part (the last one).
  void turn_basis(double part);
  /// Makes remainder_ A-orthogonal to the span; its coordinates are added to coordinates_.
  struct Energies {
    double before, after;
  };
  /// Of an add that comes next.
  [[nodiscard]] kernels::Cost add_cost() const;
  Energies orthogonalise(Operator apply, const WeightedInner& inner);
  void store_remainder(double energy);
  void check_length(std::size_t length) const;
  double& triangle(std::size_t i, std::size_t j) { return triangle_[j * max_vectors_ + i]; }
  [[nodiscard]] std::span<const float* const> views() const;

  std::size_t n_local_;
  std::size_t max_vectors_;
  std::size_t n_vectors_ = 0;
  std::vector<base::AlignedArray<float>> basis_;
  std::vector<const float*> views_;
  std::vector<double> triangle_;     ///< R, by columns
  std::vector<double> coordinates_;  ///< of the last guess in the basis
  std::vector<double> products_;
  std::vector<PlaneRotation> rotations_;
  base::AlignedArray<double> remainder_, image_;
};

}  // namespace lobatto::krylov
