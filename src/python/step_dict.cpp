#include "python/bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace lobatto::python {

namespace nb = nanobind;

namespace {

nb::list solves_of(const physics::StepReport& report) {
  nb::list solves;
  for (const auto& solve : report.solves) {
    nb::dict entry;
    entry["equation"] = solve.equation;
    entry["solver"] = solve.solver;
    entry["iterations"] = solve.report.iterations;
    entry["residual"] = solve.report.residual;
    entry["converged"] = solve.report.converged;
    solves.append(entry);
  }
  return solves;
}

nb::list scalars_of(const physics::StepReport& report) {
  nb::list scalars;
  for (const auto& scalar : report.scalars) {
    nb::dict entry;
    entry["name"] = scalar.name;
    entry["content"] = scalar.content;
    entry["change"] = scalar.change;
    entry["conduction"] = scalar.conduction;
    entry["convection"] = scalar.convection;
    entry["source"] = scalar.source;
    scalars.append(entry);
  }
  return scalars;
}

}  // namespace

nb::dict step_dict(const physics::StepReport& report) {
  nb::dict step;
  step["step"] = report.step;
  step["time"] = report.time;
  step["dt"] = report.dt;
  step["order"] = report.order;
  step["cfl"] = report.state.cfl_rate * report.dt;
  step["kinetic_energy"] = report.state.kinetic_energy;
  step["enstrophy"] = report.state.enstrophy;
  step["divergence"] = report.state.divergence;
  step["power"] = report.state.power;
  step["local_error"] = report.local_error;
  step["bulk_velocity"] = report.bulk_velocity;
  step["pressure_gradient"] = report.pressure_gradient;
  step["solves"] = solves_of(report);
  step["scalars"] = scalars_of(report);
  if (report.mass) {
    nb::dict mass;
    mass["content"] = report.mass->content;
    mass["change"] = report.mass->change;
    mass["outflow"] = report.mass->outflow;
    mass["pressure"] = report.mass->pressure;
    step["mass"] = mass;
  }
  return step;
}

}  // namespace lobatto::python
