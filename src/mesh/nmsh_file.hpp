#pragma once

#include <filesystem>

#include "mesh/re2_file.hpp"

namespace lobatto::mesh {

/// A .nmsh file of Neko, plane or not, in the words of .re2 files. Zones of the kinds that older
/// files have are the conditions "wall", "inlet", "outlet", "symmetry" and "outlet_normal",
/// labelled ones "zone-<label>"; periodic ones pair sides. What follows the curved sides counts for
/// nothing: Neko leaves what an older, longer file had there. Throws base::Error with the byte and
/// what was expected there.
Re2File read_nmsh_file(const std::filesystem::path& file);

/// Whether a file begins, and is as long, as one of Neko, which has no mark of its own.
bool is_nmsh(const std::filesystem::path& file);

}  // namespace lobatto::mesh
