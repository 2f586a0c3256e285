#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/checkpoint/reader.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// The newest checkpoint of a run folder, or of a folder of checkpoints.
std::optional<std::filesystem::path> newest_in(const std::filesystem::path& folder);

/// The file that a text stands for: itself, or the newest checkpoint of a folder. Throws
/// base::Error that begins with `where`. Not collective.
std::filesystem::path checkpoint_of(const std::filesystem::path& from, const std::string& where);

/// Fields of a checkpoint by their names in it, on the nodes of `space`: where the checkpoint is of
/// another mesh or order, by its polynomials. Collective; throws base::Error on every rank, also
/// where the mesh of the checkpoint does not reach a node.
std::vector<space::Field> read_fields(io::CheckpointReader& checkpoint,
                                      const std::vector<std::string>& names,
                                      const space::FunctionSpace& space);

}  // namespace lobatto::run
