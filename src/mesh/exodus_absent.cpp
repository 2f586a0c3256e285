// A program without a netCDF library.
#include "base/error.hpp"
#include "mesh/exodus_reader.hpp"

namespace lobatto::mesh {

bool has_exodus() { return false; }

RawMesh read_exodus(const std::filesystem::path& file) {
  throw base::Error(
      file.string() +
      ": is an Exodus II file, and this program was built without netCDF, which reads "
      "them; expected a build where libnetcdf-dev (netcdf-devel) is installed, which "
      "tools/setup does, or a .msh file");
}

}  // namespace lobatto::mesh
