#include <map>

#include "commands/bench/bench.hpp"
#include "run/command_line.hpp"

namespace lobatto::commands {

namespace {

const std::map<std::string, NekboneShape> nekbone_shapes{{"box", NekboneShape::box},
                                                         {"line", NekboneShape::line}};
const std::map<std::string, NekboneGeometry> nekbone_geometries{
    {"box", NekboneGeometry::box}, {"general", NekboneGeometry::general}};

const std::map<std::string, NekbonePreconditioner> nekbone_preconditioners{
    {"none", NekbonePreconditioner::none}, {"multigrid", NekbonePreconditioner::multigrid}};

const std::map<std::string, BakeOffPreconditioner> bake_off_preconditioners{
    {"none", BakeOffPreconditioner::none}, {"jacobi", BakeOffPreconditioner::jacobi}};

void add_bench_step(CLI::App& bench, BenchStepOptions& options) {
  auto* step =
      bench.add_subcommand("step", "The whole time step on the periodic Taylor-Green vortex");
  step->footer(
      "Prints seconds per step, points per second and rank, and the share, GB/s and GFLOP/s of "
      "each "
      "region,\n"
      "beside STREAM and the small-matrix peak measured in the same run.");
  step->add_option("--size", options.sizes,
                   "Nodes and elements per direction: --size 8x8 --size 16x4")
      ->type_name("NODESxELEMENTS")
      ->take_all();
  step->add_option("--steps", options.n_steps, "Steps timed of each size")
      ->check(CLI::Range(4, 100000));
  run::add_json_option(*step, options.json_file, "rows");
}

void add_bench_nekbone(CLI::App& bench, BenchNekboneOptions& options) {
  auto* nekbone = bench.add_subcommand(
      "nekbone", "The Poisson problem by conjugate gradients, as the proxy Nekbone solves it");
  nekbone->footer(
      "Examples:\n"
      "  lobatto bench nekbone                                  512 and 64 elements, 8 and 16 "
      "nodes\n"
      "  mpirun -n 8 lobatto bench nekbone --elements 64:512:64 --nodes 8 --grid 2x4\n"
      "  lobatto bench nekbone --preconditioner multigrid       until the residual is 1e-8 of the "
      "first\n"
      "Prints the seconds of a solve, points x iterations per second and rank, GFLOP/s as "
      "Nekbone counts\n"
      "them (12 n + 34 per point and iteration), GB/s of the algorithm's traffic against STREAM "
      "measured\n"
      "in the same run, and the residual reached. The multigrid is not symmetric, so flexible "
      "GMRES\n"
      "takes the place of conjugate gradients; operations and bytes are then those of GMRES, the\n"
      "operator and the multigrid but for its coarsest level.");
  nekbone
      ->add_option("--elements", options.elements, "Elements per rank: numbers or FIRST:LAST:STEP")
      ->type_name("LIST");
  nekbone->add_option("--nodes", options.nodes, "Nodes per direction, 2 to 32, in the same form")
      ->type_name("LIST");
  nekbone->add_option("--shape", options.shape, "The elements of a rank: box, line")
      ->transform(CLI::CheckedTransformer(nekbone_shapes, CLI::ignore_case))
      ->type_name("SHAPE");
  nekbone
      ->add_option("--geometry", options.geometry,
                   "box (axis-aligned), general (curved, six factors per point); default both")
      ->transform(CLI::CheckedTransformer(nekbone_geometries, CLI::ignore_case))
      ->type_name("GEOMETRY");
  nekbone->add_option("--grid", options.grid, "Ranks along y and z, such as 2x4")
      ->type_name("PyxPz");
  nekbone->add_option("--iterations", options.n_iterations, "Iterations of each solve, at most")
      ->check(CLI::Range(1, 100000));
  nekbone
      ->add_option("--preconditioner", options.preconditioner,
                   "none (conjugate gradients), multigrid (Schwarz, by flexible GMRES)")
      ->transform(CLI::CheckedTransformer(nekbone_preconditioners, CLI::ignore_case))
      ->type_name("NAME");
  nekbone
      ->add_option(
          "--reduction", options.reduction,
          "Stop when the residual is this part of the first; 0 for all iterations (default "
          "0, with multigrid 1e-8)")
      ->type_name("FACTOR");
  run::add_json_option(*nekbone, options.json_file, "rows");
}

void add_bench_bake_off(CLI::App& bench, BenchBakeOffOptions& options) {
  auto* bp = bench.add_subcommand("bp", "The bake-off problems BP1 to BP6 of CEED");
  bp->footer(
      "Conjugate gradients for a matrix of the order p, with q quadrature points per direction:\n"
      "  BP1, BP2  mass matrix, q = p + 2 Gauss points; one and three components\n"
      "  BP3, BP4  stiffness matrix, q = p + 2 Gauss points, u = 0 on the boundary\n"
      "  BP5, BP6  stiffness matrix, q = p + 1: the Gauss-Lobatto nodes themselves\n"
      "Examples:\n"
      "  lobatto bench bp                                all six, order 7, elements that are "
      "cubes\n"
      "  lobatto bench bp --problem 5 --order 1:15 --curved\n"
      "  mpirun -n 2 lobatto bench bp --problem 1,3,5 --size 30000:90000:30000\n"
      "Prints the seconds of a solve (median of five), unknowns x iterations per second and rank, "
      "as CEED\n"
      "counts them per node, and what that is of the limits measured in the same run: operations "
      "of plain\n"
      "products against the peak of small matrix products, and the algorithm's bytes against "
      "STREAM. A size\n"
      "that fits into a cache may pass STREAM. The definition: "
      "https://ceed.exascaleproject.org/bps");
  bp->add_option("--problem", options.problems, "Problems, 1 to 6: numbers or FIRST:LAST")
      ->type_name("LIST");
  bp->add_option("--order", options.orders, "Orders of the nodes, 1 to 31, in the same form")
      ->type_name("LIST");
  bp->add_option("--size", options.nodes_per_rank,
                 "Nodes per rank, about; elements are as many in each direction")
      ->type_name("LIST");
  bp->add_flag("--curved", options.is_curved,
               "Deform the mesh inside: factors at every point instead of cubes");
  bp->add_option("--preconditioner", options.preconditioner,
                 "jacobi (the diagonal of the matrix), none")
      ->transform(CLI::CheckedTransformer(bake_off_preconditioners, CLI::ignore_case))
      ->type_name("NAME");
  bp->add_option("--iterations", options.n_iterations, "Iterations of each solve")
      ->check(CLI::Range(1, 100000));
  run::add_json_option(*bp, options.json_file, "rows");
}

void add_bench_rates(CLI::App& bench, BenchRatesOptions& options) {
  auto* rates = bench.add_subcommand(
      "rates", "The rates of this machine by which solvers are chosen, and how old they are");
  rates->footer(
      "They are measured in a second and kept for a month in ~/.cache/lobatto, by processor,\n"
      "memory and ranks per node. Those measured beside other work count for ten minutes at most.");
  rates->add_flag("--again", options.again, "Measure them anew");
  run::add_json_option(*rates, options.json_file, "rates");
}

}  // namespace

void add_bench(CLI::App& app, BenchOptions& options) {
  auto* bench =
      app.add_subcommand("bench", "Measure performance against the limits of this machine");
  bench->require_subcommand(1);
  add_bench_step(*bench, options.step);
  add_bench_rates(*bench, options.rates);
  add_bench_nekbone(*bench, options.nekbone);
  add_bench_bake_off(*bench, options.bake_off);
}

int run_bench(const CLI::App& bench, const BenchOptions& options,
              const comm::Communicator& communicator) {
  if (bench.got_subcommand("nekbone")) return bench_nekbone_command(options.nekbone, communicator);
  if (bench.got_subcommand("bp")) return bench_bake_off_command(options.bake_off, communicator);
  if (bench.got_subcommand("rates")) return bench_rates_command(options.rates, communicator);
  return bench_step_command(options.step, communicator);
}

}  // namespace lobatto::commands
