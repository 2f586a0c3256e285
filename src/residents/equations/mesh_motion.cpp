// [mesh.motion]: nodes of the mesh that move as a formula says.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "physics/moving_mesh.hpp"
#include "plan/describe.hpp"
#include "residents/case_values.hpp"
#include "residents/equations/moving_cases.hpp"
#include "residents/residents.hpp"

namespace lobatto::residents {

namespace {

struct Motion {
  cases::VectorExpression displacement;
};

/// x = x_0 + d(x_0, t) with x_0 the places of the mesh as it was made. The velocity is the
/// difference of fourth order, of steps so short that it is dd/dt but for round-off: whatever order
/// the time stepping has, and walls that move as a whole let through what the volume says.
class GivenMotion final : public physics::MeshMotion {
 public:
  GivenMotion(const Motion& motion, Formulas& formulas, const space::FunctionSpace& space,
              double step)
      : displacement_(formulas.vector_function(motion.displacement)), step_(step) {
    for (int d = 0; d < 3; ++d) {
      moves_[d] = motion.displacement[d].depends_on_time();
      at_rest_[d] = space.make_field();
      space.evaluate(
          [d](const space::Points& points, double, std::span<double> out) {
            std::ranges::copy(std::array{points.x, points.y, points.z}[d], out.begin());
          },
          0, at_rest_[d]);
    }
    shifted_ = space.make_field();
  }

  void evaluate(double t, space::Coordinates& places, space::VectorField& velocity) override {
    const space::Points points{at_rest_[0], at_rest_[1], at_rest_[2]};
    for (int d = 0; d < 3; ++d) {
      displacement_[d](points, t, places[d]);
      for (std::size_t q = 0; q < places[d].size(); ++q) places[d][q] += at_rest_[d][q];
      velocity[d].fill(0);
      if (moves_[d]) differentiate(points, d, t, velocity[d]);
    }
  }

 private:
  void differentiate(const space::Points& points, int d, double t, space::Field& slope) {
    constexpr std::array weights{2.0 / 3, -1.0 / 12};
    for (std::size_t k = 0; k < weights.size(); ++k)
      for (const double side : {1.0, -1.0}) {
        displacement_[d](points, t + side * static_cast<double>(k + 1) * step_, shifted_);
        for (std::size_t q = 0; q < slope.size(); ++q)
          slope[q] += side * weights[k] / step_ * shifted_[q];
      }
  }

  physics::VectorFunction displacement_;
  std::array<bool, 3> moves_{};
  double step_;
  space::Coordinates at_rest_;
  space::Field shifted_;
};

const cases::Table<Motion>& motion_table() {
  static const cases::Table<Motion> table{
      {.path = "mesh.motion",
       .description = "Nodes that move. Walls go with them: u is there the velocity of the mesh; "
                      "all other conditions are at the places where their boundary is"},
      {{&Motion::displacement,
        {.path = "mesh.motion.displacement",
         .required = true,
         .example = "[\"0.1*sin(pi*x)*sin(2*t)\", \"0\", \"0\"]",
         .description = "how far each node is from where it is in the mesh, of its place (x, y, z) "
                        "there and t"}}}};
  return table;
}

void read_motion_first(const cases::Section& root, cases::Case& c) {
  if (root.table("mesh").has("motion")) c.mesh_moves = true;
}

void read_motion(const cases::Section& root, cases::Case& c) {
  const cases::Section mesh = root.table("mesh");
  if (!mesh.has("motion")) return;
  Motion motion;
  motion_table().read(mesh.table("motion"), motion);
  if (c.plane && !mesh.table("motion").is_refused("displacement") &&
      motion.displacement[2].constant_value() != 0.0)
    mesh.table("motion").report("displacement",
                                "moves along z, but with mesh.plane nothing changes there; "
                                "expected \"0\" for its last component");
  check_moving_case(mesh, "motion", c);
  c.extensions.set(std::vector{std::move(motion)});
}

void set_motion(const cases::Case& c, Formulas& formulas, const space::FunctionSpace& space,
                physics::FlowSettings& settings) {
  for (const Motion& motion : c.extensions.of<Motion>())
    settings.mesh_motion =
        std::make_shared<GivenMotion>(motion, formulas, space, difference_step(c));
}

std::string describe_motion(const cases::Case& c) {
  std::string text;
  for (const Motion& motion : c.extensions.of<Motion>())
    text += plan::line("mesh motion", "by " + plan::vector_text(motion.displacement));
  return text;
}

void look_at_motion(const cases::Case& c, CaseValues& values) {
  for (const Motion& motion : c.extensions.of<Motion>())
    for (const auto& component : motion.displacement) values.look_at_nodes(component, 0.0);
}

void check_motion_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                          cases::Problems& problems) {
  Formulas formulas(c);
  for (const Motion& motion : c.extensions.of<Motion>()) {
    GivenMotion given(motion, formulas, space, difference_step(c));
    check_motion(c, space, given, c.place("mesh.motion.displacement"), problems);
  }
}

}  // namespace

Resident mesh_motion() {
  Resident resident{.in_case_file = {.keys = motion_table().keys(),
                                     .read = read_motion,
                                     .read_first = read_motion_first,
                                     .describe = describe_motion}};
  resident.look_at = look_at_motion;
  resident.set = set_motion;
  resident.check_on_mesh = check_motion_on_mesh;
  resident.supports = flows_on_moving_mesh;
  resident.reasons = {{Trait::prescribed_velocity, "no flow is solved for"}};
  resident.example =
      "[mesh.motion]\ndisplacement = [\"0\", \"0.05*sin(pi*x)*sin(pi*y)*sin(3*t)\", \"0\"]\n";
  return resident;
}

}  // namespace lobatto::residents
