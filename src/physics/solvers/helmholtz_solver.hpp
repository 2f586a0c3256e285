#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/state_visitor.hpp"
#include "kernels/cost.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "perf/profiler.hpp"
#include "physics/conditions/face_frames.hpp"
#include "physics/settings.hpp"
#include "physics/solvers/surface_mass.hpp"
#include "space/boundary.hpp"
#include "space/element_blocks.hpp"
#include "space/function_space.hpp"
#include "space/helmholtz_operator.hpp"
#include "space/scaled_stiffness.hpp"

namespace lobatto::extruded {
class ExtrudedPlans;
}
namespace lobatto::direct {
class Workspace;
}

namespace lobatto::physics {

/// The blocks of elements that a step walks over, in the order in which solvers take right-hand
/// sides, each small enough to stay in cache from its explicit part to its right-hand side: on a
/// box an element column, in the order of the direct solver's x pass (direct::column_order),
/// elsewhere neighbours of about 4096 nodes.
class ElementSchedule {
 public:
  explicit ElementSchedule(const space::FunctionSpace& space);

  [[nodiscard]] auto begin() const { return blocks_.begin(); }
  [[nodiscard]] auto end() const { return blocks_.end(); }
  /// Values of the largest block.
  [[nodiscard]] std::size_t block_size() const;

 private:
  std::vector<space::ElementBlock> blocks_;
};

/// One unknown of a HelmholtzSolver; what it names must live until the solver's finish().
struct HelmholtzProblem {
  /// Where an iterative solver starts. None: from zero, and this right-hand side belongs to no
  /// sequence that better guesses could be learnt from.
  std::optional<std::span<const double>> guess;
  /// Receives the solution when all of its right-hand side is in, or in finish(), and may be
  /// changed on the blocks that are in; not in `guess`.
  std::span<double> u;
  /// An error of u that an iterative solver need not go below if its settings say so, as a root
  /// mean square over the volume; where mass_coefficient is 0, of the gradient of u. 0: none.
  double enough = 0;
};

/// Residuals that are as good as none.
inline constexpr double smallest_residual = 1e-30;
/// The residual of a solution with an error of `enough` in all of these: as <e, (sigma M + K) e> is
/// at least sigma <e, M e>, |e| <= |r| / sigma in the root mean square of functions.
double enough_of(std::span<const HelmholtzProblem> problems, double mass_coefficient);

/// What the solver did from begin() to finish(), on this rank.
struct HelmholtzReport {
  std::vector<krylov::SolveReport> solves;  ///< one a problem
  kernels::Cost cost;
  kernels::Cost counted = {};    ///< of it, what the solver has counted in regions of its own
  double transpose_seconds = 0;  ///< spent in moving data between ranks
};

/// Solves (mass_coefficient M + K) u = f, K the stiffness with a coefficient that is a number or,
/// for the two by conjugate gradients, a field, with one homogeneous condition a part of the
/// boundary. Right-hand sides are put block by block, so that what they are made of is still in
/// cache:
///
///   solver.begin(mass_coefficient, stiffness, problems);
///   for (each problem i, ascending)
///     for (const auto& block : solver.schedule()) solver.put(i, block, f);
///   report = solver.finish();
class HelmholtzSolver {
 public:
  explicit HelmholtzSolver(ElementSchedule schedule) : schedule_(std::move(schedule)) {}
  virtual ~HelmholtzSolver() = default;

  [[nodiscard]] const ElementSchedule& schedule() const { return schedule_; }
  /// Whether it looks at guesses.
  [[nodiscard]] virtual bool takes_guesses() const { return false; }
  /// Unknowns with the same operator, at most as many as it was made for. Collective.
  virtual void begin(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
                     std::vector<HelmholtzProblem> problems) = 0;
  /// Whether right-hand sides are kept until finish(): then several problems, and several solvers,
  /// may be put in turn, block by block.
  [[nodiscard]] virtual bool keeps_right_hand_sides() const { return false; }
  /// Where the right-hand side of a problem on a block may be made for put() to have nothing to
  /// do; null for nowhere.
  [[nodiscard]] virtual double* place_for(int /*problem*/, const space::ElementBlock& /*block*/) {
    return nullptr;
  }
  /// The unassembled weak right-hand side f [n_elements][n][n][n] of a problem on a block, which
  /// must be the next one of the schedule. Collective.
  virtual void put(int problem, const space::ElementBlock& block, const double* f) = 0;
  virtual HelmholtzReport finish() = 0;
  /// One problem with its right-hand side as a field, which u may be.
  HelmholtzReport solve(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
                        std::span<const double> rhs, const HelmholtzProblem& problem);
  /// Iterative solvers go this factor below their tolerance from now on, whatever is enough.
  virtual void tighten(double /*factor*/) {}
  /// The mesh has moved, and with it the operator; what preconditions it may stay. Throws
  /// std::logic_error where a solver stands on the mesh that it was made for. Collective.
  virtual void follow_mesh();
  /// What it remembers from solve to solve; nothing for a direct solver.
  virtual void visit_state(base::StateVisitor& /*visitor*/, const std::string& /*name*/,
                           const base::RowSet& /*elements*/) {}
  [[nodiscard]] virtual std::string name() const = 0;

 private:
  ElementSchedule schedule_;
};

/// What direct solvers share that never run at the same time.
struct SharedWorkspace {
  std::shared_ptr<direct::Workspace> memory;
  std::shared_ptr<extruded::ExtrudedPlans> layers = {};  ///< where the mesh has some
};
/// flops_per_byte: of the machine, by which they choose how they treat a line.
SharedWorkspace make_workspace(double flops_per_byte = 1);

std::unique_ptr<HelmholtzSolver> make_tensor_helmholtz(const space::FunctionSpace& space,
                                                       const space::BoundaryConditions& conditions,
                                                       const SharedWorkspace& workspace);
/// For up to n_components right-hand sides at once: the k-th of a call belongs to the same sequence
/// as the k-th of other calls. `surface` is added to the operator. With frames the right-hand sides
/// are the three components of a velocity, which are solved for together.
std::unique_ptr<HelmholtzSolver> make_jacobi_cg_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    const IterativeHelmholtz& settings, int n_components, SurfaceMass surface = {},
    std::shared_ptr<const FaceFrames> frames = {});
/// Conjugate gradients preconditioned by the tensor direct solver with the mean of the coefficient:
/// the number of iterations depends on how far the coefficient is from its mean, and hardly on mesh
/// and step.
std::unique_ptr<HelmholtzSolver> make_tensor_cg_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    const IterativeHelmholtz& settings, const SharedWorkspace& workspace);
/// For mass_coefficient 0 and one right-hand side alone, and for a stiffness of 1 or a field, which
/// its preconditioner takes for 1: recent solutions then do not serve as guesses. Its parts are
/// regions of `profiler`, which must live as long: "operator", "projection" and those of
/// precond::SchwarzMultigrid. By the rates its coarse solver is chosen.
std::unique_ptr<HelmholtzSolver> make_schwarz_poisson(const space::FunctionSpace& space,
                                                      const space::BoundaryConditions& conditions,
                                                      const IterativePoisson& settings,
                                                      perf::Profiler& profiler,
                                                      const perf::MachineRates& rates = {});
/// On layers of a plane mesh (extruded/extruded_helmholtz.hpp), for up to n_components right-hand
/// sides at once. Takes them where their solutions come. Collective, as begin() is where the
/// coefficients change.
std::unique_ptr<HelmholtzSolver> make_extruded_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    extruded::ExtrudedPlans& layers, int n_components,
    space::VectorPart part = space::VectorPart::scalar);
std::unique_ptr<HelmholtzSolver> make_helmholtz_solver(
    SolverMethod method, const space::FunctionSpace& space,
    const space::BoundaryConditions& conditions, const IterativeHelmholtz& settings,
    int n_components, const SharedWorkspace& workspace,
    space::VectorPart part = space::VectorPart::scalar);

}  // namespace lobatto::physics
