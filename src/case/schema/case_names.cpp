
#include <fmt/format.h>

#include <algorithm>

#include "case/expressions/field_names.hpp"
#include "case/schema/name_rules.hpp"
#include "case/schema/schema_check.hpp"

namespace lobatto::cases {

namespace {

void collect_parameters(Value& document, const Schema& schema, TableFiles& tables, CaseNames& names,
                        Problems& problems) {
  Entry* parameters = find_entry(document, "parameters");
  if (parameters == nullptr || !parameters->value.get<Value::Table>()) return;
  for (Entry& entry : *parameters->value.get<Value::Table>()) {
    const std::string path = "parameters." + entry.key;
    if (const std::string fault = fault_of_identifier(entry.key); !fault.empty()) {
      problems.add(entry.where, fmt::format("{}: {}", path, fault));
      entry.value.data = std::monostate{};
      continue;
    }
    check_value(entry.value, *schema.find("parameters", entry.key), path, schema, names, tables,
                problems);
    if (const auto* number = entry.value.get<double>()) names.parameters[entry.key] = *number;
  }
}

void collect_scalars(Value& document, CaseNames& names, Problems& problems) {
  Entry* scalars = find_entry(document, "scalar");
  if (scalars == nullptr || !scalars->value.get<Value::List>()) return;
  auto& list = *scalars->value.get<Value::List>();
  for (std::size_t i = 0; i < list.size(); ++i) {
    Entry* entry = find_entry(list[i], "name");
    const std::string* name = entry ? entry->value.get<std::string>() : nullptr;
    if (name == nullptr) continue;
    std::string fault = fault_of_identifier(*name);
    if (names.parameters.contains(*name)) fault = "a parameter has this name";
    if (std::ranges::find(names.scalars, *name) != names.scalars.end())
      fault = "another scalar has this name";
    if (fault.empty()) {
      names.scalars.push_back(*name);
    } else {
      problems.add(entry->value.where,
                   fmt::format("scalar[{}].name = \"{}\": {}", i, *name, fault));
      entry->value.data = std::monostate{};
    }
  }
}

}  // namespace

CaseNames collect_names(Value& document, const Schema& schema, TableFiles& tables,
                        Problems& problems) {
  CaseNames names;
  collect_parameters(document, schema, tables, names, problems);
  collect_scalars(document, names, problems);
  names.fields = named_fields(document, schema, names.scalars, names.parameters);
  return names;
}

}  // namespace lobatto::cases
