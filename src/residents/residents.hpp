#pragma once

#include <array>

#include "residents/resident.hpp"

namespace lobatto::residents {

/// Every resident, in the order of the manual and in that in which they look at a step: a line
/// each.
using ResidentMaker = Resident();
ResidentMaker face_velocity, normal_velocity, tangential_velocity, face_pressure, traction,
    backflow_damping, wall_model, recycling, turbulent_inflow, scalar_sources, scalar_value,
    scalar_flux, scalar_wall_model, robin, low_mach, subgrid, fields, statistics, probes, forces,
    monitors, forcing, filter, sponges, rotating_frame, magnetic, time_integrals, flow_meters,
    particle_families, user_code_file, user_fields, stability_search, mesh_motion, moving_bodies;
inline constexpr std::array all{
    &face_velocity,
    &normal_velocity,
    &tangential_velocity,
    &face_pressure,
    &traction,
    &backflow_damping,
    &wall_model,
    &recycling,
    &turbulent_inflow,
    &scalar_sources,
    &scalar_value,
    &scalar_flux,
    &scalar_wall_model,
    &robin,
    &low_mach,
    &subgrid,
    &fields,
    &statistics,
    &probes,
    &forces,
    &monitors,
    &forcing,
    &filter,
    &sponges,
    &rotating_frame,
    &magnetic,
    &time_integrals,
    &flow_meters,
    &particle_families,
    &user_code_file,
    &user_fields,
    &stability_search,
    &mesh_motion,
    &moving_bodies,
};

}  // namespace lobatto::residents
