// Flows on a mesh that moves: what is exact stays exact, and walls go with it.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "base/error.hpp"
#include "case_runner.hpp"
#include "same_elements.hpp"
#include "support/message_of.hpp"

namespace lobatto::validation {
namespace {

/// A stream that carries dye through a plane whose nodes run about faster than it.
const std::string stream = R"toml(
[mesh]
order = 9
plane = true
x = { range = [0, 1], elements = 3, periodic = true }
y = { range = [0, 1], elements = 3, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[mesh.motion]
displacement = [
  "0.2*t + 0.08*sin(2*pi*x)*cos(2*pi*y)*sin(10*t)", "0.04*sin(2*pi*(x + y))*(1 - cos(10*t))", "0"]
[fluid]
viscosity = 0.01
[initial]
velocity = "exact"
[exact]
velocity = ["1", "0.5", "0.25"]
[[scalar]]
name = "dye"
diffusivity = 0.01
initial = "exact"
exact = "sin(2*pi*(x - t))*cos(2*pi*(y - 0.5*t))*exp(-0.08*pi^2*t)"
[time]
dt = 2.5e-3
end = 0.1
[solver]
tolerance = 1e-13
)toml";

TEST(MovingMesh, KeepsAUniformFlow) {
  const auto self = comm::Communicator::self();
  for (const char* order : {"time.order=1", "time.order=2", "time.order=3"}) {
    const auto simulation = run(case_from_text(stream, {order, "mesh.order=4"}), self);
    for (const char* component : {"u", "v", "w"})
      EXPECT_LT(max_error(*simulation, component), 1e-11) << order << component;
  }
}

/// Metric terms are products of polynomials that the elements hold.
TEST(MovingMesh, KeepsAUniformFlowBetweenBoundariesThatMove) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 7
x = { range = [-1, 1], elements = 2 }
y = { range = [-1, 1], elements = 2 }
z = { range = [-1, 1], elements = 2 }
[mesh.motion]
displacement = [
  "0.2*sin(20*t)*(1 - y^2)*(x + z)", "0.2*sin(30*t)*(1 - z^2)*x", "0.3*sin(25*t)*x*(1 - x*y)"]
[fluid]
viscosity = 0.1
[boundary]
x = { velocity = "exact" }
y = { velocity = "exact" }
z = { velocity = "exact" }
[initial]
velocity = "exact"
[exact]
velocity = ["1", "-0.5", "0.25"]
[time]
dt = 5e-3
steps = 20
)toml"),
                              self);
  for (const char* component : {"u", "v", "w"})
    EXPECT_LT(max_error(*simulation, component), 1e-12) << component;
}

TEST(MovingMesh, CarriesDyeAtThirdOrderInTime) {
  const auto self = comm::Communicator::self();
  std::vector<double> errors;
  for (const char* dt : {"time.dt=2e-3", "time.dt=1e-3"})
    errors.push_back(max_error(*run(case_from_text(stream, {dt, "mesh.order=12"}), self), "dye"));
  fmt::print("errors {:.2e} and {:.2e}\n", errors[0], errors[1]);
  EXPECT_GT(slope(errors[0], errors[1]), 2.6);
}

/// All of the boundary moves, and the nodes between.
const std::string stirred =
    "mesh.motion={displacement = [\"0.1*sin(40*t)*cos(y)*(x + z)\", "
    "\"0.1*sin(30*t)*sin(z + x)\", \"0.15*(1 - cos(25*t))*sin(2*x)*cos(y)\"]}";

double ethier_steinman_error(int order, const std::string& dt, const std::string& end,
                             const std::string& time_order = "time.order=3") {
  const auto self = comm::Communicator::self();
  const auto simulation = run(
      load_case("ethier-steinman.toml",
                {stirred, fmt::format("mesh.order={}", order), "time.dt=" + dt, "time.end=" + end,
                 "solver.tolerance=1e-13", "solver.pressure_tolerance=1e-12", time_order}),
      self);
  return max_error(*simulation, "u");
}

TEST(MovingEthierSteinman, ConvergesExponentiallyInTheOrder) {
  double last = 1;
  for (const int order : {3, 5, 7}) {
    const double error = ethier_steinman_error(order, "2.5e-4", "0.005");
    fmt::print("order {}: {:.2e}\n", order, error);
    EXPECT_LT(error, last / 8);
    last = error;
  }
}

TEST(MovingEthierSteinman, HasTheOrderOfTheScheme) {
  for (const int order : {2, 3}) {
    const std::string time_order = fmt::format("time.order={}", order);
    const double coarse = ethier_steinman_error(11, "4e-3", "0.032", time_order);
    const double fine = ethier_steinman_error(11, "2e-3", "0.032", time_order);
    fmt::print("order {}: errors {:.2e} and {:.2e}\n", order, coarse, fine);
    EXPECT_GT(slope(coarse, fine), order - 0.4);
  }
}

/// Fluid over a plate that swings in its plane: the mesh is sheared with it, or the plate slides
/// along a mesh at rest.
TEST(MovingWall, DragsFluidAsAPlateThatSlides) {
  const std::string fluid = R"toml(
[fluid]
viscosity = 0.1
[initial]
velocity = ["0", "0", "0"]
[time]
dt = 0.01
steps = 100
[solver]
tolerance = 1e-13
[mesh]
order = 7
plane = true
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 2], elements = 3 }
z = { range = [0, 1], elements = 1, periodic = true }
)toml";
  const auto self = comm::Communicator::self();
  const auto moved = run(case_from_text(fluid + R"toml(
motion = { displacement = ["0.6*(1 - cos(2*t))*(1 - y/2)", "0", "0"] }
[boundary]
y = "wall"
)toml"),
                         self);
  const auto slid = run(case_from_text(fluid + R"toml(
[boundary]
y_min = { velocity = ["1.2*sin(2*t)", "0", "0"] }
y_max = "wall"
)toml"),
                        self);
  EXPECT_GT(slid->space().max_abs(slid->state()["velocity"].now(0)), 0.1);
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(max_difference(moved->state()["velocity"].now(d), slid->state()["velocity"].now(d)),
              1e-10);
}

/// u = U(t), the velocity of the piston, and p = U'(t) (2 - x).
const std::string piston = R"toml(
[mesh]
order = 5
x = { range = [0, 2], elements = 3 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[mesh.motion]
displacement = ["0.3*sin(3*t)*(1 - x/2)", "0", "0"]
[fluid]
viscosity = 0.1
[boundary]
x_min = "wall"
x_max = "outflow"
y = "symmetry"
[initial]
velocity = "exact"
[exact]
velocity = ["0.9*cos(3*t)", "0", "0"]
pressure = "-2.7*sin(3*t)*(2 - x)"
[time]
dt = 0.02
end = 0.5                  # it moves back later
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-12
)toml";

TEST(MovingWall, PushesFluidOutAsAPiston) {
  const auto self = comm::Communicator::self();
  std::vector<double> errors;
  for (const char* dt : {"time.dt=0.02", "time.dt=0.01"}) {
    const auto simulation = run(case_from_text(piston, {dt}), self);
    EXPECT_LT(max_error(*simulation, "u"), 1e-9);
    errors.push_back(max_error(*simulation, "p"));
  }
  fmt::print("pressure {:.2e} and {:.2e}\n", errors[0], errors[1]);
  EXPECT_GT(slope(errors[0], errors[1]), 2.6);
}

/// Its energy grows by what the piston does: d/dt (V E) = V power - dissipation.
TEST(MovingWall, FeedsTheEnergyOfWhatItPushes) {
  const auto self = comm::Communicator::self();
  run::Simulation simulation(case_from_text(piston, {"time.dt=0.005"}), self);
  const auto energy = [&] {
    return simulation.space().volume() * simulation.equations().look().kinetic_energy;
  };
  std::vector<double> energies;
  double power = 0;
  for (int step = 0; step < 41; ++step) {
    const auto report = simulation.advance();
    energies.push_back(energy());
    if (step == 39) power = simulation.space().volume() * report.state.power;
  }
  EXPECT_NEAR((energies[40] - energies[38]) / 0.01, power, 2e-3 * std::abs(power));
}

TEST(MovingMeshOnRanks, IsTheSameAsOnOne) {
  const auto the_case = load_case("ethier-steinman.toml",
                                  {stirred, "mesh.order=5", "time.dt=1e-3", "time.end=0.01",
                                   "solver.tolerance=1e-13", "solver.pressure_tolerance=1e-11"});
  const auto self = comm::Communicator::self();
  const auto shared = run(the_case, all_ranks()), whole = run(the_case, self);
  const auto& a = shared->state();
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(
        relative_difference(a.space(), a["velocity"].now(d), whole->state()["velocity"].now(d)),
        4e-8);
}

TEST(MovingMesh, NamesAnElementThatTurnsInsideOutAndTheTime) {
  const auto self = comm::Communicator::self();
  run::Simulation simulation(
      case_from_text(stream, {"mesh.order=4",
                              "mesh.motion={displacement = [\"2*t*sin(2*pi*x)\", \"0\", \"0\"]}"}),
      self);
  const std::string message = message_of<base::Error>([&] {
    while (!simulation.finished()) simulation.advance();
  });
  EXPECT_NE(message.find("the mesh at t = 0.08: element"), std::string::npos) << message;
  EXPECT_NE(message.find("is turned inside out"), std::string::npos) << message;
}

TEST(MovingMesh, RefusesAMotionThatTearsPeriodicSidesApart) {
  const auto self = comm::Communicator::self();
  const std::string message = message_of<base::Error>([&] {
    run::Simulation(case_from_text(stream, {"mesh.motion={displacement = [\"x*t\", \"0\", \"0\"]}",
                                            "initial.velocity=[0, 0, 0]"}),
                    self)
        .advance();
  });
  EXPECT_NE(message.find("periodic"), std::string::npos) << message;
}

}  // namespace
}  // namespace lobatto::validation
