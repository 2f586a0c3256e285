#pragma once

#include <filesystem>
#include <string>

#include "run/simulation.hpp"

namespace lobatto::run {

/// What the last propagation was for and what it has shown, for people, in a line.
std::string propagation_text(const stability::BaseFlowSearch& search);
/// Whether the steady flow is found, for people, in a line.
std::string base_flow_text(const stability::BaseFlowSearch& search);
/// history.csv, a row for each iterate. Collective; throws base::Error on every rank.
void write_base_flow(const Simulation& simulation, const std::filesystem::path& folder);

}  // namespace lobatto::run
