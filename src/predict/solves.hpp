#pragma once

#include <string>
#include <vector>

#include "case/case.hpp"
#include "direct/tensor_work.hpp"
#include "mesh/hex_mesh.hpp"
#include "physics/work_part.hpp"
#include "plan/grounds.hpp"
#include "predict/sample.hpp"

namespace lobatto::predict {

/// The solves of one equation in a step.
struct EquationSolve {
  /// Components with equal conditions, which share a solver.
  struct Group {
    direct::BoxConditions conditions;  ///< of the six faces
    std::vector<bool> is_dirichlet;    ///< by part of the boundary, faces first
    int n_components = 1;
  };

  std::string equation;  ///< "pressure", "velocity" or a scalar's name
  physics::WorkPart part = physics::WorkPart::scalar_solve;
  cases::SolverMethod method = cases::SolverMethod::tensor_direct;
  std::vector<Group> groups;
  int n_iterations = 0;  ///< of an iterative method

  /// Whether a constant may be added to the solution.
  [[nodiscard]] bool is_singular() const;
};

/// In the order of the step, with the solvers that the case takes. Iterations that
/// are not given are those of plan::expected_iterations. Throws base::Error for iterations of an
/// equation that the case does not have, or solves directly. whole: the mesh from a file, null for
/// a box.
std::vector<EquationSolve> solves_of(const cases::Case& the_case, const plan::Grounds& grounds,
                                     const Iterations& iterations, const mesh::HexMesh* whole);

}  // namespace lobatto::predict
