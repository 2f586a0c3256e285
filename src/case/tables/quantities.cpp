#include "case/tables/tables.hpp"

#include <algorithm>

#include "case/expressions/coefficient_expression.hpp"
#include "case/expressions/expression.hpp"
#include "case/expressions/field_names.hpp"
#include "case/schema/name_rules.hpp"

namespace lobatto::cases {

std::vector<Key> quantity_keys() {
  return {
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
}

void read_quantities(const Section& root, Case& c) {
  const auto known = output_variables(scalar_names(c), coefficient_fields(c));
  const auto fault_of = [&](const std::string& name) -> std::string {
    if (std::string fault = fault_of_identifier(name); !fault.empty()) return fault;
    const bool is_known = std::ranges::find(known, name) != known.end();
    return is_known || c.parameters.contains(name)
               ? "expressions know this name already; choose another"
               : "";
  };
  c.quantities = read_expressions(root.table("output").table("quantities"), c, fault_of);
}

std::vector<QuantityCase> read_expressions(
    const Section& table, const Case& c,
    base::FunctionRef<std::string(const std::string&)> fault_of) {
  std::vector<QuantityCase> quantities;
  for (const Entry& entry : table.entries()) {
    if (const std::string fault = fault_of(entry.key); !fault.empty()) {
      table.report(entry.key, fault);
    } else if (const auto expression = table.expression(entry.key)) {
      quantities.push_back({entry.key, of_output(*expression, c)});
      if (c.prescribed_velocity && expression->depends_on("p"))
        table.report(entry.key, "uses the pressure p, which a case with [flow] has not");
    }
  }
  return quantities;
}

}  // namespace lobatto::cases
