#include "accept/hpcg/grid_hierarchy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "accept/sparse/box_stencil.hpp"
#include "base/error.hpp"

namespace lobatto::accept {

namespace {

constexpr int multiple = 1 << (GridHierarchy::n_levels - 1);

/// In the first direction that does not fit, what the points of all ranks together must be.
void check_multiples(const RankBox& box) {
  auto fitting = box.size();
  for (std::size_t d = 0; d < 3; ++d) {
    const int step = multiple * box.ranks()[d];
    fitting[d] = std::max(1, (fitting[d] + step / 2) / step) * step;
  }
  if (fitting == box.size()) return;
  throw base::Error(fmt::format(
      "--size {} on {} ranks: each rank's points are halved three times, so they must be multiples "
      "of {} per direction; of all ranks together {} fits",
      by_x(box.size()), by_x(box.ranks()), multiple, by_x(fitting)));
}

RankBox halved(const RankBox& box) {
  auto size = box.size();
  for (int& n : size) n /= 2;
  return box.with_size(size);
}

std::vector<std::uint32_t> rows_at_coarse_points(const RankBox& box) {
  std::vector<std::uint32_t> rows;
  std::uint32_t row = 0;
  for_points(box, [&](int i, int j, int k) {
    if (i % 2 == 0 && j % 2 == 0 && k % 2 == 0) rows.push_back(row);
    ++row;
  });
  return rows;
}

NumberedRows operator_rows(const RankBox& box) {
  return box_stencil(BoxNumbering(box), Stencil::twenty_seven_points,
                     [](int, int, int) { return 1.0; });
}

}  // namespace

GridHierarchy::Level::Level(const RankBox& the_box, const comm::Communicator& communicator)
    : box(the_box),
      matrix(operator_rows(the_box), communicator),
      parts(matrix.own()),
      rhs(matrix.n_rows()),
      solution(matrix.n_rows()),
      work(matrix.n_rows()) {}

GridHierarchy::GridHierarchy(const RankBox& box, const comm::Communicator& communicator) {
  check_multiples(box);
  levels_.push_back(std::make_unique<Level>(box, communicator));
  while (levels_.size() < n_levels) {
    Level& fine = *levels_.back();
    fine.coarse_rows = rows_at_coarse_points(fine.box);
    levels_.push_back(std::make_unique<Level>(halved(fine.box), communicator));
  }
}

void GridHierarchy::replace_diagonal(std::span<const double> diagonal) {
  levels_.front()->matrix.replace_diagonal(diagonal);
  levels_.front()->parts.replace_diagonal(diagonal);
}

void GridHierarchy::precondition_reference(std::span<const double> r, std::span<double> z) {
  cycle_reference(0, r, z);
}

void GridHierarchy::cycle_reference(std::size_t level, std::span<const double> rhs,
                                    std::span<double> x) {
  Level& fine = *levels_[level];
  std::fill(x.begin(), x.end(), 0.0);
  smooth_reference(fine, rhs, x);
  if (level + 1 == levels_.size()) return;
  Level& coarse = *levels_[level + 1];
  fine.matrix.product(x, fine.work);
  for (std::size_t n = 0; n < coarse.rhs.size(); ++n)
    coarse.rhs[n] = rhs[fine.coarse_rows[n]] - fine.work[fine.coarse_rows[n]];
  cycle_reference(level + 1, coarse.rhs, coarse.solution);
  for (std::size_t n = 0; n < coarse.rhs.size(); ++n) x[fine.coarse_rows[n]] += coarse.solution[n];
  smooth_reference(fine, rhs, x);
}

void GridHierarchy::smooth_reference(Level& level, std::span<const double> rhs,
                                     std::span<double> x) {
  symmetric_gauss_seidel_reference(level.matrix.own(), less_ghost_part(level, rhs, x), x);
}

void GridHierarchy::precondition(std::span<const double> r, std::span<double> z) { cycle(0, r, z); }

void GridHierarchy::cycle(std::size_t level, std::span<const double> rhs, std::span<double> x) {
  Level& fine = *levels_[level];
  sweep_forward_from_zero(fine.parts, rhs, x, fine.work);
  if (level + 1 == levels_.size()) return sweep_backward(fine.parts, x, fine.work);
  sweep_backward_with_change(fine.parts, x, fine.work);

  Level& coarse = *levels_[level + 1];
  restrict_change(fine, x, coarse.rhs);
  cycle(level + 1, coarse.rhs, coarse.solution);
  for (std::size_t n = 0; n < coarse.rhs.size(); ++n) x[fine.coarse_rows[n]] += coarse.solution[n];

  sweep_forward(fine.parts, less_ghost_part(fine, rhs, x), x, fine.work);
  sweep_backward(fine.parts, x, fine.work);
}

/// rhs - A_ghost ghosts, in fine.work where there are ghosts.
std::span<const double> GridHierarchy::less_ghost_part(Level& fine, std::span<const double> rhs,
                                                       std::span<const double> x) {
  const auto ghosts = fine.matrix.ghosts_of(x);
  if (ghosts.empty()) return rhs;
  std::copy(rhs.begin(), rhs.end(), fine.work.begin());
  fine.matrix.add_ghost_part(-1, ghosts, fine.work);
  return fine.work;
}

/// rhs - A x = L (x' - x) - A_ghost ghosts, at the coarse points; x' - x in fine.work.
void GridHierarchy::restrict_change(Level& fine, std::span<const double> x,
                                    std::span<double> coarse_rhs) {
  lower_product_of_rows(fine.parts, fine.coarse_rows, fine.work, coarse_rhs);
  const auto ghosts = fine.matrix.ghosts_of(x);
  if (ghosts.empty()) return;
  std::fill(fine.work.begin(), fine.work.end(), 0.0);
  fine.matrix.add_ghost_part(-1, ghosts, fine.work);
  for (std::size_t n = 0; n < coarse_rhs.size(); ++n)
    coarse_rhs[n] += fine.work[fine.coarse_rows[n]];
}

}  // namespace lobatto::accept
