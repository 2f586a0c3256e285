// int (L u) . v = int u . (L* v), with L the steps of a linearised flow.
#include "physics/adjoint_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "base/error.hpp"
#include "physics/linearised.hpp"
#include "support/added_terms.hpp"
#include "support/curved_spaces.hpp"
#include "support/flow_run.hpp"
#include "support/message_of.hpp"

namespace lobatto::physics {
namespace {

using std::numbers::pi;
using test::Point;
const auto none = test::constant(0);

/// Equal on any number of ranks, rough, and continuous.
std::vector<double> rough_vector(const space::FunctionSpace& space, std::size_t n_parts,
                                 bool is_wave, std::int64_t seed) {
  std::vector<double> vector;
  for (std::size_t part = 0; part < n_parts; ++part) {
    auto field = space.make_field();
    std::size_t at = 0;
    for (const std::int64_t number : space.element_numbers()) {
      std::seed_seq seeds{seed, static_cast<std::int64_t>(part), number};
      std::mt19937 random(seeds);
      for (std::size_t q = 0; q < space.element_size(); ++q)
        field[at++] = part == 2 && space.is_plane() && !is_wave
                          ? 0
                          : static_cast<double>(random()) / 0x1p31 - 1;
    }
    space.gather_scatter().add(field);
    vector.insert(vector.end(), field.begin(), field.end());
  }
  return vector;
}

using MakeSpace = std::function<space::FunctionSpace(const comm::Communicator&)>;

/// A linearised flow about one that is not steady, nor free of divergence: a transpose asks
/// neither.
struct Perturbation {
  Perturbation(const MakeSpace& make, const FlowSettings& settings, double step_length,
               double wave_number = 0, const std::shared_ptr<BaseOrbit>& orbit_of_flow = {})
      : space(make(world)),
        state(space, settings.time_order),
        orbit(orbit_of_flow),
        flow(state, linearised(settings, wave_number, orbit), profiler),
        adjoint(flow.make_adjoint()),
        n_parts(3 + settings.scalars.size()),
        is_wave(wave_number != 0),
        order(settings.time_order),
        dt(step_length) {
    set_base(0);
    if (!orbit) return;
    orbit->start(0, dt);
    for (int level = 0; level < 5; ++level) {
      set_base(0.3 * level);
      orbit->add(state);
    }
  }
  void set_base(double phase) {
    for (const auto& field : state.variables()) {
      if (!field->name().starts_with("base_")) continue;
      for (int c = 0; c < field->n_components(); ++c)
        space.evaluate(test::function_of_place([&](const Point& x) {
                         return std::sin(2 * pi * x[(c + 1) % 3] + c + phase) +
                                0.3 * std::cos(3 * x[c]);
                       }),
                       0, field->now(c));
    }
  }

  [[nodiscard]] std::vector<std::span<const double>> parts(
      const std::vector<double>& vector) const {
    std::vector<std::span<const double>> parts;
    for (std::size_t part = 0; part < n_parts; ++part)
      parts.push_back(std::span(vector).subspan(part * space.size(), space.size()));
    return parts;
  }
  [[nodiscard]] double inner(const std::vector<double>& a, const std::vector<double>& b) const {
    double sum = 0;
    for (std::size_t part = 0; part < n_parts; ++part)
      for (int e = 0; e < space.n_elements(); ++e)
        for (std::size_t q = 0; q < space.element_size(); ++q) {
          const std::size_t i = part * space.size() + e * space.element_size() + q;
          sum += space.mass(e)(q) * a[i] * b[i];
        }
    return world.sum(sum);
  }
  [[nodiscard]] std::vector<double> forwards(const std::vector<double>& u, int n_steps) {
    const auto given = parts(u);
    flow.set_fields(0, 0, {{given[0], given[1], given[2]}, {}, {given.begin() + 3, given.end()}});
    for (int n = 0; n < n_steps; ++n) flow.step(dt);
    std::vector<double> result;
    const auto append = [&](const space::Field& field) {
      result.insert(result.end(), field.begin(), field.end());
    };
    for (int d = 0; d < 3; ++d) append(state["velocity"].now(d));
    if (n_parts > 3) append(state["T"].now());
    return result;
  }
  [[nodiscard]] std::vector<double> backwards(const std::vector<double>& v, int n_steps) {
    adjoint->begin(parts(v), n_steps, dt, order);
    while (adjoint->n_left() > 0) {
      const auto level = static_cast<double>(adjoint->n_left() - 1);
      adjoint->step_back([&](BaseLevel base) {
        if (!orbit) return;
        if (base == BaseLevel::begin) orbit->set(level * dt, state);
        if (base == BaseLevel::middle) orbit->set(0.5 * dt, state);
      });
    }
    return adjoint->result();
  }
  /// P, which makes zero what the boundary fixes: L* of no step.
  [[nodiscard]] std::vector<double> admissible(const std::vector<double>& v) {
    return backwards(v, 0);
  }
  /// |(L u, v) - (u, L* v)| / (|L u| |v|)
  [[nodiscard]] double mismatch(int n_steps) {
    const auto u = admissible(rough_vector(space, n_parts, is_wave, 1)),
               v = admissible(rough_vector(space, n_parts, is_wave, 2));
    const auto lu = forwards(u, n_steps);
    const double scale = std::sqrt(inner(lu, lu) * inner(v, v));
    EXPECT_GT(scale, 0);
    return std::abs(inner(lu, v) - inner(u, backwards(v, n_steps))) / scale;
  }

  comm::Communicator world = comm::Communicator::world();
  perf::Profiler profiler;
  space::FunctionSpace space;
  state::State state;
  std::shared_ptr<BaseOrbit> orbit;  ///< of 4 steps; null of a steady flow
  EquationSystem flow;
  std::unique_ptr<AdjointFlow> adjoint;
  std::size_t n_parts;
  bool is_wave;
  int order;
  double dt;
};

MakeSpace space_of(const test::Block& block) {
  return [&block](const comm::Communicator& world) {
    return space::FunctionSpace(block.mesh(4, world), world);
  };
}

FlowSettings heated(FlowSettings settings) {
  settings.scalars = {test::insulated("T", 0.03)};
  settings.scalars[0].faces[3] = {ScalarCondition::value, test::constant(1), false};
  settings.additions = {test::buoyancy({0, 3.0, 0, {0.4, 1, 0}})};
  return settings;
}

FlowSettings iterative(FlowSettings settings) {
  settings.pressure_method = SolverMethod::schwarz_multigrid;
  settings.velocity_method = SolverMethod::jacobi_cg;
  for (auto& scalar : settings.scalars) scalar.method = SolverMethod::jacobi_cg;
  settings.iterative_pressure.tolerance = settings.iterative_velocity.tolerance = 1e-13;
  return settings;
}

TEST(AdjointFlow, IsTheTransposeOfTheStepsBetweenWalls) {
  for (int order = 1; order <= 3; ++order) {
    Perturbation flow(space_of(test::channel_block),
                      heated(test::settings_of(test::channel_faces(), 0.05, order)), 0.01);
    for (const int n_steps : {1, 2, 3, 7}) EXPECT_LT(flow.mismatch(n_steps), 1e-13) << n_steps;
  }
}

// Of more steps than a period has, too.
TEST(AdjointFlow, IsTheTransposeAboutAFlowThatIsPeriodicInTime) {
  for (int order = 1; order <= 3; ++order) {
    Perturbation flow(space_of(test::channel_block),
                      heated(test::settings_of(test::channel_faces(), 0.05, order)), 0.01, 0,
                      std::make_shared<BaseOrbit>());
    for (const int n_steps : {1, 2, 7}) EXPECT_LT(flow.mismatch(n_steps), 1e-13) << n_steps;
  }
}

TEST(AdjointFlow, IsTheTransposeWithAFlowRate) {
  auto settings = test::settings_of(test::channel_faces(), 0.05);
  settings.flow_rate = FlowRate{0, 1.5};
  Perturbation flow(space_of(test::channel_block), settings, 0.01);
  EXPECT_LT(flow.mismatch(4), 1e-13);
}

// All pairs of conditions on opposite faces of x, beside walls, symmetry and inflow.
TEST(AdjointFlow, IsTheTransposeWithAnyConditions) {
  const VectorFunction moving{test::constant(1), none, none};
  const std::array kinds{VelocityCondition::wall, VelocityCondition::velocity,
                         VelocityCondition::symmetry, VelocityCondition::outflow};
  const auto face = [&](VelocityCondition kind) {
    const bool is_given = kind == VelocityCondition::velocity;
    return VelocityBoundaryCondition{kind, is_given ? moving : VectorFunction{}, false};
  };
  for (const auto at_begin : kinds)
    for (const auto at_end : kinds) {
      auto settings = test::settings_of(test::faces_of(VelocityCondition::wall), 0.05);
      settings.faces[0] = face(at_begin);
      settings.faces[1] = face(at_end);
      settings.faces[4] = face(VelocityCondition::symmetry);
      for (auto& condition : settings.faces) condition.damps_backflow = false;
      Perturbation flow(space_of(test::cube_222), settings, 0.01);
      EXPECT_LT(flow.mismatch(3), 1e-12);
    }
}

TEST(AdjointFlow, IsTheTransposeOnCurvedElementsToTheTolerance) {
  auto settings = heated(test::settings_of(test::faces_of(VelocityCondition::wall), 0.05));
  settings.faces[1] = {VelocityCondition::outflow, {}, false};
  settings.faces[1].damps_backflow = false;
  const auto stirred = [](const comm::Communicator& world) {
    return test::moved(test::cube_222, 5, test::stirred, world);
  };
  Perturbation flow(stirred, iterative(settings), 0.01);
  for (const int n_steps : {1, 5}) EXPECT_LT(flow.mismatch(n_steps), 1e-10);
}

TEST(AdjointFlow, IsTheTransposeInAPlane) {
  const auto plane = [](const comm::Communicator& world) {
    auto mesh = test::Block{{0, 0, 0}, {1, 1, 1}, {3, 2, 1}, {true, false, true}}.mesh(4, world);
    mesh.is_plane = true;
    return space::FunctionSpace(mesh, world);
  };
  Perturbation flow(plane, iterative(heated(test::settings_of(test::channel_faces(), 0.05))), 0.01);
  EXPECT_LT(flow.mismatch(4), 1e-10);
}

TEST(AdjointFlow, IsTheTransposeOfWavesAlongZ) {
  const test::Block plane{{0, 0, 0}, {1, 1, 1}, {3, 2, 1}, {true, false, true}, true};
  Perturbation flow(space_of(plane), heated(test::settings_of(test::channel_faces(), 0.05)), 0.01,
                    2.3);
  for (const int n_steps : {1, 4}) EXPECT_LT(flow.mismatch(n_steps), 1e-13);
}

TEST(AdjointFlow, RefusesAnExtrapolatedStress) {
  auto settings = test::settings_of(test::faces_of(VelocityCondition::wall), 0.05);
  settings.faces[1] = {VelocityCondition::tangential, {none, none, none}, false};
  EXPECT_NE(message_of<base::Error>([&] { check_adjoint(settings); }).find("tangential velocity"),
            std::string::npos);
}

}  // namespace
}  // namespace lobatto::physics
