#include "case/mesh.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "base/input_file.hpp"
#include "case/choices.hpp"
#include "case/schema_ranges.hpp"
#include "case/table.hpp"
#include "mesh/grading.hpp"
#include "mesh/slices/pt_scotch.hpp"

namespace lobatto::cases {

namespace {

constexpr Range quarter_turn{0, std::numbers::pi / 2, true, true};

struct Grading {
  std::optional<double> sine, geometric;
};

struct GivenAxis {
  std::optional<std::array<double, 2>> range;
  std::optional<int> elements;
  Grading grading;
  std::optional<std::vector<double>> ticks;
  bool periodic = false;
};

const Table<Grading>& grading_table() {
  static const Table<Grading> table{
      {.path = "mesh.<axis>.grading",
       .kind = Kind::choice,
       .words = {"uniform"},
       .default_text = "\"uniform\"",
       .example = "{ sine = 0.3 }",
       .description = "how the lengths of the elements vary, with `range`"},
      {{&Grading::sine,
        {.path = "mesh.<axis>.grading.sine",
         .range = quarter_turn,
         .example = "0.3",
         .description = "refined towards both ends by a sine; smaller is stronger"}},
       {&Grading::geometric,
        {.path = "mesh.<axis>.grading.geometric",
         .range = positive,
         .example = "1.2",
         .description = "length of each element over that of the one before"}}}};
  return table;
}

const Table<GivenAxis>& axis_table() {
  static const Table<GivenAxis> table{
      {.path = "mesh.<axis>",
       .required = true,
       .unless = "file",
       .example = "{ range = [0, \"2*pi\"], elements = 8, periodic = true }",
       .description = "one direction of the box: `range` and `elements`, or `ticks`"},
      {{&GivenAxis::range,
        {.path = "mesh.<axis>.range",

         .example = "[-0.5, 0.5]",
         .description = "lower and upper end"}},
       {&GivenAxis::elements,
        {.path = "mesh.<axis>.elements",
         .range = {1, 100000},
         .example = "8",
         .description = "number of elements, with `range`"}},
       {&GivenAxis::grading, grading_table()},
       {&GivenAxis::ticks,
        {.path = "mesh.<axis>.ticks",
         .example = "[0, 0.1, 0.3, 1]",
         .description = "the element boundaries, ascending, instead of `range`"}},
       {&GivenAxis::periodic,
        {.path = "mesh.<axis>.periodic",
         .example = "true",
         .description = "the two ends are the same place"}}}};
  return table;
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
         .description = "the other"}}}};
  return table;
}

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

const Table<Case>& mesh_table() {
  static const Table<Case> table{
      {.path = "mesh",
       .required = true,
       .description = "The box, its elements and the polynomial order"},
      {{&Case::order,
        {.path = "mesh.order",
         .required = true,
         .range = {1, 31},
         .example = "7",
         .description = "polynomial order p; an element has p + 1 nodes a direction"}},
       Field<Case>(axis_table().keys()),
       {&Case::map,
        {.path = "mesh.map",
         .example = "[\"x + 0.1*sin(y)\", \"y\", \"z\"]",
         .description = "moves the points (x, y, z) of the box; its elements are then curved"}},
       {worded(&Case::quadrature_nodes, Words<int>{{0, "default"}, {-1, "none"}}),
        {.path = "mesh.quadrature",
         .kind = Kind::integer,
         .range = {2, 64},
         .example = "12",
         .description = "Gauss nodes a direction for the advection: ceil(3 (p + 1) / 2), or the "
                        "solution's own nodes, "
                        "or a number of at least p + 1"}},
       {&Case::mesh_file,
        {.path = "mesh.file",
         .example = "\"pipe.msh\"",
         .description =
             "a mesh of hexahedra (Gmsh .msh, Nek5000 .re2) instead of a box; looked for "
             "beside the case file"}},
       {worded(&Case::partitioner, partitioner_words()),
        {.path = "mesh.partitioner",
         .example = "\"ptscotch\"",
         .description = "who deals the elements of a mesh file to ranks: METIS on rank 0, which "
                        "reads all of it, or PT-Scotch on all ranks, which read a slice each; "
                        "`auto`: PT-Scotch for files from 16 MiB on"}},
       {&Case::periodic, periodic_table()},
       {&Case::parts, part_table()}}};
  return table;
}

std::vector<double> graded_ticks(const GivenAxis& given) {
  const auto [lower, upper] = *given.range;
  if (given.grading.sine)
    return mesh::sine_ticks(lower, upper, *given.elements, *given.grading.sine);
  if (given.grading.geometric)
    return mesh::geometric_ticks(lower, upper, *given.elements, *given.grading.geometric);
  return mesh::uniform_ticks(lower, upper, *given.elements);
}

/// The ticks, or none after a report when they do not ascend by what round-off can tell.
std::vector<double> checked_ticks(const Section& axis, const std::string& key,
                                  std::vector<double> ticks) {
  const double least = 1e-12 * std::abs(ticks.back() - ticks.front());
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    if (ticks[i] - ticks[i - 1] > least) continue;
    axis.report(key, fmt::format("the ends of elements do not ascend: {} after {}", ticks[i],
                                 ticks[i - 1]));
    return {};
  }
  return ticks;
}

std::vector<double> ticks_from_range(const Section& axis, const GivenAxis& given) {
  if (!axis.has("elements"))
    axis.report("elements", "missing; a range needs the number of its elements");
  if (!given.range || !given.elements || axis.is_refused("grading")) return {};
  const auto [lower, upper] = *given.range;
  if (lower >= upper) {
    axis.report("range",
                fmt::format("the lower end {} is not below the upper end {}", lower, upper));
    return {};
  }
  return checked_ticks(axis, axis.has("grading") ? "grading" : "range", graded_ticks(given));
}

std::vector<double> given_ticks(const Section& axis, const GivenAxis& given) {
  for (const char* key : {"elements", "grading"})
    if (axis.has(key)) axis.report(key, "goes with 'range'; 'ticks' say all");
  if (!given.ticks) return {};
  if (given.ticks->size() < 2) {
    axis.report("ticks", "expected at least two, the ends of one element");
    return {};
  }
  return checked_ticks(axis, "ticks", *given.ticks);
}

mesh::Axis read_axis(const Section& axis) {
  GivenAxis given;
  axis_table().read(axis, given);
  if (axis.has("range") && axis.has("ticks")) return {{}, given.periodic};
  if (axis.has("range")) return {ticks_from_range(axis, given), given.periodic};
  if (axis.has("ticks")) return {given_ticks(axis, given), given.periodic};
  return {{}, given.periodic};
}

void check_quadrature(const Section& table, const Case& c) {
  const int n = c.quadrature_nodes;
  if (n > 0 && n <= c.order && !table.is_refused("order"))
    table.report("quadrature", fmt::format("{} Gauss nodes are fewer than the {} nodes of order {}",
                                           n, c.order + 1, c.order));
}

/// The file as it is found from the folder of the case file.
void find_file(const Section& table, Case& c) {
  if (!c.mesh_file) return;
  for (const char* key : {"x", "y", "z", "map"})
    if (table.has(key)) table.report(key, "goes with a box; here the mesh comes from 'file'");
  const auto path = std::filesystem::path(c.file).parent_path() / *c.mesh_file;
  if (const auto fault = base::fault_of_input(path); !fault.empty())
    table.report("file", fmt::format("{}: {}", path.string(), fault));
  c.mesh_file = path.string();
}

void check_partitioner(const Section& table, const Case& c) {
  if (!c.mesh_file && table.has("partitioner"))
    table.report("partitioner", "is for a mesh from a file; ranks share a box on a grid");
  if (c.partitioner == mesh::Partitioner::pt_scotch && !mesh::has_pt_scotch())
    table.report("partitioner", "this program was built without PT-Scotch; \"metis\" works");
}

void check_periodic(const Section& table, const Case& c) {
  for (const Section& pair : table.tables("periodic"))
    if (!c.mesh_file && pair.word("from"))
      pair.report("from", "is for a mesh from a file; a box has mesh.x.periodic and so on");
}

/// Parts that miss something, which has been reported, are left out.
void check_parts(const Section& table, Case& c) {
  const auto tables = table.tables("part");
  for (std::size_t i = 0; i < c.parts.size(); ++i)
    for (std::size_t before = 0; before < i; ++before)
      if (c.parts[i].name == c.parts[before].name && !c.parts[i].name.empty())
        tables[i].report("name", fmt::format("there is a part '{}' already", c.parts[i].name));
  std::erase_if(c.parts, [](const BoundaryPartCase& part) {
    return part.name.empty() || part.of.empty() || part.condition.text.empty();
  });
}

}  // namespace

std::vector<Key> mesh_keys() { return mesh_table().keys(); }

void read_mesh(const Section& root, Case& c) {
  mesh_table().read_below(root, c);
  const Section table = root.table("mesh");
  find_file(table, c);
  check_partitioner(table, c);
  check_periodic(table, c);
  check_parts(table, c);
  check_quadrature(table, c);
  for (const auto& [direction, name] : direction_words())
    if (table.is_table(name)) c.axes[direction] = read_axis(table.table(name));
}

}  // namespace lobatto::cases
