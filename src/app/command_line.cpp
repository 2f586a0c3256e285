#include "app/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "app/bench_nekbone_command.hpp"
#include "app/bench_step_command.hpp"
#include "app/health_command.hpp"
#include "app/health_parts_command.hpp"
#include "app/info_command.hpp"
#include "app/keys_markdown.hpp"
#include "app/mesh_command.hpp"
#include "app/run_command.hpp"
#include "lobatto/version.hpp"

namespace lobatto::app {

namespace {

const std::map<std::string, ProgressStyle> progress_styles{{"auto", ProgressStyle::automatic},
                                                           {"live", ProgressStyle::live},
                                                           {"lines", ProgressStyle::lines},
                                                           {"none", ProgressStyle::none}};

void add_case_options(CLI::App& command, RunOptions& options) {
  command
      .add_option("case", options.case_file, "Case file (TOML); docs/case-file.md lists every key")
      ->required();
  command
      .add_option("--set", options.overrides,
                  "Replace a key of the case file: --set mesh.order=9 --set time.dt=1e-3")
      ->type_name("KEY=VALUE")
      ->take_all();
  command.add_option_function<long long>(
      "--steps",
      [&options](long long steps) {
        options.overrides.push_back(fmt::format("time.steps={}", steps));
      },
      "Stop after this many steps: the same as --set time.steps=N");
}

void add_profile(CLI::App& run, RunOptions& options) {
  run.add_option_function<std::string>(
         "--profile", [&options](const std::string& what) { options.profile_mpi = what == "mpi"; },
         "mpi: record all calls of MPI from the first step on (which, from where, how long, what "
         "to "
         "whom) and say how well the ranks work together: POP metrics, mpi_profile.json in the run "
         "folder; docs/mpi-profile.md explains them")
      ->check(CLI::IsMember({"mpi"}))
      ->type_name("WHAT");
}

void add_run(CLI::App& app, RunOptions& options) {
  auto* run = app.add_subcommand("run", "Compute a case and leave a run folder");
  run->footer(
      "Examples:\n"
      "  lobatto run cases/duct.toml\n"
      "  mpirun -n 64 lobatto run cases/duct.toml --set mesh.order=9 --out runs/duct-p9\n"
      "  lobatto run cases/duct.toml --restart --set time.end=80\n"
      "  mpirun -n 64 lobatto run cases/duct.toml --steps 200 --profile mpi\n"
      "An existing run folder is never overwritten; --restart goes on in it. SIGTERM, SIGINT "
      "(Ctrl-C) "
      "and\n"
      "time.wall_limit end a run with a checkpoint and exit code 5, SIGUSR1 writes one on the "
      "way.\n"
      "Other exit codes: 0 done, 1 error, 2 wrong usage, 3 blown up, 4 solvers did not converge.");
  add_case_options(*run, options);
  run->add_option("--out", options.folder, "The run folder to make (default runs/<case name>)")
      ->type_name("DIR");
  auto* restart = run->add_flag("--restart", options.restart,
                                "Go on in the run folder from its newest checkpoint; a folder that "
                                "is not there is begun");
  run->add_option("--from", options.from, "With --restart: from this checkpoint")
      ->needs(restart)
      ->type_name("FILE");
  run->add_option("--progress", options.progress,
                  "Where the run stands: auto, live (one line), lines, none")
      ->transform(CLI::CheckedTransformer(progress_styles, CLI::ignore_case))
      ->type_name("STYLE");
  add_profile(*run, options);
}

void add_check(CLI::App& app, RunOptions& options) {
  auto* check = app.add_subcommand(
      "check", "Check a case: its resolved set-up, size and memory; computes nothing");
  add_case_options(*check, options);
}

const std::map<std::string, NekboneShape> nekbone_shapes{{"box", NekboneShape::box},
                                                         {"line", NekboneShape::line}};
const std::map<std::string, NekboneGeometry> nekbone_geometries{
    {"box", NekboneGeometry::box}, {"general", NekboneGeometry::general}};

const std::map<std::string, NekbonePreconditioner> nekbone_preconditioners{
    {"none", NekbonePreconditioner::none}, {"multigrid", NekbonePreconditioner::multigrid}};

struct BenchOptions {
  BenchStepOptions step;
  BenchNekboneOptions nekbone;
};

void add_bench_step(CLI::App& bench, BenchStepOptions& options) {
  auto* step =
      bench.add_subcommand("step", "The whole time step on the periodic Taylor-Green vortex");
  step->footer(
      "Prints seconds a step, points a second a rank and the share, GB/s and GFLOP/s of each "
      "region,\n"
      "beside STREAM and the small-matrix peak measured in the same run.");
  step->add_option("--size", options.sizes,
                   "Nodes and elements a direction: --size 8x8 --size 16x4")
      ->type_name("NODESxELEMENTS")
      ->take_all();
  step->add_option("--steps", options.n_steps, "Steps timed of each size")
      ->check(CLI::Range(4, 100000));
  step->add_option("--json", options.json_file, "Write the rows to this file as well")
      ->type_name("FILE");
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
      "Prints the seconds of a solve, points x iterations a second a rank, GFLOP/s as Nekbone "
      "counts\n"
      "them (12 n + 34 a point and iteration), GB/s of the algorithm's traffic against STREAM "
      "measured\n"
      "in the same run, and the residual reached. The multigrid is not symmetric, so flexible "
      "GMRES\n"
      "takes the place of conjugate gradients; operations and bytes are then those of GMRES, the\n"
      "operator and the multigrid but for its coarsest level.");
  nekbone->add_option("--elements", options.elements, "Elements a rank: numbers or FIRST:LAST:STEP")
      ->type_name("LIST");
  nekbone->add_option("--nodes", options.nodes, "Nodes a direction, 2 to 32, likewise")
      ->type_name("LIST");
  nekbone->add_option("--shape", options.shape, "The elements of a rank: box, line")
      ->transform(CLI::CheckedTransformer(nekbone_shapes, CLI::ignore_case))
      ->type_name("SHAPE");
  nekbone
      ->add_option("--geometry", options.geometry,
                   "box (axis-aligned), general (curved, six factors a point); default both")
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
  nekbone->add_option("--json", options.json_file, "Write the rows to this file as well")
      ->type_name("FILE");
}

void add_bench(CLI::App& app, BenchOptions& options) {
  auto* bench =
      app.add_subcommand("bench", "Measure performance against the limits of this machine");
  bench->require_subcommand(1);
  add_bench_step(*bench, options.step);
  add_bench_nekbone(*bench, options.nekbone);
}

struct HealthCommands {
  HealthOptions all;
  HealthNoiseOptions noise;
  HealthIoOptions io;
};

void add_health_noise(CLI::App& health, HealthNoiseOptions& options) {
  auto* noise = health.add_subcommand("noise", "What disturbs the cores while they compute");
  noise->footer(
      "Repeats the same work of a millisecond on every core: what takes longer than the fastest "
      "was "
      "disturbed.\n"
      "Prints a histogram, the time lost on each core, and the longest disturbances with their "
      "place.");
  noise->add_option("--seconds", options.seconds, "How long (default 10)")
      ->check(CLI::Range(0.1, 86400.0))
      ->type_name("SECONDS");
  noise->add_option("--json", options.json_file, "Write the report to this file as well")
      ->type_name("FILE");
}

void add_health_io(CLI::App& health, HealthIoOptions& options) {
  auto* io = health.add_subcommand("io", "What files in a folder can do, with all ranks at it");
  io->footer(
      "Example:\n"
      "  mpirun -n 64 lobatto health io /scratch/me --size 256\n"
      "Works in a new folder there and removes it; files that are there are not touched.");
  io->add_option("folder", options.folder, "A folder on the disk in question")->required();
  io->add_option(
        "--size", options.most_megabytes,
        "MiB of the largest file of a rank, and of its part of the shared file (default 64)")
      ->check(CLI::Range(1, 2047))
      ->type_name("MIB");
  io->add_option("--files", options.n_files, "Empty files that each rank makes (default 200)")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  io->add_option("--json", options.json_file, "Write the rows to this file as well")
      ->type_name("FILE");
}

void add_health(CLI::App& app, HealthCommands& commands) {
  HealthOptions& options = commands.all;
  auto* health =
      app.add_subcommand("health", "Is this machine fit? Measures every core, node and link");
  health->footer(
      "Examples:\n"
      "  mpirun -n 64 lobatto health\n"
      "  mpirun -n 64 lobatto health --budget 20 --tests stream,kernels --json health.json\n"
      "  mpirun -n 64 lobatto health --thresholds fit.toml --save before-maintenance\n"
      "  mpirun -n 64 lobatto health --compare before-maintenance\n"
      "  mpirun -n 64 lobatto health noise --seconds 60\n"
      "Ranks are to be bound to cores as in the runs to come. docs/health.md tells what is "
      "measured "
      "and how.\n"
      "Ends with 1 where something is not as good as it has to be; each such place is named.");
  health->add_option("--budget", options.budget, "Seconds that all tests share (default 60)")
      ->check(CLI::Range(5.0, 86400.0))
      ->type_name("SECONDS");
  health->add_option("--tests", options.tests, "Only these, separated by commas")
      ->delimiter(',')
      ->type_name("NAMES");
  health
      ->add_option("--thresholds", options.thresholds_file,
                   "What measurements have to reach (TOML), see docs/health.md")
      ->type_name("FILE");
  auto* save =
      health->add_option("--save", options.save, "Keep all that was measured as a baseline")
          ->type_name("NAME");
  health->add_option("--compare", options.compare, "Tell what has changed since that baseline")
      ->type_name("NAME");
  health
      ->add_option("--baselines", options.baselines,
                   "Folder of the baselines (default $XDG_DATA_HOME/lobatto/health)")
      ->type_name("DIR");
  health->add_flag("--force", options.force, "With --save: replace a baseline of that name")
      ->needs(save);
  health->add_flag("--details", options.details, "Print all rows, not only the telling ones");
  health->add_option("--json", options.json_file, "Write the rows to this file as well")
      ->type_name("FILE");
  health->require_subcommand(0, 1);
  add_health_noise(*health, commands.noise);
  add_health_io(*health, commands.io);
}

int run_health(const CLI::App& health, const HealthCommands& commands,
               const health::StartUp& start_up, const comm::Communicator& communicator) {
  if (health.got_subcommand("noise")) return health_noise_command(commands.noise, communicator);
  if (health.got_subcommand("io")) return health_io_command(commands.io, communicator);
  return health_command(commands.all, start_up, communicator);
}

void add_mesh(CLI::App& app, MeshOptions& options) {
  auto* mesh = app.add_subcommand(
      "mesh", "What a mesh file holds: boundaries, quality, and how it splits over ranks");
  mesh->footer(
      "Examples:\n"
      "  lobatto mesh pipe.msh\n"
      "  lobatto mesh pipe.re2 --ranks 16 32 64 --json pipe.json\n"
      "Reads hexahedra of Gmsh (.msh, versions 2.2 and 4.1) and Nek5000 (.re2); docs/meshes.md "
      "says "
      "what is\n"
      "accepted. Ends with 1 where the file is no mesh for a run, or an element is folded.");
  mesh->add_option("file", options.file, "Mesh file (.msh, .re2)")->required();
  mesh->add_option("--ranks", options.ranks, "Numbers of ranks to partition for: --ranks 1 2 4")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  mesh->add_option("--json", options.json_file, "Write the report to this file as well")
      ->type_name("FILE");
}

void add_info(CLI::App& app, InfoOptions& options) {
  auto* info = app.add_subcommand(
      "info", "What a run folder, a checkpoint, a field file or a file of statistics holds");
  info->footer(
      "Examples:\n"
      "  lobatto info runs/duct                                 how far it is, and all its files\n"
      "  lobatto info runs/duct/checkpoints/checkpoint_00004284.h5 --verify\n"
      "Tells case, version, ranks, step, time, mesh, and the datasets with their size and "
      "compression.\n"
      "Ends with 1 where the file is none of these, or something in it is damaged.");
  info->add_option("path", options.path, "Run folder, folder of checkpoints, or file")->required();
  info->add_flag("--verify", options.verify,
                 "Read everything that has check sums, and compare; of a run its checkpoints");
  info->add_option("--json", options.json_file, "Write the report to this file as well")
      ->type_name("FILE");
}

void add_keys(CLI::App& app) {
  app.add_subcommand("keys", "Print every key of a case file as a Markdown table");
}

int dispatch(const CLI::App& app, const RunOptions& run, const RunOptions& check,
             const BenchOptions& bench, const MeshOptions& mesh, const InfoOptions& info,
             const HealthCommands& health, const health::StartUp& start_up,
             const comm::Communicator& communicator) {
  if (app.got_subcommand("run")) return run_command(run, communicator);
  if (app.got_subcommand("check")) return check_command(check, communicator);
  if (app.got_subcommand("bench")) {
    if (app.get_subcommand("bench")->got_subcommand("nekbone"))
      return bench_nekbone_command(bench.nekbone, communicator);
    return bench_step_command(bench.step, communicator);
  }
  if (app.got_subcommand("health"))
    return run_health(*app.get_subcommand("health"), health, start_up, communicator);
  if (app.got_subcommand("mesh")) return mesh_command(mesh, communicator);
  if (app.got_subcommand("info")) return info_command(info, communicator);
  if (communicator.rank() == 0) fmt::print("{}", key_table_markdown());
  return 0;
}

}  // namespace

int run_command_line(int argc, char** argv, const health::StartUp& start_up,
                     const comm::Communicator& communicator) {
  CLI::App app{"Lobatto: direct numerical simulation of incompressible flow with spectral elements",
               "lobatto"};
  app.set_version_flag("--version", fmt::format("lobatto {} ({}), {}", version::number,
                                                version::git, version::compiler));
  app.require_subcommand(1);
  RunOptions run, check;
  BenchOptions bench;
  MeshOptions mesh;
  InfoOptions info;
  HealthCommands health;
  add_run(app, run);
  add_check(app, check);
  add_bench(app, bench);
  add_health(app, health);
  add_mesh(app, mesh);
  add_info(app, info);
  add_keys(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Every rank parses the same words; one of them speaks.
    if (communicator.rank() == 0) return app.exit(error) == 0 ? 0 : 2;
    return error.get_exit_code() == 0 ? 0 : 2;
  }
  return dispatch(app, run, check, bench, mesh, info, health, start_up, communicator);
}

}  // namespace lobatto::app
