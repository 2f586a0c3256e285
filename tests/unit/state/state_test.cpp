#include "state/state.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "mesh/box_mesh.hpp"
#include "support/memory_state.hpp"

namespace lobatto::state {
namespace {

class StateOfABox : public ::testing::Test {
 protected:
  [[nodiscard]] space::FunctionSpace make_space() const {
    const mesh::Axis axis{{0.0, 0.5, 0.8, 1.0}, true};
    return {mesh::make_box_mesh({axis, axis, axis}, 3, world.rank(), world.size()), world};
  }
  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space = make_space();
};

/// A number that tells field, level, component, element and node apart.
void number(Variable& field, int level, double first) {
  for (int c = 0; c < field.n_components(); ++c)
    for (std::size_t q = 0; q < field.at(level, c).size(); ++q)
      field.at(level, c)[q] = first + 1000.0 * level + 100.0 * c + 0.001 * static_cast<double>(q);
}

VariableKind velocity_kind() { return {true, 3, 3, "flow/velocity"}; }

TEST_F(StateOfABox, FindsFieldsByName) {
  State state(space, 3);
  Variable& velocity = state.declare("velocity", velocity_kind());
  state.declare("heat", {});
  EXPECT_EQ(&state["velocity"], &velocity);
  EXPECT_EQ(velocity.n_components(), 3);
  EXPECT_EQ(velocity.now(2).size(), space.size());
  EXPECT_EQ(state["heat"].n_components(), 1);
  EXPECT_EQ(state.find("salt"), nullptr);
  try {
    static_cast<void>(state["salt"]);
    FAIL() << "found";
  } catch (const base::Error& error) {
    EXPECT_STREQ(error.what(), "there is no field 'salt'; there are velocity, heat");
  }
  EXPECT_THROW(state.declare("heat", {}), base::Error);
}

TEST_F(StateOfABox, KeepsLevelsWhereTheyAre) {
  State state(space, 3);
  Variable& field = state.declare("heat", {.n_levels = 3});
  const double* storage[3] = {field.at(0).data(), field.at(1).data(), field.at(2).data()};
  field.now()[0] = 1;
  field.advance();
  EXPECT_EQ(field.at(1).data(), storage[0]);
  EXPECT_EQ(field.at(2).data(), storage[1]);
  EXPECT_EQ(field.at(0).data(), storage[2]);
  EXPECT_EQ(field.at(1)[0], 1);
  for (int n = 0; n < 2; ++n) field.advance();
  EXPECT_EQ(field.now().data(), storage[0]);
}

TEST_F(StateOfABox, RestoresAllThatARestartWants) {
  test::MemoryState memory;
  test::StateKeeper keeper(memory, world);
  State saved(space, 3);
  Variable& velocity = saved.declare("velocity", velocity_kind());
  Variable& pressure = saved.declare("pressure", {false, 2, 1, "flow/pressure"});
  Variable& work = saved.declare("work", {.n_levels = 2});
  for (const double dt : {0.1, 0.2, 0.3, 0.4}) saved.history().finish(saved.history().begin(dt));
  for (int level = 0; level < 3; ++level) number(velocity, level, 7.0);
  for (int level = 0; level < 2; ++level) number(pressure, level, 3.0);
  number(work, 0, 1.0);
  saved.visit_state(keeper, [](double) { FAIL() << "nothing recedes when saving"; });
  EXPECT_TRUE(memory.rows.contains("flow/velocity/2/w"));
  EXPECT_TRUE(memory.rows.contains("flow/pressure"));
  EXPECT_EQ(memory.rows.size(), 10u);

  State loaded(space, 3);
  Variable& velocity_again = loaded.declare("velocity", velocity_kind());
  Variable& pressure_again = loaded.declare("pressure", {false, 2, 1, "flow/pressure"});
  std::vector<double> times;
  test::StateGiver giver(memory);
  loaded.visit_state(giver, [&](double time) {
    times.push_back(time);
    velocity_again.advance();
  });
  EXPECT_EQ(times.size(), 2u);
  EXPECT_DOUBLE_EQ(times[0], 0.3);
  EXPECT_DOUBLE_EQ(times[1], 0.6);
  EXPECT_EQ(loaded.n_steps(), 4);
  EXPECT_DOUBLE_EQ(loaded.time(), 1.0);
  EXPECT_EQ(loaded.history().begin(0.1).bdf.order, 3);
  for (int level = 0; level < 3; ++level)
    for (int c = 0; c < 3; ++c)
      for (std::size_t q = 0; q < space.size(); ++q)
        ASSERT_EQ(velocity_again.at(level, c)[q], velocity.at(level, c)[q]);
  for (std::size_t q = 0; q < space.size(); ++q)
    ASSERT_EQ(pressure_again.now()[q], pressure.now()[q]);
}

TEST_F(StateOfABox, BeginsAtFirstOrderWhereAFieldIsMissing) {
  test::MemoryState memory;
  test::StateKeeper keeper(memory, world);
  State saved(space, 2);
  saved.declare("velocity", velocity_kind());
  saved.history().finish(saved.history().begin(0.1));
  saved.visit_state(keeper, [](double) {});

  State loaded(space, 2);
  loaded.declare("velocity", velocity_kind());
  Variable& salt = loaded.declare(
      "salt", {.n_levels = 3, .n_saved = 3, .save_as = "scalars/salt", .may_be_missing = true});
  number(salt, 0, 5.0);
  const space::Field before = salt.now();
  test::StateGiver giver(memory);
  loaded.visit_state(giver, [](double) {});
  EXPECT_EQ(loaded.history().begin(0.1).bdf.order, 1);
  EXPECT_TRUE(std::ranges::equal(salt.now(), before));
}

}  // namespace
}  // namespace lobatto::state
