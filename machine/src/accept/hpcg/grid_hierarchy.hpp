#pragma once

#include <memory>
#include <span>
#include <vector>

#include "accept/hpcg/gauss_seidel.hpp"
#include "accept/rank_box.hpp"
#include "accept/sparse/distributed_matrix.hpp"

namespace lobatto::accept {

/// The 27-point operator on a box of points and on those with half, a quarter and an eighth of its
/// points per direction, and HPCG's preconditioner: a V-cycle of symmetric Gauss-Seidel steps, one
/// before and one after the coarser grid, and one on the coarsest. A coarse point takes the
/// residual of the fine point at its place and gives its correction to that point alone. Ghost
/// values stay as they are during a step. Symmetric.
class GridHierarchy {
 public:
  static constexpr int n_levels = 4;

  struct Level {
    explicit Level(const RankBox& box, const comm::Communicator& communicator);
    RankBox box;
    DistributedMatrix matrix;
    TriangularParts parts;
    std::vector<std::uint32_t> coarse_rows;  ///< the row at the place of each coarser point
    std::vector<double> rhs, solution, work;
  };

  /// Throws base::Error where the points of a rank per direction are no multiples of 8. Collective.
  GridHierarchy(const RankBox& box, const comm::Communicator& communicator);

  [[nodiscard]] DistributedMatrix& matrix() { return levels_.front()->matrix; }
  [[nodiscard]] const std::vector<std::unique_ptr<Level>>& levels() const { return levels_; }
  /// Of the finest operator alone.
  void replace_diagonal(std::span<const double> diagonal);

  /// z = M^-1 r, vectors of the finest grid that must not overlap. Plain to read. Collective.
  void precondition_reference(std::span<const double> r, std::span<double> z);
  /// The same up to rounding, with less memory traffic: see gauss_seidel.hpp. The residual is
  /// computed at the coarse points only.
  void precondition(std::span<const double> r, std::span<double> z);

 private:
  void cycle_reference(std::size_t level, std::span<const double> rhs, std::span<double> x);
  void smooth_reference(Level& level, std::span<const double> rhs, std::span<double> x);
  void cycle(std::size_t level, std::span<const double> rhs, std::span<double> x);
  std::span<const double> less_ghost_part(Level& fine, std::span<const double> rhs,
                                          std::span<const double> x);
  void restrict_change(Level& fine, std::span<const double> x, std::span<double> coarse_rhs);

  std::vector<std::unique_ptr<Level>> levels_;
};

}  // namespace lobatto::accept
