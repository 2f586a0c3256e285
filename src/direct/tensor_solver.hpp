#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "direct/tensor_work.hpp"
#include "direct/workspace.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::direct {

/// Exact solver of (mass_coefficient M + stiffness_coefficient K) u = f on a box mesh with one
/// homogeneous condition a face.
///
/// The assembled operator is K_x (x) M_y (x) M_z + M_x (x) K_y (x) M_z + M_x (x) M_y (x) K_z +
/// sigma M. With K s = lambda M s, S^T M S = I in each direction,  u = (S_z (x) S_y (x) S_x) diag(1
/// / (...)) (S_z (x) S_y (x) S_x)^T f. Lynch, Rice & Thomas, Numer. Math. 6 (1964).
///
/// The directions are taken one after another; the last one, along which the mesh has its slabs
/// (mesh::RankGrid::last), may be condensed instead of transformed.
class TensorSolver {
 public:
  /// Collective. Solvers that never run at the same time may share a workspace; without one a
  /// solver makes its own. Conditions must be periodic where the axis is, and nowhere else; order 1
  /// to 31; otherwise base::Error.
  TensorSolver(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
               const comm::Communicator& communicator,
               std::shared_ptr<Workspace> workspace = nullptr);
  ~TensorSolver();
  TensorSolver(TensorSolver&&) noexcept;

  /// Begins the solves of several right-hand sides with the same operator, which are put one after
  /// another. solutions: u [n_local_elements][n][n][n] of each receives the continuous solution,
  /// zero on Dirichlet faces, when all of its right-hand side is in or in finish(); it must live
  /// until then. When the operator is singular (no Dirichlet face, mass_coefficient 0) the constant
  /// mode is set to zero.
  void begin(double mass_coefficient, double stiffness_coefficient,
             std::vector<std::span<double>> solutions);
  /// The unassembled weak right-hand side f [local n_x elements][n][n][n] of the next element
  /// column, which must be the one that column_order has next. Collective, as often as a rank has
  /// columns.
  void put(int column, const double* f);
  /// The rest of the solves. Between ranks that hold slabs, what they need of each other travels
  /// once for all problems. Collective.
  void finish();
  /// One solve with the right-hand side as a field, which u may be.
  void solve(double mass_coefficient, double stiffness_coefficient, std::span<const double> rhs,
             std::span<double> u);

  /// This rank's part of one solve, see tensor_cost.
  [[nodiscard]] double flops() const;
  [[nodiscard]] double bytes() const;
  /// How each direction is treated, for example "x translations 7, z translations 7, y condensed 8
  /// x 7".
  [[nodiscard]] std::string description() const;
  /// Spent by this rank so far in moving data between ranks, waiting included.
  [[nodiscard]] double transpose_seconds() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace lobatto::direct
