#pragma once

#include <filesystem>
#include <string>

#include "machine/links/link_classes.hpp"

namespace lobatto::program {

/// Where nodes stand, from a TOML file:
///
///   levels = ["row", "cabinet"]                # from the outside in
///   [nodes]
///   "n[001-064]" = ["1", "a"]                  # names as SLURM writes them, a place for each
///   level
///
/// Throws base::Error with all that is wrong, each with file, line and column.
machine::Topology read_topology(const std::filesystem::path& file);
machine::Topology parse_topology(const std::string& text, const std::string& file);

}  // namespace lobatto::program
