#pragma once

#include <array>
#include <memory>
#include <span>

#include "base/function_ref.hpp"
#include "comm/communicator.hpp"
#include "mesh/box_mesh.hpp"
#include "poly/line_operators.hpp"

namespace lobatto::direct {

using BoxConditions = std::array<poly::LineConditions, 3>;

/// Exact solver of (mass_coefficient M + stiffness_coefficient K) u = f on a box mesh with one homogeneous condition a face.
///
/// The assembled operator is K_x (x) M_y (x) M_z + M_x (x) K_y (x) M_z + M_x (x) M_y (x) K_z + sigma M. With K s = lambda M s,
/// S^T M S = I in each direction,  u = (S_z (x) S_y (x) S_x) diag(1 / (...)) (S_z (x) S_y (x) S_x)^T f.
/// Lynch, Rice & Thomas, Numer. Math. 6 (1964).
class TensorSolver {
 public:
  TensorSolver(const mesh::BoxMesh& mesh, const BoxConditions& conditions, const comm::Communicator& communicator);
  ~TensorSolver();
  TensorSolver(TensorSolver&&) noexcept;

  /// Fills f [n_x elements][n][n][n] with the unassembled weak right-hand side of local element column `column`
  /// (column = (z - z_begin) * n_y + (y - y_begin)).
  using ColumnSource = base::FunctionRef<void(int column, double* f)>;

  /// u [n_local_elements][n][n][n] receives the continuous solution; zero on Dirichlet faces. When the operator is singular
  /// (no Dirichlet face, mass_coefficient 0) the constant mode is set to zero. Collective. u may be what `rhs` reads.
  void solve(double mass_coefficient, double stiffness_coefficient, ColumnSource rhs, std::span<double> u);
  /// The same with the unassembled right-hand side as a field.
  void solve(double mass_coefficient, double stiffness_coefficient, std::span<const double> rhs, std::span<double> u);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace lobatto::direct
