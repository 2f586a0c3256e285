#pragma once

#include "io/checkpoint/reader.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// Begins a simulation with the fields of a checkpoint of any mesh and order, whose case file is in
/// it: velocity, pressure, and the scalars that both have. The old mesh continues beyond the ends
/// of its periodic directions where it is a box. Collective; throws base::Error where nodes of the
/// new mesh lie outside of the old one.
void load_interpolated(Simulation& simulation, io::CheckpointReader& checkpoint);

}  // namespace lobatto::run
