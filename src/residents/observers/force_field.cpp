#include "residents/observers/force_field.hpp"

#include <utility>

namespace lobatto::residents {

ForceField::ForceField(const Solution& solution)
    : solution_(solution),
      formulas_(solution.the_case),
      force_(solution.space.make_vector_field()) {
  if (solution.the_case.body_force) body_ = formulas_.vector_source(*solution.the_case.body_force);
}

const space::VectorField& ForceField::evaluate(double t) {
  for (auto& component : force_) component.fill(0.0);
  if (body_) set_body_force(t);
  formulas_.throw_fault(solution_.space.communicator());
  for (const auto& buoyancy : solution_.the_case.buoyancy) add_buoyancy(buoyancy);
  return force_;
}

void ForceField::set_body_force(double t) {
  const auto& fluid = solution_.space.fluid();
  const auto& state = solution_.state;
  const std::size_t size = fluid.element_size();
  std::array<std::vector<double>, 3> x;
  std::vector<const double*> velocity(3), scalars;
  for (int e = 0; e < fluid.n_elements(); ++e) {
    const std::size_t begin = e * size;
    fluid.element_points(e, x);
    for (int d = 0; d < 3; ++d) velocity[d] = state["velocity"].now(d).data() + begin;
    scalars.clear();
    for (const auto& scalar : solution_.the_case.scalars)
      scalars.push_back(state[scalar.name].now().data() + begin);
    for (int d = 0; d < 3; ++d)
      (*body_)[d]({x[0], x[1], x[2]}, t, velocity, scalars,
                  std::span<double>(force_[d]).subspan(begin, size));
  }
}

void ForceField::add_buoyancy(const physics::Buoyancy& buoyancy) {
  const auto& scalar = solution_.state[solution_.the_case.scalars[buoyancy.scalar].name].now();
  for (int d = 0; d < 3; ++d) {
    const double factor = buoyancy.coefficient * buoyancy.direction[d];
    if (factor == 0) continue;
    for (std::size_t q = 0; q < solution_.space.fluid().size(); ++q)
      force_[d][q] += factor * (scalar[q] - buoyancy.reference);
  }
}

}  // namespace lobatto::residents
