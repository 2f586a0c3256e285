#include "mesh/cut/cell_pieces.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "mesh/formats/gmsh_cells.hpp"

namespace lobatto::mesh {
namespace {

using Sets = std::vector<CornerSet>;

CornerSet set_of(std::initializer_list<unsigned> corners) {
  CornerSet set = 0;
  for (const unsigned corner : corners) set |= 1U << corner;
  return set;
}

/// The corners, then what follows them.
Sets corners_and(unsigned n_corners, const Sets& others = {}) {
  Sets sets;
  for (unsigned corner = 0; corner < n_corners; ++corner) sets.push_back(1U << corner);
  sets.insert(sets.end(), others.begin(), others.end());
  return sets;
}

/// The nodes of lines, quadrilaterals and hexahedra.
Sets sets_of_lattice(const GmshCellType& type) {
  Sets sets;
  for (const auto& place : gmsh_lattice(type)) {
    CornerSet set = 1;
    for (int d = 0; d < type.dimension; ++d) {
      const CornerSet upper = set << (1U << d);
      if (place[d] == type.order)
        set = upper;
      else if (place[d] > 0)
        set |= upper;
    }
    sets.push_back(set);
  }
  return sets;
}

GmshShape product(const char* name, Simplices simplices, int order, Sets given) {
  GmshShape shape;
  shape.name = name;
  shape.simplices = std::move(simplices);
  shape.order = order;
  for (const int d : shape.simplices) shape.dimension += d;
  shape.given = std::move(given);
  shape.all = nodes_of_cell(shape.simplices, order);
  for (std::size_t f = 0; f < shape.simplices.size(); ++f) {
    shape.lines_along.push_back(lines_along(shape.simplices, f));
    shape.lines.insert(shape.lines.end(), shape.lines_along[f].begin(), shape.lines_along[f].end());
  }
  return shape;
}

GmshShape tensor_shape(int type) {
  constexpr const char* names[] = {"points", "lines", "quadrilaterals", "hexahedra"};
  const GmshCellType& known = *gmsh_cell_type(type);
  const Simplices simplices(static_cast<std::size_t>(known.dimension), 1);
  GmshShape shape = product(names[known.dimension], simplices, known.order, sets_of_lattice(known));
  if (known.dimension == 3) shape.quads = {0x0f, 0xf0, 0x33, 0xcc, 0x55, 0xaa};
  if (known.dimension == 2) shape.quads = {0xf};
  return shape;
}

GmshShape triangle(int order) {
  const Sets lines{set_of({0, 1}), set_of({1, 2}), set_of({0, 2})};
  return product("triangles", {2}, order, corners_and(3, order == 2 ? lines : Sets{}));
}

GmshShape tetrahedron(int order) {
  const Sets lines{set_of({0, 1}), set_of({1, 2}), set_of({0, 2}),
                   set_of({0, 3}), set_of({2, 3}), set_of({1, 3})};
  return product("tetrahedra", {3}, order, corners_and(4, order == 2 ? lines : Sets{}));
}

GmshShape wedge(int order, bool is_complete) {
  const Sets quads{set_of({0, 1, 4, 3}), set_of({0, 2, 5, 3}), set_of({1, 2, 5, 4})};
  Sets others{set_of({0, 1}), set_of({0, 2}), set_of({0, 3}), set_of({1, 2}), set_of({1, 4}),
              set_of({2, 5}), set_of({3, 4}), set_of({3, 5}), set_of({4, 5})};
  if (is_complete) others.insert(others.end(), quads.begin(), quads.end());
  GmshShape shape = product("wedges", {2, 1}, order, corners_and(6, order == 2 ? others : Sets{}));
  shape.quads = quads;
  shape.triangles = {set_of({0, 1, 2}), set_of({3, 4, 5})};
  return shape;
}

GmshShape pyramid(int order, bool is_complete) {
  const CornerSet base = set_of({0, 1, 2, 3});
  Sets others{set_of({0, 1}), set_of({0, 3}), set_of({0, 4}),
              set_of({1, 2}), set_of({1, 4}), set_of({2, 3}),
              set_of({2, 4}), set_of({3, 4}), base};
  GmshShape shape;
  shape.name = "pyramids";
  shape.dimension = 3;
  shape.order = order;
  shape.all = corners_and(5, order == 2 ? others : Sets{});
  shape.given = shape.all;
  if (order == 2 && !is_complete) shape.given.pop_back();
  shape.lines.assign(others.begin(), others.end() - 1);
  shape.quads = {base};
  shape.triangles = {set_of({0, 1, 4}), set_of({1, 2, 4}), set_of({2, 3, 4}), set_of({0, 3, 4})};
  return shape;
}

std::map<int, GmshShape> all_shapes() {
  std::map<int, GmshShape> shapes{
      {2, triangle(1)},       {9, triangle(2)},       {4, tetrahedron(1)},   {11, tetrahedron(2)},
      {6, wedge(1, true)},    {13, wedge(2, true)},   {18, wedge(2, false)}, {7, pyramid(1, true)},
      {14, pyramid(2, true)}, {19, pyramid(2, false)}};
  for (const int type : {1, 3, 5, 8, 10, 12, 16, 17}) shapes.emplace(type, tensor_shape(type));
  return shapes;
}

}  // namespace

int GmshShape::n_corners() const {
  return static_cast<int>(
      std::ranges::count_if(given, [](CornerSet set) { return std::popcount(set) == 1; }));
}

const GmshShape* gmsh_shape(int type) {
  static const std::map<int, GmshShape> shapes = all_shapes();
  const auto found = shapes.find(type);
  return found == shapes.end() ? nullptr : &found->second;
}

}  // namespace lobatto::mesh
