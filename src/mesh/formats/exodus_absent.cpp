// A program without a netCDF library.
#include "base/error.hpp"
#include "mesh/mesh_format.hpp"

namespace lobatto::mesh {

MeshFormat exodus_format() {
  return {.name = "Exodus II (.exo, .e, .g)",
          .is_of =
              [](const std::filesystem::path&, std::string_view begin) {
                return begin.starts_with("CDF") || begin.starts_with("\x89HDF\r\n");
              },
          .read = [](const std::filesystem::path& file, const comm::Communicator&) -> MeshSlice {
            throw base::Error(
                file.string() +
                ": is an Exodus II file, and this program was built without netCDF, which reads "
                "them; expected a build where libnetcdf-dev (netcdf-devel) is installed, which "
                "tools/setup does, or a .msh file");
          }};
}

}  // namespace lobatto::mesh
