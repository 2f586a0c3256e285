// The derivative of an objective of a run against differences of runs.
#include "stability/flow_gradient.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "support/added_terms.hpp"
#include "support/flow_run.hpp"
#include "support/message_of.hpp"

namespace lobatto::stability {
namespace {

using physics::FlowSettings;
using std::numbers::pi;
using test::FlowRun;
using test::Point;

constexpr int n_steps = 6;
constexpr double dt = 0.02;

/// A channel with a lid that moves and a temperature that lifts the fluid, far from steady.
FlowSettings heated_channel(int time_order) {
  auto faces = test::channel_faces();
  const auto none = test::constant(0);
  faces[3] = {physics::VelocityCondition::velocity, {test::constant(1), none, none}, false};
  auto settings = test::settings_of(faces, 0.05, time_order);
  settings.scalars = {test::insulated("T", 0.03)};
  settings.scalars[0].faces[3] = {physics::ScalarCondition::value, test::constant(1), false};
  settings.additions = {test::buoyancy({0, 3.0, 0, {0, 1, 0}})};
  return settings;
}

/// A direction by part, velocity and temperature: it vanishes on the walls.
double part_of(int part, const Point& x, double phase) {
  return x[1] * (1 - x[1]) * std::sin(2 * pi * (x[part % 3] + x[2]) + part + phase);
}

struct Direction {
  double initial = 0, force = 0;  ///< how far along it
};

/// The objective: int T u^2 of the last level, and of all levels int (w + u w).
double add_objective(const FlowRun& run, long long level, Parts* slope) {
  const auto& u = run.field("velocity", 0);
  const auto& w = run.field("velocity", 2);
  const auto& temperature = run.field("T");
  auto value = run.space.make_field();
  for (std::size_t q = 0; q < u.size(); ++q) {
    value[q] = w[q] + u[q] * w[q];
    if (slope != nullptr) (*slope)[0][q] += w[q], (*slope)[2][q] += 1 + u[q];
    if (level < n_steps) continue;
    value[q] += temperature[q] * u[q] * u[q];
    if (slope == nullptr) continue;
    (*slope)[0][q] += 2 * temperature[q] * u[q];
    (*slope)[3][q] += u[q] * u[q];
  }
  return run.space.integrate(value);
}

/// A run from fields and under a force, both moved along a direction.
struct MovedRun {
  MovedRun(FlowSettings settings, const Direction& by)
      : run(test::channel_block, 4, with_force(std::move(settings), by.force)) {
    const auto component = [&](int part) {
      return test::function_of_place([=](const Point& x) {
        return (part == 0 ? x[1] : 0.1) + part_of(part, x, 0) + by.initial * part_of(part, x, 1);
      });
    };
    run.flow.set_state(0, {component(0), component(1), component(2)}, {{component(3)}});
  }
  static FlowSettings with_force(FlowSettings settings, double force) {
    const auto along = [=](int d) {
      return test::function_of_place([=](const Point& x) { return force * part_of(d, x, 2); });
    };
    settings.body_force = {{along(0), along(1), along(2)}};
    return settings;
  }
  double objective() {
    double value = add_objective(run, 0, nullptr);
    for (int n = 1; n <= n_steps; ++n) {
      run.flow.step(dt);
      value += add_objective(run, n, nullptr);
    }
    return value;
  }
  FlowRun run;
};

FlowGradient::Run in_temporary_folder(int n_snapshots, int n_on_disk) {
  return {n_steps, dt, n_snapshots, n_on_disk, std::filesystem::temp_directory_path()};
}

FlowGradient::Result gradient_of(const FlowSettings& settings, int n_snapshots, int n_on_disk = 0) {
  MovedRun at(settings, {});
  FlowGradient gradient(at.run.state, at.run.flow, settings);
  return gradient.find(
      in_temporary_folder(n_snapshots, n_on_disk),
      [&](long long level, Parts& slope) { return add_objective(at.run, level, &slope); });
}

/// int g . direction, of so many parts.
double along(const Parts& g, const space::FunctionSpace& space, int n_parts, double phase) {
  double sum = 0;
  for (int part = 0; part < n_parts; ++part) {
    auto product = space.make_field();
    space.evaluate(test::function_of_place([&](const Point& x) { return part_of(part, x, phase); }),
                   0, product);
    for (std::size_t q = 0; q < product.size(); ++q) product[q] *= g[part][q];
    sum += space.integrate(product);
  }
  return sum;
}

/// Differences, extrapolated to a step of zero.
template <class Value>
double derivative(const Value& value, double h) {
  const auto centred = [&](double step) { return (value(step) - value(-step)) / (2 * step); };
  return (4 * centred(h / 2) - centred(h)) / 3;
}

TEST(FlowGradient, IsTheDerivativeOfARun) {
  for (int order = 1; order <= 3; ++order) {
    const auto settings = heated_channel(order);
    const auto found = gradient_of(settings, 3);
    const MovedRun at(settings, {});
    EXPECT_NEAR(found.value, MovedRun(settings, {}).objective(), 1e-12);
    const double by_initial =
        derivative([&](double h) { return MovedRun(settings, {h, 0}).objective(); }, 1e-2);
    const double of_initial = along(found.of_initial, at.run.space, 4, 1);
    EXPECT_NEAR(of_initial, by_initial, 2e-8 * std::abs(by_initial));
    const double by_force =
        derivative([&](double h) { return MovedRun(settings, {0, h}).objective(); }, 1e-1);
    const double of_force = along(found.of_force, at.run.space, 3, 2);
    EXPECT_NEAR(of_force, by_force, 2e-8 * std::abs(by_force));
  }
}

// The error of the linear prediction is quadratic.
TEST(FlowGradient, HasARemainderOfSecondOrder) {
  const auto settings = heated_channel(3);
  const auto found = gradient_of(settings, 100);
  const MovedRun at(settings, {});
  const double slope = along(found.of_initial, at.run.space, 4, 1);
  const auto remainder = [&](double h) {
    return std::abs(MovedRun(settings, {h, 0}).objective() - found.value - h * slope) / (h * h);
  };
  const double first = remainder(1e-1);
  EXPECT_GT(first, 1e-5);
  for (const double h : {1e-2, 1e-3, 1e-4}) EXPECT_NEAR(remainder(h), first, 0.2 * first);
}

TEST(FlowGradient, IsTheSameToTheBitWithAnyMemory) {
  const auto settings = heated_channel(3);
  const auto all = gradient_of(settings, 100);
  EXPECT_EQ(all.n_steps_taken, n_steps);
  for (const auto& [n_snapshots, n_on_disk] :
       {std::pair{1, 0}, {2, 0}, {3, 0}, {1, 1}, {2, 1}, {1, 2}, {1, 6}}) {
    const auto some = gradient_of(settings, n_snapshots, n_on_disk);
    const int n_kept = n_snapshots + n_on_disk;
    EXPECT_EQ(some.n_steps_taken, schedule_backwards(n_steps, n_kept).n_steps_taken);
    EXPECT_EQ(some.n_steps_taken > n_steps, n_kept <= n_steps);
    for (std::size_t part = 0; part < 4; ++part)
      EXPECT_TRUE(std::ranges::equal(some.of_initial[part], all.of_initial[part]));
    EXPECT_EQ(some.of_coefficients, all.of_coefficients);
  }
}

TEST(FlowGradient, PlansWhatItTakes) {
  const auto settings = heated_channel(3);
  MovedRun at(settings, {});
  FlowGradient gradient(at.run.state, at.run.flow, settings);
  const auto plan = gradient.plan({n_steps, dt, 2, 1});
  EXPECT_EQ(plan.schedule.n_steps_taken, schedule_backwards(n_steps, 3).n_steps_taken);
  EXPECT_EQ(plan.on_disk, (std::vector<char>{1, 0, 0}));
  const int n_fields = 3 * 4 + 1;  // three levels of velocity and temperature, a pressure
  EXPECT_EQ(plan.bytes, 8.0 * n_fields * static_cast<double>(at.run.space.global_size()));
  EXPECT_EQ(gradient.plan({n_steps, dt, 100, 100}).on_disk, std::vector<char>(n_steps + 1, 0));
}

TEST(FlowGradient, WatchesItsWork) {
  const auto settings = heated_channel(2);
  MovedRun at(settings, {});
  FlowGradient gradient(at.run.state, at.run.flow, settings);
  std::vector<double> shares;
  FlowGradient::Run run{n_steps, dt, 2};
  run.watch = [&](double share) { shares.push_back(share); };
  gradient.find(run, [&](long long, Parts&) { return 0.0; });
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_GT(shares.front(), 0);
  EXPECT_NEAR(shares.back(), 1, 1e-12);
}

TEST(FlowGradient, TellsOfAFolderThatIsNotThere) {
  const auto settings = heated_channel(2);
  MovedRun at(settings, {});
  FlowGradient gradient(at.run.state, at.run.flow, settings);
  const auto says = message_of<base::Error>([&] {
    gradient.find({n_steps, dt, 1, 2, "/nowhere/at/all"}, [&](long long, Parts&) { return 0.0; });
  });
  EXPECT_NE(says.find("/nowhere/at/all: No such file"), std::string::npos) << says;
}

TEST(FlowGradient, TellsOfAFlowThatBlowsUp) {
  const auto settings = heated_channel(3);
  MovedRun at(settings, {});
  FlowGradient gradient(at.run.state, at.run.flow, settings);
  const auto says = message_of<base::Error>(
      [&] { gradient.find({400, 5.0, 2}, [&](long long, Parts&) { return 0.0; }); });
  EXPECT_NE(says.find("blew up"), std::string::npos) << says;
  EXPECT_TRUE(std::isfinite(at.run.flow.look().kinetic_energy));
}

// Also where the objective throws: the run goes on as one that nobody has asked.
TEST(FlowGradient, LeavesTheRunAsItWas) {
  const auto settings = heated_channel(3);
  MovedRun asked(settings, {}), other(settings, {});
  FlowGradient gradient(asked.run.state, asked.run.flow, settings);
  for (int n = 0; n < 6; ++n) {
    if (n == 2) gradient.find({n_steps, dt, 2}, [&](long long, Parts&) { return 0.0; });
    if (n == 4) {
      EXPECT_THROW(gradient.find(in_temporary_folder(1, 2),
                                 [&](long long level, Parts&) {
                                   if (level == 3) throw std::runtime_error("no such number");
                                   return 0.0;
                                 }),
                   std::runtime_error);
    }
    asked.run.flow.step(dt);
    other.run.flow.step(dt);
  }
  EXPECT_EQ(asked.run.state.time(), other.run.state.time());
  for (int d = 0; d < 3; ++d)
    EXPECT_TRUE(std::ranges::equal(asked.run.field("velocity", d), other.run.field("velocity", d)));
  EXPECT_TRUE(std::ranges::equal(asked.run.field("T"), other.run.field("T")));
}

TEST(FlowGradient, RefusesAnOutflowThatDampsBackflow) {
  auto settings = test::settings_of(test::channel_faces(), 0.05);
  settings.faces[2] = {physics::VelocityCondition::outflow, {}, false};
  FlowRun run(test::channel_block, 4, settings);
  EXPECT_NE(message_of<base::Error>([&] {
              FlowGradient(run.state, run.flow, settings);
            }).find("damp_backflow = false"),
            std::string::npos);
}

}  // namespace
}  // namespace lobatto::stability
