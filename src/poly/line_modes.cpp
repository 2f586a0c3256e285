#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "poly/lagrange.hpp"
#include "poly/line_operators.hpp"
#include "poly/quadrature.hpp"

// K s = lambda M s is solved without forming K. With `order` Gauss points per element the stiffness
// is exactly K = G^T G,  G(q, a) = sqrt(2 w_q / h) l'_a(x_q),  so the eigenvalues are the squares
// of the singular values of B = G M^{-1/2} and the modes are M^{-1/2} times its right singular
// vectors. The relative error of an eigenvalue is then eps sqrt(lambda_max / lambda), where a
// solver of M^{-1/2} K M^{-1/2} loses eps lambda_max / lambda: on graded lines of high order the
// smooth modes would lose half their digits.

namespace lobatto::poly {
namespace {

/// Modes of one problem: row m of `vectors` is right singular vector m, of singular value
/// `values[m]`.
struct SingularModes {
  std::vector<double> values;
  Matrix vectors;
};

SingularModes right_singular_modes(Matrix b) {
  SingularModes modes{std::vector<double>(static_cast<std::size_t>(b.cols), 0.0),
                      Matrix(b.cols, b.cols)};
  if (b.rows == 0) {
    for (int a = 0; a < b.cols; ++a) modes.vectors(a, a) = 1;
    return modes;
  }
  if (b.cols == 0) return modes;
  // Row-major b is column-major b^T, whose left singular vectors are wanted; its columns come out
  // as our rows.
  std::vector<double> superdiagonal(static_cast<std::size_t>(std::min(b.rows, b.cols)));
  std::vector<double> values(superdiagonal.size());
  double unused = 0;
  const lapack_int info = LAPACKE_dgesvd(
      LAPACK_COL_MAJOR, 'A', 'N', b.cols, b.rows, b.values.data(), b.cols, values.data(),
      modes.vectors.values.data(), b.cols, &unused, 1, superdiagonal.data());
  if (info != 0)
    throw base::Error("LAPACK found no singular values of a line operator (dgesvd " +
                      std::to_string(info) + ")");
  std::copy(values.begin(), values.end(), modes.values.begin());
  return modes;
}

/// A line and the factor B of its operator, on all its nodes.
struct FactoredLine {
  LineNumbering numbering;
  std::vector<double> mass;
  Matrix gradient;  ///< B [n_elements * order][n_nodes]
};

FactoredLine factor_line(std::span<const double> lengths, int order, bool periodic) {
  const LineNumbering numbering{static_cast<int>(lengths.size()), order, periodic};
  const Quadrature gll = gauss_lobatto_legendre(order + 1);
  const Quadrature gauss = gauss_legendre(order);
  const Matrix slope = derivative_at_points(gll.nodes, gauss.nodes);
  FactoredLine line{numbering, assemble_mass(lengths, order, periodic),
                    Matrix(numbering.n_elements * order, numbering.n_nodes())};
  for (int e = 0; e < numbering.n_elements; ++e) {
    for (int q = 0; q < order; ++q) {
      const double scale = std::sqrt(2 * gauss.weights[q] / lengths[e]);
      for (int i = 0; i <= order; ++i)
        line.gradient(e * order + q, numbering.node(e, i)) += scale * slope(q, i);
    }
  }
  for (int q = 0; q < line.gradient.rows; ++q) {
    for (int a = 0; a < line.gradient.cols; ++a) line.gradient(q, a) /= std::sqrt(line.mass[a]);
  }
  return line;
}

/// An orthonormal basis of the even (sign +1) or odd (-1) functions: function k is (delta_a + sign
/// delta_b) scale, or delta_a where the reflection keeps node a (even only). With sign 0: every
/// node for itself.
struct BasisFunction {
  int a;
  int b;  ///< == a where there is no partner
};
std::vector<BasisFunction> parity_basis(std::span<const int> nodes, int sign, int reflection_sum,
                                        int period) {
  std::vector<BasisFunction> basis;
  for (const int a : nodes) {
    const int b = sign == 0 ? a : (reflection_sum - a) % period;
    if (a < b || (a == b && sign >= 0)) basis.push_back({a, b});
  }
  return basis;
}

/// The entry of B between a function of the gradient basis and one of the node basis. The gradient
/// of an even function is odd, so half of the four products equal the other half.
double reduced_entry(const Matrix& b, const BasisFunction& row, const BasisFunction& col,
                     int sign) {
  const double paired_row = row.a == row.b ? 1 : std::sqrt(2.0);
  if (col.a == col.b) return paired_row * b(row.a, col.a);
  const double value = b(row.a, col.a) + sign * b(row.a, col.b);
  return row.a == row.b ? value / std::sqrt(2.0) : value;
}

/// Modes of one parity (or of all, sign 0), appended to `modes` column by column from `first`.
class ModeCollector {
 public:
  ModeCollector(const FactoredLine& line, std::span<const int> free_nodes)
      : line_(line), free_nodes_(free_nodes) {}

  void solve(int sign) {
    const int n_nodes = line_.numbering.n_nodes();
    const int n_rows = line_.gradient.rows;
    std::vector<int> gradient_points(static_cast<std::size_t>(n_rows));
    std::iota(gradient_points.begin(), gradient_points.end(), 0);
    const int node_sum = line_.numbering.periodic ? n_nodes : n_nodes - 1;
    const auto cols = parity_basis(free_nodes_, sign, node_sum, n_nodes);
    const auto rows = parity_basis(gradient_points, -sign, n_rows - 1, std::max(n_rows, 1));
    Matrix b(static_cast<int>(rows.size()), static_cast<int>(cols.size()));
    for (int r = 0; r < b.rows; ++r) {
      for (int c = 0; c < b.cols; ++c)
        b(r, c) = reduced_entry(line_.gradient, rows[r], cols[c], sign);
    }
    append(right_singular_modes(std::move(b)), cols, sign);
  }

  /// All modes collected, by ascending eigenvalue.
  [[nodiscard]] LineModes sorted() const {
    std::vector<std::size_t> order(modes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {},
                      [this](std::size_t m) { return std::pair(modes_[m].eigenvalue, m); });
    LineModes result;
    result.vectors = Matrix(line_.numbering.n_nodes(), static_cast<int>(order.size()));
    for (std::size_t m = 0; m < order.size(); ++m) {
      const Mode& mode = modes_[order[m]];
      result.eigenvalues.push_back(mode.eigenvalue);
      result.odd.push_back(mode.odd);
      for (int a = 0; a < result.vectors.rows; ++a)
        result.vectors(a, static_cast<int>(m)) = mode.values[a];
    }
    return result;
  }

 private:
  struct Mode {
    double eigenvalue;
    bool odd;
    std::vector<double> values;
  };

  void append(const SingularModes& found, std::span<const BasisFunction> basis, int sign) {
    for (std::size_t m = 0; m < found.values.size(); ++m) {
      Mode mode{found.values[m] * found.values[m], sign < 0,
                std::vector<double>(line_.mass.size(), 0.0)};
      for (std::size_t k = 0; k < basis.size(); ++k) {
        const auto [a, b] = basis[k];
        const double coefficient = found.vectors(static_cast<int>(m), static_cast<int>(k));
        const double value = coefficient / std::sqrt((a == b ? 1.0 : 2.0) * line_.mass[a]);
        mode.values[a] = value;
        if (b != a) mode.values[b] = sign * value;
      }
      modes_.push_back(std::move(mode));
    }
  }

  const FactoredLine& line_;
  std::span<const int> free_nodes_;
  std::vector<Mode> modes_;
};

/// The lowest mode of a line without Dirichlet ends is the constant, of eigenvalue 0: makes it so
/// to the last bit, and takes what is left of the constant out of the other modes of its parity.
void set_constant_mode(LineModes& modes, std::span<const double> mass) {
  const double length = std::accumulate(mass.begin(), mass.end(), 0.0);
  const int n_nodes = modes.vectors.rows;
  for (int m = 1; m < modes.vectors.cols; ++m) {
    if (modes.symmetric && modes.odd[m]) continue;
    double mean = 0;
    for (int a = 0; a < n_nodes; ++a) mean += mass[a] * modes.vectors(a, m) / length;
    for (int a = 0; a < n_nodes; ++a) modes.vectors(a, m) -= mean;
  }
  modes.eigenvalues[0] = 0;
  for (int a = 0; a < n_nodes; ++a) modes.vectors(a, 0) = 1 / std::sqrt(length);
}

/// Makes lengths that agree with their mirror image to 1e-12 of the line do so to the last bit;
/// false where they do not.
bool symmetrise(std::span<double> lengths) {
  const double total = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  const std::size_t n = lengths.size();
  double offset = 0;  // how far tick e + 1 is from the mirror image of its partner
  for (std::size_t e = 0; e < n; ++e) {
    offset += lengths[e] - lengths[n - 1 - e];
    if (std::abs(offset) > 1e-12 * total) return false;
  }
  for (std::size_t e = 0; e < n / 2; ++e) {
    lengths[e] = lengths[n - 1 - e] = (lengths[e] + lengths[n - 1 - e]) / 2;
  }
  return true;
}

std::vector<int> free_nodes(int n_nodes, const LineConditions& conditions) {
  const int begin = conditions.lower == EndCondition::dirichlet ? 1 : 0;
  const int end = conditions.upper == EndCondition::dirichlet ? n_nodes - 1 : n_nodes;
  std::vector<int> nodes(static_cast<std::size_t>(std::max(0, end - begin)));
  std::iota(nodes.begin(), nodes.end(), begin);
  return nodes;
}

}  // namespace

LineModes line_modes(std::span<const double> ticks, int order, const LineConditions& conditions) {
  const bool periodic = conditions.lower == EndCondition::periodic;
  if (periodic != (conditions.upper == EndCondition::periodic)) {
    throw base::Error("a line is periodic at both ends or at neither");
  }
  std::vector<double> lengths = element_lengths(ticks, order);
  const bool symmetric = conditions.lower == conditions.upper && symmetrise(lengths);
  const FactoredLine line = factor_line(lengths, order, periodic);
  const std::vector<int> nodes = free_nodes(line.numbering.n_nodes(), conditions);

  ModeCollector collector(line, nodes);
  if (symmetric) {
    collector.solve(+1);
    collector.solve(-1);
  } else {
    collector.solve(0);
  }
  LineModes modes = collector.sorted();
  modes.symmetric = symmetric;
  if (!symmetric) modes.odd.clear();
  const bool has_dirichlet =
      conditions.lower == EndCondition::dirichlet || conditions.upper == EndCondition::dirichlet;
  if (!has_dirichlet) set_constant_mode(modes, line.mass);
  return modes;
}

}  // namespace lobatto::poly
