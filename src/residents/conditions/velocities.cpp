// boundary.<face>.velocity, .normal_velocity and .tangential_velocity: a velocity, or a part of it.
#include "plan/describe.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

/// All of it, or its part along the face.
struct VelocityOfFace {
  cases::VectorExpression velocity;
};
/// Out of the fluid.
struct NormalVelocity {
  cases::Expression speed;
};

void take_velocity(cases::FaceCondition& condition, const cases::VectorExpression& velocity,
                   const std::string& said) {
  condition.expressions.insert(condition.expressions.end(), velocity.begin(), velocity.end());
  condition.values.set<VelocityOfFace>({{velocity}});
  condition.said = said;
}

void read_velocity(const cases::Section& face, cases::FaceCondition& condition, cases::Case& c) {
  const bool is_exact = face.word("velocity").has_value();
  if (is_exact && !c.exact_velocity) face.report("velocity", "\"exact\" needs exact.velocity");
  if (const auto velocity = is_exact ? c.exact_velocity : face.expressions("velocity"))
    take_velocity(condition, *velocity, plan::velocity_text(*velocity, c));
}

void read_tangential_velocity(const cases::Section& face, cases::FaceCondition& condition,
                              cases::Case& /*c*/) {
  if (const auto velocity = face.expressions("tangential_velocity"))
    take_velocity(condition, *velocity, "open, along it " + plan::vector_text(*velocity));
}

void read_normal_velocity(const cases::Section& face, cases::FaceCondition& condition,
                          cases::Case& /*c*/) {
  const auto speed = face.expression("normal_velocity");
  if (!speed) return;
  condition.expressions.push_back(*speed);
  condition.values.set<NormalVelocity>({{*speed}});
  condition.said = "normal velocity " + plan::shortened(speed->text());
}

void set_velocity(physics::VelocityBoundaryCondition& face, physics::GivenVector velocity) {
  face.velocity = std::move(velocity.at);
  face.depends_on_time = velocity.depends_on_time;
  face.of_solution = std::move(velocity.of_solution);
}

void complete_velocity(const FaceContext& context, physics::VelocityBoundaryCondition& face) {
  for (const auto& given : context.condition.values.of<VelocityOfFace>())
    set_velocity(face, context.formulas.given_vector(given.velocity));
}

void complete_normal_velocity(const FaceContext& context,
                              physics::VelocityBoundaryCondition& face) {
  for (const auto& given : context.condition.values.of<NormalVelocity>())
    set_velocity(face, context.formulas.given_along_normal(given.speed, 1));
}

}  // namespace

Resident face_velocity() {
  using enum cases::VelocityCondition;
  Resident resident{
      {.keys = {{.path = "boundary.<face>.velocity",
                 .kind = cases::Kind::expressions,
                 .words = {"exact"},
                 .variables = cases::Variables::boundary,
                 .example = "[\"1 - y^2\", \"0\", \"0\"]",
                 .description = "given velocity: an inflow or a moving wall; may use the solution "
                                "and the normal; \"exact\": as exact.velocity"}},
       .on_velocity = {.kind = velocity, .read = read_velocity}}};
  resident.complete = complete_velocity;
  resident.supports = also(solved_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "x_min = { velocity = [\"4*y*(1 - y)*(1 + 0.1*v)\", \"0.1*t\", \"0\"] }\n";
  return resident;
}

Resident normal_velocity() {
  using enum cases::VelocityCondition;
  Resident resident{
      {.keys = {{.path = "boundary.<face>.normal_velocity",
                 .kind = cases::Kind::expression,
                 .variables = cases::Variables::boundary,
                 .example = "\"-0.1\"",
                 .description = "the normal component alone, positive out of the fluid: blowing, "
                                "suction; along the face no shear, or that of `traction`"}},
       .on_velocity = {.kind = normal, .read = read_normal_velocity}}};
  resident.complete = complete_normal_velocity;
  resident.supports = also(solved_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "x_min = { normal_velocity = \"-4*y*(1 - y)\" }\n";
  return resident;
}

Resident tangential_velocity() {
  using enum cases::VelocityCondition;
  Resident resident{
      {.keys = {{.path = "boundary.<face>.tangential_velocity",
                 .kind = cases::Kind::expressions,
                 .variables = cases::Variables::boundary,
                 .example = "[\"0\", \"0\", \"0\"]",
                 .description = "the components along the face alone; fluid passes freely through "
                                "it, at p = 0 or what `pressure` or `traction` says"}},
       .on_velocity = {.kind = tangential, .read = read_tangential_velocity}}};
  resident.complete = complete_velocity;
  resident.supports = also(solved_or_linearised, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "x_min = { tangential_velocity = [0, 0, 0], pressure = 0.1 }\n";
  return resident;
}

}  // namespace lobatto::residents
