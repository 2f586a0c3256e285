// The transpose of the step of a linear flow. With weak right-hand sides f of the new level,
//   u = Q H^-1 Q^T M (u_hat - grad p),   p = Q L^-1 Q^T (D u_hat + B u^n),   D = grad^T M,
// H and L the matrices of the velocity and the pressure, Q what copies values of nodes to elements,
// B the boundary's terms. All of H^-1, L^-1, M are symmetric, so that for cotangents y of u
//   z = Q H^-1 Q^T y,   mu = Q L^-1 Q^T D z,
// those of u_hat are M (z - grad mu), those of what the pressure's right-hand side has -mu. The
// change of the flow rate's response by nu adds to that of u_0 in dJ/dnu = -z . K u, u the
// corrected velocity.
#include "kernels/vectors/vector_updates.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "physics/equations/momentum.hpp"

namespace lobatto::physics {

void Momentum::solve_transposed(Cotangents& of_new, TransposedStep& step) {
  state::Variable& y = *of_new.find(velocity_);
  state::Variable& hat = *step.hat.find(velocity_);
  const double leading = step.taken.bdf.leading;
  if (flow_rate_)
    flow_rate_region_([&] { flow_rate_->apply_transposed(leading, solvers(), y.vector()); });
  velocity_region_([&] { solve_velocity_transposed(velocity_mass(step.taken), y, hat); });
  if (step.given != nullptr)
    for (int d = 0; d < 3; ++d)
      step.given->of(velocity_).add_solve(velocity_mass(step.taken),
                                          viscosity_.stiffness().factor(), d, y.now(d), hat.now(d));
  pressure_region_([&] { solve_pressure_transposed(hat, step.pressure); });
  if (step.given != nullptr)
    pressure_boundary_.add_given(leading, step.pressure, step.given->of(velocity_));
  sums_region_([&] {
    for (const ElementBlock& block : pressure_solver_->schedule())
      for (int d = 0; d < 3; ++d) {
        double* const z = hat.now(d).data() + block.offset;
        operators_->momentum_rhs(block.first, block.n_elements, d, z,
                                 step.pressure.data() + block.offset, z);
      }
  });
}

/// z
void Momentum::solve_velocity_transposed(double mass_coefficient, const state::Variable& y,
                                         state::Variable& z) {
  for (int first = 0; first < 3; ++first) {
    if (!is_first_of_its_solver(first)) continue;
    const auto components = components_with(first);
    std::vector<HelmholtzProblem> problems;
    for (const int d : components) problems.push_back({{}, in_fluid(z.now(d))});
    HelmholtzSolver& solver = *velocity_solvers_[first];
    solver.begin(mass_coefficient, viscosity_.stiffness(), problems);
    for (std::size_t i = 0; i < components.size(); ++i)
      for (const ElementBlock& block : solver.schedule())
        solver.put(static_cast<int>(i), block, y.now(components[i]).data() + block.offset);
    velocity_region_.count(solver.finish());
  }
}

/// mu
void Momentum::solve_pressure_transposed(const state::Variable& z, space::Field& mu) {
  pressure_solver_->begin(pressure_mass(), 1.0, {{{}, in_fluid(mu)}});
  for (const ElementBlock& block : pressure_solver_->schedule()) {
    const std::array<const double*, 3> on_block{z.now(0).data() + block.offset,
                                                z.now(1).data() + block.offset,
                                                z.now(2).data() + block.offset};
    operators_->weak_divergence(block.first, block.n_elements, on_block, f_.data());
    pressure_solver_->put(0, block, f_.data());
  }
  pressure_region_.count(pressure_solver_->finish());
}

void Momentum::add_transposed_past(const TransposedStep& step, int level, Cotangents& to) const {
  const auto extrapolation = step.taken.extrapolation_of(PressureBoundary::max_order);
  if (level >= extrapolation.order) return;
  auto& y = to.find(velocity_)->vector();
  const double factor = -extrapolation.history[level];
  if (step.given == nullptr)
    return pressure_boundary_.add_transposed(viscosity_.value(), factor, step.pressure, y);
  space::VectorField of_one = space_.make_vector_field();
  pressure_boundary_.add_transposed(1.0, factor, step.pressure, of_one);
  step.given->of(velocity_).add_to_coefficient(of_one);
  for (int d = 0; d < 3; ++d)
    kernels::linear_combination(
        {{{1.0, y[d].data()}, {viscosity_.stiffness().factor(), of_one[d].data()}}}, y[d]);
}

std::vector<GivenOnPart> Momentum::given_on_boundary() const {
  std::vector<GivenOnPart> given;
  for (std::size_t f = 0; f < settings_.faces.size(); ++f) {
    const auto& face = settings_.faces[f];
    const int part = static_cast<int>(f);
    if (!gives_normal_velocity(face.kind)) continue;
    for (int d = 0; d < 3; ++d)
      if (face.velocity[d]) given.push_back({d, part, velocity_values_[d].nodes_given_by(part)});
  }
  return given;
}

void Momentum::drop_fixed(Cotangents& of_current) const {
  auto& y = of_current.find(velocity_)->vector();
  for (int d = 0; d < 3; ++d) {
    const auto mask =
        space::dirichlet_mask(space_, velocity_conditions(space_, settings_.faces, d));
    for (std::size_t q = 0; q < mask.size(); ++q) y[d][q] *= mask[q];
  }
  if (frames_ != nullptr) frames_->project(std::array<std::span<double>, 3>{y[0], y[1], y[2]});
}

}  // namespace lobatto::physics
