// [[force]]: the force of the flow on parts of the boundary, and what scalars pass there, a row per
// sample. A velocity that is given exerts no force.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "physics/conditions/modelled_wall.hpp"
#include "plan/describe.hpp"
#include "residents/observers/force_coefficients.hpp"
#include "residents/observers/sampling.hpp"
#include "residents/observers/table_observer.hpp"
#include "residents/residents.hpp"
#include "space/named_boundaries.hpp"
#include "stats/wall_traction.hpp"

namespace lobatto::residents {

namespace {

struct ForceCase {
  std::string name;
  std::vector<std::string> boundaries;
  std::optional<std::array<double, 3>> about;  ///< records moments about this point, too
  std::optional<ForceReference> reference;     ///< records coefficients, too
  cases::Interval interval;
};

/// As the state has it now, where it is a field.
space::NodalValue value_of(const cases::CoefficientCase& coefficient, const std::string& name,
                           const state::State& state) {
  const state::Variable* field = state.find(name);
  if (field == nullptr) return coefficient.constant;
  return std::span<const double>(field->now());
}

stats::WallTraction traction_on(const ForceCase& force, const space::FunctionSpace& space) {
  return {space, space::boundaries_named(force.boundaries, space),
          force.about.value_or(stats::WallTraction::Point{})};
}

std::optional<ForceCoefficients> coefficients_of(const ForceCase& force,
                                                 const space::FunctionSpace& space) {
  if (!force.reference) return std::nullopt;
  const double area = reference_area(*force.reference, force.boundaries, space);
  return ForceCoefficients(*force.reference, area, space);
}

/// On boundaries that the mesh has, as boundary_faults() has found.
class Force final : public TableObserver {
 public:
  Force(const ForceCase& force, const Solution& solution)
      : TableObserver(force.name, force.interval, solution),
        traction_(traction_on(force, space::space_of_boundaries(force.boundaries, solution.space))),
        coefficients_(coefficients_of(force, solution.space)),
        has_moments_(force.about.has_value()),
        has_flow_(!solution.the_case.prescribed_velocity) {}

  [[nodiscard]] const char* region() const override { return "probes and forces"; }
  void follow_mesh() override { traction_.follow_mesh(); }
  void sample(const Moment& moment) override;

 private:
  [[nodiscard]] std::filesystem::path folder_in(const io::RunFolder& folder) const override {
    return folder.forces();
  }
  [[nodiscard]] std::string columns() const override;

  stats::WallTraction traction_;
  std::optional<ForceCoefficients> coefficients_;
  bool has_moments_;
  bool has_flow_;  ///< that is solved for
};

std::string Force::columns() const {
  std::string columns;
  if (has_flow_)
    columns += ",pressure_x,pressure_y,pressure_z,viscous_x,viscous_y,viscous_z,mean_shear";
  columns += ",area";
  for (const auto& name : scalar_names(solution_.the_case))
    columns += fmt::format(",flux_{}", name);
  if (has_moments_)
    for (const char* kind : {"pressure", "viscous"})
      for (const char axis : {'x', 'y', 'z'}) columns += fmt::format(",{}_moment_{}", kind, axis);
  if (coefficients_) columns += ForceCoefficients::columns();
  return columns;
}

void Force::sample(const Moment& moment) {
  const auto& the_case = solution_.the_case;
  const auto& state = solution_.state;
  stats::WallTraction::Force force;
  std::string row;
  if (has_flow_) {
    const auto& velocity = state["velocity"].vector();
    force = traction_.integrate({velocity[0], velocity[1], velocity[2]}, state["pressure"].now(),
                                value_of(the_case.viscosity, "viscosity", state));
    row += fmt::format(",{},{},{}", fmt::join(force.pressure, ","), fmt::join(force.viscous, ","),
                       force.mean_shear);
  }
  row += fmt::format(",{}", has_flow_ ? force.area : traction_.area());
  for (const auto& scalar : the_case.scalars) {
    const auto diffusivity = value_of(scalar.diffusivity, scalar.name + "_diffusivity", state);
    row += fmt::format(",{}", traction_.mean_flux(state[scalar.name].now(), diffusivity));
  }
  if (has_moments_)
    row += fmt::format(",{},{}", fmt::join(force.pressure_moment, ","),
                       fmt::join(force.viscous_moment, ","));
  if (coefficients_) row += coefficients_->values(force.pressure, force.viscous);
  add_row(moment, row);
}

const cases::Table<ForceCase>& force_table() {
  static const cases::Table<ForceCase> table{
      {.path = "force[]",
       .kind = cases::Kind::table_list,
       .description = "the force of the flow on parts of the boundary, again and again"},
      {{&ForceCase::name,
        {.path = "force[].name",
         .kind = cases::Kind::file_name,
         .required = true,
         .example = "\"cylinder\"",
         .description = "of its file"}},
       {&ForceCase::boundaries,
        {.path = "force[].on",
         .required = true,
         .example = "[\"x_min\", \"x_max\"]",
         .description = "boundaries, as [boundary] names them"}},
       {&ForceCase::about,
        {.path = "force[].about",
         .default_text = "no moments",
         .example = "[0, 0, 0.5]",
         .description = "records the moments of the force about this point, too"}},
       {&ForceCase::reference, force_reference_table()},
       every_steps_field<ForceCase>("force[].every_steps"),
       every_time_field<ForceCase>("force[].every_time")}};
  return table;
}

void check_forces(const cases::Section& table, ForceCase& force,
                  const std::vector<ForceCase>& earlier, cases::Case& c) {
  check_sampled(table, force, earlier);
  c.extra_boundaries.push_back({force.boundaries, table.where("on"), true});
  for (const char* key : {"about", "reference"})
    if (c.prescribed_velocity && table.has(key))
      table.report(key, "has no meaning where [flow] prescribes the velocity: it exerts no force");
}

std::string reference_text(const ForceReference& reference) {
  return fmt::format(", coefficients for {:.6g} along ({:.6g})", reference.velocity,
                     fmt::join(reference.direction, ", "));
}

std::string describe_forces(const cases::Case& c) {
  std::string text;
  for (const ForceCase& force : c.extensions.of<ForceCase>())
    text += plan::line(
        "force", fmt::format("{}: on {}{}{}, {}", force.name, fmt::join(force.boundaries, ", "),
                             force.about ? fmt::format(", moments about ({:.6g})",
                                                       fmt::join(*force.about, ", "))
                                         : "",
                             force.reference ? reference_text(*force.reference) : "",
                             interval_text(force.interval)));
  return text;
}

/// A boundary of a force whose friction is not that of the gradient there, if any.
const cases::FaceCondition* modelled_wall_of(const ForceCase& force, const cases::Case& c) {
  const auto is_one = [&](const cases::FaceCondition& face) {
    return !face.values.of<physics::WallModel>().empty() &&
           std::ranges::find(force.boundaries, face.boundary) != force.boundaries.end();
  };
  const auto face = std::ranges::find_if(c.faces, is_one);
  return face == c.faces.end() ? nullptr : &*face;
}

void check_forces_on_mesh(const cases::Case& c, const space::FunctionSpace& space,
                          cases::Problems& problems) {
  const auto& forces = c.extensions.of<ForceCase>();
  for (std::size_t i = 0; i < forces.size(); ++i) {
    if (const auto* wall = modelled_wall_of(forces[i], c))
      problems.add_placed(fmt::format(
          "{}: '{}' has a wall model, whose friction a force does not know; expected other "
          "boundaries",
          c.place(fmt::format("force[{}].on", i)), wall->boundary));
    if (const auto& reference = forces[i].reference)
      cases::attempt(problems, c.place(fmt::format("force[{}].reference", i)) + ": ",
                     [&] { reference_area(*reference, forces[i].boundaries, space); });
  }
}

ObserverList observe_forces(const ObserverContext& context) {
  ObserverList forces;
  for (const ForceCase& force : context.solution.the_case.extensions.of<ForceCase>())
    forces.push_back(std::make_unique<Force>(force, context.solution));
  return forces;
}

}  // namespace

Resident forces() {
  Resident resident{
      .in_case_file = cases::extension_of(
          force_table(), check_forces,
          {one_interval("force[]"),
           {"force[].reference", cases::Group::Need::at_least_one, {"length", "area"}}}),
      .observe = observe_forces,
      .check_on_mesh = check_forces_on_mesh};
  resident.in_case_file.place = cases::Place::with_output;
  resident.in_case_file.describe = describe_forces;
  resident.supports = also(any_flow, {Trait::moving_mesh, Trait::low_mach});
  resident.example = "[[force]]\nname = \"bottom\"\non = [\"y_min\"]\n";
  return resident;
}

}  // namespace lobatto::residents
