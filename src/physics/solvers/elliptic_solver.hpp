#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "krylov/conjugate_gradients.hpp"
#include "perf/profiler.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Solves lambda u - laplace u = f outside of a step, for who asks: u or du/dn given on parts of
/// the boundary, du/dn = 0 on the others. Keeps its solver as long as the same is asked for.
class EllipticSolver {
 public:
  enum class Method { automatic, direct, iterative };

  /// u or the outward du/dn on one part of the boundary.
  struct Side {
    int boundary;  ///< index in space.boundaries()
    bool gives_value;
    std::span<const double> field;  ///< at all nodes of the space; those on the boundary count
  };
  struct Problem {
    double lambda = 0;                 ///< not negative
    std::span<const double> f = {};    ///< at all nodes; empty: 0
    std::span<const Side> sides = {};  ///< where two give a value at a node, the last one holds
    Method method = Method::automatic;
    double tolerance = 1e-10;  ///< of iterations: residual over right-hand side
    /// What is added to int q f for all basis functions q of the elements; empty: 0.
    std::span<const double> weak = {};
  };
  struct Solution {
    space::Field u;  ///< continuous
    std::string solver;
    int iterations = 0;
  };

  /// space must live as long.
  explicit EllipticSolver(const space::FunctionSpace& space) : space_(space) {}

  /// Where lambda is 0 and no value is given, u has mean zero, and f is taken less the constant
  /// that makes it solvable. Collective. Throws base::Error, on all ranks, where the method does
  /// not go with the mesh, the iteration does not converge, or pieces of the mesh would each have a
  /// constant of their own.
  Solution solve(const Problem& problem);

 private:
  /// What a solver is made for.
  struct Kind {
    space::BoundaryConditions conditions;
    bool is_poisson;
    Method method;
    double tolerance;
    bool operator==(const Kind&) const = default;
  };
  [[nodiscard]] Method method_for(Method wished) const;
  void make_solver(const Kind& kind);
  void take_conjugate_gradients(const Kind& kind);
  [[nodiscard]] bool takes_tensors() const;
  [[nodiscard]] bool has_constant(const Kind& kind) const;
  [[nodiscard]] space::Field right_hand_side(const Problem& problem) const;

  const space::FunctionSpace& space_;
  perf::Profiler profiler_;
  std::optional<Kind> kind_;
  std::unique_ptr<HelmholtzSolver> solver_;
};

}  // namespace lobatto::physics
