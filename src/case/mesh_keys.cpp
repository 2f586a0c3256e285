#include "case/mesh_keys.hpp"

#include <numbers>

#include "case/schema_ranges.hpp"

namespace lobatto::cases {

namespace {

constexpr Range quarter_turn{0, std::numbers::pi / 2, true, true};

std::vector<Key> case_and_box_keys() {
  return {
      {.path = "case", .description = "The run"},
      {.path = "case.name",
       .kind = Kind::file_name,
       .default_text = "the file's name",
       .example = "\"duct\"",
       .description = "names the run and its folder"},

      {.path = "mesh",
       .required = true,
       .description = "The box, its elements and the polynomial order"},
      {.path = "mesh.order",
       .kind = Kind::integer,
       .required = true,
       .range = {1, 31},
       .example = "7",
       .description = "polynomial order p; an element has p + 1 nodes a direction"},
      {.path = "mesh.<axis>",
       .required = true,
       .unless = "file",
       .example = "{ range = [0, \"2*pi\"], elements = 8, periodic = true }",
       .description = "one direction of the box: `range` and `elements`, or `ticks`"},
      {.path = "mesh.<axis>.range",
       .kind = Kind::numbers,
       .count = 2,
       .example = "[-0.5, 0.5]",
       .description = "lower and upper end"},
      {.path = "mesh.<axis>.elements",
       .kind = Kind::integer,
       .range = {1, 100000},
       .example = "8",
       .description = "number of elements, with `range`"},
      {.path = "mesh.<axis>.grading",
       .kind = Kind::choice,
       .words = {"uniform"},
       .default_text = "\"uniform\"",
       .example = "{ sine = 0.3 }",
       .description = "how the lengths of the elements vary, with `range`"},
      {.path = "mesh.<axis>.grading.sine",
       .kind = Kind::number,
       .range = quarter_turn,
       .example = "0.3",
       .description = "refined towards both ends by a sine; smaller is stronger"},
      {.path = "mesh.<axis>.grading.geometric",
       .kind = Kind::number,
       .range = positive,
       .example = "1.2",
       .description = "length of each element over that of the one before"},
      {.path = "mesh.<axis>.ticks",
       .kind = Kind::numbers,
       .example = "[0, 0.1, 0.3, 1]",
       .description = "the element boundaries, ascending, instead of `range`"},
      {.path = "mesh.<axis>.periodic",
       .kind = Kind::flag,
       .default_text = "false",
       .example = "true",
       .description = "the two ends are the same place"},
  };
}

std::vector<Key> other_mesh_keys() {
  return {
      {.path = "mesh.map",
       .kind = Kind::expressions,
       .example = "[\"x + 0.1*sin(y)\", \"y\", \"z\"]",
       .description = "moves the points (x, y, z) of the box; its elements are then curved"},
      {.path = "mesh.quadrature",
       .kind = Kind::integer,
       .range = {2, 64},
       .words = {"default", "none"},
       .default_text = "\"default\"",
       .example = "12",
       .description = "Gauss nodes a direction for the advection: ceil(3 (p + 1) / 2), or the "
                      "solution's own nodes, "
                      "or a number of at least p + 1"},
      {.path = "mesh.file",
       .kind = Kind::path,
       .example = "\"pipe.msh\"",
       .description = "a mesh of hexahedra (Gmsh .msh, Nek5000 .re2) instead of a box; looked for "
                      "beside the case file"},
      {.path = "mesh.periodic[]",
       .kind = Kind::table_list,
       .description =
           "two boundaries of the mesh file that are one, moved: the flow leaves through "
           "one and enters through the other (not needed where the file says so)"},
      {.path = "mesh.periodic[].from",
       .kind = Kind::file_name,
       .required = true,
       .example = "\"bottom\"",
       .description = "one of them"},
      {.path = "mesh.periodic[].to",
       .kind = Kind::file_name,
       .required = true,
       .example = "\"top\"",
       .description = "the other"},
      {.path = "mesh.part[]",
       .kind = Kind::table_list,
       .description = "cuts a part of the boundary off, which then takes conditions of its own"},
      {.path = "mesh.part[].name",
       .kind = Kind::file_name,
       .required = true,
       .example = "\"lid\"",
       .description = "what [boundary] calls it"},
      {.path = "mesh.part[].of",
       .kind = Kind::file_name,
       .required = true,
       .example = "\"y_max\"",
       .description =
           "the face of the box, or the boundary of the mesh file, that it is a part of"},
      {.path = "mesh.part[].where",
       .kind = Kind::expression,
       .required = true,
       .example = "\"x > 0.5\"",
       .description = "holds the sides of elements in whose middle this is not zero"},
  };
}

}  // namespace

std::vector<Key> case_and_mesh_keys() {
  auto keys = case_and_box_keys();
  const auto others = other_mesh_keys();
  keys.insert(keys.end(), others.begin(), others.end());
  return keys;
}

}  // namespace lobatto::cases
