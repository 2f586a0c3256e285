#include "case/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/input_file.hpp"
#include "mesh/grading.hpp"

namespace lobatto::cases {

namespace {

std::vector<double> graded_ticks(const Section& axis, double lower, double upper, int n_elements) {
  const Section grading = axis.table("grading");
  if (const auto alpha = grading.number("sine"))
    return mesh::sine_ticks(lower, upper, n_elements, *alpha);
  if (const auto ratio = grading.number("geometric"))
    return mesh::geometric_ticks(lower, upper, n_elements, *ratio);
  return mesh::uniform_ticks(lower, upper, n_elements);
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

std::vector<double> ticks_from_range(const Section& axis) {
  const auto range = axis.numbers("range");
  const auto n_elements = axis.integer("elements");
  if (!axis.has("elements"))
    axis.report("elements", "missing; a range needs the number of its elements");
  if (!range || !n_elements || axis.is_refused("grading")) return {};
  if ((*range)[0] >= (*range)[1]) {
    axis.report("range", fmt::format("the lower end {} is not below the upper end {}", (*range)[0],
                                     (*range)[1]));
    return {};
  }
  return checked_ticks(axis, axis.has("grading") ? "grading" : "range",
                       graded_ticks(axis, (*range)[0], (*range)[1], static_cast<int>(*n_elements)));
}

std::vector<double> given_ticks(const Section& axis) {
  for (const char* key : {"elements", "grading"})
    if (axis.has(key)) axis.report(key, "goes with 'range'; 'ticks' say all");
  const auto ticks = axis.numbers("ticks");
  if (!ticks) return {};
  if (ticks->size() < 2) {
    axis.report("ticks", "expected at least two, the ends of one element");
    return {};
  }
  return checked_ticks(axis, "ticks", *ticks);
}

int quadrature_nodes(const Section& table, int order) {
  if (const auto nodes = table.integer("quadrature")) {
    if (*nodes <= order)
      table.report("quadrature",
                   fmt::format("{} Gauss nodes are fewer than the {} nodes of order {}", *nodes,
                               order + 1, order));
    return static_cast<int>(*nodes);
  }
  return table.word_or_default("quadrature") == "none" ? -1 : 0;
}

/// The file as it is found from the folder of the case file.
void read_file(const Section& table, Case& c) {
  const auto file = table.word("file");
  if (!file) return;
  for (const char* key : {"x", "y", "z", "map"})
    if (table.has(key)) table.report(key, "goes with a box; here the mesh comes from 'file'");
  const auto path = std::filesystem::path(c.file).parent_path() / *file;
  if (const auto fault = base::fault_of_input(path); !fault.empty())
    table.report("file", fmt::format("{}: {}", path.string(), fault));
  c.mesh_file = path.string();
}

void read_periodic(const Section& table, Case& c) {
  for (const Section& pair : table.tables("periodic")) {
    const auto from = pair.word("from"), to = pair.word("to");
    if (!c.mesh_file && from)
      pair.report("from", "is for a mesh from a file; a box has mesh.x.periodic and so on");
    if (from && to) c.periodic.push_back({*from, *to});
  }
}

void read_parts(const Section& table, Case& c) {
  for (const Section& part : table.tables("part")) {
    const auto name = part.word("name"), of = part.word("of");
    const auto condition = part.expression("where");
    if (!name || !of || !condition) continue;
    const auto is_taken = [&](const auto& other) { return other.name == *name; };
    if (std::any_of(c.parts.begin(), c.parts.end(), is_taken))
      part.report("name", fmt::format("there is a part '{}' already", *name));
    c.parts.push_back({*name, *of, part.where("of"), *condition});
  }
}

}  // namespace

void read_mesh(const Section& root, Case& c) {
  const Section table = root.table("mesh");
  constexpr std::array names{"x", "y", "z"};
  read_file(table, c);
  read_periodic(table, c);
  read_parts(table, c);
  for (std::size_t d = 0; d < names.size(); ++d) {
    if (!table.is_table(names[d])) continue;
    const Section axis = table.table(names[d]);
    c.axes[d].periodic = axis.flag_or_default("periodic");
    if (axis.has("range") && axis.has("ticks")) continue;
    if (axis.has("range")) c.axes[d].ticks = ticks_from_range(axis);
    if (axis.has("ticks")) c.axes[d].ticks = given_ticks(axis);
  }
  c.map = table.expressions("map");
  const auto order = table.integer("order");
  if (!order) return;
  c.order = static_cast<int>(*order);
  c.quadrature_nodes = quadrature_nodes(table, c.order);
}

}  // namespace lobatto::cases
