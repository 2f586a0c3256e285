#include "mesh/mesh_format.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "../../../examples/extensions/bricks_format.cpp"
#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/tools/mesh_quality.hpp"
#include "support/message_of.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {
namespace {

/// The formats of the house and one more.
std::vector<MeshFormatMaker*> formats_with_bricks() {
  std::vector<MeshFormatMaker*> formats(mesh_formats.begin(), mesh_formats.end());
  formats.push_back(&bricks_format);
  return formats;
}

HexMesh read_wall(const std::string& text) {
  const TemporaryFile file("wall.bricks", text);
  const auto alone = comm::Communicator::alone();
  return connect_slice(read_mesh(file.path(), alone, formats_with_bricks()), alone).part;
}

TEST(MeshFormat, OneFileAndOneLineAddAFormat) {
  const HexMesh mesh = read_wall("bricks\n3 2 4\n0.5 1 0.25\n");
  EXPECT_EQ(mesh.n_elements, 24);
  EXPECT_EQ(mesh.n_vertices, 60);
  EXPECT_NEAR(measure_quality(mesh).volume, 3.0, 1e-14);
  EXPECT_EQ(mesh.boundary_names,
            (std::vector<std::string>{"x_min", "y_min", "z_min", "x_max", "y_max", "z_max"}));
  EXPECT_EQ(mesh.sides.size(), 2U * (6 + 8 + 12));
}

TEST(MeshFormat, NamesTheLineThatIsWrong) {
  const auto text = message_of<base::Error>([&] { read_wall("bricks\n3 two 4\n1 1 1\n"); });
  EXPECT_NE(text.find("wall.bricks:2: expected a number of bricks, found 'two'"), std::string::npos)
      << text;
}

/// A file of no format is told all that there are.
TEST(MeshFormat, AnUnknownFileIsToldOfEveryFormat) {
  const auto text = message_of<base::Error>([&] { read_wall("solid stl\n"); });
  for (MeshFormatMaker* format : formats_with_bricks())
    EXPECT_NE(text.find(format().name), std::string::npos) << text;
}

}  // namespace
}  // namespace lobatto::mesh
