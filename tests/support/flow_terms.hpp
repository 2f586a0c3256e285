#pragma once

#include <algorithm>
#include <vector>

#include "curved_spaces.hpp"
#include "physics/settings.hpp"
#include "space/element_blocks.hpp"
#include "time/coefficients.hpp"

// What the terms on the boundary of a flow are given, and what they do to a right-hand side.

namespace lobatto::test {

/// factor * function at the nodes.
inline space::VectorField field_of(const space::FunctionSpace& space,
                                   const physics::VectorFunction& function, double factor = 1) {
  auto field = space.make_vector_field();
  for (int d = 0; d < 3; ++d) {
    space.evaluate(function[d], 0, field[d]);
    for (double& value : field[d]) value *= factor;
  }
  return field;
}

/// The integral of a function of place, by the quadrature of the elements.
template <class Function>
double integral(const space::FunctionSpace& space, Function function) {
  auto field = space.make_field();
  space.evaluate(function_of_place(function), 0, field);
  return space.integrate(field);
}

/// One condition on all six faces of a box.
inline std::vector<physics::VelocityBoundaryCondition> faces_of(
    physics::VelocityCondition kind, const physics::VectorFunction& velocity = {}) {
  return std::vector<physics::VelocityBoundaryCondition>(
      mesh::n_faces, physics::VelocityBoundaryCondition{kind, velocity, false});
}

/// Coefficients of a scheme with `order` levels of steps of 0.1.
struct Scheme {
  explicit Scheme(int order)
      : bdf(time::bdf(steps, order)), extrapolation(time::extrapolation(steps, order)) {}
  std::vector<double> steps{0.1, 0.1, 0.1};
  time::Bdf bdf;
  time::Extrapolation extrapolation;
};

/// add_to(block, rhs) on zeros, in blocks of two elements.
template <class AddTo>
space::Field right_hand_side(const space::FunctionSpace& space, AddTo add_to) {
  auto rhs = space.make_field();
  for (int first = 0; first < space.n_elements(); first += 2) {
    const auto block = space::element_block(space, first, std::min(2, space.n_elements() - first));
    add_to(block, rhs.data() + block.offset);
  }
  return rhs;
}

/// sum q rhs over all nodes.
template <class Function>
double tested(const space::FunctionSpace& space, const space::Field& rhs, Function q) {
  auto field = space.make_field();
  space.evaluate(function_of_place(q), 0, field);
  double sum = 0;
  for (std::size_t i = 0; i < rhs.size(); ++i) sum += field[i] * rhs[i];
  return space.communicator().sum(sum);
}

}  // namespace lobatto::test
