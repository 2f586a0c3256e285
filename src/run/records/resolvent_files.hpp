#pragma once

#include <filesystem>
#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// Where the search for optimal forces stands, for people, in a line.
std::string propagation_text(const stability::ResolventSearch& search);
/// A table of the gains, for people.
std::string gains_text(const stability::ResolventSearch& search);
/// gains.csv, and a field file for each force with its response, real and imaginary parts:
/// "velocity", "velocity_imaginary", "velocity_force" ... Collective; throws base::Error on every
/// rank.
void write_resolvent(const Simulation& simulation, const std::filesystem::path& folder);

}  // namespace lobatto::run
