#include "case/tables/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/expressions/coefficient_expression.hpp"
#include "case/schema/schema.hpp"
#include "case/schema/table.hpp"

namespace lobatto::cases {

namespace {

/// Each formula may use all of them, so that reading a case takes a time like their square.
constexpr double most_scalars = 1000;

/// With one of the two that give its diffusivity.
struct GivenScalar : ScalarCase {
  std::optional<double> prandtl;
  std::optional<Expression> own_diffusivity;
};

void check_scalar(const Section& table, GivenScalar& scalar) {
  if (table.word("initial") != "exact") return;
  scalar.initial = scalar.exact;
  if (!table.has("exact")) table.report("initial", "\"exact\" needs the key 'exact' of the scalar");
}

CoefficientCase over(const CoefficientCase& viscosity, double prandtl,
                     const std::vector<std::string>& scalar_names, const Case& c) {
  if (!viscosity.field) return {viscosity.constant / prandtl};
  const ExpressionText text{fmt::format("({})/({})", viscosity.field->text(), prandtl),
                            viscosity.field->where()};
  return {0,
          Expression::compile(text, coefficient_variables(scalar_names), c.parameters, c.imports)};
}

/// The fields that coefficients are have names of their own.
void check_field_names(const Section& root, const Case& c) {
  const auto taken = coefficient_fields(c);
  for (const Section& table : root.tables("scalar"))
    if (const auto name = table.word("name"); name && std::ranges::count(taken, *name) > 0)
      table.report("name", fmt::format("the field '{}' is that of a coefficient that varies; "
                                       "choose another name",
                                       *name));
}

const Table<GivenScalar>& scalar_table() {
  static const Table<GivenScalar> table{
      {.path = "scalar[]",
       .kind = Kind::table_list,
       .range = {.upper = most_scalars},
       .description = "Scalars carried by the flow, each with its own [[scalar]]"},
      {{&GivenScalar::name,
        {.path = "scalar[].name",
         .kind = Kind::identifier,
         .required = true,
         .example = "\"temperature\"",
         .description = "name in expressions and output"}},
       {&GivenScalar::prandtl,
        {.path = "scalar[].prandtl",
         .range = positive,
         .example = "0.71",
         .description = "diffusivity = viscosity / prandtl"}},
       {&GivenScalar::own_diffusivity,
        {.path = "scalar[].diffusivity",
         .range = coefficient_range,
         .variables = Variables::coefficient,
         .example = "1e-3",
         .description =
             "diffusivity, in length^2 / time; may use the velocity u, v, w, the scalars "
             "by name and shear_rate"}},
       {&GivenScalar::initial,
        {.path = "scalar[].initial",
         .words = {"exact"},
         .variables = Variables::initial,
         .example = "\"1 - z\"",
         .description = "value at t = 0, zero where not given; \"exact\": as `exact`"}},
       {&GivenScalar::exact,
        {.path = "scalar[].exact",
         .example = "\"exp(-t)*sin(x)\"",
         .description = "exact solution; errors are reported"}},
       {&GivenScalar::turbulent_prandtl,
        {.path = "scalar[].turbulent_prandtl",
         .range = positive,
         .example = "0.7",
         .description = "with [subgrid]: eddy viscosity over eddy diffusivity, the turbulent "
                        "Prandtl or Schmidt number"}},
       {&GivenScalar::is_advected,
        {.path = "scalar[].advection",
         .example = "false",
         .description = "whether the flow carries it; without it diffusion and sources alone"}},
       {worded(&GivenScalar::solver, helmholtz_methods()),
        {.path = "scalar[].solver",
         .refused = {no_multigrid()},
         .example = "\"tensor-direct\"",
         .description = "solver of its Helmholtz equation"}},
       KeyMember<GivenScalar>(scalar_boundary_keys()),
       KeyMember<GivenScalar>(scalar_solid_keys())},
      check_scalar};
  return table;
}

}  // namespace

std::vector<Key> scalar_keys() { return scalar_table().keys(); }

void read_scalars(const Section& root, const CaseFormat& format, Case& c) {
  for (const Section& table : root.tables("scalar")) {
    GivenScalar scalar;
    scalar_table().read(table, scalar);
    if (scalar.prandtl) {
      scalar.diffusivity = over(c.viscosity, *scalar.prandtl, scalar_names_of(root), c);
      const bool has_viscosity = c.viscosity.constant > 0;  // or its own key is refused
      if (has_viscosity) report_coefficient(table, "prandtl", "diffusivity", scalar.diffusivity);
    }
    if (scalar.own_diffusivity) scalar.diffusivity = coefficient_of(*scalar.own_diffusivity);
    read_scalar_conditions(root, table, format, c, scalar);
    read_scalar_solids(table, c, scalar);
    c.scalars.push_back(scalar);
  }
  check_field_names(root, c);
}

}  // namespace lobatto::cases
