#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/block.hpp"
#include "base/function_ref.hpp"
#include "kernels/cost.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "kernels/vectors/conjugate_updates.hpp"
#include "krylov/block_patterns.hpp"
#include "krylov/conjugate_gradients.hpp"

namespace lobatto::krylov {

/// A symmetric operator on unassembled fields in two parts: A = mask Q Q^T A_local.
struct AssembledOperator {
  using Work = base::FunctionRef<void(std::size_t index, const base::Block& block)>;
  /// w = A_local p on one block, without what neighbours contribute, and sum_q p_q w_q over that
  /// block. All point to the whole fields; `ahead` is read next, at the block that follows.
  base::FunctionRef<double(const base::Block& block, const double* p, double* w,
                           const kernels::FieldsAhead& ahead)>
      apply;
  /// Calls `work`, which applies to some fields, for every block; adds up the copies of these
  /// fields over all ranks; sets the values that are not unknowns to zero. Up to
  /// MergedConjugateGradients::max_components fields at once.
  base::FunctionRef<void(std::span<const std::span<double>> fields, Work work)> work_and_assemble;
};

/// Conjugate gradients with a diagonal preconditioner D^{-1}, as ConjugateGradients, whose vector
/// work rides on the operator: an iteration is two passes over memory and two collectives.
///
///   pass 1, by blocks that stay in cache:  x = x + alpha_old p,  p = D^{-1} r + beta p,
///     w = A_local p,  <p, A p> = sum over elements of p^T A_local p (p is continuous: no weights);
///   then w is assembled;
///   pass 2:  r = r - alpha w,  <r, D^{-1} r>,  weighted by 1 / multiplicity, and |r|^2.
///
/// It begins with two more: w = A_local x, then r = b - w with |b|^2 and the sums of pass 2; the
/// first pass 1 has no step to make and no direction to read.
///
/// Several right-hand sides of the same operator share passes, exchange and collectives; each has
/// its own scalars and stops by itself. r = residual, p = direction, w = image.
class MergedConjugateGradients {
 public:
  static constexpr int max_components = 3;

  /// Vectors are allocated once: three a component. weight [n_local]: 1 / (copies of a node over
  /// all ranks). blocks: all values once, in the order in which the operator works through them.
  /// norm_weight [n_local]: the norm in which residuals are reported and compared with the
  /// right-hand side is |r|^2 = sum_q norm_weight_q r_q^2; empty: the weight. Both are copied.
  /// Throws base::Error if the blocks are more or fewer values than there are weights.
  MergedConjugateGradients(std::span<const double> weight, std::span<const base::Block> blocks,
                           int n_components = 1, std::span<const double> norm_weight = {});

  /// Another norm than before, [n_local].
  void set_norm_weight(std::span<const double> norm_weight) {
    norm_weight_ = BlockPatterns(norm_weight, blocks_);
    has_own_norm_ = true;
  }

  /// Values of a block of whole elements: as few as make the calls cheap, so that a block's vectors
  /// are still in the first cache, or the second for large elements, when the operator comes.
  static constexpr std::size_t block_of_elements(std::size_t element_size) {
    constexpr std::size_t least = 512;
    return (least + element_size - 1) / element_size * element_size;
  }

  /// Where the residual of a component lies: a right-hand side that is put there is not copied.
  [[nodiscard]] std::span<double> residual(int component) {
    return components_.at(component).residual;
  }

  /// The inverse of the preconditioner's diagonal, [n_local] or empty for none, and the sum over
  /// ranks, in place.
  struct Setting {
    std::span<const double> inverse_diagonal;
    base::FunctionRef<void(std::span<double>)> sum;
    /// The components are parts of one unknown: they share all scalars, and stop together.
    bool coupled = false;
  };

  /// rhs[c], x[c] [n_local], all continuous, zero where the mask is; x holds the guesses and
  /// receives the solutions; rhs[c] may be residual(c). One report a component, as
  /// ConjugateGradients::solve makes it. Throws base::Error if a vector has another length or there
  /// are too many.
  std::vector<SolveReport> solve(const AssembledOperator& a, const Setting& setting,
                                 std::span<const std::span<const double>> rhs,
                                 std::span<const std::span<double>> x, const Tolerance& tolerance);

  /// Of an iteration of one component on n values but the first, without the operator's own work:
  /// it reads p from cache and writes w.
  static constexpr kernels::Cost iteration_cost(double n_values, bool preconditioned) {
    const double extra = preconditioned ? 1.0 : 0.0;
    return {(9.0 + 3.0 * extra) * n_values, 8.0 * (9.0 + 2.0 * extra) * n_values};
  }
  /// Of a solve of one component likewise, the beginning included.
  static constexpr kernels::Cost solve_cost(double n_values, bool preconditioned, int iterations) {
    const double extra = preconditioned ? 1.0 : 0.0;
    // Read x, b and w; write w and r.
    const kernels::Cost beginning{(7.0 + 2.0 * extra) * n_values, 8.0 * (5.0 + extra) * n_values};
    if (iterations == 0) return beginning;
    const kernels::Cost first = iteration_cost(n_values, preconditioned) +
                                kernels::turn_direction_cost(n_values, preconditioned) * -1.0 +
                                kernels::start_direction_cost(n_values, preconditioned);
    return beginning + first + iteration_cost(n_values, preconditioned) * (iterations - 1);
  }
  /// What a norm of its own adds to each pass 2: in bytes, once for all components, the values that
  /// are kept of its weight.
  [[nodiscard]] kernels::Cost norm_cost() const {
    return {2.0 * static_cast<double>(has_own_norm_ ? n_local_ : 0),
            8.0 * static_cast<double>(norm_weight_.size())};
  }

 private:
  /// One right-hand side on its way.
  struct Component {
    std::span<double> x;
    base::AlignedArray<double> residual, direction, image;
    double target = 0;
    double product = 0;    ///< <r, D^{-1} r>
    double curvature = 0;  ///< <p, A p>
    double alpha = 0;      ///< of the step that x has not made yet
    double beta = 0;
    bool active = false;
    SolveReport report;
  };

  template <class Use>
  void for_each_active(Use&& use);
  [[nodiscard]] bool any_active() const;
  void check(std::span<const std::span<const double>> rhs,
             std::span<const std::span<double>> x) const;
  void start(const AssembledOperator& a, const Setting& setting,
             std::span<const std::span<const double>> rhs, const Tolerance& tolerance);
  /// Works on all blocks and assembles the images.
  template <class Use>
  void assemble(const AssembledOperator& a, Use&& use);
  /// r = b - w with its products over all ranks; returns |b| of each component.
  std::array<double, max_components> begin_residuals(const Setting& setting,
                                                     std::span<const std::span<const double>> rhs);
  /// r = r - alpha w likewise.
  void reduce_residuals(const Setting& setting);
  [[nodiscard]] kernels::ResidualWeights weights_of(const Setting& setting,
                                                    std::size_t index) const;
  void turn_and_apply(const AssembledOperator& a, const Setting& setting);
  void choose_steps(const Setting& setting);
  void stop(Component& component);

  std::size_t n_local_;
  std::vector<base::Block> blocks_;
  BlockPatterns weight_, norm_weight_;
  bool has_own_norm_;
  std::vector<Component> components_;
  std::size_t n_components_ = 0;  ///< of the solve under way
};

}  // namespace lobatto::krylov
