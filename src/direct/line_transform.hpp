#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/aligned_array.hpp"
#include "direct/line_fold.hpp"
#include "direct/line_layout.hpp"

namespace lobatto::direct {

/// The modes of one direction: K s = lambda M s on the unknowns of a line, S^T M S = I, in the form
/// S = Q V with the folding Q of LineFold and a dense V for each of its blocks. Modes are numbered
/// block after block.
class LineTransform {
 public:
  LineTransform(std::span<const double> ticks, int order, const poly::LineConditions& conditions);

  [[nodiscard]] const LineLayout& layout() const { return layout_; }
  [[nodiscard]] const LineFold& fold() const { return fold_; }
  [[nodiscard]] int size() const { return layout_.n_unknowns; }
  /// [size()]; exactly 0 for the constant.
  [[nodiscard]] std::span<const double> eigenvalues() const { return eigenvalues_; }
  /// The mode of eigenvalue 0; -1 on lines with a Dirichlet end.
  [[nodiscard]] int constant_mode() const { return constant_mode_; }
  /// V of block b as [mode][position] and as [position][mode].
  [[nodiscard]] const double* by_mode(int b) const { return by_mode_[b].data(); }
  [[nodiscard]] const double* by_position(int b) const { return by_position_[b].data(); }

  /// Operations of one transform of one lane, either way.
  [[nodiscard]] double flops() const { return fold_.transform_flops(); }
  /// For example "even-odd 57".
  [[nodiscard]] std::string description() const;

 private:
  LineLayout layout_;
  LineFold fold_;
  std::vector<double> eigenvalues_;
  int constant_mode_ = -1;
  std::vector<base::AlignedArray<double>> by_mode_;
  std::vector<base::AlignedArray<double>> by_position_;
};

}  // namespace lobatto::direct
