#pragma once

#include <filesystem>
#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// Where the search for modes stands, for people, in a line.
std::string propagation_text(const stability::ModeSearch& search);
/// A table of the modes, for people.
std::string modes_text(const stability::ModeSearch& search);
/// spectrum.csv, and a field file for each mode: velocity and scalars of its real part, and of its
/// imaginary part "velocity_imaginary" ... Collective; throws base::Error on every rank.
void write_modes(Simulation& simulation, const std::filesystem::path& folder);

}  // namespace lobatto::run
