// Each explicit term against its formula, on polynomials that the elements hold exactly: the level
// before the current one drives the step, the current one its power.
#include <gtest/gtest.h>

#include <algorithm>

#include "physics/closures/subgrid_model.hpp"
#include "physics/closures/subgrid_viscosity.hpp"
#include "physics/terms/buoyancy.hpp"
#include "physics/terms/divergence.hpp"
#include "physics/terms/source.hpp"
#include "physics/terms/sponge.hpp"
#include "physics/terms/subgrid_energy_term.hpp"
#include "state/state.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::function_of_place;
using test::Point;

class TermsTest : public ::testing::Test {
 protected:
  using MakeSpace = space::FunctionSpace (*)(const comm::Communicator&);
  explicit TermsTest(MakeSpace make) : space(make(world)) {}
  TermsTest()
      : TermsTest([](const comm::Communicator& ranks) {
          return test::moved({}, 4, test::affine, ranks);
        }) {}

  template <class Function>
  void fill(space::Field& field, Function function) {
    space.evaluate(function_of_place(function), 0, field);
  }
  template <class Function>
  void fill(space::VectorField& field, Function function) {
    const auto components = test::vector_function(function);
    for (int d = 0; d < 3; ++d) space.evaluate(components[d], 0, field[d]);
  }
  /// A scalar of which the level before is `before`, and the current one `now`.
  template <class Before, class Now>
  state::Variable& scalar(const char* name, Before before, Now now) {
    auto& field = state.declare(name, {.n_levels = 3});
    fill(field.at(1), before);
    fill(field.now(), now);
    return field;
  }
  template <class Before, class Now>
  state::Variable& velocity(Before before, Now now) {
    auto& field = state.declare("velocity", {.is_vector = true, .n_levels = 3});
    fill(field.vector(1), before);
    fill(field.vector(), now);
    return field;
  }

  /// What a term adds to E, in blocks of three elements.
  std::vector<space::Field> added_by(ExplicitTerm& term, int n_components, double t = 0) {
    constexpr int length = 3;
    std::vector<space::Field> e;
    for (int d = 0; d < n_components; ++d) e.push_back(space.make_field());
    for (auto& component : e) component.fill(5.0);
    term.begin(t);
    for (int first = 0; first < space.n_elements(); first += length) {
      const int n = std::min(length, space.n_elements() - first);
      const std::size_t size = space.element_size(), offset = first * size;
      std::vector<double*> at;
      for (auto& component : e) at.push_back(component.data() + offset);
      term.add_to({first, n, offset, n * size}, at);
    }
    for (auto& component : e)
      for (double& value : component) value -= 5.0;
    return e;
  }
  template <class Function>
  void expect_field(const space::Field& found, Function function) {
    auto expected = space.make_field();
    fill(expected, function);
    for (std::size_t q = 0; q < found.size(); ++q) EXPECT_NEAR(found[q], expected[q], 1e-11) << q;
  }
  /// int f . u of the current level, as a term states it.
  double power_of(ExplicitTerm& term, const state::Variable& u) {
    const std::size_t size = space.element_size();
    const std::size_t n_values = space.n_elements() * size;
    std::array<std::vector<double>, 3> mass_u;
    for (int d = 0; d < 3; ++d)
      for (std::size_t q = 0; q < n_values; ++q)
        mass_u[d].push_back(space.mass(static_cast<int>(q / size))(q % size) * u.now(d)[q]);
    return space.communicator().sum(
        term.power({0, space.n_elements(), 0, n_values},
                   {mass_u[0].data(), mass_u[1].data(), mass_u[2].data()}));
  }
  double integral_of(const ExplicitTerm& term) { return space.communicator().sum(term.integral()); }

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space;
  state::State state{space, 3};
};

double warmth(const Point& x) { return 1 + x[0] * x[1] - x[2]; }
double later_warmth(const Point& x) { return 2 * x[1]; }

TEST_F(TermsTest, BuoyancyPushesAlongItsDirectionByTheExcess) {
  const auto& scalar = this->scalar("T", warmth, later_warmth);
  const auto& u = velocity(test::identity, [](const Point& x) { return Point{x[2], 7, 1 + x[0]}; });
  BuoyancyTerm term({.coefficient = 0.5, .reference = 3, .direction = {0.6, 0, -0.8}}, scalar,
                    space.element_size());
  const auto e = added_by(term, 3);
  expect_field(e[0], [](const Point& x) { return -0.5 * 0.6 * (warmth(x) - 3); });
  expect_field(e[1], [](const Point&) { return 0.0; });
  expect_field(e[2], [](const Point& x) { return 0.5 * 0.8 * (warmth(x) - 3); });
  const double expected = test::integral(space, [](const Point& x) {
    return 0.5 * (later_warmth(x) - 3) * (0.6 * x[2] - 0.8 * (1 + x[0]));
  });
  EXPECT_NEAR(power_of(term, u), expected, 1e-11);
}

TEST_F(TermsTest, DivergenceIsHalfOfTheScalarTimesIt) {
  const auto& scalar = this->scalar("T", warmth, later_warmth);
  auto& u = velocity([](const Point& x) { return Point{x[0] * x[0], x[0] * x[1], -x[1] * x[2]}; },
                     test::identity);
  DivergenceTerm term(u, scalar, space);
  expect_field(added_by(term, 1)[0],
               [](const Point& x) { return 0.5 * (3 * x[0] - x[1]) * warmth(x); });
  // Of a velocity that changes it is found anew.
  fill(u.vector(1), test::identity);
  expect_field(added_by(term, 1)[0], [](const Point& x) { return 1.5 * warmth(x); });
}

TEST_F(TermsTest, DivergenceOfASteadyVelocityIsFoundOnce) {
  const auto& scalar = this->scalar("T", warmth, later_warmth);
  auto& u = state.declare("velocity", {.is_vector = true});
  fill(u.vector(), test::identity);
  DivergenceTerm term(u, scalar, space);
  added_by(term, 1);
  for (auto& component : u.vector()) component.fill(0.0);
  expect_field(added_by(term, 1)[0], [](const Point& x) { return 1.5 * warmth(x); });
}

/// x + t + u T
SourceFunction source_of_solution() {
  return [](const space::Points& points, double t, std::span<const double* const> velocity,
            std::span<const double* const> scalars, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = points.x[q] + t + velocity[0][q] * scalars[0][q];
  };
}

TEST_F(TermsTest, SourceIsTakenOfTheLevelBeforeAndKnowsItsIntegral) {
  const auto& scalar = this->scalar("T", warmth, later_warmth);
  const auto& u = velocity([](const Point& x) { return Point{x[1], 0, 0}; }, test::identity);
  ScalarSettings settings;
  settings.source = source_of_solution();
  const auto source = [](const Point& x) { return x[0] + 0.7 + x[1] * warmth(x); };
  SourceTerm term(settings, u, {&scalar}, space);
  for (int again = 0; again < 2; ++again) {  // the integral begins anew with each level
    expect_field(added_by(term, 1, 0.7)[0], [&](const Point& x) { return -source(x); });
    EXPECT_NEAR(integral_of(term), test::integral(space, source), 1e-11);
  }
}

TEST_F(TermsTest, SourceWarmsByWhatTheCapacityLeavesOfIt) {
  const auto& scalar = this->scalar("T", warmth, later_warmth);
  const auto& u = velocity([](const Point& x) { return Point{x[1], 0, 0}; }, test::identity);
  auto capacity = std::make_shared<space::Field>(space.make_field());
  fill(*capacity, [](const Point& x) { return 3 + x[0]; });
  ScalarSettings settings;
  settings.source = source_of_solution();
  settings.capacity = capacity;
  const auto source = [](const Point& x) { return x[0] + x[1] * warmth(x); };
  SourceTerm term(settings, u, {&scalar}, space);
  expect_field(added_by(term, 1)[0], [&](const Point& x) { return -source(x) / (3 + x[0]); });
  EXPECT_NEAR(integral_of(term), test::integral(space, source), 1e-11);
}

/// The unit cube in elements of 1/2: those below z = 1/2 are outside of the sponge.
class SpongeTermTest : public TermsTest {
 protected:
  SpongeTermTest()
      : TermsTest([](const comm::Communicator& ranks) {
          return space::FunctionSpace(Block{}.mesh(4, ranks), ranks);
        }) {}
  static double strength(const Point& x) { return x[2] > 0.5 ? 4 * (x[2] - 0.5) : 0; }
  /// y + t
  static void target(const space::Points& points, double t, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = points.y[q] + t;
  }
};

TEST_F(SpongeTermTest, DrawsAScalarToItsTargetAndKnowsTheIntegral) {
  const auto& scalar = this->scalar("T", warmth, later_warmth);
  for (const bool depends_on_time : {true, false}) {
    SpongeTerm term(function_of_place(strength), {target}, depends_on_time, state, scalar);
    const double t = depends_on_time ? 0.3 : 0;
    const auto force = [t](const Point& x) { return strength(x) * (x[1] + t - warmth(x)); };
    expect_field(added_by(term, 1, 0.3)[0], [&](const Point& x) { return -force(x); });
    EXPECT_NEAR(integral_of(term), test::integral(space, force), 1e-12);
    // Five operations at each node of half of the elements, over all ranks.
    const double flops = term.cost().flops * space.n_elements();
    EXPECT_NEAR(space.communicator().sum(flops), 5.0 * 125 * 4, 1e-9);
  }
}

TEST_F(SpongeTermTest, StatesThePowerOfTheCurrentVelocity) {
  const auto& u = velocity([](const Point&) { return Point{9, 9, 9}; }, test::identity);
  state.history().set_time(0.3);
  SpongeTerm term(function_of_place(strength), {target, target, target}, true, state, u);
  const double expected = test::integral(space, [](const Point& x) {
    double sum = 0;
    for (const double component : x) sum += strength(x) * (x[1] + 0.3 - component) * component;
    return sum;
  });
  EXPECT_NEAR(power_of(term, u), expected, 1e-12);
}

// nu_t 2 S : S - C_e sqrt(|k|) k / Delta, with 2 S : S = 10 of the velocity (2 y, x + z, 0) - also
// where k has come below zero.
TEST_F(TermsTest, SubgridEnergyIsMadeByStrainAndDissipated) {
  velocity([](const Point& x) { return Point{2 * x[1], x[0] + x[2], 0}; }, test::identity);
  scalar(SubgridViscosity::name, warmth, later_warmth);
  for (const double root : {2.0, -2.0}) {
    const char* name = root > 0 ? "k" : "negative";
    const auto& k = scalar(name, [=](const Point&) { return root * 2; }, warmth);
    SubgridEnergyTerm term(state, k, 0.9);
    const auto e = added_by(term, 1);
    const double width = filter_width(0.125 * test::affine_determinant, 4);
    const auto gain = [&](const Point& x) { return 10 * warmth(x) - 0.9 * 4 * root / width; };
    expect_field(e[0], [&](const Point& x) { return -gain(x); });
    EXPECT_NEAR(integral_of(term), test::integral(space, gain), 1e-10);
  }
}

}  // namespace
}  // namespace lobatto::physics
