#include "mesh/gmsh_periodic.hpp"

#include <cmath>

#include "base/error.hpp"

namespace lobatto::mesh {

std::string name_of(const GmshPeriodicSurfaces& pair) {
  return "surfaces " + std::to_string(pair.slave) + " and " + std::to_string(pair.master);
}

std::array<double, 3> translation_of(const std::string& file, const GmshPeriodicSurfaces& pair) {
  bool is_translation = pair.affine.size() == 16;
  for (std::size_t i = 0; is_translation && i < 16; ++i) {
    const double expected = i % 5 == 0 ? 1.0 : 0.0;
    is_translation = i % 4 == 3 && i != 15 ? true : std::abs(pair.affine[i] - expected) < 1e-10;
  }
  if (!is_translation) {
    throw base::Error(file + ": periodic " + name_of(pair) +
                      " list no nodes and no translation; expected one of them");
  }
  return {pair.affine[3], pair.affine[7], pair.affine[11]};
}

void refuse_without_quads(const std::string& file, const GmshPeriodicSurfaces& pair, int surface) {
  throw base::Error(file + ": periodic " + name_of(pair) + " list no nodes, and surface " +
                    std::to_string(surface) +
                    " has no quadrilaterals in the file; put it into a physical group or save "
                    "all elements (Mesh.SaveAll = 1)");
}

}  // namespace lobatto::mesh
