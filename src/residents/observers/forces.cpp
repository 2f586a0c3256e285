// [[force]]: the force of the flow on parts of the boundary, and what scalars pass there, a row per
// sample. A velocity that is given exerts no force.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "residents/observers/sample_table.hpp"
#include "residents/table.hpp"
#include "space/named_boundaries.hpp"
#include "stats/wall_traction.hpp"

namespace lobatto::residents {

namespace {

/// As the state has it now, where it is a field.
space::NodalValue value_of(const cases::CoefficientCase& coefficient, const std::string& name,
                           const state::State& state) {
  const state::Field* field = state.find(name);
  if (field == nullptr) return coefficient.constant;
  return std::span<const double>(field->now());
}

stats::WallTraction traction_on(const cases::ForceCase& force, const space::FunctionSpace& space) {
  return {space, space::boundaries_named(force.boundaries, space),
          force.about.value_or(stats::WallTraction::Point{})};
}

/// On boundaries that the mesh has, as boundary_faults() has found.
class Force final : public Observer {
 public:
  Force(const cases::ForceCase& force, const Solution& solution)
      : force_(force),
        solution_(solution),
        traction_(traction_on(force, space::space_of_boundaries(force.boundaries, solution.space))),
        has_flow_(!solution.the_case.prescribed_velocity) {}

  [[nodiscard]] const char* region() const override { return "probes and forces"; }
  void begin_run(const RunStart& start) override;
  [[nodiscard]] bool is_due(const Moment& moment) const override {
    return moment.is_due(force_.interval);
  }
  void sample(const Moment& moment) override;
  [[nodiscard]] const char* consequence() const override { return "its rows wait"; }
  [[nodiscard]] std::string failure() const override { return table_ ? table_->failure() : ""; }
  void flush() override { table_->flush(); }

 private:
  cases::ForceCase force_;
  Solution solution_;
  stats::WallTraction traction_;
  bool has_flow_;  ///< that is solved for
  std::optional<SampleTable> table_;
};

void Force::begin_run(const RunStart& start) {
  const auto& communicator = solution_.space.communicator();
  io::make_folder(start.folder.forces(), communicator);
  std::string heading = "step,time";
  if (has_flow_)
    heading += ",pressure_x,pressure_y,pressure_z,viscous_x,viscous_y,viscous_z,mean_shear";
  heading += ",area";
  for (const auto& name : scalar_names(solution_.the_case))
    heading += fmt::format(",flux_{}", name);
  if (force_.about)
    for (const char* kind : {"pressure", "viscous"})
      for (const char axis : {'x', 'y', 'z'}) heading += fmt::format(",{}_moment_{}", kind, axis);
  table_.emplace(start.folder.forces() / fmt::format("{}.csv", force_.name), heading,
                 start.resumed_step, communicator);
}

void Force::sample(const Moment& moment) {
  const auto& the_case = solution_.the_case;
  const auto& state = solution_.state;
  stats::WallTraction::Force force;
  std::string row = fmt::format("{},{}", moment.report.step, moment.report.time);
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
  if (force_.about)
    row += fmt::format(",{},{}", fmt::join(force.pressure_moment, ","),
                       fmt::join(force.viscous_moment, ","));
  table_->add(row);
}

ObserverList observe(const ObserverContext& context) {
  ObserverList forces;
  for (const auto& force : context.solution.the_case.forces)
    forces.push_back(std::make_unique<Force>(force, context.solution));
  return forces;
}

}  // namespace

Resident forces() { return {.observe = observe}; }

}  // namespace lobatto::residents
