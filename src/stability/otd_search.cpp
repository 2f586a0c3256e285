#include "stability/otd_search.hpp"

#include <fmt/format.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/error.hpp"
#include "krylov/orthonormalise.hpp"

namespace lobatto::stability {

namespace {

/// Of an upper triangle by columns: |R|, its largest singular value.
double norm_of(const std::vector<std::vector<double>>& r) {
  const std::size_t n = r.size();
  std::vector<double> matrix(n * n), values(n), none(n);
  for (std::size_t j = 0; j < n; ++j) std::ranges::copy(r[j], &matrix[j * n]);
  const auto size = static_cast<lapack_int>(n);
  const lapack_int info = LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'N', size, size, matrix.data(),
                                         size, values.data(), nullptr, 1, nullptr, 1, none.data());
  if (info != 0)
    throw base::Error(
        fmt::format("LAPACK found no singular values of a small matrix (dgesvd {})", info));
  return values.front();
}

}  // namespace

OtdSearch::OtdSearch(state::State& state, physics::EquationSystem& equations,
                     const OtdSettings& settings)
    : Search(state, settings.propagation),
      settings_(settings),
      flow_(state, equations),
      space_(state.space()),
      weight_(flow_.mass()),
      sum_{space_.communicator()} {}

void OtdSearch::begin() {
  const bool moves_along_z = !space_.is_plane() || settings_.perturbation.wave_number != 0;
  n_propagations_ = 0;
  intervals_.clear();
  modes_.clear();
  for (int mode = 0; mode < settings_.n_modes; ++mode)
    modes_.push_back(flow_.waves(moves_along_z, mode));
  orthonormalise_modes();
  flow_.set(modes_.front());
}

std::vector<std::vector<double>> OtdSearch::orthonormalise_modes() {
  std::vector<std::vector<double>> r;
  std::vector<const double*> before;
  for (auto& mode : modes_) {
    std::vector<double>& column = r.emplace_back(before.size() + 1);
    column.back() = krylov::orthonormalise({weight_, sum_}, before, mode,
                                           std::span(column).first(before.size()));
    if (!(column.back() > 0))
      throw base::Error(fmt::format(
          "after an interval mode {} of {} is no more than round-off beside the others; expected "
          "fewer modes, or a shorter interval than t = {:g}",
          r.size(), modes_.size(), propagation().horizon));
    before.push_back(mode.data());
  }
  return r;
}

void OtdSearch::take() {
  modes_[next_mode()] = flow_.now();
  ++n_propagations_;
  if (next_mode() == 0) {
    add_interval(orthonormalise_modes());
    intervals_.back().time = move_flow_();
  }
  flow_.set(modes_[next_mode()]);
}

void OtdSearch::add_interval(const std::vector<std::vector<double>>& r) {
  const double horizon = propagation().horizon;
  OtdInterval interval;
  interval.largest = std::log(norm_of(r)) / horizon;
  for (const auto& column : r) interval.local.push_back(std::log(column.back()) / horizon);
  interval.exponents = interval.local;
  const std::size_t first = intervals_.size() / 2;
  for (std::size_t j = 0; j < r.size(); ++j) {
    double& mean = interval.exponents[j];
    for (std::size_t i = first; i < intervals_.size(); ++i) mean += intervals_[i].local[j];
    mean /= static_cast<double>(intervals_.size() - first + 1);
  }
  intervals_.push_back(std::move(interval));
}

double OtdSearch::progress() const {
  return static_cast<double>(n_propagations_) /
         static_cast<double>(settings_.n_intervals * settings_.n_modes);
}

void OtdSearch::visit_state(base::StateVisitor& visitor) {
  std::int64_t n_propagations = n_propagations_;
  visitor.visit("stability/propagations", n_propagations);
  n_propagations_ = static_cast<int>(n_propagations);
  std::vector<double> rows;
  for (const auto& interval : intervals_) {
    rows.insert(rows.end(), {interval.time, interval.largest});
    rows.insert(rows.end(), interval.local.begin(), interval.local.end());
    rows.insert(rows.end(), interval.exponents.begin(), interval.exponents.end());
  }
  visitor.visit("stability/otd", rows);
  const auto n = static_cast<std::size_t>(settings_.n_modes);
  const auto n_done = n_propagations_ / settings_.n_modes;
  if (rows.size() != static_cast<std::size_t>(n_done) * (2 + 2 * n))
    throw base::Error("the checkpoint is of another number of modes; expected stability.modes");
  if (visitor.loads()) {
    intervals_.clear();
    for (auto row = rows.begin(); row != rows.end(); row += static_cast<long>(2 + 2 * n))
      intervals_.push_back({row[0],
                            {row + 2, row + 2 + static_cast<long>(n)},
                            {row + 2 + static_cast<long>(n), row + 2 + static_cast<long>(2 * n)},
                            row[1]});
  }
  for (std::size_t j = 0; j < modes_.size(); ++j)
    flow_.visit(visitor, fmt::format("mode{}", j), modes_[j]);
}

}  // namespace lobatto::stability
