#pragma once

#include <filesystem>
#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// Begins a simulation with the fields of a Nek5000 field file, or of a set of them, on the same
/// elements and of any order, or of any mesh where they are to be interpolated (NekFields):
/// velocity, pressure, T as the first scalar, S01 as the second and so on. What the file does not
/// have stays as the case says, the pressure zero; without velocity it is refused. Returns the
/// lines that tell of it. Collective; throws base::Error that names the file on every rank.
std::string load_nek_field(Simulation& simulation, const std::filesystem::path& file,
                           bool interpolate);

}  // namespace lobatto::run
