// [[mesh.body]]: parts of the boundary that move as rigid bodies, and a mesh that gives way.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/vector3.hpp"
#include "physics/rigid_bodies.hpp"
#include "plan/describe.hpp"
#include "residents/equations/moving_cases.hpp"
#include "residents/residents.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::residents {

namespace {

struct Body {
  std::vector<std::string> boundaries;
  std::optional<cases::VectorExpression> displacement;
  std::optional<cases::Expression> angle;
  base::Vector3 axis{0, 0, 1}, about{};
};

/// Throws base::Error, on every rank alike, where it is not finite.
double value_at(const cases::Expression& expression, double t) {
  double value = 0;
  if (const auto fault = expression.evaluate({}, t, {&value, 1})) throw base::Error(*fault);
  return value;
}

/// a + (R - 1) r, with R the turn about the axis (Rodrigues).
physics::Affine displacement_at(const Body& body, double t) {
  physics::Affine map{};
  for (int d = 0; body.displacement && d < 3; ++d) map[d][0] = value_at((*body.displacement)[d], t);
  if (!body.angle) return map;
  const double angle = value_at(*body.angle, t), sine = std::sin(angle);
  const double less = 2 * std::pow(std::sin(0.5 * angle), 2);  // 1 - cos
  const base::Vector3 k = base::unit(body.axis);
  for (int d = 0; d < 3; ++d)
    for (int j = 0; j < 3; ++j) {
      const int third = 3 - d - j;
      const double sign = (d + 1) % 3 == j ? -1 : 1;
      map[d][j + 1] += less * (k[d] * k[j] - (d == j ? 1 : 0));
      if (d != j) map[d][j + 1] += sign * sine * k[third];
    }
  return map;
}

/// By central differences of fourth order.
physics::Affine velocity_at(const Body& body, double t, double step) {
  constexpr std::array weights{2.0 / 3, -1.0 / 12};
  physics::Affine rate{};
  for (std::size_t k = 0; k < weights.size(); ++k)
    for (const double side : {1.0, -1.0}) {
      const auto map = displacement_at(body, t + side * static_cast<double>(k + 1) * step);
      for (int d = 0; d < 3; ++d)
        for (int j = 0; j < 4; ++j) rate[d][j] += side * weights[k] / step * map[d][j];
    }
  return rate;
}

const cases::Table<Body>& body_table() {
  static const cases::Table<Body> table{
      {.path = "mesh.body[]",
       .kind = cases::Kind::table_list,
       .description = "Walls that move as a rigid body; nodes between them and all other "
                      "boundaries give way"},
      {{&Body::boundaries,
        {.path = "mesh.body[].on",
         .required = true,
         .example = "[\"cylinder\"]",
         .description = "its boundaries, as [boundary] names them"}},
       {&Body::displacement,
        {.path = "mesh.body[].displacement",
         .variables = cases::Variables::time,
         .example = "[\"0.8*sin(2*t)\", \"0\", \"0\"]",
         .description = "how far it is from where it is in the mesh, of t"}},
       {&Body::angle,
        {.path = "mesh.body[].angle",
         .variables = cases::Variables::time,
         .example = "\"0.3*sin(2*t)\"",
         .description = "in radians: by how much it has turned, of t"}},
       {&Body::axis,
        {.path = "mesh.body[].axis", .example = "[0, 0, 1]", .description = "that it turns about"}},
       {&Body::about,
        {.path = "mesh.body[].about",
         .example = "[0.5, 0.5, 0]",
         .description = "a point of the axis, before the displacement"}}}};
  return table;
}

void read_bodies_first(const cases::Section& root, cases::Case& c) {
  if (root.table("mesh").has("body")) c.mesh_moves = true;
}

void check_body(const cases::Section& table, const Body& body, const cases::Case& c) {
  if (!table.has("displacement") && !table.has("angle"))
    table.report("displacement", "missing; a body needs a displacement, an angle, or both");
  if (base::norm(body.axis) == 0)
    table.report("axis", "has no direction; expected a vector that is not zero");
  if (!c.plane) return;
  if (body.displacement && (*body.displacement)[2].constant_value() != 0.0)
    table.report("displacement", "moves along z, but with mesh.plane nothing changes there");
  if (body.angle && (body.axis[0] != 0 || body.axis[1] != 0))
    table.report("axis", "turns the plane out of itself; expected [0, 0, 1]");
}

void read_bodies(const cases::Section& root, cases::Case& c) {
  const cases::Section mesh = root.table("mesh");
  if (!mesh.has("body")) return;
  std::vector<Body> bodies;
  for (const cases::Section& table : mesh.tables("body")) {
    Body& body = bodies.emplace_back();
    body_table().read(table, body);
    check_body(table, body, c);
    c.extra_boundaries.push_back({body.boundaries, table.where("on"), false});
  }
  if (mesh.has("motion"))
    mesh.report("body", "does not go with mesh.motion; expected one of them");
  else
    check_moving_case(mesh, "body", c);
  c.extensions.set(std::move(bodies));
}

std::shared_ptr<physics::MeshMotion> motion_of_bodies(
    const cases::Case& c, const space::FunctionSpace& space,
    std::span<const physics::VelocityBoundaryCondition> faces) {
  std::vector<physics::RigidBody> bodies;
  for (const Body& body : c.extensions.of<Body>())
    bodies.push_back({space::boundaries_named(body.boundaries, space), body.about,
                      [body, step = difference_step(c)](double t, physics::Affine& displacement,
                                                        physics::Affine& velocity) {
                        displacement = displacement_at(body, t);
                        velocity = velocity_at(body, t, step);
                      }});
  return std::make_shared<physics::RigidBodies>(space, std::move(bodies), faces);
}

void set_bodies(const cases::Case& c, Formulas& /*formulas*/, const space::FunctionSpace& space,
                physics::FlowSettings& settings) {
  if (!c.extensions.of<Body>().empty())
    settings.mesh_motion = motion_of_bodies(c, space, settings.faces);
}

std::string describe_bodies(const cases::Case& c) {
  std::string text;
  for (const Body& body : c.extensions.of<Body>()) {
    std::string how;
    if (body.displacement) how += ", shifted by " + plan::vector_text(*body.displacement);
    if (body.angle)
      how += fmt::format(", turned by {} about ({:.6g})", plan::shortened(body.angle->text()),
                         fmt::join(body.axis, ", "));
    text += plan::line("body", fmt::format("{}{}", fmt::join(body.boundaries, ", "), how));
  }
  return text;
}

void check_bodies_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                          cases::Problems& problems) {
  if (c.extensions.of<Body>().empty()) return;
  std::vector<physics::VelocityBoundaryCondition> faces;
  for (const auto& part : space.boundaries()) {
    const auto given = std::ranges::find(c.faces, part.name, &cases::FaceCondition::boundary);
    faces.emplace_back().kind =
        given == c.faces.end() ? physics::VelocityCondition::wall : given->kind;
  }
  cases::attempt(problems, c.place("mesh.body") + ": ", [&] {
    const auto motion = motion_of_bodies(c, space, faces);
    check_motion(c, space, *motion, c.place("mesh.body"), problems);
  });
}

}  // namespace

Resident moving_bodies() {
  Resident resident{.in_case_file = {.keys = body_table().keys(),
                                     .read = read_bodies,
                                     .read_first = read_bodies_first,
                                     .describe = describe_bodies}};
  resident.set = set_bodies;
  resident.check_on_mesh = check_bodies_on_mesh;
  resident.supports = flows_on_moving_mesh;
  resident.reasons = {{Trait::prescribed_velocity, "no flow is solved for"}};
  resident.example =
      "[[mesh.body]]\non = [\"y_min\"]\ndisplacement = [\"0\", \"0.05*sin(3*t)\", \"0\"]\n";
  return resident;
}

}  // namespace lobatto::residents
