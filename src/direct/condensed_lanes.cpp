#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "direct/block_product.hpp"
#include "direct/lane_solver.hpp"

namespace lobatto::direct {
namespace {

using Part = ElementModes::Part;

// With d_k = 1 / (s h/2 + nu 2/h lambda_k), b = V^T K_I0 and g = V^T f_I an element leaves of
// its ends
//
//   [ A  C ] [u_L]   [f_L]        [ sum_k b_k d_k g_k    ]        A + C = rho   (even functions)
//   [ C  A ] [u_R] = [f_R] - 2/h nu [ sum_k +-b_k d_k g_k ],      A - C = delta (odd ones),
//
//   rho = s h/2 (w_0 + 2/h nu sum_even 2 b_k^2 d_k / lambda_k),
//   delta = 2/h nu + s h/2 (w_0 + 2/h nu sum_odd 2 b_k^2 d_k / lambda_k):
//
// the Schur complement, written as what it is for s = 0 (a constant costs nothing, a straight line
// 2/h nu) and a sum of positive terms. A row of the tridiagonal system of all ends is kept as the
// absolute values of its couplings and an excess over their sum, min(rho, delta) from each element,
// and eliminated without a subtraction, so that long lines lose no digits to the nearly singular
// sum (Grassmann, Taksar & Heyman, Oper. Res. 33 (1985)). Ends are eliminated in order, each
// coupled to the next one and to the first, until the first and the last are left.
class CondensedLanes final : public LaneSolver {
 public:
  CondensedLanes(std::shared_ptr<const CondensedLine> line, int batch, std::size_t stride);

  void solve(std::span<const double> shifts, double nu, int null_lane, double* nodes,
             double* scratch) const override;
  [[nodiscard]] std::size_t scratch_size() const override { return n_rows() * stride_; }
  [[nodiscard]] double flops() const override { return line_->flops(); }
  [[nodiscard]] std::string description() const override { return line_->description(); }

 private:
  /// Rows of scratch, `stride_` values each, one value a lane.
  struct Rows {
    double *shift, *first_excess, *excess;
    double* folded;    ///< [n_interior]
    double* of_kinds;  ///< [kind][n_interior + 2]: d, then C and the excess of an element
    double* of_ends;   ///< [n_elements]: 1 / pivot and the coupling to the first end, two each
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

  [[nodiscard]] std::size_t n_rows() const {
    const std::size_t m = line_->modes().n_interior(), n_kinds = line_->half_lengths().size();
    return 3 + m + n_kinds * (m + 2) + 2 * static_cast<std::size_t>(line_->layout().n_elements);
  }
  [[nodiscard]] Rows rows_of(double* scratch) const;
  [[nodiscard]] double* of_kind(const Task& task, int kind) const {
    return task.rows.of_kinds + kind * (line_->modes().n_interior() + 2) * stride_;
  }
  [[nodiscard]] double* end(const Task& task, int e) const {
    return task.nodes + static_cast<std::size_t>(e) * line_->layout().order * stride_;
  }
  [[nodiscard]] double* pivot(const Task& task, int e) const {
    return task.rows.of_ends + 2 * e * stride_;
  }
  [[nodiscard]] double* fill(const Task& task, int e) const { return pivot(task, e) + stride_; }

  /// use(2/h nu b_k, 1 or -1 of odd modes, row of d, row of the mode) for every mode of element e.
  template <class Use>
  void for_modes(const Task& task, int e, Use&& use) const;
  /// Both parts of an interior by one of their matrices.
  void multiply(base::AlignedArray<double> Part::*matrix, const double* in, double* out) const;

  void prepare_kind(const Task& task, int kind) const;
  void clear_missing_ends(const Task& task) const;
  void condense_interior(const Task& task, int e) const;
  void eliminate_end(const Task& task, int e) const;
  void solve_first_and_last(const Task& task, int null_lane) const;
  void find_end(const Task& task, int e) const;
  void find_interior(const Task& task, int e) const;
  void drop_constant(double* unknowns, int lane) const;
  void drop_mean(double* unknowns, int lane) const;

  std::shared_ptr<const CondensedLine> line_;
  int batch_;
  std::size_t stride_;
  std::vector<Products> products_;  ///< one, or none without an interior
};

CondensedLanes::CondensedLanes(std::shared_ptr<const CondensedLine> line, int batch,
                               std::size_t stride)
    : line_(std::move(line)), batch_(batch), stride_(stride) {
  const ElementModes& modes = line_->modes();
  const auto product = [&](const Part& part) {
    return BlockProduct(part.size, batch_, stride_, stride_);
  };
  if (modes.n_interior() > 0) products_.push_back({product(modes.even()), product(modes.odd())});
}

CondensedLanes::Rows CondensedLanes::rows_of(double* scratch) const {
  const std::size_t m = line_->modes().n_interior(), n_kinds = line_->half_lengths().size();
  double* const folded = scratch + 3 * stride_;
  double* const of_kinds = folded + m * stride_;
  return {scratch, scratch + stride_, scratch + 2 * stride_,
          folded,  of_kinds,          of_kinds + n_kinds * (m + 2) * stride_};
}

void CondensedLanes::solve(std::span<const double> shifts, double nu, int null_lane, double* nodes,
                           double* scratch) const {
  const LineLayout& layout = line_->layout();
  const Task task{nu, nodes, rows_of(scratch)};
  double* const unknowns = nodes + layout.first_unknown * stride_;
  std::fill_n(task.rows.shift, batch_, 1.0);  // of lanes without a line
  std::copy(shifts.begin(), shifts.end(), task.rows.shift);
  if (null_lane >= 0) drop_constant(unknowns, null_lane);
  clear_missing_ends(task);
  for (int kind = 0; kind < static_cast<int>(line_->half_lengths().size()); ++kind)
    prepare_kind(task, kind);
  for (int e = 0; e < layout.n_elements; ++e) {
    condense_interior(task, e);
    eliminate_end(task, e);
  }
  solve_first_and_last(task, null_lane);
  for (int e = layout.n_elements - 1; e >= 0; --e) {
    if (e > 0) find_end(task, e);
    find_interior(task, e);
  }
  if (null_lane >= 0) drop_mean(unknowns, null_lane);
}

template <class Use>
void CondensedLanes::for_modes(const Task& task, int e, Use&& use) const {
  const ElementModes& modes = line_->modes();
  const int kind = line_->kind(e);
  const double nu = task.nu / line_->half_lengths()[kind];
  const double* d = of_kind(task, kind);
  double* row = end(task, e) + stride_;
  for (const Part* part : {&modes.even(), &modes.odd()}) {
    const double sign = part == &modes.even() ? 1 : -1;
    for (int k = 0; k < part->size; ++k, row += stride_, d += stride_)
      use(nu * part->to_end[k], sign, d, row);
  }
}

void CondensedLanes::multiply(base::AlignedArray<double> Part::*matrix, const double* in,
                              double* out) const {
  const Part &even = line_->modes().even(), &odd = line_->modes().odd();
  products_[0].even((even.*matrix).data(), in, out);
  const std::size_t begin = even.size * stride_;
  if (odd.size > 0) products_[0].odd((odd.*matrix).data(), in + begin, out + begin);
}

/// d of all modes, C = (rho - delta) / 2 and min(rho, delta).
void CondensedLanes::prepare_kind(const Task& task, int kind) const {
  const ElementModes& modes = line_->modes();
  const double half = line_->half_lengths()[kind], nu = task.nu / half;
  const double* const shift = task.rows.shift;
  double* row = of_kind(task, kind);
  double* const rho = row + modes.n_interior() * stride_;
  double* const delta = rho + stride_;
  std::fill_n(rho, batch_, modes.end_mass());
  std::fill_n(delta, batch_, modes.end_mass());
  for (const Part* part : {&modes.even(), &modes.odd()}) {
    double* const sum = part == &modes.even() ? rho : delta;
    for (int k = 0; k < part->size; ++k, row += stride_) {
      const double lambda = part->eigenvalues[k], b = part->to_end[k];
      const double stiffness = nu * lambda, factor = 2 * nu * b * b / lambda;
#pragma GCC ivdep
      for (int l = 0; l < batch_; ++l) {
        row[l] = 1 / (shift[l] * half + stiffness);
        sum[l] += factor * row[l];
      }
    }
  }
#pragma GCC ivdep
  for (int l = 0; l < batch_; ++l) {
    const double even = shift[l] * half * rho[l], odd = nu + shift[l] * half * delta[l];
    rho[l] = 0.5 * (even - odd);
    delta[l] = std::min(even, odd);
  }
}

/// Ends that are no unknowns begin as zero.
void CondensedLanes::clear_missing_ends(const Task& task) const {
  const LineLayout& layout = line_->layout();
  if (layout.lower_fixed) std::fill_n(end(task, 0), batch_, 0.0);
  if (layout.upper_fixed || layout.periodic) std::fill_n(end(task, layout.n_elements), batch_, 0.0);
}

/// The interior of element e becomes d g, and what it gives to the ends is taken from these.
void CondensedLanes::condense_interior(const Task& task, int e) const {
  if (products_.empty()) return;
  const ElementModes& modes = line_->modes();
  const int m = modes.n_interior(), n_even = modes.even().size;
  double* const lower = end(task, e);
  double* const upper = end(task, e + 1);
  double* const interior = lower + stride_;
  double* const folded = task.rows.folded;
  for (int j = 0; j < n_even; ++j) {
    const double* f = interior + j * stride_;
    const double* mirror = interior + (m - 1 - j) * stride_;
    double* sum = folded + j * stride_;
    if (2 * j == m - 1) {
      std::copy_n(f, batch_, sum);
      break;
    }
    double* difference = folded + (n_even + j) * stride_;
#pragma GCC ivdep
    for (int l = 0; l < batch_; ++l) {
      sum[l] = f[l] + mirror[l];
      difference[l] = f[l] - mirror[l];
    }
  }
  multiply(&Part::by_mode, folded, interior);
  for_modes(task, e, [&](double b, double sign, const double* d, double* g) {
#pragma GCC ivdep
    for (int l = 0; l < batch_; ++l) {
      g[l] *= d[l];
      lower[l] -= b * g[l];
      upper[l] -= sign * b * g[l];
    }
  });
}

/// End e, once both its elements are condensed; of the first one only the excess is noted.
void CondensedLanes::eliminate_end(const Task& task, int e) const {
  const int m = line_->modes().n_interior();
  const double* const c = of_kind(task, line_->kind(e)) + m * stride_;
  const double* const own = c + stride_;
  double* const excess = task.rows.excess;
  double* const first_excess = task.rows.first_excess;
  double* const next_fill = fill(task, e + 1 < line_->layout().n_elements ? e + 1 : 0);
  if (e == 0) {
#pragma GCC ivdep
    for (int l = 0; l < batch_; ++l) first_excess[l] = excess[l] = own[l];
    std::copy_n(c, batch_, next_fill);
    return;
  }
  double* const inverse = pivot(task, e);
  const double* const f = fill(task, e);
  const double* const r = end(task, e);
  double* const first = end(task, 0);
  double* const next = end(task, e + 1);
#pragma GCC ivdep
  for (int l = 0; l < batch_; ++l) {
    const double tau = excess[l] + own[l], to_next = std::abs(c[l]), to_first = std::abs(f[l]);
    const double p = 1 / (to_next + to_first + tau);
    inverse[l] = p;
    excess[l] = own[l] + to_next * p * tau;
    first_excess[l] += to_first * p * tau;
    next_fill[l] = -c[l] * p * f[l];
    next[l] -= c[l] * p * r[l];
    first[l] -= f[l] * p * r[l];
  }
}

/// [ |F| + a  F ; F  |F| + b ] of the first and the last end, F the coupling of both.
void CondensedLanes::solve_first_and_last(const Task& task, int null_lane) const {
  const LineLayout& layout = line_->layout();
  double* const first = end(task, 0);
  double* const last = end(task, layout.n_elements);
  const double* const coupling = fill(task, 0);
  double* const a = task.rows.first_excess;
  const double* const b = task.rows.excess;
  // The right-hand side of a singular line sums up to zero: whatever holds the first end, it is
  // zero there.
  if (null_lane >= 0) a[null_lane] += task.nu / line_->half_lengths().front();
#pragma GCC ivdep
  for (int l = 0; l < batch_; ++l) {
    const double f = coupling[l], size = std::abs(f), x = first[l], y = last[l];
    if (layout.periodic) {
      first[l] = last[l] = (x + y) / (a[l] + b[l] + 2 * (size + f));
      continue;
    }
    const double determinant = size * (a[l] + b[l]) + a[l] * b[l];
    first[l] = layout.lower_fixed   ? 0
               : layout.upper_fixed ? x / (size + a[l])
                                    : ((size + b[l]) * x - f * y) / determinant;
    last[l] = layout.upper_fixed   ? 0
              : layout.lower_fixed ? y / (size + b[l])
                                   : ((size + a[l]) * y - f * x) / determinant;
  }
}

void CondensedLanes::find_end(const Task& task, int e) const {
  const double* const c = of_kind(task, line_->kind(e)) + line_->modes().n_interior() * stride_;
  const double* const f = fill(task, e);
  const double* const inverse = pivot(task, e);
  const double* const first = end(task, 0);
  const double* const next = end(task, e + 1);
  double* const u = end(task, e);
#pragma GCC ivdep
  for (int l = 0; l < batch_; ++l) u[l] = (u[l] - c[l] * next[l] - f[l] * first[l]) * inverse[l];
}

/// u_I = V d (g - b (u_L +- u_R))
void CondensedLanes::find_interior(const Task& task, int e) const {
  if (products_.empty()) return;
  const ElementModes& modes = line_->modes();
  const int m = modes.n_interior(), n_even = modes.even().size;
  const double* const lower = end(task, e);
  const double* const upper = end(task, e + 1);
  double* const interior = end(task, e) + stride_;
  for_modes(task, e, [&](double b, double sign, const double* d, double* g) {
#pragma GCC ivdep
    for (int l = 0; l < batch_; ++l) g[l] -= b * d[l] * (lower[l] + sign * upper[l]);
  });
  double* const folded = task.rows.folded;
  multiply(&Part::by_position, interior, folded);
  for (int j = 0; j < n_even; ++j) {
    const double* const even = folded + j * stride_;
    double* const u = interior + j * stride_;
    if (2 * j == m - 1) {
      std::copy_n(even, batch_, u);
      break;
    }
    const double* const odd = folded + (n_even + j) * stride_;
    double* const mirror = interior + (m - 1 - j) * stride_;
#pragma GCC ivdep
    for (int l = 0; l < batch_; ++l) {
      u[l] = even[l] + odd[l];
      mirror[l] = even[l] - odd[l];
    }
  }
}

/// f - M 1 (1, f) / (1, M 1)
void CondensedLanes::drop_constant(double* unknowns, int lane) const {
  double sum = 0, length = 0;
  const auto mass = line_->mass();
  for (std::size_t a = 0; a < mass.size(); ++a) {
    sum += unknowns[a * stride_ + lane];
    length += mass[a];
  }
  for (std::size_t a = 0; a < mass.size(); ++a)
    unknowns[a * stride_ + lane] -= mass[a] * sum / length;
}

/// u - (1, M u) / (1, M 1)
void CondensedLanes::drop_mean(double* unknowns, int lane) const {
  double sum = 0, length = 0;
  const auto mass = line_->mass();
  for (std::size_t a = 0; a < mass.size(); ++a) {
    sum += mass[a] * unknowns[a * stride_ + lane];
    length += mass[a];
  }
  for (std::size_t a = 0; a < mass.size(); ++a) unknowns[a * stride_ + lane] -= sum / length;
}

}  // namespace

std::unique_ptr<LaneSolver> make_condensed_lanes(std::shared_ptr<const CondensedLine> line,
                                                 int batch, std::size_t stride) {
  return std::make_unique<CondensedLanes>(std::move(line), batch, stride);
}

}  // namespace lobatto::direct
