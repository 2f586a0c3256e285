// A program without a CGNS library.
#include "base/error.hpp"
#include "mesh/cgns_reader.hpp"

namespace lobatto::mesh {

bool has_cgns() { return false; }

bool is_cgns(const std::filesystem::path& file) { return file.extension() == ".cgns"; }

RawMesh read_cgns(const std::filesystem::path& file) {
  throw base::Error(file.string() +
                    ": is a CGNS file, and this program was built without the CGNS library, which "
                    "reads them; expected a build where libcgns-dev (cgns-devel) is installed, "
                    "which tools/setup does, or a .msh file");
}

}  // namespace lobatto::mesh
