#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "commands/bench/bake_off_operator.hpp"
#include "kernels/cost.hpp"
#include "krylov/merged_conjugate_gradients.hpp"
#include "space/function_space.hpp"

namespace lobatto::commands {

enum class BakeOffPreconditioner { none, jacobi };

/// One of the six problems on one mesh.
struct BakeOffSize {
  int problem = 1;  ///< 1 to 6
  int order = 7;
  bool is_curved = false;
  std::array<int, 3> n_elements{4, 4, 4};  ///< over all ranks

  [[nodiscard]] BakeOffForm form() const {
    return problem <= 2 ? BakeOffForm::mass : BakeOffForm::stiffness;
  }
  [[nodiscard]] BakeOffPoints points() const {
    return problem <= 4 ? BakeOffPoints::gauss : BakeOffPoints::nodes;
  }
  [[nodiscard]] int n_components() const { return problem % 2 == 0 ? 3 : 1; }
  /// Points of the quadrature per direction.
  [[nodiscard]] int n_points() const {
    return points() == BakeOffPoints::gauss ? order + 2 : order + 1;
  }
  /// Nodes times components, those on the boundary included.
  [[nodiscard]] double n_unknowns() const;
};

/// Elements of such a mesh with about so many nodes per rank: cubes, and as many in each direction
/// on every rank, which are put one behind the other along y and z.
std::array<int, 3> bake_off_elements(double nodes_per_rank, int order, int n_ranks);

/// The bake-off problems of CEED (https://ceed.exascaleproject.org/bps; Fischer et al., IJHPCA 34
/// (2020), 562), p the order of the nodes and q the points of the quadrature per direction:
///
///   BP1  M u = f, q = p + 2 Gauss points       BP2  the same for three components
///   BP3  K u = f, q = p + 2 Gauss points       BP4
///   BP5  K u = f, q = p + 1, the GLL nodes     BP6
///
/// M the mass matrix without boundary condition, K the stiffness matrix with u = 0 on the boundary.
/// By conjugate gradients with the diagonal as preconditioner, or without; three components share
/// the scalars of one iteration. Elements are cubes of a box, or the same mesh deformed inside,
///   x_d = X_d + 0.1 h prod_c sin(pi X_c / L_c),   h the least of L_c.
/// The right-hand side is that of u_c = prod_d sin(pi k_d x_d / L_d), k_d = 2 along d = c, else 1.
class BakeOffProblem {
 public:
  /// Collective.
  BakeOffProblem(const BakeOffSize& size, BakeOffPreconditioner preconditioner,
                 const comm::Communicator& communicator);
  BakeOffProblem(const BakeOffProblem&) = delete;
  BakeOffProblem& operator=(const BakeOffProblem&) = delete;
  ~BakeOffProblem() = default;

  /// From zero, until |r| / |f| is at most `reduction`. Collective.
  krylov::SolveReport solve(int max_iterations, double reduction = 0.0);
  /// |f - A u| / |f|, computed anew from the solution. Collective.
  double residual_reduction();
  /// |u - exact| / |exact|, the root of the mean square over the domain. Collective.
  double error() const;

  [[nodiscard]] const BakeOffSize& size() const { return size_; }
  [[nodiscard]] const space::FunctionSpace& space() const { return space_; }
  [[nodiscard]] const BakeOffOperator& element_operator() const { return *operator_; }
  [[nodiscard]] std::span<const double> solution(int component) const {
    return solution_[component];
  }
  /// Of an iteration on this rank: the operations of plain products, and the algorithm's bytes, in
  /// which the geometry counts once for all components.
  [[nodiscard]] kernels::Cost iteration_cost() const;

 private:
  void make_right_hand_side();
  void make_preconditioner();
  /// Works on all blocks, adds up the copies of the fields and sets what is no unknown to zero.
  void work_and_assemble(std::span<const std::span<double>> fields,
                         krylov::AssembledOperator::Work work) const;

  BakeOffSize size_;
  space::FunctionSpace space_;
  std::unique_ptr<BakeOffOperator> operator_;
  std::vector<std::uint32_t> dirichlet_nodes_;  ///< local indices; none with a mass matrix
  std::vector<space::Field> rhs_, solution_;    ///< [component]
  space::Field inverse_diagonal_;               ///< empty: none
  krylov::MergedConjugateGradients cg_;
};

}  // namespace lobatto::commands
