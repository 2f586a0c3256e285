#include "case/tables/inflow.hpp"

#include <algorithm>
#include <string>

#include "case/expressions/expression.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

namespace {

void check_recycling(const Section& table, physics::Recycling& recycle) {
  if (table.has("offset") && std::ranges::all_of(recycle.offset, [](double x) { return x == 0; }))
    table.report("offset", "is zero; expected the way from the face to a plane inside the flow");
}

const Table<StressCase>& stress_table() {
  const auto key = [](const char* name, const char* example, const char* description) {
    const bool is_square = name[0] == name[1];
    return Key{.path = std::string("boundary.<face>.turbulence.stress.") + name,
               .required = is_square,
               .range = is_square ? Range{0, unbounded, false, false} : Range{},
               .default_text = is_square ? "" : "0",
               .example = example,
               .description = description};
  };
  static const Table<StressCase> table{
      {.path = "boundary.<face>.turbulence.stress",
       .description = "instead of intensity: the Reynolds stresses, each of the place, in units of "
                      "velocity squared"},
      {{&StressCase::uu, key("uu", "\"0.01*(1 - y^2)\"", "mean square of u")},
       {&StressCase::vv, key("vv", "\"0.003*(1 - y^2)\"", "mean square of v")},
       {&StressCase::ww, key("ww", "\"0.005*(1 - y^2)\"", "mean square of w")},
       {&StressCase::uv, key("uv", "\"-0.002*y*(1 - y^2)\"", "mean of u v")},
       {&StressCase::uw, key("uw", "0", "mean of u w")},
       {&StressCase::vw, key("vw", "0", "mean of v w")}}};
  return table;
}

}  // namespace

const Table<physics::Recycling>& recycle_table() {
  static const Table<physics::Recycling> table{
      {.path = "boundary.<face>.recycle",
       .description = "an inflow from inside: the velocity at x + offset, scaled to a given mean"},
      {{&physics::Recycling::offset,
        {.path = "boundary.<face>.recycle.offset",
         .required = true,
         .example = "[4, 0, 0]",
         .description = "way from the face to the place inside whose velocity it takes"}},
       {&physics::Recycling::bulk_velocity,
        {.path = "boundary.<face>.recycle.bulk_velocity",
         .required = true,
         .range = positive,
         .example = "1.0",
         .description = "mean over the face of the velocity into the fluid"}}},
      check_recycling};
  return table;
}

const Table<TurbulenceCase>& turbulence_table() {
  static const Table<TurbulenceCase> table{
      {.path = "boundary.<face>.turbulence",
       .description = "fluctuations added to the given velocity: random waves without divergence "
                      "or net flux, isotropic where the intensity is uniform"},
      {{&TurbulenceCase::intensity,
        {.path = "boundary.<face>.turbulence.intensity",
         .range = {0, unbounded, false, false},
         .default_text = "none",
         .example = "\"0.1*(1 - y^8)\"",
         .description = "root mean square of each component, in units of velocity, of the place; 0 "
                        "at walls"}},
       {&TurbulenceCase::stress, stress_table()},
       {&TurbulenceCase::length,
        {.path = "boundary.<face>.turbulence.length",
         .required = true,
         .range = positive,
         .example = "0.3",
         .description = "longitudinal integral length"}},
       {&TurbulenceCase::convection,
        {.path = "boundary.<face>.turbulence.convection",
         .required = true,
         .example = "[1, 0, 0]",
         .description = "velocity that carries the waves, which do not change, through the face"}},
       {&TurbulenceCase::n_waves,
        {.path = "boundary.<face>.turbulence.waves",
         .range = {1, 100000, false, false},
         .example = "400",
         .description = "number of waves"}},
       {&TurbulenceCase::seed,
        {.path = "boundary.<face>.turbulence.seed",
         .range = {0, 1e9, false, false},
         .example = "7",
         .description = "another one gives other waves; the same one the same, on any number of "
                        "ranks and after restarts"}}},
      [](const Section& section, TurbulenceCase& turbulence) {
        turbulence.where = section.where(turbulence.stress ? "stress" : "intensity");
      }};
  return table;
}

std::array<const Expression*, 6> stresses_of(const StressCase& stress) {
  const auto at = [](const std::optional<Expression>& text) { return text ? &*text : nullptr; };
  return {&stress.uu, &stress.vv, &stress.ww, at(stress.uv), at(stress.uw), at(stress.vw)};
}

void check_turbulence(const Section& table, const Case& c, const TurbulenceCase& turbulence) {
  const auto check_place = [&](const Section& in, const char* key, const Expression& expression) {
    if (!in.has(key) || in.is_refused(key)) return;
    if (expression.depends_on_time())
      in.report(key, "depends on the time t; expected a function of the place alone");
  };
  if (turbulence.intensity) check_place(table, "intensity", *turbulence.intensity);
  if (turbulence.stress) {
    const auto stresses = stresses_of(*turbulence.stress);
    for (std::size_t i = 0; i < stresses.size(); ++i)
      if (stresses[i] != nullptr) check_place(table.table("stress"), stress_names[i], *stresses[i]);
  }
  const bool is_periodic =
      !c.periodic.empty() ||
      (c.map && std::ranges::any_of(c.axes, [](const mesh::Axis& axis) { return axis.periodic; }));
  const char* key = turbulence.stress ? "stress" : "intensity";
  if (is_periodic && table.has(key) && !table.is_refused(key))
    table.report(key,
                 "turbulence needs periodic directions to be those of a box that is not moved");
}

}  // namespace lobatto::cases
