#include "physics/rigid_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "physics/conditions/dirichlet_values.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "space/scaled_stiffness.hpp"

namespace lobatto::physics {

namespace {

/// k at all nodes.
space::Field inverse_volumes(const space::FunctionSpace& space) {
  space::Field k = space.make_field();
  const double mean = space.volume() / static_cast<double>(space.n_global_elements());
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto mass = space.mass(e);
    double volume = 0;
    for (std::size_t q = 0; q < space.element_size(); ++q) volume += mass(q);
    std::fill_n(k.data() + e * space.element_size(), space.element_size(), mean / volume);
  }
  return k;
}

/// Zero but for planes of symmetry that lie along the component, and what is periodic.
space::BoundaryConditions conditions_of(const space::FunctionSpace& space,
                                        std::span<const VelocityBoundaryCondition> faces,
                                        int component) {
  space::BoundaryConditions conditions(space.boundaries().size(), poly::EndCondition::dirichlet);
  for (std::size_t b = 0; b < conditions.size(); ++b)
    if (faces[b].kind == VelocityCondition::symmetry &&
        space::Boundary(space, static_cast<int>(b)).axis() != component)
      conditions[b] = poly::EndCondition::neumann;
  return conditions;
}

/// Solves for what spreads from a body.
class Spreading {
 public:
  Spreading(const space::FunctionSpace& space, const space::BoundaryConditions& conditions)
      : space_(space), stiffness_(space) {
    stiffness_.update(inverse_volumes(space));
    constexpr IterativeHelmholtz settings{.tolerance = 1e-12, .max_iterations = 20'000};
    solver_ = make_jacobi_cg_helmholtz(space, conditions, settings, 1);
  }

  [[nodiscard]] space::Field spread(const RigidBody& body,
                                    const space::SpaceTimeFunction& on_body) {
    DirichletValues given(space_);
    for (const int part : body.boundaries) given.add_boundary(part, on_body, false);
    given.update(0);
    space::Field phi = space_.make_field(), rhs = space_.make_field();
    for (const auto& block : solver_->schedule())
      given.subtract_lift(0, stiffness_, block, rhs.data() + block.offset);
    const auto report = solver_->solve(0, stiffness_, rhs, {{}, phi}).solves.at(0);
    if (!report.converged)
      throw base::Error(fmt::format(
          "what moves the mesh has not converged: residual {:.2e} after {} iterations of {}",
          report.residual, report.iterations, solver_->name()));
    given.impose(phi);
    return phi;
  }

 private:
  const space::FunctionSpace& space_;
  space::ScaledStiffness stiffness_;
  std::unique_ptr<HelmholtzSolver> solver_;
};

/// 1, x, y or z.
space::SpaceTimeFunction term(int j, const base::Vector3& about) {
  return [j, about](const space::Points& points, double, std::span<double> out) {
    if (j == 0) {
      std::ranges::fill(out, 1.0);
      return;
    }
    const auto x = std::array{points.x, points.y, points.z}[j - 1];
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = x[q] - about[j - 1];
  };
}

}  // namespace

RigidBodies::RigidBodies(const space::FunctionSpace& space, std::vector<RigidBody> bodies,
                         std::span<const VelocityBoundaryCondition> faces)
    : space_(space), faces_(faces.begin(), faces.end()) {
  for (auto& body : bodies) bodies_.push_back({std::move(body), {}});
}

void RigidBodies::solve() {
  at_rest_ = space_.curved()->coordinates();
  std::array<space::BoundaryConditions, 3> conditions;
  for (int d = 0; d < space_.shape().n_directions(); ++d) {
    conditions[d] = conditions_of(space_, faces_, d);
    const auto same = std::find(conditions.begin(), conditions.begin() + d, conditions[d]);
    if (same != conditions.begin() + d) {
      for (auto& moved : bodies_) moved.spread[d] = moved.spread[same - conditions.begin()];
      continue;
    }
    Spreading spreading(space_, conditions[d]);
    for (auto& moved : bodies_) {
      Spread spread;
      for (int j = 0; j < 4; ++j)
        spread[j] = spreading.spread(moved.body, term(j, moved.body.about));
      moved.spread[d] = std::make_shared<const Spread>(std::move(spread));
    }
  }
}

void RigidBodies::evaluate(double t, space::Coordinates& places, space::VectorField& velocity) {
  if (!at_rest_) solve();
  for (int d = 0; d < 3; ++d) {
    std::ranges::copy((*at_rest_)[d], places[d].begin());
    velocity[d].fill(0);
  }
  for (const auto& [body, spread] : bodies_) {
    Affine displacement, rate;
    body.at(t, displacement, rate);
    for (int d = 0; d < 3; ++d)
      for (int j = 0; spread[d] != nullptr && j < 4; ++j) {
        const space::Field& phi = (*spread[d])[j];
        for (std::size_t q = 0; q < phi.size(); ++q) {
          places[d][q] += displacement[d][j] * phi[q];
          velocity[d][q] += rate[d][j] * phi[q];
        }
      }
  }
}

}  // namespace lobatto::physics
