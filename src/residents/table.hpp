#pragma once

#include <array>

#include "residents/resident.hpp"

namespace lobatto::residents {

/// Every resident, in the order of the manual and in that in which they look at a step: a line
/// each.
using ResidentMaker = Resident();
ResidentMaker recycling, turbulent_inflow, subgrid, fields, statistics, probes, forces, monitors,
    forcing, filter, sponges, rotating_frame, time_integrals, flow_meters, user_code_file,
    user_fields;
inline constexpr std::array all{
    &recycling,      &turbulent_inflow, &subgrid,        &fields,      &statistics, &probes,
    &forces,         &monitors,         &forcing,        &filter,      &sponges,    &rotating_frame,
    &time_integrals, &flow_meters,      &user_code_file, &user_fields,
};

}  // namespace lobatto::residents
