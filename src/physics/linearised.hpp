#pragma once

#include "physics/settings.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// The settings of a small perturbation u, theta of a flow U, Theta:
///   du/dt + U . grad u + u . grad U = -grad p + nu lap u + buoyancy,   div u = 0,
///   d theta/dt + U . grad theta + u . grad Theta = kappa lap theta.
/// Given values, fluxes and tractions become zero, and so does a given flow rate; forces and
/// sources, which do not depend on the flow, go, and backflow is not damped. Additions stay: they
/// must be linear. U and Theta are the fields "base_velocity", "base_<scalar>" of the state. Throws
/// base::Error where the rest is not linear: a velocity that is given, a viscosity or a diffusivity
/// that is a field, solids, a sub-grid model, a condition that uses the solution.
FlowSettings linearised(FlowSettings settings);

/// Makes a flow, with its velocity and scalars by their names, the base flow of perturbations of it
/// on the same space.
void set_base_flow(const state::State& flow, state::State& perturbation);

}  // namespace lobatto::physics
