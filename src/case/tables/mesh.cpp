#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <utility>

#include "case/schema/choices.hpp"
#include "case/schema/table.hpp"
#include "case/tables/mesh_axis.hpp"

namespace lobatto::cases {

namespace {

const Table<BoundaryPartCase>& part_table() {
  static const Table<BoundaryPartCase> table{
      {.path = "mesh.part[]",
       .kind = Kind::table_list,
       .description = "cuts a part of the boundary off, which then takes conditions of its own"},
      {{&BoundaryPartCase::name,
        {.path = "mesh.part[].name",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"lid\"",
         .description = "what [boundary] calls it"}},
       {&BoundaryPartCase::of,
        {.path = "mesh.part[].of",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"y_max\"",
         .description =
             "the face of the box, or the boundary of the mesh file, that it is a part of"}},
       {&BoundaryPartCase::condition,
        {.path = "mesh.part[].where",
         .required = true,
         .example = "\"x > 0.5\"",
         .description = "holds the sides of elements in whose middle this is not zero"}}},
      [](const Section& section, BoundaryPartCase& part) { part.where = section.where("of"); }};
  return table;
}

const Table<GivenAxis>& box_axis_table() {
  static const Table<GivenAxis> table =
      axis_table({.path = "mesh.<axis>",
                  .required = true,
                  .unless = "file",
                  .example = "{ range = [0, \"2*pi\"], elements = 8, periodic = true }",
                  .description = "one direction of the box: `range` and `elements`, or `ticks`"});
  return table;
}

std::vector<KeyMember<Case>> mesh_fields() {
  std::vector<KeyMember<Case>> fields{
      {&Case::order,
       {.path = "mesh.order",
        .required = true,
        .range = {1, 31},
        .example = "7",
        .description = "polynomial order p; an element has p + 1 nodes per direction"}},
      KeyMember<Case>(box_axis_table().keys()),
      {&Case::plane,
       {.path = "mesh.plane",
        .example = "true",
        .description =
            "nothing changes along z, where one periodic layer of elements has one node: "
            "a flow in two dimensions costs what a plane costs"}},
      {&Case::axisymmetric,
       {.path = "mesh.axisymmetric",
        .example = "true",
        .description = "a plane that stands for all planes through the axis y = 0: y is the "
                       "radius, w the velocity around the axis"}},
      {&Case::map,
       {.path = "mesh.map",
        .example = "[\"x + 0.1*sin(y)\", \"y\", \"z\"]",
        .description = "moves the points (x, y, z) of the mesh, last of all; its elements are then "
                       "curved"}},
      {worded(&Case::quadrature_nodes, Words<int>{{0, "default"}, {-1, "none"}}),
       {.path = "mesh.quadrature",
        .kind = Kind::integer,
        .range = {2, 64},
        .example = "12",
        .description = "Gauss nodes per direction for the advection: ceil(3 (p + 1) / 2), or the "
                       "solution's own nodes, or a number of at least p + 1"}}};
  for (KeyMember<Case>& field : mesh_file_fields()) fields.push_back(std::move(field));
  fields.emplace_back(&Case::parts, part_table());
  return fields;
}

const Table<Case>& mesh_table() {
  static const Table<Case> table{{.path = "mesh",
                                  .required = true,
                                  .description = "The box, its elements and the polynomial order"},
                                 mesh_fields()};
  return table;
}

void check_quadrature(const Section& table, const Case& c) {
  const int n = c.quadrature_nodes;
  if (n > 0 && n <= c.order && !table.is_refused("order"))
    table.report("quadrature", fmt::format("{} Gauss nodes are fewer than the {} nodes of order {}",
                                           n, c.order + 1, c.order));
}

/// What changes along z, or moves the plane.
void check_plane(const Section& table, const Case& c) {
  if (!c.plane) return;
  const auto refuse = [&](const char* key, const std::string& what) {
    table.report(key, fmt::format("{}, but with mesh.plane nothing changes along z; expected {}",
                                  what, "one periodic layer"));
  };
  const auto check_layer = [&](const char* key, std::size_t n_ticks, bool periodic) {
    if (n_ticks > 2)
      refuse(key, fmt::format("{} layers", n_ticks - 1));
    else if (n_ticks == 2 && !periodic)
      refuse(key, "two ends");
  };
  if (c.extrusion) check_layer("extrude", c.extrusion->ticks.size(), c.extrusion->periodic);
  if (!c.mesh_file) check_layer("z", c.axes[2].ticks.size(), c.axes[2].periodic);
}

/// Parts that miss something, which has been reported, are left out.
void check_parts(const Section& table, Case& c) {
  const auto tables = table.tables("part");
  for (std::size_t i = 0; i < c.parts.size(); ++i)
    for (std::size_t before = 0; before < i; ++before)
      if (c.parts[i].name == c.parts[before].name && !c.parts[i].name.empty())
        tables[i].report("name", fmt::format("there is a part '{}' already", c.parts[i].name));
  std::erase_if(c.parts, [](const BoundaryPartCase& part) {
    return part.name.empty() || part.of.empty() || part.condition.text().empty();
  });
}

}  // namespace

std::vector<Key> mesh_keys() { return mesh_table().keys(); }

void read_mesh(const Section& root, Case& c) {
  mesh_table().read_below(root, c);
  c.plane = c.plane || c.axisymmetric;
  const Section table = root.table("mesh");
  read_mesh_file(table, c);
  check_parts(table, c);
  check_quadrature(table, c);
  for (const auto& [direction, name] : direction_words())
    if (table.is_table(name)) c.axes[direction] = read_axis(box_axis_table(), table.table(name));
  check_plane(table, c);
}

}  // namespace lobatto::cases
