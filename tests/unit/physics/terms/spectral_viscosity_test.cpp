// The viscosity of the highest modes as a bilinear form, on boxes and on curved elements.
#include "physics/terms/spectral_viscosity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/added_terms.hpp"
#include "support/flow_run.hpp"
#include "time/coefficients.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::FlowRun;
using test::function_of_place;
using test::Point;

constexpr double velocity = 0.7;

const auto any_field = function_of_place([](const Point& x) {
  return std::sin(9 * x[0]) * std::cos(11 * x[1] + 1) + std::sin(13 * x[2] + 3 * x[0]);
});
const auto other = function_of_place([](const Point& x) {
  return std::cos(7 * x[0] + 5 * x[1]) + std::sin(8 * x[1]) * std::sin(6 * x[2]);
});

/// -f of the term in a field: what it adds to E.
space::Field taken_from(const space::FunctionSpace& space, const space::SpaceTimeFunction& phi,
                        int n_modes) {
  state::Variable field("dye", {.n_levels = 2}, space);
  space.evaluate(phi, 0, field.at(1));
  SpectralViscosityTerm term(n_modes, velocity, field, space);
  auto e = space.make_field();
  double* const out[]{e.data()};
  term.begin(0);
  term.add_to({0, space.n_elements(), 0, space.size()}, out);
  return e;
}

/// int psi f.
double form(const space::FunctionSpace& space, const space::SpaceTimeFunction& psi,
            const space::SpaceTimeFunction& phi, int n_modes) {
  auto values = space.make_field();
  space.evaluate(psi, 0, values);
  return space.inner_product(values, taken_from(space, phi, n_modes));
}

void on_all_spaces(int order, const auto& check) {
  const auto world = comm::Communicator::world();
  const Block bricks{{0, 0, 0}, {1, 2, 0.5}, {2, 3, 2}, {false, true, false}};
  check(space::FunctionSpace(bricks.mesh(order, world), world));
  check(test::moved(Block{}, order, test::stirred, world));
}

TEST(SpectralViscosity, IsSymmetricAndKeepsTheIntegral) {
  on_all_spaces(6, [](const space::FunctionSpace& space) {
    const double there = form(space, any_field, other, 3);
    EXPECT_NEAR(there, form(space, other, any_field, 3), 1e-14);
    EXPECT_GT(std::abs(there), 1e-5);
    EXPECT_NEAR(form(space, test::constant(1), any_field, 3), 0, 1e-12);
  });
}

TEST(SpectralViscosity, TakesEnergyFromEveryField) {
  for (const int n_modes : {1, 2, 4})
    on_all_spaces(6, [=](const space::FunctionSpace& space) {
      for (const double k : {2.0, 7.0, 15.0, 31.0}) {
        const auto wave = function_of_place([=](const Point& x) {
          return std::sin(k * x[0] + 0.3) * std::cos(2 * k * x[1]) + std::sin(k * x[2] - x[0]);
        });
        EXPECT_GT(form(space, wave, wave, n_modes), 0) << n_modes << " " << k;
      }
    });
}

/// A polynomial of the degree N + 1 - n_modes in each coordinate of the element; on curved elements
/// one of the reference coordinates, taken to the nodes element by element.
TEST(SpectralViscosity, LeavesPolynomialsBelowItsModesAlone) {
  constexpr int order = 6, n_modes = 3, degree = order + 1 - n_modes;
  on_all_spaces(order, [](const space::FunctionSpace& space) {
    for (const int of : {degree, degree + 1}) {
      std::size_t next = 0;
      const auto& r = space.nodes().nodes;
      const space::SpaceTimeFunction polynomial = [&](const space::Points&, double,
                                                      std::span<double> out) {
        for (double& value : out) {
          const std::size_t q = next++ % space.element_size(), n = r.size();
          value = std::pow(r[q % n], of) * (1 + std::pow(r[q / n % n], of)) -
                  std::pow(r[q / n / n], of);
        }
      };
      const double largest = space.max_abs(taken_from(space, polynomial, n_modes));
      if (of == degree) {
        EXPECT_LT(largest, 1e-10);
      } else {
        EXPECT_GT(largest, 0.1);
      }
    }
  });
}

/// The whole viscosity of the highest mode of the derivative that it reaches: of phi' = L_{N-1} the
/// form is nu Q_{N-1} int L_{N-1}^2, with nu = U h / N.
TEST(SpectralViscosity, IsTheKernelTimesAViscosityOnABox) {
  constexpr int order = 5, n_modes = 2;
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(Block{{0, 0, 0}, {3, 1, 1}, {1, 2, 2}, {}}.mesh(order, world),
                                   world);
  const auto phi = function_of_place([](const Point& x) {
    const double r = 2 * x[0] / 3 - 1;  // (L_5 - L_3) / 9 has the derivative L_4
    return (std::legendre(5U, r) - std::legendre(3U, r)) / 9;
  });
  const double nu = 0.7 * 3 / order, kernel = std::exp(-1.0);
  const double of_line = 2.0 / 9 * (2.0 / 3);  // int L_4^2 dr times dr/dx, for (dphi/dx)^2 dx
  EXPECT_NEAR(form(space, phi, phi, n_modes), nu * kernel * of_line, 1e-13);
}

/// The quotient of Rayleigh never passes the rate; on boxes some field comes close.
TEST(SpectralViscosity, DecaysNoFasterThanItsRate) {
  on_all_spaces(5, [](const space::FunctionSpace& space) {
    const double rate = spectral_viscosity_rate(3, velocity, space);
    auto phi = space.make_field();
    const auto in_all_directions = function_of_place([](const Point& x) {
      return std::sin(9 * x[0]) * std::cos(11 * x[1] + 1) * std::sin(13 * x[2] + 1);
    });
    space.evaluate(in_all_directions, 0, phi);
    double quotient = 0;
    for (int n = 0; n < 60; ++n) {
      std::size_t next = 0;
      const double norm = std::sqrt(space.inner_product(phi, phi));
      const auto power = taken_from(
          space,
          [&](const space::Points&, double, std::span<double> out) {
            for (double& value : out) value = phi[next++] / norm;
          },
          3);
      for (double& value : phi) value /= norm;
      quotient = space.inner_product(phi, power);
      EXPECT_LE(quotient, rate * (1 + 1e-6));
      phi = power;
    }
    if (space.curved() == nullptr) {
      EXPECT_GT(quotient, 0.95 * rate);
    }
  });
}

/// One step of the highest rate is stable just below the limit, and many are not just above.
TEST(SpectralViscosity, IsStableBelowTheLimitOfItsRate) {
  const Block torus{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {true, true, true}};
  for (const double part : {0.9, 3.0}) {
    auto settings = test::settings_of(test::faces_of(VelocityCondition::periodic), 1e-9);
    settings.scalars = {test::insulated("dye", 1e-9)};
    settings.additions = {test::spectral_viscosity(4, velocity)};
    FlowRun run(torus, 6, settings);
    const std::vector<space::SpaceTimeFunction> dye{any_field};
    run.flow.set_state(0, {}, dye);
    run.space.make_continuous(run.state["dye"].now());
    const double dt = part * time::decay_limit(3) / spectral_viscosity_rate(4, velocity, run.space);
    const double before = run.space.rms(run.field("dye"));
    for (int n = 0; n < 60; ++n) run.flow.step(dt);
    const double after = run.space.rms(run.field("dye"));
    if (part < 1) {
      EXPECT_LT(after, before);
    } else {
      EXPECT_GT(after, 10 * before);
    }
  }
}

/// A scalar that a source makes as t^4, so that the first steps, of lower order, do not matter.
space::Field made_in(double dt) {
  const Block torus{{0, 0, 0}, {2, 2, 2}, {2, 2, 2}, {true, true, true}};
  auto settings = test::settings_of(test::faces_of(VelocityCondition::periodic), 1);
  settings.scalars = {test::insulated("dye", 1e-9)};
  settings.scalars[0].source = [](const space::Points& points, double t, auto, auto,
                                  std::span<double> out) {
    any_field(points, 0, out);
    for (double& value : out) value *= 4 * t * t * t;
  };
  settings.additions = {test::spectral_viscosity(3, velocity)};
  FlowRun run(torus, 5, settings);
  run.flow.set_state(0, {}, {});
  for (int n = 0; n < std::lround(0.8 / dt); ++n) run.flow.step(dt);
  return run.field("dye");
}

TEST(SpectralViscosity, IsOfThirdOrderInTime) {
  const auto difference = [](space::Field a, const space::Field& b) {
    double largest = 0;
    for (std::size_t q = 0; q < a.size(); ++q) largest = std::max(largest, std::abs(a[q] - b[q]));
    return comm::Communicator::world().max(largest);
  };
  const auto coarse = made_in(0.02), middle = made_in(0.01), fine = made_in(0.005);
  EXPECT_NEAR(std::log2(difference(coarse, middle) / difference(middle, fine)), 3, 0.2);
}

TEST(SpectralViscosity, StandsInTheBalanceOfEnergy) {
  const Block torus{{0, 0, 0}, {2, 2, 2}, {2, 2, 2}, {true, true, true}};
  auto settings = test::settings_of(test::faces_of(VelocityCondition::periodic), 1);
  settings.additions = {test::spectral_viscosity(2, velocity)};
  FlowRun run(torus, 5, settings);
  run.flow.set_state(0, {any_field, other, {}}, {});
  const auto state = run.flow.look();
  const double expected =
      -form(run.space, any_field, any_field, 2) - form(run.space, other, other, 2);
  EXPECT_NEAR(*state.filter_power * run.space.volume(), expected, 1e-11 * std::abs(expected));
  EXPECT_EQ(state.power, *state.filter_power);
  EXPECT_LT(expected, -1e-3);
}

}  // namespace
}  // namespace lobatto::physics
