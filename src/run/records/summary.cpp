#include "run/records/json_documents.hpp"

#include "lobatto/version.hpp"
#include "perf/region_table.hpp"
#include "physics/wall_friction.hpp"
#include "plan/kernel_choice.hpp"

namespace lobatto::run {

namespace {

using Json = nlohmann::ordered_json;
const char* const axis_names[3] = {"x", "y", "z"};

Json flow_as_json(const Simulation& simulation, const physics::StepReport& last_step) {
  const auto& the_case = simulation.the_case();
  Json flow;
  if (const auto viscosity = the_case.viscosity.number())
    flow["viscosity"] = *viscosity;
  else
    flow["viscosity_expression"] = the_case.viscosity.field->text();
  if (const auto& model = the_case.eddy_viscosity) flow["subgrid_model"] = *model;
  if (!last_step.bulk_velocity || !last_step.pressure_gradient) return flow;
  flow["direction"] = axis_names[simulation.settings().flow_rate->direction];
  flow["bulk_velocity"] = *last_step.bulk_velocity;
  flow["pressure_gradient"] = *last_step.pressure_gradient;
  const auto friction = physics::wall_friction(
      simulation.space().fluid(), simulation.settings().faces, the_case.viscosity.number(),
      *last_step.pressure_gradient, *last_step.bulk_velocity);
  if (!friction) return flow;
  flow["u_tau"] = friction->u_tau;
  if (friction->re_tau) flow["re_tau"] = *friction->re_tau;
  flow["friction_factor"] = friction->friction_factor;
  if (friction->f_re) flow["f_re"] = *friction->f_re;
  return flow;
}

Json mesh_as_json(const cases::Case& the_case) {
  Json mesh;
  if (the_case.map)
    for (const auto& component : *the_case.map) mesh["map"].push_back(component.text());
  if (the_case.mesh_file) {
    const auto& files = *the_case.mesh_file;
    mesh["file"] = files.size() == 1 ? Json(files.front()) : Json(files);
    return mesh;
  }
  for (int d = 0; d < 3; ++d)
    mesh[axis_names[d]] = {{"ticks", the_case.axes[d].ticks},
                           {"periodic", the_case.axes[d].periodic}};
  return mesh;
}

Json steady_as_json(const Simulation& simulation) {
  const SteadyWatch& watch = *simulation.steady_watch();
  return {{"reached", watch.is_steady()},
          {"change", watch.change() ? Json(*watch.change()) : Json(nullptr)},
          {"limit", simulation.the_case().steady->change}};
}

Json errors_as_json(const std::vector<FieldError>& errors) {
  Json rows = Json::object();
  for (const auto& error : errors) rows[error.field] = {{"max", error.max}, {"l2", error.l2}};
  return rows;
}

Json region_as_json(const perf::RegionSummary& region) {
  return {{"name", region.name},
          {"seconds", region.seconds_avg},
          {"seconds_min", region.seconds_min},
          {"seconds_max", region.seconds_max},
          {"share", region.share},
          {"calls", region.calls},
          {"flops", region.flops},
          {"bytes", region.bytes},
          {"gbs", region.gbs},
          {"gflops", region.gflops}};
}

/// Regions of the profiler, flat and by caller, and over them counted bytes against STREAM.
void add_performance(Json& summary, const RunCost& cost, const perf::MachineLimits& limits) {
  Json regions = Json::array(), tree = Json::array();
  for (const auto& region : cost.regions) regions.push_back(region_as_json(region));
  for (const auto& place : cost.region_tree) {
    Json row{{"path", place.path}, {"depth", place.depth}};
    row.update(region_as_json(place.own));
    row["inclusive_seconds"] = place.inclusive_avg;
    row["inclusive_seconds_min"] = place.inclusive_min;
    row["inclusive_seconds_max"] = place.inclusive_max;
    tree.push_back(row);
  }
  summary["stream_gbs"] = limits.stream_gbs;
  summary["peak_gflops"] = limits.peak_gflops;
  if (!limits.date.empty()) summary["limits_remembered_from"] = limits.date;
  summary["bandwidth_efficiency"] = perf::total_of(cost.regions).gbs / limits.stream_gbs;
  summary["regions"] = regions;
  summary["region_tree"] = tree;
  summary["profiler_overhead"] = cost.profiler_overhead.share;
}

Json kernels_as_json(const cases::Case& the_case, const plan::Grounds& grounds) {
  Json kernels = Json::object();
  for (const auto& choice : plan::choose_kernels(the_case, grounds))
    kernels[choice.kernel] = {
        {"method", choice.method},
        {"drawback", choice.drawback.empty() ? Json(nullptr) : Json(choice.drawback)}};
  return kernels;
}

/// Of the steps alone; of a run that goes on, of its last part.
Json energy_as_json(const RunCost& cost) {
  const auto& energy = cost.energy;
  if (!energy.why_not.empty()) return {{"source", nullptr}, {"why_not", energy.why_not}};
  Json row{{"source", energy.source}, {"nodes", energy.n_nodes}, {"joules", energy.joules}};
  row["joules_per_step"] =
      cost.steps > 0 ? Json(energy.joules / static_cast<double>(cost.steps)) : Json(nullptr);
  row["joules_per_time_unit"] = cost.time > 0 ? Json(energy.joules / cost.time) : Json(nullptr);
  return row;
}

}  // namespace

Json step_as_json(const physics::StepReport& report, double seconds) {
  Json step{{"step", report.step},
            {"time", report.time},
            {"dt", report.dt},
            {"order", report.order},
            {"cfl", report.dt * report.state.cfl_rate},
            {"seconds", seconds}};
  Json solves = Json::object();
  for (const auto& solve : report.solves) {
    Json row{{"solver", solve.solver}, {"iterations", solve.report.iterations}};
    // A direct solver computes no residual.
    row["residual"] = solve.report.residual > 0 ? Json(solve.report.residual) : Json(nullptr);
    solves[solve.equation] = row;
  }
  step["solves"] = solves;
  step["divergence"] = report.state.divergence;
  step["kinetic_energy"] = report.state.kinetic_energy;
  step["enstrophy"] = report.state.enstrophy;
  step["power"] = report.state.power;
  for (const auto& scalar : report.scalars) {
    Json& balance = step["scalars"][scalar.name];
    balance = {{"content", scalar.content},
               {"change", scalar.change},
               {"conduction", scalar.conduction},
               {"convection", scalar.convection},
               {"source", scalar.source}};
    for (const auto& solid : scalar.solids)
      balance["solids"][solid.name] = {{"content", solid.content},
                                       {"conduction", solid.conduction}};
  }
  if (const auto& mass = report.mass) {
    step["mass"] = {
        {"content", mass->content}, {"change", mass->change}, {"outflow", mass->outflow}};
    if (mass->pressure) step["mass"]["pressure"] = *mass->pressure;
  }
  if (report.local_error) step["local_error"] = *report.local_error;
  if (report.change) step["change"] = *report.change;
  if (report.state.filter_power) step["filter_power"] = *report.state.filter_power;
  if (report.bulk_velocity) {
    step["bulk_velocity"] = *report.bulk_velocity;
    step["flow_rate"] = *report.bulk_velocity;  // its old name, for one release
  }
  if (report.pressure_gradient) step["pressure_gradient"] = *report.pressure_gradient;
  return step;
}

Json solves_as_json(const SolveTally& solves) {
  Json table = Json::object();
  for (const auto& row : solves.rows())
    table[row.equation] = {
        {"solver", row.solver},
        {"solves", row.n_solves},
        {"iterations", {{"min", row.fewest}, {"mean", row.mean()}, {"max", row.most}}}};
  return table;
}

Json summary_as_json(const Simulation& simulation, const physics::StepReport& last_step,
                     const std::vector<FieldError>& errors, const RunCost& cost,
                     const perf::MachineLimits& limits) {
  const auto& space = simulation.space();
  const auto& communicator = space.communicator();
  const auto points = static_cast<double>(space.global_size());
  Json summary;
  summary["case"] = {{"name", simulation.the_case().name},
                     {"file", simulation.the_case().file},
                     {"overrides", simulation.the_case().overrides},
                     {"text", simulation.the_case().source_text}};
  summary["version"] = version::number;
  summary["git"] = version::git;
  summary["compiler"] = version::compiler;
  summary["flags"] = version::flags;
  summary["ranks"] = communicator.size();
  summary["elements"] = space.n_global_elements();
  summary["order"] = space.order();
  summary["points"] = space.global_size();
  summary["steps"] = simulation.state().n_steps();
  summary["time"] = simulation.state().time();
  summary["wall_s"] = cost.wall;
  summary["setup_s"] = cost.setup;
  summary["seconds_per_step"] = cost.per_step;
  summary["seconds_per_step_mean"] = cost.per_step_mean;
  summary["points_per_second_per_rank"] =
      cost.per_step > 0 ? points / cost.per_step / communicator.size() : 0.0;
  const double peak_memory = communicator.sum(cost.peak_memory_bytes);
  summary["memory_peak_bytes"] = peak_memory;
  summary["memory_per_point_bytes"] = peak_memory / points;
  summary["divergence"] = last_step.state.divergence;
  add_performance(summary, cost, limits);
  summary["kernels"] = kernels_as_json(simulation.the_case(), simulation.grounds());
  summary["energy"] = energy_as_json(cost);
  if (!errors.empty()) summary["errors"] = errors_as_json(errors);
  summary["flow"] = flow_as_json(simulation, last_step);
  if (simulation.steady_watch() != nullptr) summary["steady"] = steady_as_json(simulation);
  summary["mesh"] = mesh_as_json(simulation.the_case());
  return summary;
}

}  // namespace lobatto::run
