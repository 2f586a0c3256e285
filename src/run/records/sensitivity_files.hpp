#pragma once

#include <filesystem>
#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// Where the solve for the effect of steady forces stands, for people, in a line.
std::string propagation_text(const stability::SteadyForce& force);
/// A table of the modes of a search that has converged, for people. Collective.
std::string sensitivities_text(const Simulation& simulation);
/// sensitivity.csv, and a field file for each mode: the mode, the adjoint mode, the wave maker, and
/// what growth and frequency gain by a change of the base flow. Collective; throws base::Error on
/// every rank.
void write_sensitivities(const Simulation& simulation, const std::filesystem::path& folder);

}  // namespace lobatto::run
