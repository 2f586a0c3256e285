#pragma once

#include <string>
#include <vector>

#include "io/checkpoint/reader.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Fields of a checkpoint by their names in it, on the nodes of `space`: where the checkpoint is of
/// another mesh or order, by its polynomials. Collective; throws base::Error on every rank, also
/// where the mesh of the checkpoint does not reach a node.
std::vector<space::Field> read_fields(io::CheckpointReader& checkpoint,
                                      const std::vector<std::string>& names,
                                      const space::FunctionSpace& space);

}  // namespace lobatto::run
