#pragma once

#include <filesystem>
#include <string>

#include "io/checkpoint/reader.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// Begins a simulation with fields, without a past: those that [restart] chooses, at its time or at
/// t after n_steps. What is left out stays as the case says.
void begin_with(Simulation& simulation, double t, long long n_steps,
                physics::EquationSystem::Fields fields);

/// Begins a simulation with the fields of a checkpoint of any mesh and order, whose case file is in
/// it: velocity, pressure, and the scalars that both have. The old mesh continues beyond the ends
/// of its periodic directions where it is a box. Collective; throws base::Error where nodes of the
/// new mesh lie outside of the old one.
void load_interpolated(Simulation& simulation, io::CheckpointReader& checkpoint);

/// Begins a simulation with the fields of a field file (io::write_vtkhdf) of any mesh and order:
/// velocity, pressure and scalars by their names. What the file does not have stays as the case
/// says, the pressure zero; without velocity it is refused. Returns the lines that tell of it.
/// Collective; throws base::Error that names the file on every rank.
std::string load_field_file(Simulation& simulation, const std::filesystem::path& file);

/// Begins a simulation with the fields of a Nek5000 field file, or of a set of them, on the same
/// elements and of any order, or of any mesh where they are to be interpolated (NekFields):
/// velocity, pressure, T as the first scalar, S01 as the second and so on. What the file does not
/// have stays as the case says, the pressure zero; without velocity it is refused. Returns the
/// lines that tell of it. Collective; throws base::Error that names the file on every rank.
std::string load_nek_field(Simulation& simulation, const std::filesystem::path& file,
                           bool interpolate);

}  // namespace lobatto::run
