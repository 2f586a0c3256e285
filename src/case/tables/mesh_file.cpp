#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/input_file.hpp"
#include "case/schema/choices.hpp"
#include "case/schema/schema.hpp"
#include "case/tables/mesh_axis.hpp"
#include "mesh/mesh_changes.hpp"
#include "mesh/partition.hpp"

namespace lobatto::cases {

namespace {

/// Turns a mesh about an axis through the origin.
struct GivenTurn {
  std::array<double, 3> axis{0, 0, 1};
  double degrees = 0;
};

void check_turn(const Section& section, mesh::PeriodicBoundaries& pair) {
  if (pair.axis == std::array<double, 3>{})
    section.report("axis", "[0, 0, 0] has no direction; expected one");
  for (const char* key : {"origin", "degrees"})
    if (!pair.axis && section.has(key)) section.report(key, "goes with 'axis'; expected both");
}

const Table<mesh::PeriodicBoundaries>& periodic_table() {
  static const Table<mesh::PeriodicBoundaries> table{
      {.path = "mesh.periodic[]",
       .kind = Kind::table_list,
       .description =
           "two boundaries of the mesh file that are one, moved: the flow leaves through "
           "one and enters through the other (not needed where the file says so)"},
      {{&mesh::PeriodicBoundaries::from,
        {.path = "mesh.periodic[].from",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"bottom\"",
         .description = "one of them"}},
       {&mesh::PeriodicBoundaries::to,
        {.path = "mesh.periodic[].to",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"top\"",
         .description = "the other"}},
       {&mesh::PeriodicBoundaries::axis,
        {.path = "mesh.periodic[].axis",
         .default_text = "none",
         .example = "[0, 0, 1]",
         .description =
             "the axis about which one is turned into the other, by 360/n degrees; none: "
             "it is shifted"}},
       {&mesh::PeriodicBoundaries::origin,
        {.path = "mesh.periodic[].origin",
         .example = "[0, 0, 0]",
         .description = "a point of this axis"}},
       {&mesh::PeriodicBoundaries::degrees,
        {.path = "mesh.periodic[].degrees",
         .default_text = "as found",
         .example = "60",
         .description = "the angle that the mesh must have between them"}}},
      check_turn};
  return table;
}

const Table<UnnamedCase>& unnamed_table() {
  static const Table<UnnamedCase> table{
      {.path = "mesh.unnamed[]",
       .kind = Kind::table_list,
       .description = "a name for sides of the mesh file that have none and are not periodic; of "
                      "several tables the first that holds a side names it"},
      {{&UnnamedCase::name,
        {.path = "mesh.unnamed[].name",
         .kind = Kind::file_name,
         .required = true,
         .example = "\"inlet\"",
         .description = "what [boundary] calls it; may be a boundary that the file has"}},
       {&UnnamedCase::condition,
        {.path = "mesh.unnamed[].where",
         .default_text = "none",
         .example = "\"x < 1e-6\"",
         .description = "holds the sides of elements in whose middle this is not zero"}},
       {&UnnamedCase::normal,
        {.path = "mesh.unnamed[].normal",
         .default_text = "none",
         .example = "[-1, 0, 0]",
         .description = "holds the sides whose outward normal is within 45 degrees of this"}}},
      [](const Section& section, UnnamedCase& unnamed) { unnamed.where = section.where("name"); }};
  return table;
}

const Table<GivenAxis>& extrude_table() {
  static const Table<GivenAxis> table = axis_table(
      {.path = "mesh.extrude",
       .example = "{ range = [0, 1], elements = 4, periodic = true }",
       .description = "makes layers of hexahedra along z of a plane mesh file: `range` and "
                      "`elements`, or `ticks`"},
      {{.path = "mesh.extrude.names",
        .kind = Kind::names,
        .default_text = "[\"z_min\", \"z_max\"]",
        .example = "[\"back\", \"front\"]",
        .description = "of the lower and the upper end, or one for both, unless they are periodic; "
                       "may be boundaries that the file has"}});
  return table;
}

const Table<GivenTurn>& rotate_table() {
  static const Table<GivenTurn> table{
      {.path = "mesh.rotate",
       .example = "{ axis = [0, 0, 1], degrees = 90 }",
       .description = "turns a mesh file about an axis through the origin, after `scale`"},
      {{&GivenTurn::axis,
        {.path = "mesh.rotate.axis",
         .example = "[1, 0, 0]",
         .description = "the axis; its length counts for nothing"}},
       {&GivenTurn::degrees,
        {.path = "mesh.rotate.degrees",
         .required = true,
         .example = "90",
         .description = "the angle, counter-clockwise seen against the axis"}}}};
  return table;
}

/// Keys that others read: they make one placement.
std::vector<Key> placement_keys() {
  std::vector<Key> keys{
      {.path = "mesh.scale",
       .kind = Kind::numbers,
       .count = 3,
       .default_text = "[1, 1, 1]",
       .example = "[0.001, 0.001, 0.001]",
       .description = "what x, y and z of a mesh file are multiplied by, first of all"}};
  const auto& turn = rotate_table().keys();
  keys.insert(keys.end(), turn.begin(), turn.end());
  keys.push_back({.path = "mesh.shift",
                  .kind = Kind::numbers,
                  .count = 3,
                  .default_text = "[0, 0, 0]",
                  .example = "[0, 0, -0.5]",
                  .description = "what is added to x, y and z of a mesh file, after `rotate`"});
  return keys;
}

std::array<double, 3> vector_or(const Section& mesh, const char* key,
                                const std::array<double, 3>& otherwise) {
  return MemberType<std::array<double, 3>>::read(mesh, key).value_or(otherwise);
}

void read_placement(const Section& mesh, Case& c) {
  if (!mesh.has("scale") && !mesh.has("rotate") && !mesh.has("shift")) return;
  const auto scale = vector_or(mesh, "scale", {1, 1, 1});
  if (scale[0] * scale[1] * scale[2] == 0.0)
    mesh.report("scale", "a factor of 0 leaves no volume; expected three others");
  GivenTurn turn;
  if (mesh.is_table("rotate")) rotate_table().read(mesh.table("rotate"), turn);
  if (turn.axis == std::array<double, 3>{})
    mesh.table("rotate").report("axis", "[0, 0, 0] has no direction; expected one");
  c.placement =
      mesh::placement_of(scale, turn.axis, turn.degrees, vector_or(mesh, "shift", {0, 0, 0}));
}

void read_extrusion(const Section& mesh, Case& c) {
  if (!mesh.is_table("extrude")) {
    if (c.plane) c.extrusion = mesh::Extrusion{.ticks = {0, 1}, .periodic = true};
    return;
  }
  const Section table = mesh.table("extrude");
  const mesh::Axis axis = read_axis(extrude_table(), table);
  mesh::Extrusion& extrusion = c.extrusion.emplace();
  extrusion.ticks = axis.ticks;
  extrusion.periodic = axis.periodic;
  const auto names = table.words("names");
  if (names.empty()) return;
  if (names.size() > 2) table.report("names", "expected one name, or that of each of the two ends");
  if (axis.periodic) table.report("names", "the ends are periodic, and no boundaries");
  extrusion.lower = names.front();
  extrusion.upper = names.back();
}

/// The command that makes a mesh file, where what makes it lies beside it under its name; begins
/// with "; ", empty where there is none.
std::string generator_of(const std::filesystem::path& file) {
  for (const bool is_script : {true, false}) {
    std::filesystem::path maker = file;
    maker.replace_extension(is_script ? ".py" : ".geo");
    std::error_code ignored;
    if (maker == file || !std::filesystem::is_regular_file(maker, ignored)) continue;
    const char* const command = is_script ? "python3 {} {}" : "gmsh -3 {} -o {}";
    return fmt::format("; `{}` makes it",
                       fmt::format(fmt::runtime(command), maker.string(), file.string()));
  }
  return {};
}

/// The files as they are found from the folder of the case file.
void find_files(const Section& mesh, Case& c) {
  for (const char* key : {"x", "y", "z"})
    if (mesh.has(key)) mesh.report(key, "goes with a box; here the mesh comes from 'file'");
  for (std::string& file : *c.mesh_file) {
    const auto path = std::filesystem::path(c.file).parent_path() / file;
    std::error_code ignored;
    if (const auto fault = base::fault_of_input(path); !fault.empty())
      mesh.report("file",
                  fmt::format("{}: {}{}", path.string(), fault,
                              std::filesystem::exists(path, ignored) ? "" : generator_of(path)));
    file = path.string();
  }
}

/// What only mesh files have, in the case of a box.
void refuse_without_file(const Section& mesh) {
  if (mesh.has("partitioner"))
    mesh.report("partitioner", "is for a mesh from a file; ranks share a box on a grid");
  for (const char* key : {"scale", "rotate", "shift"})
    if (mesh.has(key)) mesh.report(key, "is for a mesh from a file; 'map' moves a box");
  if (mesh.has("extrude")) mesh.report("extrude", "is for a plane mesh from a file; a box has 'z'");
  for (const Section& unnamed : mesh.tables("unnamed"))
    unnamed.report("name", "is for a mesh from a file; all faces of a box have names");
  for (const Section& pair : mesh.tables("periodic"))
    if (pair.word("from"))
      pair.report("from", "is for a mesh from a file; a box has mesh.x.periodic and so on");
}

}  // namespace

std::vector<KeyMember<Case>> mesh_file_fields() {
  std::vector<KeyMember<Case>> fields{
      {&Case::mesh_file,
       {.path = "mesh.file",
        .kind = Kind::paths,
        .example = "\"pipe.msh\"",
        .description =
            "a mesh (Gmsh .msh, Nek5000 .re2 or .rea, Neko .nmsh, Exodus II .exo, CGNS .cgns) "
            "instead of a box, or several that touch, joined; looked for beside the case file"}},
      {worded(&Case::partitioner, partitioner_words()),
       {.path = "mesh.partitioner",
        .example = "\"ptscotch\"",
        .description = "who deals the elements of a mesh file to ranks: METIS on rank 0, which "
                       "reads all of it, or PT-Scotch on all ranks, which read a slice each; "
                       "`auto`: PT-Scotch for files from 16 MiB on"}},
      KeyMember<Case>(extrude_table().keys()),
      KeyMember<Case>(placement_keys()),
      {&Case::unnamed, unnamed_table()},
      {&Case::periodic, periodic_table()}};
  return fields;
}

void read_mesh_file(const Section& mesh, Case& c) {
  if (c.mesh_file)
    find_files(mesh, c);
  else
    refuse_without_file(mesh);
  if (c.partitioner == mesh::Partitioner::pt_scotch && !mesh::has_pt_scotch())
    mesh.report("partitioner", "this program was built without PT-Scotch; \"metis\" works");
  read_extrusion(mesh, c);
  read_placement(mesh, c);
}

}  // namespace lobatto::cases
