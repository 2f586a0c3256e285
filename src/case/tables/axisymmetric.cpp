#include <fmt/format.h>

#include "case/tables/tables.hpp"

namespace lobatto::cases {

namespace {

void refuse_tables(const Section& root) {
  for (const char* table :
       {"flow", "solid", "subgrid", "filter", "sponge", "rotation", "statistics"})
    if (root.has(table))
      root.report(table, "does not go with mesh.axisymmetric; expected a flow without it");
}

/// Equations around an axis are solved by the factors of the plane mesh alone.
void choose_direct(const Section& table, const char* key, SolverMethod& method) {
  if (method != SolverMethod::automatic && method != SolverMethod::extruded_direct)
    table.report(key, "with mesh.axisymmetric expected \"extruded-direct\", or nothing");
  method = SolverMethod::extruded_direct;
}

}  // namespace

void complete_axisymmetric(const Section& root, Case& c) {
  if (!c.axisymmetric) return;
  refuse_tables(root);
  if (c.order < 2) root.table("mesh").report("order", "with mesh.axisymmetric expected at least 2");
  const Section solver = root.table("solver");
  choose_direct(solver, "pressure", c.pressure_solver);
  choose_direct(solver, "velocity", c.velocity_solver);
  const auto scalars = root.tables("scalar");
  for (std::size_t s = 0; s < c.scalars.size(); ++s)
    choose_direct(scalars[s], "solver", c.scalars[s].solver);
  if (c.map || c.mesh_file) return;
  // Elements around an axis are never alike.
  const auto stays = [](const char* coordinate) {
    return Expression::compile({coordinate, "mesh.axisymmetric"}, {"x", "y", "z"}, {});
  };
  c.map = VectorExpression{stays("x"), stays("y"), stays("z")};
}

}  // namespace lobatto::cases
