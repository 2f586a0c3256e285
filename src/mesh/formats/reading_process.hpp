#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "base/function_ref.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// The mesh that a library reads of a file, in a process of its own: libraries that read files end
/// the program, or never come back, where they meet some damaged ones. The file is not locked
/// meanwhile, and no more memory and time is taken than a file of its size can need. Throws
/// base::Error: that of `read`, or that the file is damaged where its process dies. Costs a fork
/// and a copy of the mesh.
MeshSlice read_in_own_process(const std::filesystem::path& file, base::FunctionRef<RawMesh()> read);
/// The same of bytes.
std::vector<std::byte> bytes_of_own_process(const std::filesystem::path& file,
                                            base::FunctionRef<std::vector<std::byte>()> task);

}  // namespace lobatto::mesh
