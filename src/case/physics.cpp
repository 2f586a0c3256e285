#include "case/physics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "case/conditions.hpp"

namespace lobatto::cases {

namespace {

int default_flow_direction(const Case& c) {
  const auto n_periodic =
      std::count_if(c.axes.begin(), c.axes.end(), [](const auto& axis) { return axis.periodic; });
  for (int d = 0; d < 3; ++d)
    if (n_periodic == 1 && c.axes[d].periodic) return d;
  return 2;
}

void read_flow_rate(const Section& forcing, Case& c) {
  constexpr std::string_view names = "xyz";
  const auto word = forcing.word("flow_direction");
  c.flow_direction = word ? static_cast<int>(names.find(*word)) : default_flow_direction(c);
  c.flow_rate = forcing.number("flow_rate");
  if (word && !forcing.has("flow_rate"))
    forcing.report("flow_direction", "has no meaning without 'flow_rate'");
  const bool has_axis = !c.axes[c.flow_direction].ticks.empty();
  if (c.flow_rate && has_axis && !c.axes[c.flow_direction].periodic)
    forcing.report(word ? "flow_direction" : "flow_rate",
                   fmt::format("a flow rate is held along a periodic direction; {} is not periodic",
                               names[c.flow_direction]));
}

std::vector<BuoyancyCase> read_buoyancy(const Section& forcing) {
  std::vector<BuoyancyCase> list;
  for (const Section& table : forcing.tables("buoyancy")) {
    BuoyancyCase buoyancy;
    buoyancy.scalar = table.word("scalar").value_or("");
    buoyancy.coefficient = table.number_or_default("coefficient");
    buoyancy.reference = table.number_or_default("reference");
    const auto direction = table.numbers_or_default("direction");
    std::copy_n(direction.begin(), 3, buoyancy.direction.begin());
    if (std::all_of(direction.begin(), direction.end(), [](double x) { return x == 0; }))
      table.report("direction", "is zero");
    list.push_back(buoyancy);
  }
  return list;
}

double scalar_diffusivity(const Section& table, const Case& c) {
  if (const auto prandtl = table.number("prandtl")) return c.viscosity / *prandtl;
  return table.number("diffusivity").value_or(0);
}

ScalarCase read_scalar(const Section& root, const Section& table, const Case& c) {
  ScalarCase scalar;
  scalar.name = table.word("name").value_or("");
  scalar.diffusivity = scalar_diffusivity(table, c);
  scalar.source = table.expression("source");
  scalar.exact = table.expression("exact");
  scalar.initial = table.expression("initial");
  if (scalar.initial && scalar.initial->text == "exact") {
    scalar.initial = scalar.exact;
    if (!table.has("exact"))
      table.report("initial", "\"exact\" needs the key 'exact' of the scalar");
  }
  if (const auto word = table.word("solver")) scalar.solver = *value_of(solver_words(), *word);
  read_scalar_conditions(root, table, c, scalar);
  return scalar;
}

}  // namespace

void read_fluid(const Section& root, Case& c) {
  const Section fluid = root.table("fluid");
  if (const auto viscosity = fluid.number("viscosity")) {
    c.viscosity = *viscosity;
    for (const char* scale : {"velocity", "length"})
      if (fluid.has(scale)) fluid.report(scale, "is a scale of 'reynolds'; 'viscosity' needs none");
  } else if (const auto reynolds = fluid.number("reynolds")) {
    c.viscosity =
        fluid.number_or_default("velocity") * fluid.number_or_default("length") / *reynolds;
  }
}

void read_exact(const Section& root, Case& c) {
  const Section exact = root.table("exact");
  c.exact_velocity = exact.expressions("velocity");
  c.exact_pressure = exact.expression("pressure");
}

void read_forcing(const Section& root, Case& c) {
  const Section forcing = root.table("forcing");
  read_flow_rate(forcing, c);
  c.body_force = forcing.expressions("body");
  c.buoyancy = read_buoyancy(forcing);
}

void read_initial(const Section& root, Case& c) {
  const Section initial = root.table("initial");
  c.initial_velocity = initial.expressions("velocity");
  if (!initial.word("velocity")) return;
  c.initial_velocity = c.exact_velocity;
  if (!root.table("exact").has("velocity"))
    initial.report("velocity", "\"exact\" needs exact.velocity");
}

void read_scalars(const Section& root, Case& c) {
  for (const Section& table : root.tables("scalar"))
    c.scalars.push_back(read_scalar(root, table, c));
}

}  // namespace lobatto::cases
