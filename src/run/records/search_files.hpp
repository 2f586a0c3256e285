#pragma once

#include <filesystem>
#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// Where the search of a run stands after a propagation, for people, in a line.
std::string propagation_text(const Simulation& simulation);
/// What the last propagation adds to the tables of the search, in the folder of the run.
/// Collective; throws base::Error on every rank, as write_found().
void write_history(const Simulation& simulation, const std::filesystem::path& folder);

/// What the search has found at its end, for people.
std::string found_text(const Simulation& simulation);
/// Its files, in the folder of the run.
void write_found(Simulation& simulation, const std::filesystem::path& folder);

}  // namespace lobatto::run
