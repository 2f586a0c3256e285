#include "predict/step_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "case/reader.hpp"
#include "comm/recorder/recorder.hpp"
#include "commands/predict/predict.hpp"
#include "residents/case_format.hpp"
#include "run/simulation.hpp"

namespace lobatto {
namespace {

/// What a rank does in some steps.
struct Account {
  std::map<int, std::pair<double, double>> sent;  ///< messages and bytes, by receiver
  double n_reductions = 0, bytes_of_reductions = 0;
  double flops = 0;
};

void expect_same_messages(const Account& predicted, const Account& counted) {
  for (const auto& [to, traffic] : counted.sent) {
    ASSERT_TRUE(predicted.sent.contains(to)) << "to rank " << to;
    EXPECT_EQ(predicted.sent.at(to).first, traffic.first) << "messages to rank " << to;
    EXPECT_EQ(predicted.sent.at(to).second, traffic.second) << "bytes to rank " << to;
  }
  EXPECT_EQ(predicted.sent.size(), counted.sent.size());
}

/// Keeps the account of one rank.
class Tally final : public predict::ScheduleSink {
 public:
  explicit Tally(int rank) : rank_(rank) {}

  void compute(std::string_view /*region*/, CostOf cost_of) override {
    account.flops += cost_of(rank_).flops;
  }
  void exchange(const predict::Exchange& messages) override {
    messages.sends(rank_, [&](int to, double bytes) {
      ++account.sent[to].first;
      account.sent[to].second += bytes;
    });
  }
  void all_reduce(const predict::RankSet& ranks, double bytes) override {
    if (!ranks.has(rank_)) return;
    ++account.n_reductions;
    account.bytes_of_reductions += bytes;
  }

  Account account;

 private:
  int rank_;
};

/// Of one step, by the recorder of MPI, in steps of which the first ones are not counted.
Account count_step(const cases::Case& the_case, int n_before) {
  constexpr int n_counted = 2;
  comm::MpiRecorder recorder(std::size_t{1} << 20);
  const auto world = comm::Communicator::world();
  run::Simulation simulation(the_case, world);
  for (int step = 0; step < n_before; ++step) simulation.advance();
  simulation.profiler().reset();
  recorder.start(simulation.profiler().current());
  for (int step = 0; step < n_counted; ++step) simulation.advance();
  recorder.stop();
  const auto per_step = [](long long n) { return static_cast<double>(n) / n_counted; };
  Account account;
  for (const auto& [to, traffic] : recorder.sent())
    account.sent[to] = {per_step(traffic.messages), per_step(traffic.bytes)};
  for (const auto& counts : recorder.counts()) {
    const auto& count = counts[static_cast<std::size_t>(comm::MpiFunction::allreduce)];
    account.n_reductions += per_step(count.calls);
    account.bytes_of_reductions += per_step(count.bytes);
  }
  account.flops = simulation.profiler().flops() / n_counted;
  return account;
}

Account predict_step(const cases::Case& the_case, const predict::Iterations& iterations) {
  const auto world = comm::Communicator::world();
  const auto whole = commands::whole_mesh(the_case);
  const plan::Grounds grounds{world.size()};
  const cases::Case small = commands::small_case(the_case, grounds, 0, whole.get());
  const predict::StepSample sample = commands::take_sample(small, {}, iterations, 1, whole.get());
  const predict::StepSchedule schedule(the_case, grounds, iterations, sample, small, whole.get());
  Tally tally(world.rank());
  schedule.emit(tally);
  return tally.account;
}

const std::string periodic_box = R"toml(
[mesh]
order = 4
x = { range = [0, "2*pi"], elements = 3, periodic = true }
y = { range = [0, "2*pi"], elements = 4, periodic = true }
z = { range = [0, "2*pi"], elements = 4, periodic = true }
[fluid]
reynolds = 100
[initial]
velocity = ["sin(x)*cos(y)*cos(z)", "-cos(x)*sin(y)*cos(z)", "0"]
[time]
dt = 1e-3
steps = 100
)toml";

const std::string channel = R"toml(
[mesh]
order = 5
x = { range = [0, "2*pi"], elements = 4, periodic = true }
y = { ticks = [-1, -0.7, 0.2, 1] }
z = { range = [0, "pi"], elements = 3, periodic = true }
[fluid]
reynolds = 180
[boundary]
y = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "x"
[initial]
velocity = ["1.5*(1 - y^2)", "0.1*(1 - y^2)*sin(2*z)", "0"]
[[scalar]]
name = "heat"
prandtl = 0.7
boundary.y = { value = "y" }
[time]
dt = 1e-3
steps = 100
)toml";

const std::string through_flow = R"toml(
[mesh]
order = 3
x = { range = [0, 1], elements = 2 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 3], elements = 6 }
[fluid]
reynolds = 50
[boundary]
x = "wall"
y_min = "wall"
y_max = "symmetry"
z_min = { velocity = ["0", "0", "x*(1 - x)"] }
z_max = "outflow"
[initial]
velocity = ["0", "0", "x*(1 - x)"]
[time]
dt = 1e-3
steps = 100
)toml";

/// Symmetry planes across one axis, a periodic direction with one element.
const std::string past_a_cylinder = R"toml(
[mesh]
file = ")toml" LOBATTO_TREE R"toml(/cases/meshes/cylinder.msh"
order = 3
[[mesh.periodic]]
from = "front"
to = "back"
[fluid]
reynolds = 100
[boundary]
inlet = { velocity = ["1", "0", "0"] }
outlet = "outflow"
sides = "symmetry"
cylinder = "wall"
[initial]
velocity = ["1", "0.1*cos(y)", "0"]
[time]
dt = 1e-3
steps = 100
[solver]
coarse = "sparse-cholesky"
)toml";

const std::string through_a_pipe = R"toml(
[mesh]
file = ")toml" LOBATTO_TEST_DATA R"toml(/gmsh/pipe-32.msh"
order = 4
[fluid]
reynolds = 100
[boundary]
inlet = { velocity = ["0", "0", "1 - x^2 - y^2"] }
outlet = "outflow"
wall = "wall"
[initial]
velocity = ["0", "0", "1 - x^2 - y^2"]
[[scalar]]
name = "heat"
prandtl = 0.7
boundary = { inlet = { value = "1" }, outlet = "insulated", wall = { value = "0" } }
[time]
dt = 1e-3
steps = 100
[solver]
coarse = "sparse-cholesky"
)toml";

/// Few columns for many ranks: they share them.
const std::string narrow = R"toml(
[mesh]
order = 3
x = { range = [0, 4], elements = 5 }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
reynolds = 50
[boundary]
x = "wall"
[initial]
velocity = ["0", "sin(x)", "sin(2*pi*y)"]
[time]
dt = 1e-3
steps = 100
)toml";

cases::Case case_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return cases::parse_case(text, "test.toml", overrides, residents::case_format());
}

void expect_direct_step_as_counted(const cases::Case& the_case) {
  const Account predicted = predict_step(the_case, {}), counted = count_step(the_case, 4);
  expect_same_messages(predicted, counted);
  EXPECT_EQ(predicted.n_reductions, counted.n_reductions);
  EXPECT_EQ(predicted.bytes_of_reductions, counted.bytes_of_reductions);
  EXPECT_NEAR(predicted.flops, counted.flops, 1e-12 * counted.flops);
}

/// With each direction as the last one.
void expect_direct_steps_as_counted(const std::string& text,
                                    std::vector<std::string> overrides = {}) {
  for (const char* solver :
       {"solver.pressure=\"tensor-direct\"", "solver.velocity=\"tensor-direct\""})
    overrides.emplace_back(solver);
  for (const char* last : {"x", "y", "z"}) {
    SCOPED_TRACE(last);
    auto all = overrides;
    all.push_back(std::string("solver.last_direction=") + last);
    expect_direct_step_as_counted(case_of(text, all));
  }
}

TEST(StepSchedule, OfAPeriodicBoxIsWhatIsCounted) { expect_direct_steps_as_counted(periodic_box); }

TEST(StepSchedule, OfSlabsAlongZIsWhatIsCounted) {
  expect_direct_steps_as_counted(periodic_box,
                                 {"mesh.x.elements=1", "mesh.y.elements=1", "mesh.z.elements=12"});
}

TEST(StepSchedule, OfAChannelWithAScalarIsWhatIsCounted) {
  expect_direct_steps_as_counted(channel, {"scalar[0].solver=\"tensor-direct\""});
}

TEST(StepSchedule, OfDifferentConditionsOfComponentsIsWhatIsCounted) {
  expect_direct_steps_as_counted(through_flow);
}

TEST(StepSchedule, OfSharedColumnsIsWhatIsCounted) { expect_direct_steps_as_counted(narrow); }

/// As many iterations as the limit: no residual is small enough.
cases::Case iterative(const std::string& text, int n_iterations,
                      std::vector<std::string> overrides = {}) {
  for (const char* solver : {"solver.pressure=\"schwarz-multigrid\"",
                             "solver.velocity=\"jacobi-cg\"", "solver.pressure_projection=0"})
    overrides.emplace_back(solver);
  cases::Case the_case = case_of(text, overrides);
  for (auto& scalar : the_case.scalars) scalar.solver = cases::SolverMethod::jacobi_cg;
  the_case.iterative_pressure.tolerance = the_case.iterative_velocity.tolerance = 0;
  the_case.iterative_pressure.max_iterations = n_iterations;
  the_case.iterative_velocity.max_iterations = n_iterations;
  return the_case;
}

void expect_iterative_step_as_counted(const cases::Case& the_case) {
  const int n_iterations = the_case.iterative_velocity.max_iterations;
  predict::Iterations iterations{{"pressure", n_iterations}, {"velocity", n_iterations}};
  for (const auto& scalar : the_case.scalars) iterations[scalar.name] = n_iterations;
  expect_same_messages(predict_step(the_case, iterations), count_step(the_case, 4));
}

TEST(StepSchedule, OfIterationsOnAPeriodicBoxIsWhatIsCounted) {
  expect_iterative_step_as_counted(iterative(periodic_box, 3));
}

TEST(StepSchedule, OfIterationsInAChannelIsWhatIsCounted) {
  for (const int n_iterations : {2, 4})
    expect_iterative_step_as_counted(iterative(channel, n_iterations));
}

TEST(StepSchedule, OfIterationsBetweenConditionsOfAllKindsIsWhatIsCounted) {
  expect_iterative_step_as_counted(iterative(through_flow, 3, {"mesh.order=7"}));
}

TEST(StepSchedule, OfAMovedBoxIsWhatIsCounted) {
  expect_iterative_step_as_counted(
      iterative(channel, 3, {R"toml(mesh.map=["x", "y + 0.05*sin(x)*(1 - y^2)", "z"])toml"}));
}

TEST(StepSchedule, OfMeshesFromFilesIsWhatIsCounted) {
  expect_iterative_step_as_counted(iterative(past_a_cylinder, 3));
  expect_iterative_step_as_counted(iterative(through_a_pipe, 2));
}

/// What the solver of the coarse problem sends, with the steps of the exact one taken out: that one
/// sends no messages of its own. On parts as small as these, layers meet of ranks that have no
/// vertex in common.
TEST(StepSchedule, OfSchwarzOnTheVerticesIsNearWhatIsCounted) {
  const auto world = comm::Communicator::world();
  const cases::Case exact = iterative(past_a_cylinder, 3);
  const cases::Case schwarz = iterative(past_a_cylinder, 3, {R"(solver.coarse="schwarz")"});
  const predict::Iterations iterations{{"pressure", 3}, {"velocity", 3}};
  const auto sent_more = [&](const Account& more, const Account& less) {
    std::array<double, 2> sums{};
    for (const auto& [to, traffic] : more.sent) {
      sums[0] += traffic.first;
      sums[1] += traffic.second;
    }
    for (const auto& [to, traffic] : less.sent) {
      sums[0] -= traffic.first;
      sums[1] -= traffic.second;
    }
    world.sum(sums);
    return sums;
  };
  const Account predicted = predict_step(schwarz, iterations), counted = count_step(schwarz, 4);
  EXPECT_EQ(predicted.n_reductions, counted.n_reductions);
  const auto told = sent_more(predicted, predict_step(exact, iterations));
  const auto seen = sent_more(counted, count_step(exact, 4));
  for (const std::size_t i : {0, 1}) EXPECT_NEAR(told[i], seen[i], 0.5 * seen[i]) << i;
}

// Else a schedule would take it for what comes before the solves.
TEST(StepSchedule, KnowsEveryRegionOfAStep) {
  for (const cases::Case& the_case : {iterative(through_flow, 2), iterative(past_a_cylinder, 2)}) {
    const auto whole = commands::whole_mesh(the_case);
    const cases::Case small = commands::small_case(the_case, {1}, 0, whole.get());
    for (const auto& region : commands::take_sample(small, {}, {}, 1, whole.get()).regions)
      EXPECT_EQ(
          std::ranges::count(physics::work_parts, region.name, &physics::WorkDescription::name), 1)
          << region.name;
  }
}

TEST(StepSchedule, OfTheCoarseProblemEveryRankDoesAll) {
  const cases::Case the_case = iterative(past_a_cylinder, 2);
  const predict::Iterations iterations{{"pressure", 2}, {"velocity", 2}};
  const auto whole = commands::whole_mesh(the_case);
  const cases::Case small = commands::small_case(the_case, {1}, 0, whole.get());
  const predict::StepSample sample = commands::take_sample(small, {}, iterations, 1, whole.get());
  /// Bytes of the last rank in the coarse problem.
  struct Bytes final : predict::ScheduleSink {
    explicit Bytes(int of_rank) : rank(of_rank) {}
    void compute(std::string_view region, CostOf cost_of) override {
      if (region == name_of(physics::WorkPart::coarse_problem)) bytes += cost_of(rank).bytes;
    }
    void exchange(const predict::Exchange&) override {}
    void all_reduce(const predict::RankSet&, double) override {}
    int rank;
    double bytes = 0;
  };
  const auto bytes_on = [&](int n_ranks) {
    Bytes sink(n_ranks - 1);
    predict::StepSchedule(the_case, {n_ranks}, iterations, sample, small, whole.get()).emit(sink);
    return sink.bytes;
  };
  EXPECT_GT(bytes_on(1), 0);
  EXPECT_NEAR(bytes_on(64), bytes_on(1), 1e-9 * bytes_on(1));
}

}  // namespace
}  // namespace lobatto
