#include "direct/lines/condensed_lanes.hpp"

#include <algorithm>
#include <utility>

#include "direct/lines/lane_transform.hpp"

namespace lobatto::direct {

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
// 2/h nu) and a sum of positive terms. Its rows have the excess min(rho, delta) over |C|.

int condensed_batch(int n_lines, const LineLayout& line) {
  constexpr int fewest = 32;
  return even_strip(n_lines, std::max(fewest, longest_strip(line.n_unknowns)));
}

CondensedLanes::CondensedLanes(std::shared_ptr<const CondensedLine> line, int batch,
                               std::size_t stride)
    : line_(std::move(line)),
      batch_(batch),
      stride_(stride),
      chain_(line_->layout().n_elements, line_->layout(), batch, stride) {
  const ElementModes& modes = line_->modes();
  const auto product = [&](const Part& part) {
    return BlockProduct(part.size, batch_, stride_, stride_);
  };
  if (modes.n_interior() > 0) products_.push_back({product(modes.even()), product(modes.odd())});
}

std::size_t CondensedLanes::n_rows() const {
  const std::size_t m = line_->modes().n_interior(), n_kinds = line_->half_lengths().size();
  return 2 + m + n_kinds * (m + 2) + chain_.n_rows();
}

CondensedLanes::Rows CondensedLanes::rows_of(double* scratch) const {
  const std::size_t m = line_->modes().n_interior(), n_kinds = line_->half_lengths().size();
  double* const folded = scratch + 2 * stride_;
  double* const of_kinds = folded + m * stride_;
  return {scratch, scratch + stride_, folded, of_kinds, of_kinds + n_kinds * (m + 2) * stride_};
}

CondensedLanes::Task CondensedLanes::begin(std::span<const double> shifts, double nu, double* nodes,
                                           double* scratch) const {
  const Task task{nu, nodes, rows_of(scratch)};
  std::fill_n(task.rows.shift, batch_, 1.0);  // of lanes without a line
  std::copy(shifts.begin(), shifts.end(), task.rows.shift);
  for (int kind = 0; kind < static_cast<int>(line_->half_lengths().size()); ++kind)
    prepare_kind(task, kind);
  return task;
}

void CondensedLanes::solve(std::span<const double> shifts, double nu, int null_lane, double* nodes,
                           double* scratch) const {
  const LineLayout& layout = line_->layout();
  double* const unknowns = nodes + layout.first_unknown * stride_;
  if (null_lane >= 0) drop_constant(unknowns, null_lane);
  const Task task = begin(shifts, nu, nodes, scratch);
  condense_elements(task);
  if (null_lane >= 0)
    EndChain::hold_first(null_lane, nu / line_->half_lengths().front(), task.rows.of_ends);
  chain_.solve_first_and_last(end(task, 0), end(task, layout.n_elements), task.rows.of_ends);
  find_elements(task);
  if (null_lane >= 0) drop_mean(unknowns, null_lane);
}

void CondensedLanes::condense(std::span<const double> shifts, double nu, double* nodes,
                              double* scratch) const {
  condense_elements(begin(shifts, nu, nodes, scratch));
}

PartEnds CondensedLanes::ends(double* scratch) const {
  return chain_.remainder(rows_of(scratch).of_ends);
}

void CondensedLanes::substitute(std::span<const double> shifts, double nu, double* nodes,
                                double* scratch) const {
  const Task task = begin(shifts, nu, nodes, scratch);
  double* const zero = task.rows.zero;
  std::fill_n(zero, batch_, 0.0);
  for (int e = 0; e < line_->layout().n_elements; ++e)
    chain_.eliminate(e, ends_of(task, e), zero, zero, zero, task.rows.of_ends);
  find_elements(task);
}

/// Element by element, from the first to the last.
void CondensedLanes::condense_elements(const Task& task) const {
  clear_missing_ends(task);
  for (int e = 0; e < line_->layout().n_elements; ++e) {
    condense_interior(task, e);
    chain_.eliminate(e, ends_of(task, e), end(task, 0), end(task, e), end(task, e + 1),
                     task.rows.of_ends);
  }
}

/// And back, from the last to the first.
void CondensedLanes::find_elements(const Task& task) const {
  for (int e = line_->layout().n_elements - 1; e >= 0; --e) {
    if (e > 0)
      chain_.find(e, ends_of(task, e).coupling, end(task, 0), end(task, e + 1), end(task, e),
                  task.rows.of_ends);
    find_interior(task, e);
  }
}

PartEnds CondensedLanes::ends_of(const Task& task, int e) const {
  const double* const c = of_kind(task, line_->kind(e)) + line_->modes().n_interior() * stride_;
  return {c, c + stride_, c + stride_};
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

}  // namespace lobatto::direct
