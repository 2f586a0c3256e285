// boundary.<face>.recycle: an inflow that takes its velocity from inside the same flow.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "physics/conditions/recycled_velocity.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

using physics::Recycling;

void check_offset(const cases::Section& table, Recycling& recycling) {
  if (table.has("offset") && std::ranges::all_of(recycling.offset, [](double x) { return x == 0; }))
    table.report("offset", "is zero; expected the way from the face to a plane inside the flow");
}

const cases::Table<Recycling>& recycle_table() {
  static const cases::Table<Recycling> table{
      {.path = "boundary.<face>.recycle",
       .description = "an inflow from inside: the velocity at x + offset, scaled to a given mean"},
      {{&Recycling::offset,
        {.path = "boundary.<face>.recycle.offset",
         .required = true,
         .example = "[4, 0, 0]",
         .description = "way from the face to the place inside whose velocity it takes"}},
       {&Recycling::bulk_velocity,
        {.path = "boundary.<face>.recycle.bulk_velocity",
         .required = true,
         .range = cases::positive,
         .example = "1.0",
         .description = "mean over the face of the velocity into the fluid"}}},
      check_offset};
  return table;
}

void read_recycling(const cases::Section& face, cases::FaceCondition& condition, cases::Case& c) {
  std::vector<Recycling> recycling;
  if (!face.has("recycle")) return;
  recycle_table().read_below(face, recycling.emplace_back());
  condition.said =
      fmt::format("recycled from ({:.6g}) on, mean {:.6g}",
                  fmt::join(recycling.front().offset, ", "), recycling.front().bulk_velocity);
  condition.values.set(std::move(recycling));
  c.unpredicted.push_back({"boundary", "a recycled inflow"});
}

void complete_recycling(const FaceContext& context, physics::VelocityBoundaryCondition& face) {
  for (const Recycling& recycling : context.condition.values.of<Recycling>())
    physics::recycle(context.fluid, context.boundary, recycling, face);
}

}  // namespace

Resident recycling() {
  Resident resident{
      {.keys = recycle_table().keys(),
       .on_velocity = {.kind = cases::VelocityCondition::velocity, .read = read_recycling}}};
  resident.complete = complete_recycling;
  resident.supports = also(solved_flow, {Trait::low_mach});
  resident.example = "x_min = { recycle = { offset = [0.9, 0, 0], bulk_velocity = 0.6 } }\n";
  return resident;
}

}  // namespace lobatto::residents
