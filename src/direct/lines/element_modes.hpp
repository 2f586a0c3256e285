#pragma once

#include <array>
#include <vector>

#include "base/aligned_array.hpp"

namespace lobatto::direct {

/// The interior of the reference element [-1, 1] by modes, K_II v = lambda M_II v with V^T M_II V =
/// I, split into even and odd functions: whatever the length h of an element and the shift s,
///
///   s M + nu K  is  s h/2 + nu 2/h lambda   in its interior,
///
/// and the interior sees the ends through K_I0 alone, for the mass is diagonal.
class ElementModes {
 public:
  /// The even functions, or the odd ones, of the interior nodes folded about the middle: position j
  /// stands for f_j + f_{m-1-j} (even; the middle node for itself) or f_j - f_{m-1-j} (odd), m the
  /// number of interior nodes.
  struct Part {
    int size = 0;
    std::vector<double> eigenvalues;         ///< [size], positive
    std::vector<double> to_end;              ///< [size]: v^T K_I0, with the lower end
    base::AlignedArray<double> by_mode;      ///< [mode][position]
    base::AlignedArray<double> by_position;  ///< [position][mode]
  };

  /// order >= 1; of order 1 there is no interior.
  explicit ElementModes(int order);

  [[nodiscard]] int n_interior() const { return parts_[0].size + parts_[1].size; }
  [[nodiscard]] const Part& even() const { return parts_[0]; }
  [[nodiscard]] const Part& odd() const { return parts_[1]; }
  /// Weight of an end node.
  [[nodiscard]] double end_mass() const { return end_mass_; }

 private:
  std::array<Part, 2> parts_;
  double end_mass_;
};

}  // namespace lobatto::direct
