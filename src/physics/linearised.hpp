#pragma once

#include <memory>
#include <vector>

#include "physics/base_orbit.hpp"
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
///
/// wave_number: beta of perturbations of a plane that are waves along z,
///   (u, v, p, theta) cos(beta z), w sin(beta z),
/// whose amplitudes are then the fields: lap becomes lap - beta^2, div u = du/dx + dv/dy + beta w,
/// and -dp/dz = beta p. The mean of a wave holds any flow rate. Additions must keep waves so, and U
/// must have no component along z. The equations throw base::Error where the space is no plane.
///
/// orbit: of a base flow that is periodic in time, which the perturbation is at the beginning of at
/// t = 0. Each level of the perturbation is of the level of the orbit of the same time. It must
/// have its levels before the first step.
FlowSettings linearised(FlowSettings settings, double wave_number = 0,
                        std::shared_ptr<BaseOrbit> orbit = {});

/// Lets forces act on such a perturbation, and sources on its scalars, at the new time of each
/// step: du/dt = ... + f. They are the fields "force_velocity", "force_<scalar>" of the state.
FlowSettings forced(FlowSettings settings);

/// Makes a flow, with its velocity and scalars by their names, the base flow of perturbations of it
/// on the same space.
void set_base_flow(const state::State& flow, state::State& perturbation);
/// Its fields in the state of a perturbation.
std::vector<const state::Variable*> base_fields(const state::State& perturbation);

}  // namespace lobatto::physics
