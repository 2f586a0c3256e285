#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

void check_field_files(const Section& fields, Case& c) {
  if (fields.has("error_norm") && !fields.has("error"))
    fields.report("error_norm", "has no meaning without 'error'");
  if (c.field_error && c.field_format == FieldFormat::nek5000)
    fields.report("error", "has no meaning for field files of Nek5000, which are not compressed");
}

const Table<Case>& fields_table() {
  static const Table<Case> table{
      {.path = "output.fields",
       .example = "{ every_time = 5.0 }",
       .description = "velocity, pressure and scalars"},
      {{[](Case& c) -> auto& { return c.field_output.every_steps; },
        {.path = "output.fields.every_steps",
         .range = counting,
         .default_text = "never",
         .example = "1000",
         .description = "steps between two files"}},
       {[](Case& c) -> auto& { return c.field_output.every_time; },
        {.path = "output.fields.every_time",
         .range = positive,
         .default_text = "never",
         .example = "5.0",
         .description = "time between two files; with `time.cfl` steps are shortened to hit it"}},
       {&Case::write_final_fields,
        {.path = "output.fields.final",
         .example = "false",
         .description = "write the fields at the end of the run"}},
       {&Case::field_error,
        {.path = "output.fields.error",
         .range = {1e-6, 0.1},
         .default_text = "none",
         .example = "1e-3",
         .description = "lets the fields be rounded, by this much of their deviations from their "
                        "means, and compresses the files; see [what a run leaves](run-folder.md)"}},
       {worded(&Case::field_error_is_maximum, Words<bool>{{false, "l2"}, {true, "maximum"}}),
        {.path = "output.fields.error_norm",
         .example = "\"maximum\"",
         .description = "of `error`: root mean square over the volume, or at every node"}},
       {worded(&Case::field_format, field_format_words()),
        {.path = "output.fields.format",
         .example = "\"both\"",
         .description =
             "files for ParaView and the Python tools, field files of Nek5000 (`.f00001`), "
             "or both"}},
       {worded(&Case::fields_are_double, precision_words()),
        {.path = "output.fields.precision",
         .example = "\"double\"",
         .description = "of the values on the nodes"}}},
      check_field_files};
  return table;
}

const Table<Case>& output_table() {
  static const Table<Case> table{
      {.path = "output", .description = "What the run writes"},
      {{std::identity(), fields_table()},
       {&Case::diagnostics_every_steps,
        {.path = "output.diagnostics_every_steps",
         .range = counting,
         .example = "10",
         .description = "steps between two lines of steps.jsonl; the last step has one too"}}}};
  return table;
}

}  // namespace

std::vector<Key> output_keys() { return output_table().keys(); }

void read_output(const Section& root, Case& c) { output_table().read_below(root, c); }

void check_nek_room(const Section& root, const Case& c) {
  constexpr std::size_t room = 100;
  const std::size_t n = std::max<std::size_t>(c.scalars.size(), 1) + c.quantities.size();
  if (c.field_format == FieldFormat::vtkhdf || n <= room) return;
  root.table("output").table("fields").report(
      "format", fmt::format("field files of Nek5000 have room for T and S01 to S{}, this case has "
                            "{} scalars and {} quantities",
                            room - 1, c.scalars.size(), c.quantities.size()));
}

}  // namespace lobatto::cases
