#pragma once

#include <cstddef>

#include "direct/lines/line_layout.hpp"

namespace lobatto::direct {

/// What a part of a line leaves of its two ends once all between them is eliminated, with a lane of
/// each row for every line:
///
///   [ |c| + lower      c      ] [u_first]
///   [      c      |c| + upper ] [u_last ],   lower, upper >= 0.
struct PartEnds {
  const double *coupling, *lower, *upper;
};

/// The tridiagonal system of the ends of a line's parts, elements or slabs of them, that periodic
/// lines make cyclic; many lines side by side. A row is kept as the absolute values of its
/// couplings and an excess over their sum, and eliminated without a subtraction, so that long lines
/// lose no digits to a nearly singular sum (Grassmann, Taksar & Heyman, Oper. Res. 33 (1985)). Ends
/// are eliminated in order, each coupled to the next one and to the first, until the first and the
/// last are left.
class EndChain {
 public:
  /// layout: which ends of the whole line are unknowns. Rows hold `batch` lanes, `stride` apart.
  EndChain(int n_parts, const LineLayout& layout, int batch, std::size_t stride)
      : n_parts_(n_parts),
        periodic_(layout.periodic),
        lower_fixed_(layout.lower_fixed),
        upper_fixed_(layout.upper_fixed),
        batch_(batch),
        stride_(stride) {}

  /// Of the memory that the calls below share.
  [[nodiscard]] std::size_t n_rows() const { return 2 + 2 * static_cast<std::size_t>(n_parts_); }

  /// End e < n_parts, the first of this part, with what it leaves; parts are given in order, and
  /// nothing is eliminated with the first. Right-hand sides: of the line's first end, of this and
  /// of the next.
  void eliminate(int e, const PartEnds& part, double* first, double* own, double* next,
                 double* rows) const;
  /// After all parts: the whole is one part now.
  [[nodiscard]] PartEnds remainder(const double* rows) const {
    return {fill(rows, 0), rows, rows + stride_};
  }
  /// Adds to the excess of the first end in one lane, which makes a singular line regular: where
  /// its right-hand side sums up to zero, the first end is zero then.
  static void hold_first(int lane, double excess, double* rows) { rows[lane] += excess; }
  /// After all parts: the right-hand sides of the first and the last end become the solution there.
  void solve_first_and_last(double* first, double* last, const double* rows) const;
  /// In descending order: end e > 0 from the first and the next one.
  void find(int e, const double* coupling, const double* first, const double* next, double* own,
            const double* rows) const;

 private:
  template <class Row>
  [[nodiscard]] Row* inverse(Row* rows, int e) const {
    return rows + (2 + 2 * static_cast<std::size_t>(e)) * stride_;
  }
  /// Coupling to the first end; at 0 that of the last one.
  template <class Row>
  [[nodiscard]] Row* fill(Row* rows, int e) const {
    return inverse(rows, e) + stride_;
  }

  int n_parts_;
  bool periodic_, lower_fixed_, upper_fixed_;
  int batch_;
  std::size_t stride_;
};

}  // namespace lobatto::direct
