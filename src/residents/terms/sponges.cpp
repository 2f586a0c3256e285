// [[sponge]]: regions that draw the flow and scalars to given values by the force strength * shape
// * (target - phi).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "case/document/spelling.hpp"
#include "case/schema/schema.hpp"
#include "physics/terms/sponge.hpp"
#include "plan/describe.hpp"
#include "plan/stable_step.hpp"
#include "residents/case_values.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct Sponge {
  double strength = 0;
  cases::Expression shape;
  std::optional<cases::VectorExpression> velocity;
  struct Scalar {
    std::size_t index;
    cases::Expression target;
  };
  std::vector<Scalar> scalars;
};

/// The words "exact" and "initial" are left: those velocities stand in other tables.
const cases::Table<Sponge>& sponge_table() {
  static const cases::Table<Sponge> table{
      {.path = "sponge[]",
       .kind = cases::Kind::table_list,
       .description = "Regions in which a force strength * shape * (target - u) draws the flow and "
                      "scalars to given values: before an outflow, or as a fringe"},
      {{&Sponge::strength,
        {.path = "sponge[].strength",
         .required = true,
         .range = cases::positive,
         .example = "5.0",
         .description = "rate at which what differs from the target decays, in 1 / time; times the "
                        "step at most 0.95 with time.order = 3"}},
       {&Sponge::shape,
        {.path = "sponge[].shape",
         .required = true,
         .example = "\"0.5*(1 + tanh(4*(x - 18)))\"",
         .description =
             "part of the strength at a place, from 0 to 1; elements where it is 0 on all "
             "nodes cost nothing"}},
       {&Sponge::velocity,
        {.path = "sponge[].velocity",
         .words = {"exact", "initial"},
         .example = "[\"1 - y^2\", \"0\", \"0\"]",
         .description = "target of the velocity, of place and time; \"exact\": as exact.velocity; "
                        "\"initial\": as initial.velocity"}},
       cases::KeyMember<Sponge>(cases::Key{.path = "sponge[].scalars",
                                           .description = "targets of scalars, by their names"}),
       cases::KeyMember<Sponge>(
           cases::Key{.path = "sponge[].scalars.<name>",
                      .kind = cases::Kind::expression,
                      .example = "\"0.2\"",
                      .description = "target of this scalar, of place and time"})}};
  return table;
}

void take_word(const cases::Section& table, const std::string& word,
               const std::optional<cases::VectorExpression>& meant, const char* key,
               Sponge& sponge) {
  if (table.word("velocity") != word) return;
  sponge.velocity = meant;
  if (!meant) return table.report("velocity", fmt::format("\"{}\" needs {}", word, key));
  for (const cases::Expression& component : *meant)
    if (component.depends_on(cases::random_name))
      table.report("velocity", fmt::format("{} is random; expected a target that is not", key));
}

void read_scalar_targets(const cases::Section& table, const cases::Case& c, Sponge& sponge) {
  const auto names = scalar_names(c);
  const cases::Section targets = table.table("scalars");
  for (const cases::Entry& entry : targets.entries()) {
    const auto found = std::ranges::find(names, entry.key);
    if (found == names.end())
      targets.report(entry.key, "is no scalar of this case" +
                                    cases::suggestion_or_list(entry.key, names, "; it has "));
    else if (const auto text = targets.expression(entry.key))
      sponge.scalars.push_back({static_cast<std::size_t>(found - names.begin()), *text});
  }
}

void check_targets(const cases::Section& table, const cases::Case& c, const Sponge& sponge) {
  if (table.has("velocity") && c.prescribed_velocity)
    table.report("velocity", "has no meaning where [flow] prescribes the velocity");
  if (!table.has("velocity") && !table.has("scalars"))
    table.report("velocity",
                 "missing; a sponge needs the target of the velocity, of scalars, or of "
                 "both");
  std::string name = "strength";
  for (const auto& decay : c.explicit_decay) name += " + " + decay.name;
  if (!c.explicit_decay.empty()) name = "(" + name + ")";
  if (const auto fault = plan::decay_fault(c, name, sponge.strength + plan::decay_rate(c)))
    table.report("strength", fmt::format("{:.6g} with {}", sponge.strength, *fault));
}

void check_shape(const cases::Section& table, const Sponge& sponge) {
  if (!table.has("shape") || table.is_refused("shape")) return;
  if (sponge.shape.depends_on_time())
    table.report("shape", "depends on the time t; expected a function of the place alone");
}

void read_sponges(const cases::Section& root, cases::Case& c) {
  std::vector<Sponge> sponges;
  double strongest = 0;
  for (const cases::Section& table : root.tables("sponge")) {
    Sponge& sponge = sponges.emplace_back();
    sponge_table().read(table, sponge);
    if (!root.table("exact").is_refused("velocity"))
      take_word(table, "exact", c.exact_velocity, "exact.velocity", sponge);
    if (!root.table("initial").is_refused("velocity"))
      take_word(table, "initial", c.initial_velocity, "initial.velocity", sponge);
    read_scalar_targets(table, c, sponge);
    check_targets(table, c, sponge);
    check_shape(table, sponge);
    strongest = std::max(strongest, sponge.strength);
  }
  if (!sponges.empty()) c.explicit_decay.push_back({"sponge.strength", strongest});
  c.extensions.set(std::move(sponges));
}

std::string describe_sponges(const cases::Case& c) {
  std::string text;
  for (const Sponge& sponge : c.extensions.of<Sponge>()) {
    std::vector<std::string> targets;
    if (sponge.velocity) targets.push_back("velocity " + plan::velocity_text(*sponge.velocity, c));
    for (const auto& [scalar, target] : sponge.scalars)
      targets.push_back(
          fmt::format("{} {}", c.scalars[scalar].name, plan::shortened(target.text())));
    const double dt = c.dt.value_or(plan::longest_step(c));
    text += plan::line("sponge",
                       fmt::format("{:.6g} times {}, to {}; strength dt {}{:.4g}", sponge.strength,
                                   plan::shortened(sponge.shape.text()), fmt::join(targets, ", "),
                                   c.dt ? "" : "at most ", sponge.strength * dt));
  }
  return text;
}

void look_at_sponges(const cases::Case& c, CaseValues& values) {
  for (const Sponge& sponge : c.extensions.of<Sponge>()) {
    values.look_at_nodes(sponge.shape, cases::Range{.lower = 0, .upper = 1});
    if (sponge.velocity)
      for (const cases::Expression& text : *sponge.velocity) values.look_at_nodes(text, 0.0);
    for (const auto& scalar : sponge.scalars) values.look_at_nodes(scalar.target, 0.0);
  }
}

void add_sponges(const AssemblyContext& context) {
  physics::Assembly& assembly = context.assembly;
  for (const Sponge& sponge : context.the_case.extensions.of<Sponge>()) {
    const space::SpaceTimeFunction strength =
        [shape = context.formulas.function(sponge.shape), strength = sponge.strength](
            const space::Points& points, double t, std::span<double> out) {
          shape(points, t, out);
          for (double& value : out) value *= strength;
        };
    const auto draw = [&](physics::CarriedField& field,
                          std::vector<space::SpaceTimeFunction> targets, bool depends_on_time) {
      field.add(std::make_unique<physics::SpongeTerm>(strength, std::move(targets), depends_on_time,
                                                      assembly.state, field.field()));
    };
    if (assembly.velocity != nullptr && sponge.velocity) {
      const auto target = context.formulas.vector_function(*sponge.velocity);
      draw(*assembly.velocity, {target.begin(), target.end()}, depends_on_time(*sponge.velocity));
    }
    for (const auto& [scalar, target] : sponge.scalars)
      draw(*assembly.scalars[scalar], {context.formulas.function(target)},
           target.depends_on_time());
  }
}

}  // namespace

Resident sponges() {
  Resident resident{{sponge_table().keys(), {}, read_sponges}, add_sponges};
  resident.in_case_file.describe = describe_sponges;
  resident.look_at = look_at_sponges;
  resident.supports = also(any_flow, {Trait::low_mach});
  resident.example =
      "[[sponge]]\nstrength = 5\nshape = \"0.5*(1 + tanh(4*(x - 0.8)))\"\nscalars = { heat = 0.2 "
      "}\n";
  return resident;
}

}  // namespace lobatto::residents
