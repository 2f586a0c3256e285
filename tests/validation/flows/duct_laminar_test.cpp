// Laminar flow in a square duct at constant flow rate: friction, centre-line velocity and heat
// transfer.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "case_runner.hpp"
#include "physics/wall_friction.hpp"
#include "short_duct.hpp"

namespace lobatto::validation {
namespace {

TEST(DuctLaminar, FrictionCentreLineAndNusseltNumber) {
  const auto self = comm::Communicator::self();
  run::Simulation simulation(load_case("duct-laminar.toml"), self);
  physics::StepReport report;
  while (!simulation.finished()) report = simulation.advance();
  const auto& settings = simulation.settings();
  const auto& space = simulation.space();
  ASSERT_TRUE(report.pressure_gradient && report.bulk_velocity);
  EXPECT_NEAR(*report.bulk_velocity, 1.0, 1e-13);

  const auto friction = physics::wall_friction(space, settings.faces, settings.viscosity.constant,
                                               *report.pressure_gradient, *report.bulk_velocity);
  ASSERT_TRUE(friction);
  const auto& w = simulation.state()["velocity"].now(2);
  const double u_max = space.max_abs(w);

  // With source w and diffusivity a the fluid takes up 1 = q'' P / A a unit length; Nu_H1 = q'' D /
  // (a T_b), where the mixed-mean temperature T_b weighs with the velocity.
  const auto& temperature = simulation.state()[settings.scalars[0].name].now();
  const double mixed_mean = space.inner_product(w, temperature) / space.volume();
  const double diffusivity = settings.scalars[0].diffusivity.constant;
  const double wall_flux = 1.0 / 4.0;
  const double nusselt = wall_flux / (diffusivity * mixed_mean);

  fmt::print("f Re {:.5f}, u_max / u_b {:.5f}, Nu_H1 {:.5f}\n", *friction->f_re, u_max, nusselt);
  EXPECT_NEAR(*friction->f_re, 56.90831, 1e-4 * 56.90831);
  EXPECT_NEAR(u_max, 2.09626, 2e-5);
  EXPECT_NEAR(nusselt, 3.60795, 1e-4 * 3.60795);
}

// The divergence that the splitting leaves in a duct falls spectrally with the order.
TEST(Divergence, FallsSpectrallyWithTheOrder) {
  const auto self = comm::Communicator::self();
  double previous = 1e300;
  for (int order : {5, 7, 9}) {
    const auto simulation =
        run(case_from_text(short_duct, {fmt::format("mesh.order={}", order), "time.dt=1e-3",
                                        "time.steps=300", "fluid.reynolds=50"}),
            self);
    const double divergence = simulation->equations().look().divergence;
    fmt::print("order {:2}: rms divergence {:.3e}\n", order, divergence);
    EXPECT_LT(divergence, previous / 5.0) << "order " << order;
    previous = divergence;
  }
}

}  // namespace
}  // namespace lobatto::validation
