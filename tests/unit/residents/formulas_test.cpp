#include "residents/formulas.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>

#include "base/error.hpp"

namespace lobatto::residents {
namespace {

cases::Expression compiled(const std::string& text, const std::string& where,
                           cases::Variables variables = cases::Variables::boundary,
                           const cases::Expression::Parameters& parameters = {}) {
  return cases::Expression::compile({text, where}, cases::variables_of(variables, {"heat"}),
                                    parameters);
}

/// The values of a formula at x = 0, 1, 2 and time t.
std::array<double, 3> values(const space::SpaceTimeFunction& function, double t) {
  const std::vector<double> x{0, 1, 2}, zero{0, 0, 0};
  std::array<double, 3> out{};
  function({x, zero, zero}, t, out);
  return out;
}

TEST(Formulas, AreFunctionsOfPlaceAndTime) {
  const cases::Case the_case;
  Formulas formulas(the_case);
  const auto function =
      formulas.function(compiled("a*x + t", "here", cases::Variables::space_time, {{"a", 3.0}}));
  EXPECT_EQ(values(function, 10.0), (std::array{10.0, 13.0, 16.0}));
  EXPECT_FALSE(formulas.function(std::optional<cases::Expression>{}));
}

TEST(Formulas, KnowTheSolutionAndTheNormal) {
  cases::Case the_case;
  the_case.scalars.resize(1);
  the_case.scalars[0].name = "heat";
  Formulas formulas(the_case);
  const auto source = compiled("2*(heat - x) + v*ny", "here"),
             normal = compiled("nx + 10*nz + x", "here");
  const std::vector<double> x{0.5, 1}, zero(2), v{3, 4}, heat{2, 5}, n_x{0.6, 0}, n_y{0.8, 1};
  const space::Points points{x, zero, zero, {}, {n_x, n_y, zero}};
  const std::array velocity{zero.data(), v.data(), zero.data()};
  const std::array scalars{heat.data()};
  std::vector<double> out(2);
  formulas.source_function(source)(points, 0, velocity, scalars, out);
  EXPECT_DOUBLE_EQ(out[0], 2 * 1.5 + 3 * 0.8);
  EXPECT_DOUBLE_EQ(out[1], 2 * 4 + 4);
  formulas.function(normal)(points, 0, out);
  EXPECT_EQ(out, (std::vector<double>{1.1, 1.0}));
}

mesh::BoxMesh box(const comm::Communicator& communicator) {
  mesh::Axis periodic{{0, 1, 3}, true}, other{{0, 0.5, 1}, false};
  return mesh::make_box_mesh({other, other, periodic}, 3, communicator.rank(), communicator.size());
}

// Of a mesh whose nodes several elements and ranks share, also through a period.
TEST(Formulas, HaveTheSameRandomNumbersOnAnyNumberOfRanks) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  const cases::Case the_case;
  Formulas formulas(the_case);
  const space::FunctionSpace shared(box(world), world), whole(box(self), self);
  const auto random = compiled("random(3)", "here", cases::Variables::initial);
  auto field = shared.make_field(), of_one = whole.make_field();
  shared.evaluate(formulas.initial_function(random, shared), 0, field);
  whole.evaluate(formulas.initial_function(random, whole), 0, of_one);
  std::map<std::int64_t, std::size_t> at;
  for (int e = 0; e < whole.n_elements(); ++e)
    at[whole.element_number(e)] = e * whole.element_size();
  for (int e = 0; e < shared.n_elements(); ++e)
    for (std::size_t q = 0; q < shared.element_size(); ++q)
      EXPECT_EQ(field[e * shared.element_size() + q], of_one[at.at(shared.element_number(e)) + q]);
  auto continuous = field;
  shared.make_continuous(continuous);
  for (std::size_t q = 0; q < field.size(); ++q) EXPECT_NEAR(continuous[q], field[q], 1e-15);
}

TEST(Formulas, KeepTheFirstValueThatIsNotFiniteUntilAllRanksAsk) {
  const auto world = comm::Communicator::world();
  const cases::Case the_case;
  Formulas formulas(the_case);
  const auto function = formulas.function(compiled("1/(t - x)", "case.toml:3: key"));
  values(function, 5.0);
  EXPECT_FALSE(formulas.fault_in_step(world).has_value());
  formulas.throw_fault(world);
  // On the last rank alone: the others must hear of it.
  if (world.rank() == world.size() - 1) {
    EXPECT_TRUE(std::isinf(values(function, 1.0)[1]));
    values(function, 2.0);
  }
  const auto fault = formulas.fault_in_step(world);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(*fault, "case.toml:3: key = \"1/(t - x)\": the value is inf at x = 1, t = 1");
  EXPECT_THROW(formulas.throw_fault(world), base::Error);
}

TEST(Formulas, OfPlaceAloneAreNotAskedInEveryStep) {
  const auto world = comm::Communicator::world();
  const cases::Case the_case;
  Formulas formulas(the_case);
  values(formulas.function(compiled("1/x", "here")), 0.0);
  EXPECT_FALSE(formulas.fault_in_step(world).has_value());
  EXPECT_THROW(formulas.throw_fault(world), base::Error);
}

}  // namespace
}  // namespace lobatto::residents
