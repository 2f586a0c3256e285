// A condition: boundary.<face>.uniform_inflow, a volume per time that enters along the inward
// normal with one velocity, rate / area. In the house it stands in src/residents/conditions, and
// src/residents/residents.hpp names uniform_inflow.
#include <fmt/format.h>

#include "residents/residents.hpp"
#include "space/boundary.hpp"

namespace lobatto::residents {

namespace {

struct UniformInflow {
  double rate = 0;  ///< volume per time
};

const cases::Table<UniformInflow>& uniform_inflow_table() {
  static const cases::Table<UniformInflow> table{
      {.path = "boundary.<face>.uniform_inflow",
       .description = "a volume per time that enters with one velocity, along the normal"},
      {{&UniformInflow::rate,
        {.path = "boundary.<face>.uniform_inflow.rate",
         .required = true,
         .range = cases::positive,
         .example = "0.5",
         .description = "volume per time"}}}};
  return table;
}

void read_uniform_inflow(const cases::Section& face, cases::FaceCondition& condition,
                         cases::Case& /*c*/) {
  if (!face.has("uniform_inflow")) return;
  std::vector<UniformInflow> inflow(1);
  uniform_inflow_table().read_below(face, inflow.front());
  condition.said = fmt::format("uniform inflow of {:.6g}", inflow.front().rate);
  condition.values.set(std::move(inflow));
}

void complete_uniform_inflow(const FaceContext& context, physics::VelocityBoundaryCondition& face) {
  for (const UniformInflow& inflow : context.condition.values.of<UniformInflow>()) {
    const double speed = inflow.rate / space::Boundary(context.fluid, context.boundary).area();
    for (int d = 0; d < 3; ++d)
      face.velocity[d] = [speed, d](const space::Points& points, double /*t*/,
                                    std::span<double> out) {
        for (std::size_t q = 0; q < out.size(); ++q) out[q] = -speed * points.normal[d][q];
      };
    face.depends_on_time = false;
  }
}

}  // namespace

Resident uniform_inflow() {
  Resident resident{
      {.keys = uniform_inflow_table().keys(),
       .on_velocity = {.kind = cases::VelocityCondition::velocity, .read = read_uniform_inflow}}};
  resident.complete = complete_uniform_inflow;
  resident.supports = solved_flow;
  resident.example = "x_min = { uniform_inflow = { rate = 0.5 } }\n";
  return resident;
}

}  // namespace lobatto::residents
