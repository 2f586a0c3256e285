#include "case/expressions/field_names.hpp"

#include <algorithm>
#include <map>

#include "case/expressions/coefficient_expression.hpp"
#include "physics/closures/subgrid_viscosity.hpp"

namespace lobatto::cases {

namespace {

bool is_text(const Value& table, const char* key) {
  const Entry* entry = find_entry(table, key);
  return entry != nullptr && entry->value.get<std::string>() != nullptr;
}

/// The tables of a list that have a name, by their names.
std::map<std::string, const Value*> tables_of(const Value& document, const std::string& list) {
  std::map<std::string, const Value*> found;
  const Entry* entry = find_entry(document, list);
  const auto* tables = entry != nullptr ? entry->value.get<Value::List>() : nullptr;
  if (tables == nullptr) return found;
  for (const Value& table : *tables) {
    const Entry* name = find_entry(table, "name");
    const auto* text = name != nullptr ? name->value.get<std::string>() : nullptr;
    if (text != nullptr) found.emplace(*text, &table);
  }
  return found;
}

std::vector<std::string> fields_of(const Value& document, const Schema& schema,
                                   const std::vector<std::string>& scalar_names) {
  const Entry* fluid = find_entry(document, "fluid");
  std::vector<std::string> of_others;
  for (const auto& fields : schema.fields)
    for (const std::string& name : fields(document)) of_others.push_back(name);
  const bool has_model = std::ranges::count(of_others, physics::SubgridViscosity::name) > 0;
  const bool has_solids = find_entry(document, "solid") != nullptr;
  const bool has_momentum = find_entry(document, "flow") == nullptr;
  const bool viscosity_varies =
      has_model || (fluid != nullptr && is_text(fluid->value, "viscosity"));
  std::vector<std::string> names;
  if (viscosity_varies && has_momentum) names.emplace_back("viscosity");
  const auto scalars = tables_of(document, "scalar");
  for (const std::string& scalar : scalar_names) {
    const auto table = scalars.find(scalar);
    if (has_model || has_solids ||
        (table != scalars.end() && (is_text(*table->second, "diffusivity") || viscosity_varies)))
      names.push_back(scalar + "_diffusivity");
  }
  for (const std::string& list : schema.field_lists)
    for (const auto& [name, table] : tables_of(document, list)) names.push_back(name);
  names.insert(names.end(), of_others.begin(), of_others.end());
  return names;
}

}  // namespace

std::vector<std::string> named_fields(const Case& the_case) {
  auto names = coefficient_fields(the_case);
  std::erase_if(names, [&](const std::string& name) { return the_case.parameters.contains(name); });
  return names;
}

Expression of_output(const Expression& checked, const Case& the_case) {
  return Expression::compile({checked.text(), checked.where()},
                             output_variables(scalar_names(the_case), named_fields(the_case)),
                             the_case.parameters, the_case.imports);
}

std::vector<std::string> named_fields(const Value& document, const Schema& schema,
                                      const std::vector<std::string>& scalar_names,
                                      const std::map<std::string, double>& parameters) {
  auto names = fields_of(document, schema, scalar_names);
  std::erase_if(names, [&](const std::string& name) {
    return parameters.contains(name) || std::ranges::count(scalar_names, name) > 0;
  });
  return names;
}

}  // namespace lobatto::cases
