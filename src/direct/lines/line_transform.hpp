#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/aligned_array.hpp"
#include "direct/lines/block_modes.hpp"
#include "direct/lines/element_waves.hpp"
#include "direct/lines/line_fold.hpp"
#include "direct/lines/line_layout.hpp"

namespace lobatto::direct {

/// The modes of one direction: K s = lambda M s on the unknowns of a line, S^T M S = I, in the form
/// S = Q V with a folding Q, that of LineFold or, on periodic lines of many equal elements, that of
/// ElementWaves, and a dense V for each of its blocks. Modes are numbered block after block.
class LineTransform {
 public:
  using Fold = std::variant<LineFold, ElementWaves>;

  /// With the folding that makes the cheaper transform (see choose_line), or a given one of this
  /// line.
  LineTransform(std::span<const double> ticks, int order, const poly::LineConditions& conditions,
                double flops_per_byte = 1);
  LineTransform(std::span<const double> ticks, int order, const poly::LineConditions& conditions,
                Fold fold);

  [[nodiscard]] const LineLayout& layout() const { return layout_; }
  [[nodiscard]] const Fold& fold() const { return fold_; }
  [[nodiscard]] std::span<const LineFold::Block> blocks() const {
    return std::visit([](const auto& fold) { return fold.blocks(); }, fold_);
  }
  [[nodiscard]] int size() const { return layout_.n_unknowns; }
  /// [size()]; exactly 0 for the constant.
  [[nodiscard]] std::span<const double> eigenvalues() const { return eigenvalues_; }
  /// The mode of eigenvalue 0; -1 on lines with a Dirichlet end.
  [[nodiscard]] int constant_mode() const { return constant_mode_; }
  /// V of block b as [mode][position] and as [position][mode].
  [[nodiscard]] const double* by_mode(int b) const { return by_mode_[b].data(); }
  [[nodiscard]] const double* by_position(int b) const { return by_position_[b].data(); }

  /// Operations of one transform of one lane, either way.
  [[nodiscard]] double flops() const {
    return std::visit([](const auto& fold) { return fold.transform_flops(); }, fold_);
  }
  /// For example "even-odd 57".
  [[nodiscard]] std::string description() const;

 private:
  void add_blocks(const LineFold& fold, const FactoredLine& line);
  void add_blocks(const ElementWaves& waves, double length);
  void add(const BlockModes& modes);

  LineLayout layout_;
  Fold fold_;
  std::vector<double> eigenvalues_;
  int constant_mode_ = -1;
  std::vector<base::AlignedArray<double>> by_mode_;
  std::vector<base::AlignedArray<double>> by_position_;
};

}  // namespace lobatto::direct
