// Transport by a velocity that [flow] gives: no flow is solved for.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

/// A Gaussian that the shear flow u = y stretches while it spreads. Its covariance C begins with
/// s I and follows dC/dt = A C + C A^T + 2 a I, where A is the velocity gradient.
constexpr const char* sheared_gaussian = R"toml(
[mesh]
order = 9
x = { range = [-4, 4], elements = 5 }
y = { range = [-3, 3], elements = 4 }
z = { range = [0, 1], elements = 1, periodic = true }
[parameters]
a = 0.05
s = 0.2
[flow]
velocity = ["y", "0", "0"]
[[scalar]]
name = "dye"
diffusivity = "a"
initial = "exact"
exact = """s/sqrt((s + 2*a*t + s*t^2 + 2/3*a*t^3)*(s + 2*a*t) - (s*t + a*t^2)^2)
  *exp(-0.5*((s + 2*a*t)*x^2 - 2*(s*t + a*t^2)*x*y + (s + 2*a*t + s*t^2 + 2/3*a*t^3)*y^2)
  /((s + 2*a*t + s*t^2 + 2/3*a*t^3)*(s + 2*a*t) - (s*t + a*t^2)^2))"""
boundary = { x = { value = "exact" }, y = { value = "exact" } }
[time]
dt = 0.02
end = 0.6
)toml";

TEST(PrescribedVelocity, ShearedGaussianSpreadsAsItMust) {
  const auto self = comm::Communicator::self();
  std::vector<double> errors;
  for (const char* order : {"mesh.order=5", "mesh.order=7", "mesh.order=9"})
    errors.push_back(
        max_error(*run(case_from_text(sheared_gaussian, {order, "time.dt=0.005"}), self), "dye"));
  fmt::print("orders 5, 7, 9: {:.2e} {:.2e} {:.2e}\n", errors[0], errors[1], errors[2]);
  EXPECT_LT(errors[1], 0.2 * errors[0]);
  EXPECT_LT(errors[2], 0.2 * errors[1]);
}

TEST(PrescribedVelocity, StepsHaveTheOrderThatWasAskedFor) {
  const auto self = comm::Communicator::self();
  for (int order = 1; order <= 3; ++order) {
    const auto error = [&](const char* dt) {
      const auto scheme = fmt::format("time.order={}", order);
      return max_error(*run(case_from_text(sheared_gaussian, {"mesh.order=13", scheme, dt}), self),
                       "dye");
    };
    const double measured = slope(error("time.dt=0.04"), error("time.dt=0.02"));
    fmt::print("order {}: slope {:.2f}\n", order, measured);
    EXPECT_NEAR(measured, order, 0.25);
  }
}

TEST(PrescribedVelocity, HasNoPressureAndSolvesForTheScalarsAlone) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(sheared_gaussian, {"time.end=0.04"}), self);
  EXPECT_EQ(simulation->state().find("pressure"), nullptr);
  EXPECT_EQ(simulation->equations().describe_solvers(), "velocity given, dye tensor-direct");
}

TEST(PrescribedVelocity, FrozenIsWhatTheRunBeginsWith) {
  const auto self = comm::Communicator::self();
  const std::string text = sheared_gaussian;
  const auto given = run(case_from_text(text), self);
  const auto frozen = run(case_from_text(text + "[initial]\nvelocity = [\"y\", \"0\", \"0\"]\n",
                                         {"flow.velocity=frozen"}),
                          self);
  EXPECT_EQ(max_error(*given, "dye"), max_error(*frozen, "dye"));
}

/// What Smagorinsky's model makes of shear of rate 1 in elements like those of the Gaussian at
/// order 9: nu_t = (C width)^2.
double eddies_of_unit_shear(double constant) {
  const double width = std::cbrt(1.6 * 1.5 * 1.0) / 9;
  return constant * constant * width * width;
}

/// A diffusivity that is smaller by that of the eddies, with which the Gaussian spreads as before.
std::string gaussian_with_eddies(double constant, double prandtl) {
  std::string text = sheared_gaussian;
  const std::string own = "diffusivity = \"a\"";
  text.replace(text.find(own), own.size(),
               fmt::format("diffusivity = {:.17g}\nturbulent_prandtl = {}",
                           0.05 - eddies_of_unit_shear(constant) / prandtl, prandtl));
  return text + fmt::format("[subgrid]\nmodel = \"smagorinsky\"\nconstant = {}\n", constant);
}

TEST(PrescribedVelocity, EddiesOfItsShearSpreadTheGaussianAsMuchAsADiffusivityDoes) {
  const auto self = comm::Communicator::self();
  const std::vector<std::string> overrides{"time.dt=0.005", "solver.tolerance=1e-12"};
  const auto text = gaussian_with_eddies(0.8, 0.5);
  const auto plain = run(case_from_text(sheared_gaussian, overrides), self);
  const auto given = run(case_from_text(text, overrides), self);
  const auto& state = given->state();
  // Half of the spreading is that of the eddies.
  EXPECT_GT(eddies_of_unit_shear(0.8) / 0.5, 0.02);
  for (const double eddies : state["eddy_viscosity"].now())
    ASSERT_NEAR(eddies, eddies_of_unit_shear(0.8), 1e-12);
  EXPECT_EQ(state.find("viscosity"), nullptr);
  EXPECT_NEAR(max_error(*given, "dye"), max_error(*plain, "dye"), 1e-9);
  const auto frozen = run(case_from_text(text + "[initial]\nvelocity = [\"y\", \"0\", \"0\"]\n",
                                         {"flow.velocity=frozen", "time.dt=0.005"}),
                          self);
  EXPECT_NEAR(max_error(*frozen, "dye"), max_error(*plain, "dye"), 1e-8);
}

TEST(PrescribedVelocity, EddiesFollowAVelocityThatChanges) {
  const auto self = comm::Communicator::self();
  const auto given =
      run(case_from_text(gaussian_with_eddies(0.8, 0.5),
                         {"flow.velocity=[\"y*(1 + 3*t)\", \"0\", \"0\"]", "time.end=0.1"}),
          self);
  for (const double eddies : given->state()["eddy_viscosity"].now())
    ASSERT_NEAR(eddies, 1.3 * eddies_of_unit_shear(0.8), 1e-12);
}

/// Graetz's problem in a pipe of radius 1 with u = 2 (1 - r^2), conduction along the pipe included:
/// T = exp(-k z) Y(r), Y(1) = 0, with kappa (Y'' + Y'/r + k^2 Y) = -2 k (1 - r^2) Y, by the series
///   Y = sum a_m r^(2m),   (2m)^2 a_m = -(k^2 + 2 k / kappa) a_{m-1} + (2 k / kappa) a_{m-2}.
class GraetzMode {
 public:
  /// The slowest decay.
  explicit GraetzMode(double diffusivity) : diffusivity_(diffusivity) {
    double lower = 0, upper = 8 * diffusivity;  // the root is that of lambda^2 = 2 k / kappa = 7.3
    while (upper - lower > 1e-16) {
      const double middle = (lower + upper) / 2;
      if (middle == lower || middle == upper) break;
      (wall_value(middle) > 0 ? lower : upper) = middle;
    }
    decay_ = lower;
  }

  [[nodiscard]] double decay() const { return decay_; }
  /// Of x, y, z.
  [[nodiscard]] std::string expression() const {
    const auto a = series(decay_);
    std::string horner = fmt::format("{:.17g}", a.back());
    for (std::size_t m = a.size() - 1; m-- > 0;)
      horner = fmt::format("({:.17g} + (x^2 + y^2)*{})", a[m], horner);
    return fmt::format("exp(-{:.17g}*z)*{}", decay_, horner);
  }

 private:
  [[nodiscard]] std::vector<double> series(double k) const {
    std::vector<double> a{1};
    for (int m = 1; m < 20; ++m) {
      const double before = m > 1 ? a[m - 2] : 0;
      a.push_back((2 * k / diffusivity_ * (before - a[m - 1]) - k * k * a[m - 1]) / (4.0 * m * m));
    }
    return a;
  }
  [[nodiscard]] double wall_value(double k) const {
    double sum = 0;
    for (const double a : series(k)) sum += a;
    return sum;
  }

  double diffusivity_, decay_ = 0;
};

TEST(Graetz, SlowestDecayIsTheClassicalOneWhereConvectionIsStrong) {
  constexpr double diffusivity = 1e-4;
  EXPECT_NEAR(std::sqrt(2 * GraetzMode(diffusivity).decay() / diffusivity), 2.70436, 1e-5);
}

TEST(Graetz, ModeStaysWhatItIsInAPipe) {
  const auto self = comm::Communicator::self();
  const GraetzMode mode(0.25);
  const auto error = [&](int order) {
    const auto text = fmt::format(R"toml(
[mesh]
file = "{}/cases/meshes/pipe.msh"
order = {}
[flow]
velocity = ["0", "0", "2*(1 - x^2 - y^2)"]
[[scalar]]
name = "T"
diffusivity = 0.25
initial = "exact"
exact = "{}"
boundary = {{ wall = {{ value = "exact" }}, bottom = {{ value = "exact" }}, top = {{ value = "exact" }} }}
[solver]
tolerance = 1e-12
[time]
dt = 0.01
end = 0.5
)toml",
                                  LOBATTO_TREE, order, mode.expression());
    return max_error(*run(case_from_text(text), self), "T");
  };
  const std::array errors{error(3), error(5), error(7)};
  fmt::print("Graetz: orders 3, 5, 7: {:.2e} {:.2e} {:.2e}\n", errors[0], errors[1], errors[2]);
  EXPECT_LT(errors[1], 0.1 * errors[0]);
  EXPECT_LT(errors[2], 0.1 * errors[1]);
  EXPECT_LT(errors[2], 1e-5);
}

}  // namespace
}  // namespace lobatto::validation
