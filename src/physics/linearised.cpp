#include "physics/linearised.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "physics/equations/assembly.hpp"
#include "physics/terms/base_gradient.hpp"

namespace lobatto::physics {

namespace {

void refuse(bool is_there, const std::string& what) {
  if (is_there)
    throw base::Error("found " + what +
                      "; expected constant coefficients and given conditions, about which a flow "
                      "can be linearised");
}

void check_scalar(const ScalarSettings& scalar) {
  refuse(!scalar.is_advected, "'" + scalar.name + "' without advection");
  refuse(scalar.diffusivity.law != nullptr, "a diffusivity of '" + scalar.name + "' that varies");
  refuse(!scalar.solid_sources.empty() || scalar.capacity != nullptr, "solids");
  refuse(std::ranges::any_of(scalar.faces,
                             [](const auto& face) { return static_cast<bool>(face.of_solution); }),
         "a condition of '" + scalar.name + "' that uses the solution");
}

void check(const FlowSettings& settings) {
  refuse(settings.given_velocity.has_value(), "a velocity that is given");
  refuse(!settings.is_advected, "a flow without advection");
  refuse(settings.along_characteristics, "steps along characteristics");
  refuse(settings.viscosity.law != nullptr, "a viscosity that varies");
  refuse(static_cast<bool>(settings.subgrid_model), "a sub-grid model");
  for (const auto& face : settings.faces)
    refuse(face.of_solution[0] || face.follows ||
               (face.traction && (face.traction->of_solution[0] || face.traction->follows)),
           "a condition of the velocity that uses the solution");
  for (const auto& scalar : settings.scalars) check_scalar(scalar);
}

void zero(const space::Points& /*points*/, double /*t*/, std::span<double> out) {
  std::ranges::fill(out, 0.0);
}

void make_zero(VelocityBoundaryCondition& face) {
  for (auto& component : face.velocity)
    if (component) component = zero;
  face.depends_on_time = false;
  face.damps_backflow = false;
  if (face.traction) face.traction = GivenVector{{zero, zero, zero}, false};
}

void make_zero(ScalarBoundaryCondition& face) {
  if (face.value) face.value = zero;
  face.depends_on_time = false;
}

/// Of an orbit its beginning is saved (BaseOrbit), and not where it is now.
state::Variable& declare_base(state::State& state, const state::Variable& of, bool is_saved) {
  return state.declare("base_" + of.name(), {.is_vector = of.kind().is_vector,
                                             .n_saved = is_saved ? 1 : 0,
                                             .save_as = "base/" + of.name()});
}

void check_wave(const space::FunctionSpace& space, double wave_number) {
  if (wave_number != 0 && (!space.is_plane() || space.is_axisymmetric()))
    throw base::Error("found a space that is no plane x, y; expected one for waves along z");
}

/// What U carries, and what of it the perturbation carries.
void add_base_flow(Assembly& assembly) {
  const auto& space = assembly.state.space();
  check_wave(space, assembly.settings.wave_number);
  const int quadrature_nodes = assembly.settings.quadrature_nodes;
  const BaseGradientTerm::Advections advections{
      space::make_advection(space, quadrature_nodes),
      std::make_shared<space::TransposedAdvection>(space, quadrature_nodes)};
  const state::Variable& velocity = assembly.velocity->field();
  for (const auto& carried : assembly.explicit_part.carried()) {
    const auto& orbit = assembly.settings.base_orbit;
    state::Variable& base = declare_base(assembly.state, carried->field(), orbit == nullptr);
    carried->add(std::make_unique<BaseGradientTerm>(advections, velocity, base, space, orbit));
  }
  assembly.explicit_part.set_velocity(assembly.state["base_" + velocity.name()]);
}

}  // namespace

FlowSettings linearised(FlowSettings settings, double wave_number,
                        std::shared_ptr<BaseOrbit> orbit) {
  check(settings);
  settings.wave_number = wave_number;
  settings.base_orbit = std::move(orbit);
  settings.additions.insert(settings.additions.begin(), add_base_flow);
  if (settings.flow_rate) settings.flow_rate->bulk_velocity = 0;
  if (wave_number != 0) settings.flow_rate.reset();
  settings.body_force.reset();
  settings.iterative_pressure.follows_steps = settings.iterative_velocity.follows_steps = false;
  for (auto& face : settings.faces) make_zero(face);
  for (auto& scalar : settings.scalars) {
    scalar.source = {};
    for (auto& face : scalar.faces) make_zero(face);
  }
  return settings;
}

FlowSettings forced(FlowSettings settings) {
  settings.additions.push_back([](Assembly& assembly) {
    for (const auto& carried : assembly.explicit_part.carried()) {
      const state::Variable& field = carried->field();
      carried->set_known_force(
          assembly.state.declare("force_" + field.name(), {.is_vector = field.kind().is_vector})
              .vector());
    }
  });
  return settings;
}

void set_base_flow(const state::State& flow, state::State& perturbation) {
  for (const auto& field : flow.variables())
    if (perturbation.find("base_" + field->name()) != nullptr)
      for (int c = 0; c < field->n_components(); ++c)
        perturbation["base_" + field->name()].now(c) = field->now(c);
}

std::vector<const state::Variable*> base_fields(const state::State& perturbation) {
  std::vector<const state::Variable*> fields;
  for (const auto& field : perturbation.variables())
    if (const auto* base = perturbation.find("base_" + field->name())) fields.push_back(base);
  return fields;
}

}  // namespace lobatto::physics
