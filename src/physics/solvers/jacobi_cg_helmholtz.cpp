#include <algorithm>
#include <cstdint>
#include <utility>

#include "krylov/merged_conjugate_gradients.hpp"
#include "krylov/solution_projection.hpp"
#include "physics/solvers/assembled_helmholtz.hpp"
#include "physics/solvers/helmholtz_solver.hpp"

namespace lobatto::physics {

namespace {

/// Conjugate gradients preconditioned by the assembled diagonal, for up to three right-hand sides
/// at once. The guesses of a sequence may be improved by projecting their residuals on the last
/// corrections, one space a component; the spaces are emptied when the coefficients change, and
/// filled only from the second solve with the same ones on: they do not serve a run whose step
/// always changes, and cost nothing there.
class JacobiCgHelmholtz final : public HelmholtzSolver {
 public:
  JacobiCgHelmholtz(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
                    const IterativeHelmholtz& settings, int n_components, SurfaceMass surface,
                    std::shared_ptr<const FaceFrames> frames)
      : HelmholtzSolver(ElementSchedule(space)),
        space_(space),
        operator_(space, conditions,
                  krylov::MergedConjugateGradients::block_of_elements(space.element_size())),
        cg_(operator_.inverse_multiplicity(), operator_.order().blocks(), n_components,
            operator_.residual_weight()),
        inverse_diagonal_(space.size()),
        tolerance_{settings.tolerance, smallest_residual, settings.max_iterations},
        follows_steps_(settings.follows_steps) {
    operator_.set_surface(std::move(surface));
    operator_.set_frames(std::move(frames));
    for (int c = 0; c < n_components && settings.projection_vectors > 0; ++c) {
      projections_.emplace_back(space.size(), settings.projection_vectors);
      corrections_.push_back(space.make_field());
    }
  }

  [[nodiscard]] bool takes_guesses() const override { return true; }

  void begin(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
             std::vector<HelmholtzProblem> problems) override {
    const bool is_new = set_coefficients(mass_coefficient, stiffness);
    problems_ = std::move(problems);
    tolerance_.absolute =
        follows_steps_ ? enough_of(problems_, mass_coefficient) : smallest_residual;
    learns_ = !projections_.empty() && !is_new &&
              std::ranges::none_of(problems_, [](const auto& p) { return !p.guess; });
    cost_ = {};
  }

  [[nodiscard]] bool keeps_right_hand_sides() const override { return true; }
  [[nodiscard]] double* place_for(int problem, const space::ElementBlock& block) override {
    return cg_.residual(problem).data() + block.offset;
  }

  void put(int problem, const space::ElementBlock& block, const double* f) override {
    double* const to = place_for(problem, block);
    if (f != to) std::copy_n(f, block.n_values, to);
  }

  HelmholtzReport finish() override {
    std::vector<std::span<double>> rhs, u;
    for (std::size_t c = 0; c < problems_.size(); ++c) {
      rhs.push_back(cg_.residual(static_cast<int>(c)));
      u.push_back(problems_[c].u);
    }
    operator_.assemble(rhs);
    for (const auto& problem : problems_) operator_.fill_guess(problem.guess, problem.u);
    operator_.leave_unknowns(u);
    if (learns_) improve_guesses(rhs, u);
    const std::vector<std::span<const double>> fixed(rhs.begin(), rhs.end());
    const auto reports = operator_.solve(cg_, inverse_diagonal_, fixed, u, tolerance_);
    count(reports);
    if (learns_) take_up(u, reports);
    return {reports, cost_};
  }

  void follow_mesh() override {
    is_ready_ = false;
    cg_.set_norm_weight(operator_.residual_weight());
    for (auto& projection : projections_) projection.clear();
  }

  /// The coefficients come first: the spaces belong to them. A field is known by its mean and its
  /// version: one that never changes is the same one after a restart.
  void visit_state(base::StateVisitor& visitor, const std::string& name,
                   const base::RowSet& elements) override {
    if (projections_.empty() || !visitor.has(name + "/sigma")) return;
    Key key = key_;
    visitor.visit(name + "/sigma", key.sigma);
    visitor.visit(name + "/nu", key.nu);
    if (visitor.has(name + "/nu_version")) visitor.visit(name + "/nu_version", key.version);
    if (visitor.loads()) {
      key_ = key;
      is_ready_ = false;
      for (auto& projection : projections_) projection.clear();
    }
    for (std::size_t c = 0; c < projections_.size(); ++c)
      projections_[c].visit_state(visitor, name + "/projection/" + std::to_string(c), elements);
  }

  void tighten(double factor) override {
    tolerance_.relative *= factor;
    follows_steps_ = false;
  }

  [[nodiscard]] std::string name() const override { return "jacobi-cg"; }

 private:
  /// Tells one operator from another.
  struct Key {
    double sigma = 0, nu = 0;
    std::int64_t version = 0;  ///< of a field; 0 of a number
    bool operator==(const Key&) const = default;
  };

  /// Whether they are others than before.
  bool set_coefficients(double sigma, const space::StiffnessCoefficient& stiffness) {
    const Key key = key_of(sigma, stiffness);
    const bool is_new = !(key == key_);
    if (!is_new && is_ready_ && stiffness.field() == field_) return false;
    key_ = key;
    field_ = stiffness.field();
    is_ready_ = true;
    operator_.set_coefficients(sigma, stiffness);
    operator_.diagonal(inverse_diagonal_);
    for (double& value : inverse_diagonal_) value = 1.0 / value;
    if (is_new)
      for (auto& projection : projections_) projection.clear();
    return is_new;
  }

  /// The mean of a field, which costs a message, is there for the projections alone.
  [[nodiscard]] Key key_of(double sigma, const space::StiffnessCoefficient& stiffness) const {
    if (stiffness.field() == nullptr) return {sigma, stiffness.factor(), 0};
    const std::int64_t version = stiffness.field()->version();
    const bool is_known = is_ready_ && stiffness.field() == field_ && version == key_.version;
    const double mean = is_known || projections_.empty() ? key_.nu : stiffness.field()->mean();
    return {sigma, mean, version};
  }

  /// Adds to each guess the part of what it lacks that lies in the span of the last corrections;
  /// the guesses are then kept in corrections_.
  void improve_guesses(std::span<const std::span<double>> rhs,
                       std::span<const std::span<double>> u) {
    const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
    const krylov::WeightedInner inner{operator_.inverse_multiplicity(), sum};
    for (std::size_t c = 0; c < u.size(); ++c) {
      if (projections_[c].n_vectors() > 0) {
        operator_.multiply(u[c], corrections_[c]);
        for (std::size_t q = 0; q < space_.size(); ++q)
          corrections_[c][q] = rhs[c][q] - corrections_[c][q];
        projections_[c].improve(inner, corrections_[c], u[c]);
        // Corrections of a restarted run may come from other boundary conditions.
        operator_.zero_dirichlet(u[c]);
        cost_ = cost_ + operator_.cost();
      }
      std::copy(u[c].begin(), u[c].end(), corrections_[c].begin());
    }
  }

  /// A solve without an iteration has found nothing that its guess lacked.
  void take_up(std::span<const std::span<double>> u, std::span<const krylov::SolveReport> reports) {
    const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
    const krylov::WeightedInner inner{operator_.inverse_multiplicity(), sum};
    const auto apply = [this](std::span<const double> x, std::span<double> y) {
      operator_.multiply(x, y);
    };
    for (std::size_t c = 0; c < u.size(); ++c) {
      if (reports[c].iterations == 0) continue;
      for (std::size_t q = 0; q < space_.size(); ++q)
        corrections_[c][q] = u[c][q] - corrections_[c][q];
      projections_[c].add(apply, inner, corrections_[c]);
      cost_ = cost_ + operator_.cost();
    }
  }

  /// The operator reads its input from the cache and leaves its image there: what is left of its
  /// bytes is the geometry.
  void count(std::span<const krylov::SolveReport> reports) {
    const auto points = static_cast<double>(space_.size());
    const kernels::Cost one = operator_.cost(), norm = cg_.norm_cost();
    int n_sweeps = 0;
    for (const auto& report : reports) {
      const int n_applications = report.iterations + 1;
      cost_ = cost_ + report.cost +
              kernels::Cost{one.flops + norm.flops, one.bytes - 16.0 * points} * n_applications;
      n_sweeps = std::max(n_sweeps, n_applications);
    }
    cost_ = cost_ + kernels::Cost{0.0, norm.bytes * n_sweeps};
  }

  const space::FunctionSpace& space_;
  AssembledHelmholtz operator_;
  krylov::MergedConjugateGradients cg_;
  std::vector<krylov::SolutionProjection> projections_;  ///< one a component, or none
  std::vector<space::Field> corrections_;
  space::Field inverse_diagonal_;
  krylov::Tolerance tolerance_;
  bool follows_steps_;
  Key key_;  ///< of the operator, or of the one that a restart's projections belong to
  const space::ScaledStiffness* field_ = nullptr;  ///< that the operator has; null for a number
  bool is_ready_ = false;                          ///< the operator has its coefficients
  std::vector<HelmholtzProblem> problems_;         ///< of the solve that goes on
  bool learns_ = false;                            ///< from it
  kernels::Cost cost_;  ///< of the last solve, apart from the products with stored corrections
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_jacobi_cg_helmholtz(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
    const IterativeHelmholtz& settings, int n_components, SurfaceMass surface,
    std::shared_ptr<const FaceFrames> frames) {
  return std::make_unique<JacobiCgHelmholtz>(space, conditions, settings, n_components,
                                             std::move(surface), std::move(frames));
}

}  // namespace lobatto::physics
