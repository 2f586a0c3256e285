#include "commands/predict/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/recorder/recorder.hpp"
#include "plan/solver_choice.hpp"
#include "predict/solves.hpp"
#include "predict/step_schedule.hpp"
#include "run/setup/space_setup.hpp"
#include "run/simulation.hpp"

namespace lobatto::commands {

namespace {

using cases::SolverMethod;
using physics::WorkPart;
using physics::WorkPlace;

/// Some of the ticks, both ends among them.
mesh::Axis with_elements(const mesh::Axis& axis, int n_elements) {
  mesh::Axis few{{}, axis.periodic};
  for (int i = 0; i <= n_elements; ++i)
    few.ticks.push_back(axis.ticks[1LL * i * axis.n_elements() / n_elements]);
  return few;
}

/// Nearly as many along each direction, and two at least where there are two.
void take_few_elements(cases::Case& the_case, double n_points) {
  const double n_elements = std::max(n_points / std::pow(the_case.order + 1, 3), 8.0);
  const int along = static_cast<int>(std::lround(std::cbrt(n_elements)));
  for (mesh::Axis& axis : the_case.axes)
    axis = with_elements(axis, std::min(along, axis.n_elements()));
}

void fix_solvers(const cases::Case& the_case, const plan::Grounds& grounds, cases::Case& small) {
  for (const auto& choice : plan::choose_solvers(the_case, grounds)) {
    const auto scalar = std::ranges::find(small.scalars, choice.equation, &cases::ScalarCase::name);
    if (scalar != small.scalars.end())
      scalar->solver = choice.method;
    else
      (choice.equation == "pressure" ? small.pressure_solver : small.velocity_solver) =
          choice.method;
  }
}

/// Between corners that follow each other.
double shortest_line(const mesh::HexMesh& mesh) {
  const std::size_t n = mesh.geometry_order + 1, size = n * n * n;
  double shortest = INFINITY;
  for (std::size_t e = 0; e < mesh.vertices.size(); ++e) {
    const double* const x = &mesh.coordinates[3 * e * size];
    for (std::size_t corner = 0; corner < 8; ++corner)
      for (std::size_t d = 0; d < 3; ++d) {
        if ((corner >> d & 1) != 0) continue;
        const auto node = [&](std::size_t c) {
          return (((c >> 2) * n + (c >> 1 & 1)) * n + (c & 1)) * (n - 1);
        };
        const std::size_t a = node(corner), b = node(corner | std::size_t{1} << d);
        shortest = std::min(shortest, std::hypot(x[a] - x[b], x[size + a] - x[size + b],
                                                 x[2 * size + a] - x[2 * size + b]));
      }
  }
  return shortest;
}

double shortest_line(const cases::Case& small, const mesh::HexMesh* whole) {
  if (whole != nullptr) return shortest_line(*whole);
  double shortest = INFINITY;
  for (const mesh::Axis& axis : small.axes)
    for (int e = 0; e < axis.n_elements(); ++e)
      shortest = std::min(shortest, axis.element_length(e));
  return shortest;
}

/// Waves that move less than half of the shortest distance between nodes in a step.
void stir(cases::Case& small, const mesh::HexMesh* whole) {
  const double shortest = shortest_line(small, whole);
  const auto expression = [&](const std::string& wave) {
    const double speed = shortest / (small.order * small.order * *small.dt);
    return cases::Expression::compile({fmt::format("{:.6g}*{}", speed, wave), "the sample"},
                                      cases::space_variables(), {});
  };
  small.initial_velocity = {expression("sin(x+2*y)"), expression("cos(y-z)"),
                            expression("sin(z+x)")};
  small.initial_turbulence.reset();
  for (auto& scalar : small.scalars) {
    scalar.initial =
        cases::Expression::compile({"1e-3*cos(x+y+z)", "the sample"}, cases::space_variables(), {});
    scalar.exact.reset();
  }
  small.exact_velocity.reset();
  small.exact_pressure.reset();
}

double step_length(const cases::Case& small, const perf::MachineRates& rates) {
  if (small.dt) return *small.dt;
  const auto alone = comm::Communicator::self();
  const run::Simulation simulation(small, alone, rates);
  const double by_cfl = simulation.wanted_step().value_or(INFINITY);
  const double dt = std::min(by_cfl, small.max_dt.value_or(INFINITY));
  return std::isfinite(dt) ? dt : 1e-3;
}

/// The regions that a solve of the equation runs in.
bool belongs_to(const std::string& region, const predict::EquationSolve& solve) {
  if (region == name_of(solve.part)) return true;
  const WorkPlace place = physics::place_of(region);
  return solve.method == SolverMethod::schwarz_multigrid &&
         (place == WorkPlace::pressure_guess || place == WorkPlace::pressure_iteration);
}

/// As if the solves had taken the iterations that were asked for, where they took others.
void scale_iterations(const std::vector<predict::EquationSolve>& solves,
                      const predict::Iterations& taken, predict::StepSample& sample) {
  for (auto& region : sample.regions) {
    double asked = 0, done = 0;
    for (const auto& solve : solves) {
      if (solve.n_iterations == 0 || !belongs_to(region.name, solve)) continue;
      asked += solve.n_iterations + 1;
      done += taken.at(solve.equation) + 1;
    }
    if (done == 0 || asked == done) continue;
    region.cost = region.cost * (asked / done);
    region.seconds *= asked / done;
    region.n_reductions = std::round(region.n_reductions * asked / done);
    region.bytes_of_reductions *= asked / done;
  }
}

/// Steps of one small simulation, round after round.
class Sampler {
 public:
  Sampler(const cases::Case& small, const perf::MachineRates& rates)
      : recorder_(std::size_t{1} << 16), simulation_(small, alone_, rates) {}

  void warm_up(int n_steps) {
    for (int step = 0; step < n_steps; ++step) advance();
  }

  void take_round(int n_steps) {
    simulation_.profiler().reset();
    recorder_.start(simulation_.profiler().current());
    const base::Stopwatch stopwatch;
    for (int step = 0; step < n_steps; ++step) advance();
    seconds_.push_back(stopwatch.seconds() / n_steps);
    recorder_.stop();
    rounds_.push_back(regions(n_steps));
  }

  [[nodiscard]] predict::StepSample sample() const {
    predict::StepSample sample{simulation_.space().n_elements(), spread(), rounds_.back(), {}};
    for (auto& region : sample.regions) {
      for (const auto& round : rounds_)
        for (const auto& of_round : round)
          if (of_round.name == region.name)
            region.seconds = std::min(region.seconds, of_round.seconds);
    }
    return sample;
  }
  [[nodiscard]] const predict::Iterations& taken() const { return taken_; }

 private:
  void advance() {
    const auto report = simulation_.advance();
    if (!std::isfinite(report.state.kinetic_energy))
      throw base::Error(
          fmt::format("{}: the sample of a step is not finite with dt = {:.3g}; a smaller time.dt "
                      "or time.max_dt usually helps",
                      simulation_.the_case().file, report.dt));
    for (const auto& solve : report.solves) taken_[solve.equation] = solve.report.iterations;
  }

  [[nodiscard]] std::vector<predict::RegionSample> regions(int n_steps) {
    const perf::RegionTree tree = simulation_.profiler().tree();
    const double per = 1.0 / n_steps, n_elements = simulation_.space().n_elements();
    std::vector<predict::RegionSample> regions;
    for (std::size_t r = 0; r < tree.names.size(); ++r) {
      predict::RegionSample region{tree.names[r], {}, 0, 0, 0, 0};
      for (const auto& node : tree.nodes) {
        if (node.region != r) continue;
        region.cost = region.cost + kernels::Cost{node.flops, node.bytes} * (per / n_elements);
        region.seconds += node.seconds * per / n_elements;
        region.calls += static_cast<double>(node.calls) * per;
      }
      add_reductions(r, per, region);
      if (region.seconds > 0) regions.push_back(estimate_uncounted(region));
    }
    return regions;
  }

  void add_reductions(std::size_t r, double per, predict::RegionSample& region) const {
    if (r >= recorder_.counts().size()) return;
    const auto& count =
        recorder_.counts()[r][static_cast<std::size_t>(comm::MpiFunction::allreduce)];
    region.n_reductions = static_cast<double>(count.calls) * per;
    region.bytes_of_reductions = static_cast<double>(count.bytes) * per;
  }

  [[nodiscard]] predict::RegionSample estimate_uncounted(predict::RegionSample region) const {
    const auto points = static_cast<double>(simulation_.space().element_size());
    if (region.cost.flops == 0 && region.cost.bytes == 0)
      region.cost.bytes = 16 * points * std::max(region.calls, 1.0);
    return region;
  }

  /// Of the better half of the rounds: what interrupts some of them is no part of the machine.
  [[nodiscard]] double spread() const {
    std::vector<double> seconds = seconds_;
    std::ranges::sort(seconds);
    seconds.resize((seconds.size() + 1) / 2);
    double mean = 0, square = 0;
    for (const double s : seconds) mean += s / static_cast<double>(seconds.size());
    for (const double s : seconds)
      square += (s - mean) * (s - mean) / static_cast<double>(seconds.size());
    return std::sqrt(square) / mean;
  }

  comm::MpiRecorder recorder_;  ///< sees how the communicators of what follows are made
  comm::Communicator alone_ = comm::Communicator::self();
  run::Simulation simulation_;
  std::vector<std::vector<predict::RegionSample>> rounds_;
  std::vector<double> seconds_;
  predict::Iterations taken_;
};

}  // namespace

cases::Case small_case(const cases::Case& the_case, const plan::Grounds& grounds, double n_points,
                       const mesh::HexMesh* whole) {
  cases::Case small = the_case;
  if (whole == nullptr) take_few_elements(small, n_points);
  fix_solvers(the_case, grounds, small);
  small.restart.reset();
  small.steady.reset();
  small.end_time.reset();
  small.steps.reset();
  small.dt = step_length(small, grounds.rates);
  small.cfl.reset();
  small.time_tolerance.reset();
  stir(small, whole);
  return small;
}

std::shared_ptr<const mesh::HexMesh> whole_mesh(const cases::Case& the_case) {
  if (!the_case.mesh_file) return nullptr;
  const auto mesh = run::load_mesh(the_case, {}, comm::Communicator::self());
  return std::get<std::shared_ptr<const mesh::HexMesh>>(mesh);
}

predict::StepSample take_sample(const cases::Case& small, const perf::MachineRates& rates,
                                const predict::Iterations& iterations, int n_rounds,
                                const mesh::HexMesh* whole) {
  const auto solves = predict::solves_of(small, {1, rates}, iterations, whole);
  cases::Case fixed = small;
  auto& pressure = fixed.iterative_pressure;
  auto& velocity = fixed.iterative_velocity;
  pressure.tolerance = velocity.tolerance = 0;
  pressure.follows_steps = velocity.follows_steps = false;
  // GMRES alone takes more for an iteration the later it comes: where there is one, its count.
  int n_iterations = 1;
  for (const auto& solve : solves) {
    if (solve.n_iterations == 0) continue;
    n_iterations = std::max(n_iterations, solve.n_iterations);
    if (solve.method == SolverMethod::schwarz_multigrid) {
      n_iterations = solve.n_iterations;
      break;
    }
  }
  pressure.max_iterations = velocity.max_iterations = n_iterations;
  Sampler sampler(fixed, rates);
  sampler.warm_up(3 + std::max(pressure.projection_vectors, velocity.projection_vectors));
  for (int round = 0; round < n_rounds; ++round) sampler.take_round(1);
  predict::StepSample sample = sampler.sample();
  scale_iterations(solves, sampler.taken(), sample);
  for (const auto& solve : solves)
    if (solve.n_iterations > 0) sample.iterations[solve.equation] = solve.n_iterations;
  // Multigrid leaves the work of its coarse problem uncounted.
  const auto direct = predict::direct_work(small, rates, sample.iterations, whole);
  for (auto& region : sample.regions)
    if (region.name == name_of(WorkPart::coarse_problem) &&
        direct.contains(WorkPart::coarse_problem))
      region.cost = direct.at(WorkPart::coarse_problem) * (1.0 / sample.n_elements);
  return sample;
}

}  // namespace lobatto::commands
