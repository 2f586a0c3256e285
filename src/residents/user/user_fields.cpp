// [[user_field]]: fields of the state that user code fills. Nothing changes them but that.
#include <fmt/format.h>

#include <algorithm>

#include "case/expressions/coefficient_expression.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct UserField {
  std::string name;
};

void check_user_fields(const cases::Section& table, UserField& field, const std::vector<UserField>&,
                       cases::Case& c) {
  auto taken = cases::output_variables(scalar_names(c), coefficient_fields(c));
  taken.insert(taken.end(), {"velocity", "pressure"});
  if (std::ranges::find(taken, field.name) != taken.end())
    table.report("name", fmt::format("there is a field '{}' already", field.name));
  c.extra_fields.push_back(field.name);
}

const cases::Table<UserField>& user_field_table() {
  static const cases::Table<UserField> table{
      {.path = "user_field[]",
       .kind = cases::Kind::table_list,
       .description = "Fields that your own code fills, zeros at first"},
      {{&UserField::name,
        {.path = "user_field[].name",
         .kind = cases::Kind::identifier,
         .required = true,
         .example = "\"marker\"",
         .description = "of the field, in field files, checkpoints, probes, statistics and "
                        "expressions of the output"}}}};
  return table;
}

void add_user_fields(const AssemblyContext& context) {
  for (const UserField& field : context.the_case.extensions.of<UserField>())
    context.assembly.state.declare(
        field.name, {.n_saved = 1, .save_as = "user/" + field.name, .may_be_missing = true});
}

}  // namespace

Resident user_fields() {
  Resident resident{cases::extension_of(user_field_table(), check_user_fields), add_user_fields};
  resident.in_case_file.declares_fields = true;
  resident.supports = also(any_flow, {Trait::low_mach});
  resident.example = "[[user_field]]\nname = \"marker\"\n";
  return resident;
}

}  // namespace lobatto::residents
