#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "krylov/flexible_gmres.hpp"
#include "krylov/solution_projection.hpp"
#include "physics/solvers/assembled_helmholtz.hpp"
#include "physics/solvers/coarse_solver.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "physics/work_region.hpp"
#include "precond/schwarz/schwarz_multigrid.hpp"

namespace lobatto::physics {

namespace {

constexpr int gmres_restart = 30;
/// Of the shares of the elements in a right-hand side: what is left below this when they are summed
/// is rounding, as in a straight duct, where the pressure is zero.
constexpr double round_off = 1e-13;

/// Times the parts of a cycle in regions of a profiler.
class CycleRegions final : public precond::CycleObserver {
 public:
  explicit CycleRegions(perf::Profiler& profiler)
      : profiler_(profiler),
        smoother_(profiler.add(name_of(WorkPart::smoother))),
        exchange_(profiler.add(name_of(WorkPart::gather_scatter))) {}

  void enter(precond::CyclePart part) override {
    running_.emplace(profiler_, part == precond::CyclePart::smoother ? smoother_ : exchange_);
  }
  void leave() override { running_.reset(); }

 private:
  perf::Profiler& profiler_;
  perf::RegionId smoother_, exchange_;
  std::optional<perf::Profiler::Scope> running_;
};

/// A solver that is timed in a region.
precond::CoarseSolver in_region(const WorkRegion& region, precond::CoarseSolver solver) {
  return [region, solver = std::move(solver)](std::span<const double> f, std::span<double> u) {
    region([&] { solver(f, u); });
  };
}

/// Flexible GMRES on the assembled stiffness operator, preconditioned by Schwarz multigrid with
/// arithmetic in Real, begun from the projection on recent solutions; the norm that it minimises is
/// that of AssembledHelmholtz::residual_weight times the volume, or a power of two beside it: then
/// what the preconditioner gets does not depend on the unit of length, and single precision holds
/// it in any.
template <class Real>
class SchwarzPoisson final : public HelmholtzSolver {
 public:
  SchwarzPoisson(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                 const IterativePoisson& settings, const perf::MachineRates& rates,
                 perf::Profiler& profiler)
      : HelmholtzSolver(ElementSchedule(space)),
        space_(space),
        operator_region_(profiler, WorkPart::helmholtz_operator),
        projection_region_(profiler, WorkPart::projection),
        multigrid_region_(profiler, WorkPart::schwarz_multigrid),
        cycle_regions_(profiler),
        smoother_region_(profiler, WorkPart::smoother),
        operator_(space, conditions),
        multigrid_(space, conditions,
                   in_region({profiler, WorkPart::coarse_problem},
                             make_coarse_solver(settings.coarse, space, conditions, rates)),
                   &cycle_regions_),
        gmres_(space.size(), gmres_restart),
        rhs_(space.size()),
        guess_(space.size()),
        singular_(space::has_constant_mode(space, conditions)),
        tolerance_{settings.tolerance, smallest_residual, settings.max_iterations},
        follows_steps_(settings.follows_steps) {
    set_norm();
    if (settings.projection_vectors > 0)
      projection_ =
          std::make_unique<krylov::SolutionProjection>(space.size(), settings.projection_vectors);
  }

  void begin(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
             std::vector<HelmholtzProblem> problems) override {
    if (mass_coefficient != 0 || stiffness.factor() != 1)
      throw base::Error("Schwarz multigrid solves the Poisson equation alone");
    operator_.set_coefficients(0.0, stiffness);
    is_field_ = stiffness.field() != nullptr;
    problem_ = problems.at(0);
    enough_ = follows_steps_ ? problem_.enough : 0;
  }

  [[nodiscard]] double* place_for(int /*problem*/, const space::ElementBlock& block) override {
    return rhs_.data() + block.offset;
  }

  void put(int problem, const space::ElementBlock& block, const double* f) override {
    double* const to = place_for(problem, block);
    if (f != to) std::copy_n(f, block.n_values, to);
  }

  HelmholtzReport finish() override {
    counted_ = {};
    prepare_right_hand_side();
    const auto report = solve_for(problem_.u);
    return {{report}, report.cost + counted_, counted_};
  }

  /// Multigrid stays that of the mesh as it was made, and so does the span of recent solutions:
  /// both only save iterations.
  void follow_mesh() override { set_norm(); }

  void visit_state(base::StateVisitor& visitor, const std::string& name,
                   const base::RowSet& elements) override {
    if (projection_) projection_->visit_state(visitor, name + "/projection", elements);
    if (follows_steps_ && visitor.has(name + "/wave_number"))
      visitor.visit(name + "/wave_number", wave_number_);
  }

  void tighten(double factor) override {
    tolerance_.relative *= factor;
    follows_steps_ = false;
  }

  [[nodiscard]] std::string name() const override { return "schwarz-multigrid"; }

 private:
  void set_norm() {
    scale_ = std::exp2(std::round(std::log2(space_.volume())));
    residual_weight_ = operator_.residual_weight();
    for (double& weight : residual_weight_) weight *= scale_ * scale_;
  }

  krylov::SolveReport solve_for(std::span<double> u) {
    const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
    const krylov::WeightedInner inner{operator_.inverse_multiplicity(), sum};
    const auto apply = [this](std::span<const double> x, std::span<double> y) {
      operator_region_([&] { operator_.multiply(x, y); });
      count(operator_region_, operator_.cost());
    };
    const auto precondition = [this](std::span<const double> r, std::span<double> z) {
      multigrid_region_([&] { run_cycle(r, z); });
    };
    const bool has_projection = projection_ != nullptr && !is_field_;
    if (has_projection) make_guess(apply, inner);
    if (is_field_ && problem_.guess) std::ranges::copy(*problem_.guess, guess_.begin());
    // Solutions of a restarted run may come from other boundary conditions.
    operator_.zero_dirichlet(guess_);
    std::copy(guess_.begin(), guess_.end(), u.begin());
    const krylov::WeightedInner norm{residual_weight_, sum};
    auto report = gmres_.solve(apply, precondition, norm, rhs_, u, tolerance_);
    report.initial_residual /= scale_;
    report.residual /= scale_;
    if (singular_) space_.remove_mean(u);
    if (follows_steps_) measure_wave_number(u, inner, norm);
    if (has_projection && report.iterations > 0) take_up(u, apply, inner);
    return report;
  }

  /// |f| / |grad u| in root mean squares, with the square of the latter <u, f> over the volume.
  void measure_wave_number(std::span<const double> u, const krylov::WeightedInner& inner,
                           const krylov::WeightedInner& norm) {
    const double square = inner(u, rhs_) / space_.volume();
    wave_number_ = square > 0 ? std::sqrt(norm(rhs_, rhs_) / square) / scale_ : 0;
  }

  void run_cycle(std::span<const double> r, std::span<double> z) {
    const precond::CycleCost cost = multigrid_.apply(r, z);
    count(smoother_region_, cost.smoother);
    count(multigrid_region_, cost.others);
  }

  void make_guess(krylov::Operator apply, const krylov::WeightedInner& inner) {
    projection_region_(
        [&] { count(projection_region_, projection_->guess(apply, inner, rhs_, guess_)); });
  }

  void take_up(std::span<const double> u, krylov::Operator apply,
               const krylov::WeightedInner& inner) {
    projection_region_([&] {
      for (std::size_t q = 0; q < u.size(); ++q) guess_[q] = u[q] - guess_[q];
      count(projection_region_, projection_->add(apply, inner, guess_));
    });
  }

  void count(const WorkRegion& region, const kernels::Cost& cost) {
    region.count(cost);
    counted_ = counted_ + cost;
  }

  /// Assembled, zero on Dirichlet nodes, and without the part that no solution has: the constant of
  /// a singular problem.
  void prepare_right_hand_side() {
    const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
    const krylov::WeightedInner norm{residual_weight_, sum};
    tolerance_.absolute =
        std::max(round_off * std::sqrt(norm(rhs_, rhs_)), scale_ * wave_number_ * enough_);
    if (singular_) space_.remove_constant(rhs_);
    operator_.assemble(rhs_);
  }

  const space::FunctionSpace& space_;
  WorkRegion operator_region_, projection_region_, multigrid_region_;
  CycleRegions cycle_regions_;
  WorkRegion smoother_region_;
  AssembledHelmholtz operator_;
  precond::SchwarzMultigrid<Real> multigrid_;
  krylov::FlexibleGmres gmres_;
  std::unique_ptr<krylov::SolutionProjection> projection_;
  space::Field rhs_, guess_;
  double scale_ = 1;  ///< the volume, or a power of two beside it
  space::Field residual_weight_;
  bool singular_;
  krylov::Tolerance tolerance_;
  bool follows_steps_;
  /// Of the last solve: a residual r leaves an error of about r over this in the gradient.
  double wave_number_ = 0;
  HelmholtzProblem problem_;  ///< of the solve that goes on
  double enough_ = 0;         ///< the error of it
  bool is_field_ = false;     ///< its coefficient
  kernels::Cost counted_;     ///< of it: operator, projection and multigrid
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_schwarz_poisson(const space::FunctionSpace& space,
                                                      const space::BoundaryConditions& conditions,
                                                      const IterativePoisson& settings,
                                                      perf::Profiler& profiler,
                                                      const perf::MachineRates& rates) {
  if (settings.double_precision)
    return std::make_unique<SchwarzPoisson<double>>(space, conditions, settings, rates, profiler);
  return std::make_unique<SchwarzPoisson<float>>(space, conditions, settings, rates, profiler);
}

}  // namespace lobatto::physics
