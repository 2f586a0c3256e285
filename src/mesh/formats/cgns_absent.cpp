// A program without a CGNS library.
#include "base/error.hpp"
#include "mesh/mesh_format.hpp"

namespace lobatto::mesh {

MeshFormat cgns_format() {
  return {.name = "CGNS (.cgns)",
          .is_of = [](const std::filesystem::path& file,
                      std::string_view) { return file.extension() == ".cgns"; },
          .read = [](const std::filesystem::path& file, const comm::Communicator&) -> MeshSlice {
            throw base::Error(
                file.string() +
                ": is a CGNS file, and this program was built without the CGNS library, which "
                "reads them; expected a build where libcgns-dev (cgns-devel) is installed, "
                "which tools/setup does, or a .msh file");
          }};
}

}  // namespace lobatto::mesh
