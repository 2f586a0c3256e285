#include <algorithm>
#include <cmath>

#include "flow/helmholtz_solver.hpp"
#include "gs/gather_scatter.hpp"
#include "kernels/box_operators.hpp"
#include "space/box_boundary.hpp"

namespace lobatto::flow {

namespace {

/// Conjugate gradients on the unassembled fields: A = mask Q Q^T A_local, inner products weighted
/// by the inverse multiplicity, preconditioned by the assembled diagonal.
class JacobiCgHelmholtz final : public HelmholtzSolver {
 public:
  JacobiCgHelmholtz(const space::BoxSpace& space, const direct::BoxConditions& conditions,
                    double tolerance)
      : space_(space),
        gather_scatter_(mesh::global_node_ids(space.mesh()), space.communicator()),
        cg_(space.size()),
        operators_(space.n(), space.derivative().values, space.nodes().weights),
        rhs_(space.size()),
        mask_(space.size()),
        diagonal_(space.size()),
        tolerance_{tolerance, 1e-30, 2000} {
    make_mask(conditions);
    const auto& w = space.nodes().weights;
    for (int i = 0; i < space.n(); ++i) {
      double sum = 0;
      for (int l = 0; l < space.n(); ++l)
        sum += w[l] * space.derivative()(l, i) * space.derivative()(l, i);
      line_diagonal_.push_back(sum / w[i]);
    }
  }

  krylov::SolveReport solve(double mass_coefficient, double stiffness_coefficient, ColumnSource rhs,
                            std::span<const double> guess, std::span<double> u) override {
    mass_coefficient_ = mass_coefficient;
    stiffness_coefficient_ = stiffness_coefficient;
    const std::size_t column_size = space_.element_size() * space_.mesh().n_x();
    for (int column = 0; column < space_.mesh().local.n_columns(); ++column)
      rhs(column, rhs_.data() + column * column_size);
    assemble(rhs_);
    make_diagonal();
    for (std::size_t q = 0; q < u.size(); ++q) u[q] = guess.empty() ? 0.0 : mask_[q] * guess[q];
    report_ = cg_.solve(
        [this](std::span<const double> x, std::span<double> y) { apply(x, y); },
        [this](std::span<const double> r, std::span<double> z) { precondition(r, z); },
        [this](std::span<const double> x, std::span<const double> y) { return inner(x, y); }, rhs_,
        u, tolerance_);
    return report_;
  }

  [[nodiscard]] std::string name() const override { return "jacobi-cg"; }
  [[nodiscard]] double flops() const override {
    return (report_.iterations + 1) *
           (space_.n_elements() * kernels::helmholtz_cost(space_.n()).flops +
            14.0 * static_cast<double>(space_.size()));
  }
  [[nodiscard]] double bytes() const override {
    return (report_.iterations + 1) * 14.0 * 8.0 * static_cast<double>(space_.size());
  }
  [[nodiscard]] double take_transpose_seconds() override { return 0.0; }

 private:
  void make_mask(const direct::BoxConditions& conditions) {
    mask_.fill(1.0);
    for (int f = 0; f < mesh::n_faces; ++f) {
      const auto face = static_cast<mesh::Face>(f);
      const auto& line = conditions[mesh::direction_of(face)];
      if ((mesh::is_upper(face) ? line.upper : line.lower) != poly::EndCondition::dirichlet)
        continue;
      const space::BoxBoundary boundary(space_, face);
      for (int e : boundary.elements())
        for (std::size_t offset : boundary.node_offsets())
          mask_[e * space_.element_size() + offset] = 0.0;
    }
  }

  void assemble(std::span<double> values) const {
    gather_scatter_.add(values);
    for (std::size_t q = 0; q < values.size(); ++q) values[q] *= mask_[q];
  }

  /// diag(D_d^T W D_d) = W sum_l w_l D(l, i)^2 / w_i: J W (sigma + nu sum_d (2 / h_d)^2 a_i / w_i)
  /// before assembly.
  void make_diagonal() {
    const int n = space_.n();
    const auto mass = space_.reference_mass();
    for (int e = 0; e < space_.n_elements(); ++e) {
      const auto h = space_.lengths(e);
      for (int q = 0; q < n * n * n; ++q) {
        const std::array<int, 3> node{q % n, q / n % n, q / (n * n)};
        double laplacian = 0;
        for (int d = 0; d < 3; ++d) laplacian += 4.0 / (h[d] * h[d]) * line_diagonal_[node[d]];
        diagonal_[e * space_.element_size() + q] =
            space_.jacobian(e) * mass[q] * (mass_coefficient_ + stiffness_coefficient_ * laplacian);
      }
    }
    gather_scatter_.add(diagonal_);
  }

  void apply(std::span<const double> x, std::span<double> y) {
    const std::size_t size = space_.element_size();
    for (int e = 0; e < space_.n_elements(); ++e)
      operators_.helmholtz(space_.lengths(e), mass_coefficient_, stiffness_coefficient_,
                           x.subspan(e * size, size), y.subspan(e * size, size));
    assemble(y);
  }

  void precondition(std::span<const double> r, std::span<double> z) const {
    for (std::size_t q = 0; q < r.size(); ++q) z[q] = r[q] / diagonal_[q];
  }

  [[nodiscard]] double inner(std::span<const double> x, std::span<const double> y) const {
    const auto weight = gather_scatter_.inverse_multiplicity();
    double sum = 0;
    for (std::size_t q = 0; q < x.size(); ++q) sum += weight[q] * x[q] * y[q];
    return space_.communicator().sum(sum);
  }

  const space::BoxSpace& space_;
  gs::GatherScatter gather_scatter_;
  krylov::ConjugateGradients cg_;
  kernels::BoxOperators operators_;
  space::Field rhs_, mask_, diagonal_;
  std::vector<double> line_diagonal_;  ///< sum_l w_l D(l, i)^2 / w_i
  krylov::Tolerance tolerance_;
  double mass_coefficient_ = 0;
  double stiffness_coefficient_ = 0;
  krylov::SolveReport report_;
};

}  // namespace

std::unique_ptr<HelmholtzSolver> make_jacobi_cg_helmholtz(const space::BoxSpace& space,
                                                          const direct::BoxConditions& conditions,
                                                          double tolerance) {
  return std::make_unique<JacobiCgHelmholtz>(space, conditions, tolerance);
}

}  // namespace lobatto::flow
