#include "plan/solver_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "case/reader.hpp"
#include "plan/solver_cost.hpp"
#include "support/good_case.hpp"

namespace lobatto::plan {
namespace {

using Overrides = std::vector<std::string>;

std::vector<SolverChoice> choices(const Overrides& overrides, int n_ranks = 1,
                                  const perf::MachineRates& rates = {}) {
  return choose_solvers(cases::parse_case(cases::minimal_case, "a.toml", overrides),
                        {n_ranks, rates});
}

double cost(const SolverChoice& choice, cases::SolverMethod method) {
  const auto found = std::ranges::find(choice.candidates, method, &SolverCandidate::method);
  return found == choice.candidates.end() ? std::nan("") : found->cost;
}

/// Of the pressure.
double direct_cost(const Overrides& overrides, int n_ranks = 1,
                   const perf::MachineRates& rates = {}) {
  return cost(choices(overrides, n_ranks, rates)[0], cases::SolverMethod::tensor_direct);
}
double multigrid_cost(const Overrides& overrides, int n_ranks = 1,
                      const perf::MachineRates& rates = {}) {
  return cost(choices(overrides, n_ranks, rates)[0], cases::SolverMethod::schwarz_multigrid);
}

/// Two directions with walls: one of them may be condensed.
const Overrides longer_than_dense{
    "mesh.order=15",         "mesh.x.elements=601", "mesh.y.elements=601", "mesh.x.periodic=false",
    "mesh.y.periodic=false", "boundary.x=wall",     "boundary.y=wall"};

TEST(SolverChoice, TakesTheDirectSolverOnSmallBoxes) {
  const auto chosen = choices({});
  ASSERT_EQ(chosen.size(), 2U);
  EXPECT_EQ(chosen[0].equation, "pressure");
  EXPECT_EQ(chosen[0].method, cases::SolverMethod::tensor_direct);
  EXPECT_EQ(chosen[1].method, cases::SolverMethod::tensor_direct);
  EXPECT_LT(direct_cost({}), multigrid_cost({}));
}

TEST(SolverChoice, TakesTheIterativeSolversOnLinesTooLongForDenseModes) {
  const auto chosen = choices(longer_than_dense);
  EXPECT_EQ(chosen[0].method, cases::SolverMethod::schwarz_multigrid);
  EXPECT_EQ(chosen[1].method, cases::SolverMethod::jacobi_cg);
  EXPECT_NE(chosen[0].reason.find("4508"), std::string::npos) << chosen[0].reason;
}

TEST(SolverChoice, DoesWhatTheCaseAsksFor) {
  auto asked = longer_than_dense;
  asked.emplace_back("solver.pressure=tensor-direct");
  EXPECT_EQ(choices(asked)[0].method, cases::SolverMethod::tensor_direct);
  EXPECT_EQ(choices(asked)[0].reason, "asked for");
  EXPECT_EQ(choices({"solver.velocity=jacobi-cg"})[1].method, cases::SolverMethod::jacobi_cg);
}

TEST(SolverChoice, DirectSolversCostMoreOnLongerLinesAndBetweenRanks) {
  const double small = direct_cost({});
  EXPECT_GT(direct_cost({"mesh.x.elements=40"}), small);
  EXPECT_GT(direct_cost({}, 2), small);
  EXPECT_GT(direct_cost({}, 4), direct_cost({}, 2));
  // On one rank the work of the iterative solver per point does not know how many there are.
  EXPECT_NEAR(multigrid_cost({"mesh.x.elements=40"}), multigrid_cost({}),
              1e-12 * multigrid_cost({}));
}

/// Lines so long that both solvers cost about the same by the rates below, also where one of the
/// directions is condensed.
const Overrides long_lines{
    "mesh.order=7",          "mesh.x.elements=60", "mesh.x.periodic=false", "mesh.y.elements=60",
    "mesh.y.periodic=false", "mesh.z.elements=60", "mesh.z.periodic=false", "boundary.x=wall",
    "boundary.y=wall",       "boundary.z=wall"};

perf::MachineRates fast_products() {
  perf::MachineRates rates;
  rates.stream_gbs = 10;
  rates.product_gflops = rates.batch_gflops = 100;
  rates.operator_gflops = 20;
  rates.pack_gbs = 20;
  return rates;
}

TEST(SolverChoice, FastProductsMakeForTheDirectSolver) {
  perf::MachineRates rates = fast_products();
  EXPECT_EQ(choices(long_lines, 1, rates)[0].method, cases::SolverMethod::tensor_direct);
  EXPECT_EQ(choices(long_lines, 1, rates)[1].method, cases::SolverMethod::tensor_direct);
  const double fast = direct_cost(long_lines, 1, rates);
  rates.product_gflops = 1;
  EXPECT_GT(direct_cost(long_lines, 1, rates), 20 * fast);
  EXPECT_EQ(multigrid_cost(long_lines, 1, rates), multigrid_cost(long_lines, 1, fast_products()));
  EXPECT_EQ(choices(long_lines, 1, rates)[0].method, cases::SolverMethod::schwarz_multigrid);
  EXPECT_EQ(choices(long_lines, 1, rates)[1].method, cases::SolverMethod::jacobi_cg);
}

TEST(SolverChoice, SlowMemoryMakesForTheDirectSolver) {
  perf::MachineRates rates = fast_products();
  rates.product_gflops = 8;
  EXPECT_EQ(choices(long_lines, 1, rates)[1].method, cases::SolverMethod::jacobi_cg);
  rates.stream_gbs = 0.5;
  EXPECT_EQ(choices(long_lines, 1, rates)[1].method, cases::SolverMethod::tensor_direct);
}

TEST(SolverChoice, NetworksOfLittleBandwidthMakeForIterativeSolvers) {
  const Overrides wide{"mesh.order=7", "mesh.x.elements=16", "mesh.y.elements=16",
                       "mesh.z.elements=16"};
  perf::MachineRates rates = fast_products();
  rates.ranks_on_node = 8;
  rates.within_node = rates.between_nodes = {1, 10};
  EXPECT_EQ(choices(wide, 64, rates)[1].method, cases::SolverMethod::tensor_direct);
  rates.between_nodes.gbs = 0.01;
  EXPECT_EQ(choices(wide, 64, rates)[1].method, cases::SolverMethod::jacobi_cg);
  EXPECT_EQ(choices(wide, 8, rates)[1].method, cases::SolverMethod::tensor_direct) << "on one node";
}

int last_of(const Overrides& overrides, int n_ranks = 1) {
  return last_direction(cases::parse_case(cases::minimal_case, "a.toml", overrides), {n_ranks});
}

/// With walls in one direction.
Overrides channel_across(const std::string& d, int n_elements) {
  return {"mesh.order=7", "mesh." + d + ".elements=" + std::to_string(n_elements),
          "mesh." + d + ".periodic=false", "boundary." + d + "=wall"};
}

TEST(SolverChoice, DirectSolversTakeTheDirectionLastThatCostsMostByModes) {
  EXPECT_EQ(last_of({}), 2) << "where all cost the same";
  EXPECT_EQ(last_of(channel_across("x", 12)), 0);
  EXPECT_EQ(last_of(channel_across("y", 12)), {1});
  EXPECT_EQ(last_of(channel_across("z", 12)), 2);
  const auto costs = costs_of_last_directions(
      cases::parse_case(cases::minimal_case, "a.toml", channel_across("y", 12)), {1});
  EXPECT_LT(costs[1], 0.8 * costs[0]);
  EXPECT_DOUBLE_EQ(costs[0], costs[2]);
}

TEST(SolverChoice, ChannelsOfAnyHeightCostAsMuchAPoint) {
  for (const char* d : {"x", "y", "z"})
    EXPECT_NEAR(direct_cost(channel_across(d, 400)), direct_cost(channel_across(d, 20)),
                0.03 * direct_cost(channel_across(d, 20)))
        << d;
}

TEST(SolverChoice, MessagesDecideTheLastDirectionWhereWorkDoesNot) {
  // In slabs along y no planes are dealt out among these ranks.
  const Overrides high{"mesh.order=7", "mesh.y.elements=16"};
  perf::MachineRates rates = fast_products();
  rates.within_node = rates.between_nodes = {1000, 1e-3};
  EXPECT_EQ(last_direction(cases::parse_case(cases::minimal_case, "a.toml", high), {16, rates}), 1);
}

TEST(SolverChoice, TakesTheLastDirectionThatTheCaseAsksFor) {
  for (const auto& [word, direction] :
       std::vector<std::pair<std::string, int>>{{"x", 0}, {"y", 1}, {"z", 2}}) {
    auto asked = channel_across("y", 12);
    asked.push_back("solver.last_direction=" + word);
    EXPECT_EQ(last_of(asked), direction);
    EXPECT_EQ(cut_of(cases::parse_case(cases::minimal_case, "a.toml", asked), {4}),
              mesh::slabs_along(direction));
  }
}

TEST(SolverChoice, LayersAreForMeshesThatAreNoPlainBox) {
  const auto faults = [](Overrides overrides) {
    overrides.emplace_back("solver.pressure=extruded-direct");
    return solver_faults(cases::parse_case(cases::minimal_case, "a.toml", overrides), {1});
  };
  EXPECT_EQ(faults({}), std::vector<std::string>{
                            "--set solver.pressure=extruded-direct: solver.pressure = "
                            "\"extruded-direct\": the mesh is a box; take \"tensor-direct\""});
  EXPECT_TRUE(faults({R"x(mesh.map=["x + 0.01*sin(2*pi*y)", "y", "z"])x"}).empty());
}

TEST(SolverChoice, RanksOfABoxThatIsMovedInAPlaneHaveWholeColumns) {
  const auto cut = [](const std::string& map, int n_ranks) {
    return cut_of(cases::parse_case(cases::minimal_case, "a.toml", {"mesh.map=" + map}), {n_ranks});
  };
  EXPECT_EQ(cut(R"x(["x + 0.01*sin(2*pi*y)", "y", "z"])x", 2), mesh::Cut::columns_z);
  EXPECT_EQ(cut(R"x(["x", "y", "z + 0.01*sin(2*pi*y)"])x", 2), mesh::Cut::blocks);
}

TEST(SolverChoice, RefusesALastDirectionWhereNothingIsSolvedDirectly) {
  const auto faults = [](Overrides overrides) {
    overrides.emplace_back("solver.last_direction=y");
    return solver_faults(cases::parse_case(cases::minimal_case, "a.toml", overrides), {1});
  };
  EXPECT_TRUE(faults({}).empty());
  EXPECT_TRUE(faults({"solver.pressure=schwarz-multigrid"}).empty());
  const auto iterative = faults({"solver.pressure=schwarz-multigrid", "solver.velocity=jacobi-cg"});
  ASSERT_EQ(iterative.size(), 1U);
  EXPECT_EQ(
      iterative[0],
      "--set solver.last_direction=y: solver.last_direction = \"y\": no equation is solved by "
      "tensor-direct or tensor-cg; leave it out");
  const auto curved = faults({R"x(mesh.map=["x + 0.01*sin(2*pi*y)", "y", "z"])x"});
  ASSERT_EQ(curved.size(), 1U);
  EXPECT_NE(curved[0].find("the elements are curved, so that no solver takes one direction last"),
            std::string::npos)
      << curved[0];
}

TEST(SolverChoice, LatencyCostsAsMuchAsThereAreMessages) {
  perf::MachineRates fast = fast_products();
  fast.ranks_on_node = 4;
  perf::MachineRates slow = fast;
  slow.within_node.microseconds = fast.within_node.microseconds + 1000;
  const double messages =
      direct_work(cases::parse_case(cases::minimal_case, "a.toml", {}), {4}).messages;
  EXPECT_GT(messages, 0);
  const double by_formula = 1e6 * messages;  // ns
  EXPECT_NEAR(direct_cost({}, 4, slow) - direct_cost({}, 4, fast), by_formula, 1e-9 * by_formula);
}

TEST(SolverChoice, OfARunThatGoesOnStaysWhatItWas) {
  const cases::Case the_case = cases::parse_case(cases::minimal_case, "a.toml", {});
  ASSERT_EQ(choose_solvers(the_case, {1})[0].method, cases::SolverMethod::tensor_direct);
  const Grounds grounds{.solvers_so_far = {{"pressure", cases::SolverMethod::schwarz_multigrid},
                                           {"velocity", cases::SolverMethod::jacobi_cg}}};
  const auto chosen = choose_solvers(the_case, grounds);
  EXPECT_EQ(chosen[0].method, cases::SolverMethod::schwarz_multigrid);
  EXPECT_EQ(chosen[0].reason, "as before the restart");
  EXPECT_EQ(chosen[1].method, cases::SolverMethod::jacobi_cg);
}

TEST(SolverChoice, OfARunThatGoesOnChangesWhereItDoesNotServeOrTheCaseAsks) {
  const cases::Case curved = cases::parse_case(
      cases::minimal_case, "a.toml", {R"x(mesh.map=["x + 0.01*sin(2*pi*y)", "y", "z"])x"});
  const Grounds direct{.solvers_so_far = {{"pressure", cases::SolverMethod::tensor_direct},
                                          {"velocity", cases::SolverMethod::tensor_direct}}};
  EXPECT_EQ(choose_solvers(curved, direct)[0].method, cases::SolverMethod::schwarz_multigrid);
  EXPECT_EQ(choose_solvers(curved, direct)[1].method, cases::SolverMethod::jacobi_cg);
  const cases::Case asked =
      cases::parse_case(cases::minimal_case, "a.toml", {"solver.velocity=tensor-direct"});
  const Grounds iterative{.solvers_so_far = {{"velocity", cases::SolverMethod::jacobi_cg}}};
  EXPECT_EQ(choose_solvers(asked, iterative)[1].method, cases::SolverMethod::tensor_direct);
}

TEST(SolverChoice, OfAnEddyViscosityTakesCoefficientsThatAreFields) {
  auto c = cases::parse_case(
      cases::minimal_case + "[[scalar]]\nname = \"heat\"\nprandtl = 1\nboundary = {}\n", "a.toml",
      {});
  c.eddy_viscosity = "any";
  EXPECT_EQ(find_choice(choose_solvers(c, {1}), "velocity")->method,
            cases::SolverMethod::tensor_cg);
  EXPECT_EQ(find_choice(choose_solvers(c, {1}), "heat")->method, cases::SolverMethod::tensor_cg);
  EXPECT_EQ(find_choice(choose_solvers(c, {1}), "pressure")->method,
            cases::SolverMethod::tensor_direct);
}

}  // namespace
}  // namespace lobatto::plan
