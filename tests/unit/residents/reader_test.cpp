#include "case/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "base/error.hpp"
#include "residents/case_format.hpp"
#include "support/good_case.hpp"

namespace lobatto::cases {
namespace {

TEST(Expressions, OfACaseAreCompiledAndRememberTheirPlace) {
  const std::string scalar = "[[scalar]]\nname = \"heat\"\ndiffusivity = \"1/(w - a)\"\n";
  const Case c = parse_case("parameters.a = 2\n" + minimal_case + scalar, "a.toml", {},
                            residents::case_format());
  const Expression& law = *c.scalars[0].diffusivity.field;
  EXPECT_EQ(law.text(), "1/(w - a)");
  EXPECT_TRUE(law.depends_on_solution());
  std::array<std::span<const double>, 8> inputs{};
  const double w = 2;
  double out = 0;
  inputs[5] = std::span(&w, 1);
  EXPECT_EQ(
      law.evaluate(inputs, 0, std::span(&out, 1)),
      "a.toml:15:15: scalar[0].diffusivity = \"1/(w - a)\": the value is inf at w = 2, t = 0");
}

Case full() {
  return parse_case(watched_full_case, "cases/full.toml", {}, residents::case_format());
}

TEST(FullCase, Mesh) {
  const Case c = full();
  EXPECT_EQ(c.name, "duct-2.a_b");
  EXPECT_EQ(c.order, 7);
  EXPECT_EQ(c.quadrature_nodes, 11);
  EXPECT_EQ(c.axes[0].n_elements(), 8);
  EXPECT_DOUBLE_EQ(c.axes[0].ticks.front(), -0.5);
  EXPECT_LT(c.axes[0].element_length(0), 0.8 * c.axes[0].element_length(3));
  EXPECT_EQ(c.axes[1].ticks, (std::vector<double>{0, 0.25, 1}));
  EXPECT_DOUBLE_EQ(c.axes[2].length(), 2 * std::numbers::pi);
  EXPECT_FALSE(c.axes[0].periodic || c.axes[1].periodic);
  ASSERT_TRUE(c.map);
  EXPECT_EQ((*c.map)[0].text(), "x + 0.01*sin(y)");
  ASSERT_EQ(c.parts.size(), 1U);
  EXPECT_EQ(c.parts[0].name, "inlet");
  EXPECT_EQ(c.parts[0].of, "y_min");
  EXPECT_EQ(c.parts[0].condition.text(), "x > 0.1");
  EXPECT_TRUE(c.axes[2].periodic);
}

TEST(FullCase, FluidAndConditions) {
  const Case c = full();
  EXPECT_DOUBLE_EQ(c.viscosity.constant, 2.0 * 1.0 / 200);
  EXPECT_EQ(c.parameters, (std::map<std::string, double>{{"width", 1}, {"twice", 2}}));
  EXPECT_EQ(c.faces[0].kind, VelocityCondition::velocity);
  EXPECT_EQ(c.faces[1].expressions.at(1).text(), "z");  // of the exact solution
  EXPECT_EQ(c.faces[2].kind, VelocityCondition::wall);
  EXPECT_EQ(c.faces[3].expressions.at(0).text(), "sin(twice*x)");
  EXPECT_EQ(c.faces[3].expressions.at(1).text(), "0");
  EXPECT_EQ(c.faces[4].kind, VelocityCondition::periodic);
  EXPECT_EQ(c.faces[5].kind, VelocityCondition::periodic);
  EXPECT_EQ(c.faces[6].boundary, "inlet");
  EXPECT_EQ(c.faces[6].kind, VelocityCondition::outflow);
}

TEST(FullCase, Solution) {
  const Case c = full();
  EXPECT_EQ((*c.initial_velocity)[2].text(), "x");
  EXPECT_EQ((*c.exact_velocity)[0].text(), "y");
  EXPECT_EQ(c.exact_pressure->text(), "x*y");
}

TEST(FullCase, Scalars) {
  const Case c = full();
  ASSERT_EQ(c.scalars.size(), 2u);
  const ScalarCase& temperature = c.scalars[0];
  EXPECT_DOUBLE_EQ(temperature.diffusivity.constant, c.viscosity.constant / 0.5);
  EXPECT_EQ(temperature.said, ", source w*salt");
  EXPECT_EQ(temperature.initial->text(), "cos(z)");
  EXPECT_EQ(temperature.exact->text(), "cos(z)");
  EXPECT_EQ(temperature.solver, SolverMethod::jacobi_cg);
  EXPECT_EQ(temperature.faces[0].kind, ScalarCondition::insulated);
  EXPECT_EQ(temperature.faces[2].kind, ScalarCondition::value);
  EXPECT_EQ(temperature.faces[2].expressions.at(0).text(), "cos(z)");
  EXPECT_EQ(temperature.faces[3].kind, ScalarCondition::flux);
  EXPECT_EQ(temperature.faces[3].expressions.at(0).text(), "0.1*t");
  EXPECT_EQ(temperature.faces[4].kind, ScalarCondition::periodic);
  const ScalarCase& salt = c.scalars[1];
  EXPECT_EQ(salt.diffusivity.constant, 0.25);
  EXPECT_EQ(salt.initial->text(), "1");
  EXPECT_EQ(salt.faces[1].expressions.at(0).text(), "2.5");
  EXPECT_EQ(salt.said, "");
}

TEST(Solids, HoldScalarsInTheirOwnWay) {
  const Case c = parse_case(minimal_case + R"toml(
[[solid]]
name = "block"
where = "y > 0.25 && x < 0"
[[scalar]]
name = "temperature"
prandtl = 0.7
solid.block = { conductivity = 0.04, capacity = "1 + y", source = "0.1*x" }
[[scalar]]
name = "salt"
diffusivity = 0.25
solid.block.conductivity = "0.2 + 0.1*salt"
)toml",
                            "a.toml", {}, residents::case_format());
  ASSERT_EQ(c.solids.size(), 1u);
  EXPECT_EQ(c.solids[0].name, "block");
  EXPECT_EQ(c.solids[0].condition->text(), "y > 0.25 && x < 0");
  const ScalarSolidCase &heat = c.scalars[0].solids.at(0), &salt = c.scalars[1].solids.at(0);
  EXPECT_EQ(heat.solid, "block");
  EXPECT_EQ(heat.conductivity.number(), 0.04);
  EXPECT_EQ(heat.capacity.field->text(), "1 + y");
  EXPECT_EQ(heat.source->text(), "0.1*x");
  EXPECT_EQ(salt.conductivity.field->text(), "0.2 + 0.1*salt");
  EXPECT_EQ(salt.capacity.number(), 1);
  EXPECT_FALSE(salt.source);
}

TEST(FullCase, Run) {
  const Case c = full();
  EXPECT_EQ(c.cfl, 0.4);
  EXPECT_EQ(c.dt, std::nullopt);
  EXPECT_EQ(c.max_dt, 0.1);
  EXPECT_EQ(c.min_dt, 1e-6);
  EXPECT_EQ(c.end_time, 50.0);
  EXPECT_EQ(c.steps, 1000);
  EXPECT_EQ(c.time_order, 2);
  EXPECT_EQ(c.cfl_limit, 1.5);
  EXPECT_EQ(c.pressure_solver, SolverMethod::schwarz_multigrid);
  EXPECT_EQ(c.iterative_pressure.tolerance, 1e-6);
  EXPECT_EQ(c.iterative_pressure.projection_vectors, 5);
  EXPECT_EQ(c.iterative_velocity.projection_vectors, 3);
  EXPECT_EQ(c.iterative_pressure.max_iterations, 70);
  EXPECT_EQ(c.iterative_velocity.max_iterations, 70);
  EXPECT_TRUE(c.iterative_pressure.double_precision);
  EXPECT_EQ(c.iterative_pressure.coarse, physics::CoarseKind::boomer_amg);
  EXPECT_EQ(c.velocity_solver, SolverMethod::jacobi_cg);
  EXPECT_EQ(c.iterative_velocity.tolerance, 1e-8);
  EXPECT_EQ(c.field_output.every_time, 5.0);
  EXPECT_EQ(c.field_output.every_steps, std::nullopt);
  EXPECT_FALSE(c.write_final_fields);
  EXPECT_EQ(c.field_error, 1e-3);
  EXPECT_TRUE(c.field_error_is_maximum);
  EXPECT_EQ(c.field_format, FieldFormat::both);
  EXPECT_TRUE(c.fields_are_double);
  EXPECT_EQ(c.diagnostics_every_steps, 10);
  EXPECT_EQ(c.wall_limit, 5400.0);
}

TEST(FullCase, GivesTheCheckpoints) {
  const Case c = parse_case(watched_full_case, "a.toml", {}, residents::case_format());
  EXPECT_EQ(c.checkpoint.interval.every_time, 2.5);
  EXPECT_EQ(c.checkpoint.every_wall, std::nullopt);
  EXPECT_EQ(c.checkpoint.keep, 3);
  EXPECT_FALSE(c.checkpoint.final);
  EXPECT_FALSE(c.checkpoint.solver_memory);
  EXPECT_TRUE(c.checkpoint.stop_on_failure);
  EXPECT_EQ(c.checkpoint.n_files, 2);
  EXPECT_EQ(c.checkpoint.stage, "/dev/shm");
  EXPECT_EQ(c.checkpoint.max_staged, 4);
  EXPECT_EQ(c.restart->from, "runs/other");
  EXPECT_TRUE(c.restart->interpolate);
}

TEST(FullCase, MakesQuantitiesOfTheSolution) {
  const Case c = full();
  ASSERT_EQ(c.quantities.size(), 2u);
  EXPECT_EQ(c.quantities[1].name, "spin");
  EXPECT_EQ(c.quantities[1].expression.text(), "q_criterion*salt + p");
}

TEST(MinimalCase, TakesTheDefaultsOfCase) {
  const Case c = parse_case(minimal_case, "cases/tiny case.toml", {}, residents::case_format());
  const Case defaults;
  EXPECT_EQ(c.name, "tiny_case");
  EXPECT_EQ(c.source_text, minimal_case);
  EXPECT_EQ(c.quadrature_nodes, defaults.quadrature_nodes);
  EXPECT_EQ(c.time_order, defaults.time_order);
  EXPECT_EQ(c.cfl_limit, defaults.cfl_limit);
  EXPECT_EQ(c.pressure_solver, defaults.pressure_solver);
  EXPECT_EQ(c.iterative_pressure.tolerance, defaults.iterative_pressure.tolerance);
  EXPECT_EQ(c.iterative_pressure.projection_vectors,
            defaults.iterative_pressure.projection_vectors);
  EXPECT_EQ(c.iterative_velocity.projection_vectors,
            defaults.iterative_velocity.projection_vectors);
  EXPECT_EQ(c.iterative_pressure.double_precision, defaults.iterative_pressure.double_precision);
  EXPECT_EQ(c.velocity_solver, defaults.velocity_solver);
  EXPECT_EQ(c.iterative_velocity.tolerance, defaults.iterative_velocity.tolerance);
  EXPECT_EQ(c.write_final_fields, defaults.write_final_fields);
  EXPECT_EQ(c.field_format, defaults.field_format);
  EXPECT_EQ(c.fields_are_double, defaults.fields_are_double);
  EXPECT_EQ(c.diagnostics_every_steps, defaults.diagnostics_every_steps);
  EXPECT_EQ(c.checkpoint.every_wall, 1800.0);
  EXPECT_EQ(c.checkpoint.keep, defaults.checkpoint.keep);
  EXPECT_EQ(c.checkpoint.stop_on_failure, defaults.checkpoint.stop_on_failure);
  EXPECT_FALSE(c.wall_limit || c.restart);
  EXPECT_EQ(c.initial_velocity, std::nullopt);
  EXPECT_TRUE(c.scalars.empty() && c.overrides.empty());
}

TEST(FieldFormat, OfNek5000HasRoomForAHundredScalars) {
  const auto with_scalars = [](int n) {
    std::string text = minimal_case;
    for (int s = 0; s < n; ++s)
      text += "[[scalar]]\nname = \"s" + std::to_string(s) + "\"\nprandtl = 1\n";
    return text;
  };
  const std::vector<std::string> nek5000{"output.fields.format=nek5000"};
  EXPECT_NO_THROW(parse_case(with_scalars(100), "a.toml", nek5000, residents::case_format()));
  EXPECT_NO_THROW(parse_case(with_scalars(101), "a.toml", {}, residents::case_format()));
  try {
    parse_case(with_scalars(101), "a.toml", nek5000, residents::case_format());
    FAIL() << "accepted";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what())
                  .find("output.fields.format: field files of Nek5000 have room for T and S01 to "
                        "S99, this case has 101 scalars and 0 quantities"),
              std::string::npos)
        << error.what();
  }
}

/// A case with a velocity that [flow] gives in the words of `flow`.
std::string transport_case(const std::string& flow) {
  return "[mesh]\norder = 5\n"
         "x = { range = [0, 1], elements = 2 }\n"
         "y = { range = [0, 1], elements = 2, periodic = true }\n"
         "z = { range = [0, 2], elements = 4, periodic = true }\n"
         "[[scalar]]\nname = \"dye\"\ndiffusivity = 0.1\nboundary = { x = \"insulated\" }\n"
         "[time]\ndt = 0.01\nsteps = 10\n[flow]\n" +
         flow;
}

TEST(PrescribedVelocity, IsAnExpressionAFileOrACycle) {
  EXPECT_FALSE(
      parse_case(minimal_case, "a.toml", {}, residents::case_format()).prescribed_velocity);
  const Case moving = parse_case(transport_case("velocity = [\"0\", \"sin(t)\", \"0\"]\n"),
                                 "a.toml", {}, residents::case_format());
  EXPECT_EQ((*moving.prescribed_velocity->velocity)[1].text(), "sin(t)");
  EXPECT_TRUE(moving.faces.empty());
  const Case steady =
      parse_case(transport_case("from = \"runs/flow\"\n"), "a.toml", {}, residents::case_format());
  EXPECT_EQ(steady.prescribed_velocity->files, std::vector<std::string>{"runs/flow"});
  EXPECT_EQ(steady.prescribed_velocity->where, "a.toml:14:1: flow.from");
  const Case cycle =
      parse_case(transport_case("cycle = [\"a\", \"b\", \"c\", \"d\"]\nperiod = 2\n"), "a.toml", {},
                 residents::case_format());
  EXPECT_EQ(cycle.prescribed_velocity->files.size(), 4U);
  EXPECT_EQ(cycle.prescribed_velocity->period, 2.0);
  const Case frozen = parse_case(
      transport_case("velocity = \"frozen\"\n[initial]\nvelocity = [\"0\", \"x\", \"0\"]\n"),
      "a.toml", {}, residents::case_format());
  EXPECT_TRUE(frozen.prescribed_velocity->is_frozen());
  EXPECT_EQ((*frozen.velocity_at_start())[1].text(), "x");
}

TEST(Grading, GeometricLengthsKeepTheirRatio) {
  const Case c =
      parse_case(minimal_case, "a.toml", {"mesh.x.grading.geometric=1.5", "mesh.x.elements=4"},
                 residents::case_format());
  for (int e = 1; e < 4; ++e)
    EXPECT_NEAR(c.axes[0].element_length(e) / c.axes[0].element_length(e - 1), 1.5, 1e-13);
}

TEST(Problems, AreAllFoundAtOnce) {
  try {
    parse_case(watched_full_case, "a.toml",
               {"mesh.order=0", "time.order=9", "solver.velocity=magic", "scalar[0].source=qq",
                "boundary.y_min=wal"},
               residents::case_format());
    FAIL() << "accepted";
  } catch (const base::Error& error) {
    const std::string text = error.what();
    for (const char* path : {"mesh.order = 0", "time.order = 9", "solver.velocity = \"magic\"",
                             "scalar[0].source = \"qq\"", "boundary.y_min = \"wal\""})
      EXPECT_NE(text.find(path), std::string::npos) << path << " is not in\n" << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
  }
}

TEST(MinimalCase, ASteadyEndIsOneMore) {
  EXPECT_FALSE(parse_case(minimal_case, "a.toml", {}, residents::case_format()).steady);
  const auto steady =
      parse_case(minimal_case, "a.toml", {"time.steady.change=1e-7"}, residents::case_format())
          .steady;
  ASSERT_TRUE(steady);
  EXPECT_EQ(steady->change, 1e-7);
  EXPECT_EQ(steady->every_steps, 10);
  EXPECT_EQ(steady->start, 0);
  EXPECT_TRUE(steady->of.empty());
}

}  // namespace
}  // namespace lobatto::cases
