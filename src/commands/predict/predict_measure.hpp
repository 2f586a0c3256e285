#pragma once

#include <filesystem>
#include <string>

#include "case/case.hpp"
#include "comm/communicator.hpp"

namespace lobatto::commands {

/// Writes a machine file of the machine that this runs on: rates of a core while all ranks work,
/// messages between ranks of a node and, where there are several, between nodes, and for each order
/// ("7,15"; none: that of the case) the parts of the rates that the regions of a step of the case
/// reach, on 262,144 points per rank. An existing file is not overwritten. Collective; throws
/// base::Error on every rank.
void measure_machine(const cases::Case& the_case, const std::string& orders,
                     const std::filesystem::path& file, const comm::Communicator& communicator);

}  // namespace lobatto::commands
