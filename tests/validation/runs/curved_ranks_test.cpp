// Flows on curved elements and on meshes from files: the same on any number of ranks.
#include <gtest/gtest.h>

#include "case_runner.hpp"
#include "same_elements.hpp"
#include "wavy_channel.hpp"

namespace lobatto::validation {
namespace {

/// Measured: 5e-9, of a component that is small; the pressure is solved to 1e-11 of a right-hand
/// side that is large where the time step is short.
void expect_the_same_on_one_rank(const cases::Case& the_case) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  const auto shared = run(the_case, world), whole = run(the_case, self);
  const auto& a = shared->state();
  const auto& b = whole->state();
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(relative_difference(a.space(), a["velocity"].now(d), b["velocity"].now(d)), 4e-8)
        << d;
  EXPECT_LT(relative_difference(a.space(), a["pressure"].now(), b["pressure"].now()), 1e-7);
  for (const auto& scalar : cases::scalar_names(the_case))
    EXPECT_LT(relative_difference(a.space(), a[scalar].now(), b[scalar].now()), 1e-9) << scalar;
}

TEST(CurvedRanksAgree, OnAMovedBox) { expect_the_same_on_one_rank(case_from_text(wavy_channel)); }

/// Partitioned by METIS; at five ranks some have no wall.
TEST(CurvedRanksAgree, OnAMeshFromAFile) {
  expect_the_same_on_one_rank(
      load_case("pipe-laminar.toml",
                {"mesh.order=3", "time.end=0.2", "time.dt=0.05", "solver.tolerance=1e-13",
                 "solver.pressure_tolerance=1e-11",
                 "initial.velocity=[\"0.3*sin(z*pi/2)*(1-x^2-y^2)\", \"0.2*y*(1-x^2-y^2)\", "
                 "\"2*(1 - x^2 - y^2)\"]"}));
}

/// One element a rank where there are five.
TEST(CurvedRanksAgree, WithOneElementARank) {
  expect_the_same_on_one_rank(case_from_text(
      wavy_channel, {"mesh.x.elements=1", "mesh.y.elements=1", "mesh.z.elements=5"}));
}

}  // namespace
}  // namespace lobatto::validation
