
#include <fmt/format.h>

#include <algorithm>

#include "case/document/spelling.hpp"
#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"
#include "case/tables/tables.hpp"

namespace lobatto::cases {

namespace {

const Table<SolidCase>& solid_table() {
  static const Table<SolidCase> table{
      {.path = "solid[]",
       .kind = Kind::table_list,
       .description =
           "Elements that are solid: scalars are in them too, the flow is not, and meets "
           "them in a wall of that name"},
      {{&SolidCase::name,
        {.path = "solid[].name",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"slab\"",
         .description = "what [[scalar]] calls it, and the wall where the flow meets it"}},
       {&SolidCase::condition,
        {.path = "solid[].where",
         .example = "\"y < 0\"",
         .description = "holds the elements in whose middle this is not zero; of a box that "
                        "mesh.map moves, the place before"}},
       {&SolidCase::volumes,
        {.path = "solid[].volumes",
         .kind = Kind::names,
         .example = "[\"steel\"]",
         .description = "instead: physical volumes of the mesh file"}}},
      [](const Section& section, SolidCase& solid) {
        solid.where = section.where(section.has("volumes") ? "volumes" : "where");
      }};
  return table;
}

struct GivenScalarSolid {
  std::optional<Expression> conductivity, capacity, source;
};

const Table<GivenScalarSolid>& scalar_solid_table() {
  static const Table<GivenScalarSolid> table{
      {.path = "scalar[].solid.<name>", .description = "the scalar in the solid of this name"},
      {{&GivenScalarSolid::conductivity,
        {.path = "scalar[].solid.<name>.conductivity",
         .required = true,
         .range = coefficient_range,
         .variables = Variables::coefficient,
         .example = "0.02",
         .description = "conductivity over the heat capacity per volume of the fluid, in "
                        "length^2 / time; may use the scalars by name"}},
       {&GivenScalarSolid::capacity,
        {.path = "scalar[].solid.<name>.capacity",
         .range = coefficient_range,
         .default_text = "1",
         .example = "1.7",
         .description = "heat capacity per volume over that of the fluid; of x, y and z"}},
       {&GivenScalarSolid::source,
        {.path = "scalar[].solid.<name>.source",
         .variables = Variables::solution,
         .default_text = "none",
         .example = "\"0.1\"",
         .description = "heat per volume and time over the heat capacity per volume of the fluid; "
                        "may use the scalars by name"}}}};
  return table;
}

std::vector<std::string> names_of(const Case& c) {
  std::vector<std::string> names;
  for (const SolidCase& solid : c.solids) names.push_back(solid.name);
  return names;
}

/// A solid is a wall of the flow, which needs a name of its own.
void check_names(const Section& root, const Case& c) {
  std::vector<std::string> taken;
  for (int face = 0; face < mesh::n_faces; ++face) taken.push_back(face_name(face));
  for (const BoundaryPartCase& part : c.parts) taken.push_back(part.name);
  for (const Section& table : root.tables("solid")) {
    const auto name = table.word("name");
    if (!name) continue;
    if (std::ranges::count(taken, *name) > 0)
      table.report("name", fmt::format("there is a boundary or a solid '{}' already", *name));
    taken.push_back(*name);
  }
}

/// A capacity that a number cannot tell is of place alone.
void check_capacity(const Section& table, const CoefficientCase& capacity) {
  if (capacity.field && capacity.field->depends_on_time())
    table.report("capacity", "uses t; expected a heat capacity that does not change with time");
}

ScalarSolidCase scalar_in_solid(const Section& table, const std::string& name) {
  GivenScalarSolid given;
  scalar_solid_table().read(table, given);
  ScalarSolidCase solid{name, {1}, {1}, given.source};
  if (given.conductivity) solid.conductivity = coefficient_of(*given.conductivity);
  if (given.capacity) solid.capacity = coefficient_of(*given.capacity);
  check_capacity(table, solid.capacity);
  return solid;
}

}  // namespace

std::vector<Key> solid_keys() { return solid_table().keys(); }

void read_solids(const Section& root, Case& c) {
  solid_table().read_below(root, c.solids);
  check_names(root, c);
  for (const Section& table : root.tables("solid"))
    if (table.has("volumes") && !c.mesh_file)
      table.report("volumes", "is for a mesh from a file; in a box 'where' names the elements");
  std::erase_if(c.solids, [](const SolidCase& solid) { return solid.name.empty(); });
}

std::vector<Key> scalar_solid_keys() {
  std::vector<Key> keys{
      {.path = "scalar[].solid", .description = "the scalar in each [[solid]], by its name"}};
  const auto& below = scalar_solid_table().keys();
  keys.insert(keys.end(), below.begin(), below.end());
  return keys;
}

void read_scalar_solids(const Section& scalar_table, const Case& c, ScalarCase& scalar) {
  if (scalar_table.is_refused("solid")) return;
  const Section table = scalar_table.table("solid");
  const auto names = names_of(c);
  bool is_misspelt = false;
  for (const Entry& entry : table.entries()) {
    if (std::ranges::count(names, entry.key) > 0) continue;
    is_misspelt = true;
    table.report(entry.key, "there is no such [[solid]]" +
                                suggestion_or_list(entry.key, names, "; known here are "));
  }
  for (const std::string& name : names) {
    if (!table.has(name) && !is_misspelt)
      table.report(name, fmt::format("missing; expected what '{}' is like in this solid, such as "
                                     "{{ conductivity = 0.02, capacity = 1.7 }}",
                                     scalar.name));
    else if (table.has(name) && !table.is_refused(name))
      scalar.solids.push_back(scalar_in_solid(table.table(name), name));
  }
}

void check_solids(const Section& root, const Case& c) {
  if (c.solids.empty()) return;
  if (!root.is_refused("scalar") && root.tables("scalar").empty())
    root.report("solid", "only scalars are in solids; add a [[scalar]]");
}

}  // namespace lobatto::cases
