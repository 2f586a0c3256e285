#include "case/checkpoint.hpp"
#include "case/mesh_keys.hpp"
#include "case/observer_keys.hpp"
#include "case/output.hpp"
#include "case/schema.hpp"
#include "case/schema_ranges.hpp"
#include "case/solver.hpp"
#include "case/statistics.hpp"
#include "case/time.hpp"

namespace lobatto::cases {

namespace {

const RefusedWord periodic_in_mesh{
    "periodic", "a direction is made periodic in [mesh], such as z = { ..., periodic = true }"};

std::vector<Key> physics_keys() {
  return {
      {.path = "fluid",
       .required = true,
       .description =
           "The fluid: `viscosity`, or `reynolds` with viscosity = velocity * length / reynolds"},
      {.path = "fluid.reynolds",
       .kind = Kind::number,
       .range = positive,
       .example = "4410",
       .description = "Reynolds number"},
      {.path = "fluid.viscosity",
       .kind = Kind::number,
       .range = positive,
       .example = "1e-3",
       .description = "kinematic viscosity, in length^2 / time"},
      {.path = "fluid.velocity",
       .kind = Kind::number,
       .range = positive,
       .default_text = "1",
       .example = "1",
       .description = "velocity scale of `reynolds`"},
      {.path = "fluid.length",
       .kind = Kind::number,
       .range = positive,
       .default_text = "1",
       .example = "1",
       .description = "length scale of `reynolds`"},

      {.path = "parameters", .description = "Numbers with a name, for all expressions of the file"},
      {.path = "parameters.<name>",
       .kind = Kind::number,
       .example = "\"2*pi/3\"",
       .description = "a number, or an expression of numbers and parameters above"},

      {.path = "boundary",
       .description = "The velocity on the faces that are not periodic; x, y, z stand for both "
                      "faces of a direction"},
      {.path = "boundary.<face>",
       .kind = Kind::choice,
       .words = {"wall", "symmetry", "outflow"},
       .refused = {periodic_in_mesh},
       .example = "\"wall\"",
       .description = "wall: no slip; symmetry: no flow through, no shear; outflow: open"},
      {.path = "boundary.<face>.velocity",
       .kind = Kind::expressions,
       .required = true,
       .words = {"exact"},
       .example = "[\"1 - y^2\", \"0\", \"0\"]",
       .description = "given velocity: an inflow or a moving wall; \"exact\": as exact.velocity"},

      {.path = "forcing", .description = "What drives the flow"},
      {.path = "forcing.flow_rate",
       .kind = Kind::number,
       .example = "1.0",
       .description = "bulk velocity to hold, along a periodic direction"},
      {.path = "forcing.flow_direction",
       .kind = Kind::choice,
       .words = {"x", "y", "z"},
       .default_text = "the only periodic direction, or z",
       .example = "\"x\"",
       .description = "direction of `flow_rate`"},
      {.path = "forcing.body",
       .kind = Kind::expressions,
       .example = "[\"0\", \"0\", \"0.01*sin(x)\"]",
       .description = "force per mass"},
      {.path = "forcing.buoyancy[]",
       .kind = Kind::table_list,
       .description = "a force per mass: coefficient * (scalar - reference) * direction"},
      {.path = "forcing.buoyancy[].scalar",
       .kind = Kind::scalar_name,
       .required = true,
       .example = "\"temperature\"",
       .description = "the scalar that drives"},
      {.path = "forcing.buoyancy[].coefficient",
       .kind = Kind::number,
       .default_text = "1",
       .example = "9.81",
       .description = "gravity times expansion"},
      {.path = "forcing.buoyancy[].reference",
       .kind = Kind::number,
       .default_text = "0",
       .example = "0.5",
       .description = "value of the scalar without force"},
      {.path = "forcing.buoyancy[].direction",
       .kind = Kind::numbers,
       .count = 3,
       .default_text = "[0, 0, 1]",
       .example = "[0, 0, 1]",
       .description = "direction of the force where the scalar is above the reference"},

      {.path = "initial", .description = "The flow at t = 0; at rest where nothing is given"},
      {.path = "initial.velocity",
       .kind = Kind::expressions,
       .words = {"exact"},
       .example = "[\"sin(x)*cos(y)\", \"-cos(x)*sin(y)\", \"0\"]",
       .description = "velocity; \"exact\": as exact.velocity"},
  };
}

std::vector<Key> scalar_keys() {
  return {
      {.path = "scalar[]",
       .kind = Kind::table_list,
       .description = "Scalars carried by the flow, each with its own [[scalar]]"},
      {.path = "scalar[].name",
       .kind = Kind::identifier,
       .required = true,
       .example = "\"temperature\"",
       .description = "name in expressions and output"},
      {.path = "scalar[].prandtl",
       .kind = Kind::number,
       .range = positive,
       .example = "0.71",
       .description = "diffusivity = viscosity / prandtl"},
      {.path = "scalar[].diffusivity",
       .kind = Kind::number,
       .range = positive,
       .example = "1e-3",
       .description = "diffusivity, in length^2 / time"},
      {.path = "scalar[].source",
       .kind = Kind::expression,
       .variables = Variables::solution,
       .example = "\"w\"",
       .description = "source per time; may use the velocity u, v, w and the scalars by name"},
      {.path = "scalar[].initial",
       .kind = Kind::expression,
       .words = {"exact"},
       .example = "\"1 - z\"",
       .description = "value at t = 0, zero where not given; \"exact\": as `exact`"},
      {.path = "scalar[].exact",
       .kind = Kind::expression,
       .example = "\"exp(-t)*sin(x)\"",
       .description = "exact solution; errors are reported"},
      {.path = "scalar[].solver",
       .kind = Kind::choice,
       .words = {"auto", "tensor-direct", "jacobi-cg"},
       .refused = {no_multigrid()},
       .default_text = "\"auto\"",
       .example = "\"tensor-direct\"",
       .description = "solver of its Helmholtz equation"},
      {.path = "scalar[].boundary", .description = "the scalar on the faces that are not periodic"},
      {.path = "scalar[].boundary.<face>",
       .kind = Kind::choice,
       .words = {"insulated"},
       .refused = {periodic_in_mesh},
       .example = "\"insulated\"",
       .description = "insulated: no flux"},
      {.path = "scalar[].boundary.<face>.value",
       .kind = Kind::expression,
       .words = {"exact"},
       .example = "\"1\"",
       .description = "given value; \"exact\": as `exact` of the scalar"},
      {.path = "scalar[].boundary.<face>.flux",
       .kind = Kind::expression,
       .example = "\"0.1*sin(z)\"",
       .description = "given flux, diffusivity dT/dn, positive into the fluid"},
  };
}

std::vector<Key> exact_keys() {
  return {
      {.path = "exact", .description = "An exact solution; errors are reported"},
      {.path = "exact.velocity",
       .kind = Kind::expressions,
       .example = "[\"sin(x)*exp(-t)\", \"0\", \"0\"]",
       .description = "velocity"},
      {.path = "exact.pressure",
       .kind = Kind::expression,
       .example = "\"cos(2*x)\"",
       .description = "pressure, up to a constant"},
  };
}

std::vector<Key> all_keys() {
  std::vector<Key> keys;
  for (const auto& part :
       {case_and_mesh_keys(), physics_keys(), scalar_keys(), time_keys(), solver_keys(),
        output_keys(), statistics_keys(), exact_keys(), observer_keys(), checkpoint_keys()})
    keys.insert(keys.end(), part.begin(), part.end());
  return keys;
}

}  // namespace

const std::vector<Key>& declared_keys() {
  static const std::vector<Key> keys = all_keys();
  return keys;
}

const std::vector<Group>& declared_groups() {
  using Need = Group::Need;
  static const std::vector<Group> groups{
      {"mesh.<axis>", Need::exactly_one, {"range", "ticks"}},
      {"mesh.<axis>.grading", Need::exactly_one, {"sine", "geometric"}},
      {"fluid", Need::exactly_one, {"reynolds", "viscosity"}},
      {"scalar[]", Need::exactly_one, {"prandtl", "diffusivity"}},
      {"scalar[].boundary.<face>", Need::exactly_one, {"value", "flux"}},
      {"time", Need::exactly_one, {"dt", "cfl"}},
      {"time", Need::at_least_one, {"end", "steps"}},
      {"output.fields", Need::at_most_one, {"every_steps", "every_time"}},
      {"probe[]", Need::at_most_one, {"every_steps", "every_time"}},
      {"force[]", Need::at_most_one, {"every_steps", "every_time"}},
  };
  return groups;
}

}  // namespace lobatto::cases
