#include "accept/spectral_elements/element_poisson.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/grading.hpp"
#include "mesh/rank_grid.hpp"
#include "space/boundary.hpp"
#include "space/element_operators.hpp"

namespace lobatto::accept {

namespace {

/// sin(pi x) sin(pi y) sin(pi z)
void bump(const space::Points& points, double, std::span<double> out) {
  constexpr double pi = std::numbers::pi;
  for (std::size_t q = 0; q < out.size(); ++q)
    out[q] = std::sin(pi * points.x[q]) * std::sin(pi * points.y[q]) * std::sin(pi * points.z[q]);
}

space::CoordinateMap moved_inside() {
  constexpr double distance = 0.05;
  space::CoordinateMap map;
  for (std::size_t d = 0; d < 3; ++d)
    map[d] = [d](const space::Points& points, double t, std::span<double> out) {
      bump(points, t, out);
      const auto x = d == 0 ? points.x : d == 1 ? points.y : points.z;
      for (std::size_t q = 0; q < out.size(); ++q) out[q] = x[q] + distance * out[q];
    };
  return map;
}

mesh::BoxMesh unit_cube(const RankBox& elements, int order, int rank) {
  std::array<mesh::Axis, 3> axes;
  for (std::size_t d = 0; d < 3; ++d)
    axes[d] = {mesh::uniform_ticks(0.0, 1.0, elements.size()[d]), false};
  const auto& ranks = elements.ranks();
  return mesh::make_box_mesh(std::move(axes), order, mesh::RankGrid{ranks[0], ranks[1], ranks[2]},
                             rank);
}

}  // namespace

ElementPoisson::ElementPoisson(const RankBox& elements, int order,
                               const krylov::Tolerance& tolerance,
                               const comm::Communicator& communicator)
    : space_(unit_cube(elements, order, communicator.rank()), moved_inside(), communicator),
      conditions_(space_.boundaries().size(), poly::EndCondition::dirichlet),
      solver_(physics::make_jacobi_cg_helmholtz(space_, conditions_,
                                                {.tolerance = tolerance.relative,
                                                 .max_iterations = tolerance.max_iterations,
                                                 .projection_vectors = 0},
                                                1)),
      exact_(space_.make_field()),
      load_(space_.make_field()),
      solution_(space_.make_field()) {
  space_.evaluate(bump, 0, exact_);
  for (std::size_t q = 0; q < load_.size(); ++q)
    load_[q] = 3 * std::numbers::pi * std::numbers::pi * exact_[q];
  space::multiply_by_mass(space_, 0, space_.n_elements(), load_.data(), load_.data());
}

krylov::SolveReport ElementPoisson::solve() {
  return solver_->solve(0.0, 1.0, load_, {{}, solution_}).solves[0];
}

double ElementPoisson::error() const {
  space::Field difference = solution_;
  for (std::size_t q = 0; q < difference.size(); ++q) difference[q] -= exact_[q];
  return space_.rms(difference);
}

/// integral of grad v . grad u, by element
space::Field ElementPoisson::weak_form() const {
  space::Field image = space_.make_field();
  const auto operators = space::make_element_operators(space_);
  space::VectorField gradient = space_.make_vector_field();
  const std::array at{gradient[0].data(), gradient[1].data(), gradient[2].data()};
  operators->gradient(0, space_.n_elements(), solution_.data(), at);
  operators->weak_divergence(0, space_.n_elements(), {at[0], at[1], at[2]}, image.data());
  return image;
}

double ElementPoisson::residual() const {
  space::Field load = load_, residual = weak_form();
  for (std::size_t q = 0; q < load.size(); ++q) residual[q] = load[q] - residual[q];
  const auto inside = space::dirichlet_mask(space_, conditions_);
  const auto share = space_.gather_scatter().inverse_multiplicity();
  const auto square = [&](space::Field& field) {
    space_.gather_scatter().add(field);
    double sum = 0;
    for (std::size_t q = 0; q < field.size(); ++q)
      sum += inside[q] * share[q] * field[q] * field[q];
    return space_.communicator().sum(sum);
  };
  return std::sqrt(square(residual) / square(load));
}

}  // namespace lobatto::accept
