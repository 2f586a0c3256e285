#pragma once

#include <filesystem>
#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// Begins a simulation with the fields of a field file (io::write_vtkhdf) of any mesh and order:
/// velocity, pressure and scalars by their names. What the file does not have stays as the case
/// says, the pressure zero; without velocity it is refused. Returns the lines that tell of it.
/// Collective; throws base::Error that names the file on every rank.
std::string load_field_file(Simulation& simulation, const std::filesystem::path& file);

}  // namespace lobatto::run
