#include "case/tables/mesh_axis.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "case/schema/schema.hpp"
#include "mesh/grading.hpp"

namespace lobatto::cases {

namespace {

constexpr Range quarter_turn{0, std::numbers::pi / 2, true, true};

Table<Grading> grading_table(const std::string& axis) {
  return {{.path = axis + ".grading",
           .kind = Kind::choice,
           .words = {"uniform"},
           .default_text = "\"uniform\"",
           .example = "{ sine = 0.3 }",
           .description = "how the lengths of the elements vary, with `range`"},
          {{&Grading::sine,
            {.path = axis + ".grading.sine",
             .range = quarter_turn,
             .example = "0.3",
             .description = "refined towards both ends by a sine; smaller is stronger"}},
           {&Grading::geometric,
            {.path = axis + ".grading.geometric",
             .range = positive,
             .example = "1.2",
             .description = "length of each element over that of the one before"}}}};
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

}  // namespace

Table<GivenAxis> axis_table(Key table, std::vector<Key> more) {
  const std::string axis = table.path;
  std::vector<KeyMember<GivenAxis>> fields{
      {&GivenAxis::range,
       {.path = axis + ".range", .example = "[-0.5, 0.5]", .description = "lower and upper end"}},
      {&GivenAxis::elements,
       {.path = axis + ".elements",
        .range = {1, 100000},
        .example = "8",
        .description = "number of elements, with `range`"}},
      {&GivenAxis::grading, grading_table(axis)},
      {&GivenAxis::ticks,
       {.path = axis + ".ticks",
        .example = "[0, 0.1, 0.3, 1]",
        .description = "the element boundaries, ascending, instead of `range`"}},
      {&GivenAxis::periodic,
       {.path = axis + ".periodic",
        .example = "true",
        .description = "the two ends are the same place"}}};
  for (Key& key : more) fields.emplace_back(std::move(key));
  return {std::move(table), std::move(fields)};
}

mesh::Axis read_axis(const Table<GivenAxis>& table, const Section& axis) {
  GivenAxis given;
  table.read(axis, given);
  if (axis.has("range") && axis.has("ticks")) return {{}, given.periodic};
  if (axis.has("range")) return {ticks_from_range(axis, given), given.periodic};
  if (axis.has("ticks")) return {given_ticks(axis, given), given.periodic};
  return {{}, given.periodic};
}

}  // namespace lobatto::cases
