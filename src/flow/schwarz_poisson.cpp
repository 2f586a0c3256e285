#include <algorithm>

#include "base/error.hpp"
#include "flow/helmholtz_solver.hpp"
#include "gs/gather_scatter.hpp"
#include "kernels/box_helmholtz.hpp"
#include "krylov/flexible_gmres.hpp"
#include "krylov/solution_projection.hpp"
#include "precond/schwarz_multigrid.hpp"
#include "space/box_boundary.hpp"

namespace lobatto::flow {

namespace {

constexpr int gmres_restart = 30;

mesh::BoxMesh with_order(mesh::BoxMesh mesh, int order) {
  mesh.order = order;
  return mesh;
}

bool has_constant_mode(const direct::BoxConditions& conditions) {
  return std::none_of(conditions.begin(), conditions.end(), [](const poly::LineConditions& line) {
    return line.lower == poly::EndCondition::dirichlet ||
           line.upper == poly::EndCondition::dirichlet;
  });
}

/// Flexible GMRES on the assembled stiffness operator, preconditioned by Schwarz multigrid with
/// arithmetic in Real, begun from the projection on recent solutions.
template <class Real>
class SchwarzPoisson final : public HelmholtzSolver {
 public:
  SchwarzPoisson(const space::BoxSpace& space, const direct::BoxConditions& conditions,
                 const IterativePoisson& settings)
      : space_(space),
        gather_scatter_(mesh::global_node_ids(space.mesh()), space.communicator()),
        helmholtz_({space.n(), space.derivative().values, space.nodes().weights}),
        coarse_(with_order(space.mesh(), 1), conditions, space.communicator()),
        multigrid_(space, conditions,
                   [this](std::span<const double> f, std::span<double> u) {
                     coarse_.solve(0.0, 1.0, f, u);
                   }),
        gmres_(space.size(), gmres_restart),
        mask_(space::dirichlet_mask(space, conditions)),
        rhs_(space.size()),
        guess_(space.size()),
        singular_(has_constant_mode(conditions)),
        tolerance_{settings.tolerance, 1e-30, settings.max_iterations} {
    for (int e = 0; e < space.n_elements(); ++e) lengths_.push_back(space.lengths(e));
    if (settings.projection_vectors > 0)
      projection_ =
          std::make_unique<krylov::SolutionProjection>(space.size(), settings.projection_vectors);
  }

  krylov::SolveReport solve(double mass_coefficient, double stiffness_coefficient, ColumnSource rhs,
                            std::span<const double> /*guess*/, std::span<double> u) override {
    if (mass_coefficient != 0 || stiffness_coefficient != 1)
      throw base::Error("Schwarz multigrid solves the Poisson equation alone");
    take_right_hand_side(rhs);
    const auto sum = [this](std::span<double> values) { space_.communicator().sum(values); };
    const krylov::WeightedInner inner{gather_scatter_.inverse_multiplicity(), sum};
    const auto apply = [this](std::span<const double> x, std::span<double> y) { multiply(x, y); };
    const auto precondition = [this](std::span<const double> r, std::span<double> z) {
      multigrid_.apply(r, z);
    };
    if (projection_) projection_->guess(apply, inner, rhs_, guess_);
    std::copy(guess_.begin(), guess_.end(), u.begin());
    report_ = gmres_.solve(apply, precondition, inner, rhs_, u, tolerance_);
    if (singular_) remove_mean(u);
    if (projection_ && report_.iterations > 0) {
      for (std::size_t q = 0; q < u.size(); ++q) guess_[q] = u[q] - guess_[q];
      projection_->add(apply, inner, guess_);
    }
    return report_;
  }

  [[nodiscard]] std::string name() const override { return "schwarz-multigrid"; }
  [[nodiscard]] double flops() const override { return cost().flops; }
  [[nodiscard]] double bytes() const override { return cost().bytes; }
  [[nodiscard]] double take_transpose_seconds() override { return 0.0; }

 private:
  /// Assembled, zero on Dirichlet nodes, and without the part that no solution has: the constant of
  /// a singular problem.
  void take_right_hand_side(ColumnSource source) {
    const std::size_t column_size = space_.element_size() * space_.mesh().n_x();
    for (int column = 0; column < space_.mesh().local.n_columns(); ++column)
      source(column, rhs_.data() + column * column_size);
    if (singular_) {
      double sum = 0;
      for (const double value : rhs_) sum += value;
      const double density = space_.communicator().sum(sum) / space_.mesh().volume();
      const auto mass = space_.reference_mass();
      const std::size_t size = space_.element_size();
      for (int e = 0; e < space_.n_elements(); ++e)
        for (std::size_t q = 0; q < size; ++q)
          rhs_[e * size + q] -= density * space_.jacobian(e) * mass[q];
    }
    assemble(rhs_);
  }

  void assemble(std::span<double> values) const {
    gather_scatter_.add(values);
    for (std::size_t q = 0; q < values.size(); ++q) values[q] *= mask_[q];
  }

  void multiply(std::span<const double> x, std::span<double> y) {
    helmholtz_.apply(lengths_, {0.0, 1.0}, x.data(), y.data());
    assemble(y);
  }

  void remove_mean(std::span<double> u) const {
    const double mean = space_.integrate(u) / space_.mesh().volume();
    for (double& value : u) value -= mean;
  }

  /// Of the last solve, apart from the coarsest level and the guess.
  [[nodiscard]] kernels::Cost cost() const {
    const double k = report_.iterations, n = static_cast<double>(space_.size());
    const auto operators = kernels::box_helmholtz_cost(space_.n()) *
                           (space_.n_elements() * (k + (projection_ ? 3 : 1)));
    const kernels::Cost vectors{n * k * (2 * k + 7), n * k * (8 * k + 48)};
    return operators + vectors + multigrid_.cost() * k;
  }

  const space::BoxSpace& space_;
  gs::GatherScatter gather_scatter_;
  kernels::BoxHelmholtz helmholtz_;
  std::vector<kernels::Lengths> lengths_;
  direct::TensorSolver coarse_;
  precond::SchwarzMultigrid<Real> multigrid_;
  krylov::FlexibleGmres gmres_;
  std::unique_ptr<krylov::SolutionProjection> projection_;
  space::Field mask_, rhs_, guess_;
  bool singular_;
  krylov::Tolerance tolerance_;
  krylov::SolveReport report_;
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_schwarz_poisson(const space::BoxSpace& space,
                                                      const direct::BoxConditions& conditions,
                                                      const IterativePoisson& settings) {
  if (settings.double_precision)
    return std::make_unique<SchwarzPoisson<double>>(space, conditions, settings);
  return std::make_unique<SchwarzPoisson<float>>(space, conditions, settings);
}

}  // namespace lobatto::flow
