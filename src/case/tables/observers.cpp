
#include <algorithm>

#include "case/expressions/coefficient_expression.hpp"
#include "case/expressions/expression.hpp"
#include "case/expressions/field_names.hpp"
#include "case/schema/name_rules.hpp"
#include "case/tables/tables.hpp"

namespace lobatto::cases {

namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

void read_quantities(const Section& root, Case& c) {
  const Section quantities = root.table("output").table("quantities");
  const auto known = output_variables(scalar_names(c), coefficient_fields(c));
  for (const Entry& entry : quantities.entries()) {
    const std::string fault = fault_of_identifier(entry.key);
    if (!fault.empty()) {
      quantities.report(entry.key, fault);
    } else if (is_among(known, entry.key) || c.parameters.contains(entry.key)) {
      quantities.report(entry.key, "expressions know this name already; choose another");
    } else if (const auto expression = quantities.expression(entry.key)) {
      c.quantities.push_back({entry.key, of_output(*expression, c)});
    }
  }
}

/// Of quantities in a table, by their names.
void refuse_pressure(const Section& table, const std::vector<QuantityCase>& quantities) {
  for (const auto& quantity : quantities)
    if (quantity.expression.depends_on("p"))
      table.report(quantity.name, "uses the pressure p, which a case with [flow] has not");
}

/// What watches a flow that is solved for, where there is none.
void refuse_solved_flow(const Section& root, const Case& c) {
  refuse_pressure(root.table("output").table("quantities"), c.quantities);
  const auto monitors = root.tables("monitor");
  for (std::size_t i = 0; i < monitors.size(); ++i)
    refuse_pressure(monitors[i].table("of"), c.monitors[i].quantities);
}

}  // namespace

std::vector<Key> observer_keys() {
  std::vector<Key> keys{
      {.path = "output.quantities",
       .description = "further fields, made of the solution; they stand in field files and probes"},
      {.path = "output.quantities.<name>",
       .kind = Kind::expression,
       .variables = Variables::output,
       .example = "\"sqrt(u^2 + v^2 + w^2)\"",
       .description =
           "may use u, v, w, p, the scalars by name, the gradient dudx, dudy, ... dwdz, "
           "vorticity_x, vorticity_y, vorticity_z, q_criterion, lambda2, and further fields "
           "by name, such as viscosity or eddy_viscosity"}};
  const auto monitors = monitor_keys();
  keys.insert(keys.end(), monitors.begin(), monitors.end());
  return keys;
}

void read_observers(const Section& root, Case& c) {
  read_quantities(root, c);
  read_monitors(root, c);
  if (c.prescribed_velocity) refuse_solved_flow(root, c);
}

}  // namespace lobatto::cases
