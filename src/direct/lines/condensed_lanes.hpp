#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "direct/lines/block_product.hpp"
#include "direct/lines/condensed_line.hpp"
#include "direct/lines/element_modes.hpp"
#include "direct/lines/end_chain.hpp"
#include "direct/lines/lane_solver.hpp"

namespace lobatto::direct {

/// How many of n_lines are taken at a time: a few lines of many elements still fill the registers
/// of the products.
int condensed_batch(int n_lines, const LineLayout& line);

/// Lines by static condensation. Those that go on beyond their ends, in the slab of another rank,
/// are solved in two halves; for these the line has no periodic ends.
class CondensedLanes final : public LaneSolver {
 public:
  /// batch: the lanes that a call brings at most, whole cache lines.
  CondensedLanes(std::shared_ptr<const CondensedLine> line, int batch, std::size_t stride);

  void solve(std::span<const double> shifts, double nu, int null_lane, double* nodes,
             double* scratch) const override;
  /// The first half: the ends in `nodes` become the right-hand sides of what is left of them, which
  /// ends() returns until scratch is used again.
  void condense(std::span<const double> shifts, double nu, double* nodes, double* scratch) const;
  [[nodiscard]] PartEnds ends(double* scratch) const;
  /// The second half: `nodes` as condense() has left them but for the ends, which are the solution;
  /// now all of them are.
  void substitute(std::span<const double> shifts, double nu, double* nodes, double* scratch) const;

  [[nodiscard]] std::size_t scratch_size() const override { return n_rows() * stride_; }
  [[nodiscard]] double flops() const override { return line_->flops(); }
  [[nodiscard]] std::string description() const override { return line_->description(); }

 private:
  using Part = ElementModes::Part;

  /// Rows of scratch, `stride_` values each, one value a lane.
  struct Rows {
    double *shift, *zero;
    double* folded;    ///< [n_interior]
    double* of_kinds;  ///< [kind][n_interior + 2]: d, then C and the excess of an element
    double* of_ends;   ///< as the chain wants it
  };
  struct Products {
    BlockProduct even, odd;
  };
  /// One call.
  struct Task {
    double nu;
    double* nodes;
    Rows rows;
  };

  [[nodiscard]] std::size_t n_rows() const;
  [[nodiscard]] Rows rows_of(double* scratch) const;
  [[nodiscard]] Task begin(std::span<const double> shifts, double nu, double* nodes,
                           double* scratch) const;
  [[nodiscard]] double* of_kind(const Task& task, int kind) const {
    return task.rows.of_kinds + kind * (line_->modes().n_interior() + 2) * stride_;
  }
  [[nodiscard]] PartEnds ends_of(const Task& task, int e) const;
  [[nodiscard]] double* end(const Task& task, int e) const {
    return task.nodes + static_cast<std::size_t>(e) * line_->layout().order * stride_;
  }

  /// use(2/h nu b_k, 1 or -1 of odd modes, row of d, row of the mode) for every mode of element e.
  template <class Use>
  void for_modes(const Task& task, int e, Use&& use) const;
  /// Both parts of an interior by one of their matrices.
  void multiply(base::AlignedArray<double> Part::*matrix, const double* in, double* out) const;

  void prepare_kind(const Task& task, int kind) const;
  void clear_missing_ends(const Task& task) const;
  void condense_elements(const Task& task) const;
  void condense_interior(const Task& task, int e) const;
  void find_elements(const Task& task) const;
  void find_interior(const Task& task, int e) const;
  void drop_constant(double* unknowns, int lane) const;
  void drop_mean(double* unknowns, int lane) const;

  std::shared_ptr<const CondensedLine> line_;
  int batch_;
  std::size_t stride_;
  EndChain chain_;
  std::vector<Products> products_;  ///< one, or none without an interior
};

}  // namespace lobatto::direct
