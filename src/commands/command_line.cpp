#include "commands/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "case/document/printable.hpp"
#include "case/document/spelling.hpp"
#include "case/schema/schema.hpp"
#include "commands/bench/bench.hpp"
#include "commands/commands.hpp"
#include "commands/embedded_files.hpp"
#include "commands/info/info.hpp"
#include "commands/mesh/mesh.hpp"
#include "commands/predict/predict.hpp"
#include "commands/start/other_programs.hpp"
#include "lobatto/version.hpp"
#include "residents/case_format.hpp"
#include "run/command_line.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::commands {

namespace {

const std::map<std::string, run::ProgressStyle> progress_styles{
    {"auto", run::ProgressStyle::automatic},
    {"live", run::ProgressStyle::live},
    {"lines", run::ProgressStyle::lines},
    {"none", run::ProgressStyle::none}};

void add_overrides(CLI::App& command, std::vector<std::string>& overrides) {
  command
      .add_option("--set", overrides,
                  "Replace a key of the case file: --set mesh.order=9 --set time.dt=1e-3; without "
                  "a value it is taken out: --set filter=")
      ->type_name("KEY=VALUE")
      ->take_all();
  command.add_option_function<long long>(
      "--steps",
      [&overrides](long long steps) { overrides.push_back(fmt::format("time.steps={}", steps)); },
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
      "  lobatto run cases/duct.toml -n 2                      2 ranks of this machine\n"
      "  mpirun -n 64 lobatto run cases/duct.toml --set mesh.order=9 --out runs/duct-p9\n"
      "  lobatto run cases/duct.toml --restart --set time.end=80\n"
      "  mpirun -n 64 lobatto run cases/duct.toml --steps 200 --profile mpi\n"
      "An existing run folder is never overwritten; --restart goes on in it. SIGTERM, SIGINT "
      "(Ctrl-C),\n"
      "SIGHUP, SIGUSR2, SIGXCPU and time.wall_limit end a run with a checkpoint and exit code 5, "
      "SIGUSR1\n"
      "writes one on the way. Files that could not be written make it 5 too.\n"
      "Other exit codes: 0 done, 1 error, 2 wrong usage, 3 blown up, 4 solvers did not converge, "
      "6 a fault\n"
      "of the program, 7 user code failed.");
  run->add_option("case", options.case_file, "Case file (TOML); docs/case-file.md lists every key")
      ->required();
  add_overrides(*run, options.overrides);
  run->add_option("--out", options.place.folder,
                  "The run folder to make (default runs/<case name>)")
      ->type_name("DIR");
  auto* restart = run->add_flag("--restart", options.place.restart,
                                "Go on in the run folder from its newest checkpoint; a folder that "
                                "is not there is begun");
  run->add_option("--from", options.place.from, "With --restart: from this checkpoint")
      ->needs(restart)
      ->type_name("FILE");
  run->add_option("--progress", options.telling.progress,
                  "Where the run stands: auto, live (one line), lines, none")
      ->transform(CLI::CheckedTransformer(progress_styles, CLI::ignore_case))
      ->type_name("STYLE");
  run->add_flag("--details", options.telling.details,
                "At the end, where the time went: the table of regions, that run.log has anyway");
  add_profile(*run, options);
}

void add_check(CLI::App& app, CheckOptions& options) {
  auto* check = app.add_subcommand(
      "check", "Check cases: all that would end a run, the resolved set-up, size and memory");
  check->footer(
      "Examples:\n"
      "  lobatto check cases/duct.toml\n"
      "  lobatto check cases/*.toml                   each of them; ends with 1 where one is "
      "wrong\n"
      "  mpirun -n 64 lobatto check case.toml --time  seconds per step, and how long a run will "
      "be\n"
      "Nothing is written. What it refuses, a run on as many ranks refuses in the same words.");
  check
      ->add_option("cases", options.case_files,
                   "Case files (TOML); docs/case-file.md lists every key")
      ->required();
  add_overrides(*check, options.overrides);
  check->add_flag("--time", options.time_steps,
                  "Take a few steps: seconds per step, steps to the end, memory; no output");
}

void add_info(CLI::App& app, InfoOptions& options) {
  auto* info = app.add_subcommand(
      "info", "What a run folder or one of its files holds, and whether it is as it was written");
  info->footer(
      "Examples:\n"
      "  lobatto info runs/duct                                 how far it is, and all its files\n"
      "  lobatto info runs/duct/checkpoints/checkpoint_00004284.h5 --verify\n"
      "  lobatto info runs/duct --verify                        is every file as it was written?\n"
      "Tells case, version, ranks, step, time, mesh, and the datasets with their size and "
      "compression;\n"
      "of checkpoints, field files (those of Nek5000 too), statistics and samples.\n"
      "Ends with 1 where the file is none of these, or something in it is damaged.");
  info->add_option("path", options.path, "Run folder, folder of checkpoints, or file")->required();
  info->add_flag("--verify", options.verify,
                 "Read all of every file, and compare it with its check sums");
  run::add_json_option(*info, options.json_file, "report");
}

void add_predict(CLI::App& app, PredictOptions& options) {
  auto* predict = app.add_subcommand(
      "predict", "How long a step takes on many ranks of a machine, without running them");
  predict->footer(
      "Examples:\n"
      "  lobatto predict cases/tgv.toml --machine cases/machines/xc40.toml --ranks 1024,4096\n"
      "  lobatto predict case.toml --machine here.toml --ranks 64 --grow z --iterations "
      "pressure=8,velocity=4\n"
      "  mpirun -n 2 lobatto predict cases/tgv.toml --measure here.toml --orders 7,15\n"
      "  lobatto predict cases/tgv.toml --machine here.toml --ranks 64 --goal tgv.goal\n"
      "  lobatto predict cases/duct.toml --machine cases/machines/xc40.toml --ranks 1024 "
      "--simgrid\n"
      "The program goes through the schedule of a step for all ranks: counted work over the rates "
      "of the\n"
      "machine file, messages with their partners and bytes, reductions. docs/prediction.md says "
      "how good\n"
      "that is. Ranks fill the nodes in order.");
  predict->add_option("case", options.case_file, "Case file (TOML)")->required();
  add_overrides(*predict, options.overrides);
  predict->add_option("--machine", options.machine, "Machine file (TOML)")->type_name("FILE");
  predict
      ->add_option("--ranks", options.ranks,
                   "Numbers of ranks: numbers or FIRST:LAST:STEP, such as 64,128 (default 1)")
      ->type_name("LIST");
  predict
      ->add_option("--iterations", options.iterations,
                   "Iterations per step of equations that are not solved directly: "
                   "pressure=8,velocity=4")
      ->type_name("EQUATION=N,...");
  predict
      ->add_option("--grow", options.grows,
                   "The box grows along x, y or z as the ranks do (weak scaling)")
      ->check(CLI::IsMember({"x", "y", "z"}))
      ->type_name("AXIS");
  predict->add_option("--goal", options.goal, "Write the schedule in the GOAL format of simulators")
      ->type_name("FILE");
  predict->add_flag("--simgrid", options.simgrid,
                    "Also simulate the step with SimGrid, in which messages share the links of the "
                    "network");
  auto* measure =
      predict
          ->add_option("--measure", options.measure, "Write a machine file of this machine instead")
          ->type_name("FILE");
  predict->add_option("--orders", options.orders, "With --measure: the orders to measure")
      ->needs(measure)
      ->type_name("LIST");
  run::add_json_option(*predict, options.json_file, "report");
}

void add_new(CLI::App& app, NewCaseOptions& options) {
  auto* begin =
      app.add_subcommand("new", "Write a case to begin with: a channel, a duct, a pipe ...");
  begin->footer(
      "Examples:\n"
      "  lobatto new                        which flows there are\n"
      "  lobatto new channel                channel.toml\n"
      "  lobatto new cylinder wake.toml     and the mesh that it names, beside it\n"
      "A file that is there is never overwritten.");
  begin->add_option("flow", options.flow, "Which flow; without one they are listed")
      ->type_name(fmt::format("{{{}}}", fmt::join(names_of_new_flows(), ",")));
  begin->add_option("file", options.file, "The case file to write (default <flow>.toml)");
}

struct KeysOptions {
  bool json_schema = false;
  bool combinations = false;
};

void add_keys(CLI::App& app, KeysOptions& options) {
  auto* keys = app.add_subcommand("keys", "Print every key of a case file as a Markdown table");
  keys->footer(
      "Example:\n"
      "  lobatto keys --json-schema > lobatto.schema.json\n"
      "An editor that knows TOML completes and checks case files with it; docs/case-file.md says "
      "how.");
  keys->add_flag("--json-schema", options.json_schema,
                 "Print a JSON Schema of case files (draft 07) instead");
  keys->add_flag("--combinations", options.combinations,
                 "Print what goes together with what instead")
      ->excludes("--json-schema");
}

void print_keys(const KeysOptions& options) {
  const cases::Schema& schema = residents::case_format().schema();
  run::put_text(stdout, options.combinations  ? residents::combinations_markdown()
                        : options.json_schema ? cases::case_json_schema(schema)
                                              : cases::key_table_markdown(schema));
}

void add_completion(CLI::App& app, std::string& shell) {
  auto* completion =
      app.add_subcommand("completion", "Print the script that has a shell complete commands");
  completion->footer(
      "Examples:\n"
      "  lobatto completion bash > ~/.local/share/bash-completion/completions/lobatto\n"
      "  lobatto completion zsh > DIR/_lobatto         a folder of fpath, before compinit is "
      "called\n"
      "  lobatto completion fish > ~/.config/fish/completions/lobatto.fish\n"
      "Where lobatto is installed in /usr or /usr/local, the shells find these scripts by "
      "themselves.");
  completion->add_option("shell", shell, "Which shell")
      ->required()
      ->check(CLI::IsMember({"bash", "fish", "zsh"}));
}

void print_script(const std::string& shell) {
  const auto script = std::ranges::find(embedded_files(), "lobatto." + shell, &TextOfFile::name);
  run::put_text(stdout, std::string(script->text));
}

/// Of all commands; one of them is asked for.
struct Options {
  RunOptions run;
  CheckOptions check;
  NewCaseOptions new_case;
  BenchOptions bench;
  MeshCommands mesh;
  InfoOptions info;
  PredictOptions predict;
  KeysOptions keys;
  std::string shell;
};

int dispatch(const CLI::App& app, const Options& options, run::UserCode* user_code,
             const comm::Communicator& communicator, comm::JointEnd& end) {
  if (app.got_subcommand("run")) return run_command(options.run, user_code, communicator, end);
  if (app.got_subcommand("new")) return new_case_command(options.new_case, communicator);
  if (app.got_subcommand("check")) return check_command(options.check, user_code, communicator);
  if (app.got_subcommand("bench"))
    return run_bench(*app.get_subcommand("bench"), options.bench, communicator);
  if (app.got_subcommand("mesh"))
    return run_mesh(*app.get_subcommand("mesh"), options.mesh, communicator);
  if (app.got_subcommand("info")) return info_command(options.info, communicator);
  if (app.got_subcommand("predict")) return predict_command(options.predict, communicator);
  const bool prints_keys = app.got_subcommand("keys");
  if (prints_keys || app.got_subcommand("completion")) {
    if (communicator.rank() > 0) return 0;
    prints_keys ? print_keys(options.keys) : print_script(options.shell);
    return 0;
  }
  throw_missing_machine(app.get_subcommands().front()->get_name());
}

}  // namespace

namespace {

/// A first word that is no command; CLI11 would only say that it was not expected.
std::optional<int> refuse_unknown(const CLI::App& app, int argc, char** argv,
                                  const comm::Communicator& communicator) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (argc < 2 || *argv[1] == '-' || std::ranges::count(names, argv[1]) > 0) return std::nullopt;
  if (communicator.rank() == 0)
    run::put_text(stderr, cases::printable_lines(fmt::format(
                              "error  {}: there is no such command{}\n", argv[1],
                              cases::suggestion_or_list(argv[1], names, "; there are "))));
  return 2;
}

void add_commands(CLI::App& app, Options& options) {
  add_new(app, options.new_case);
  add_run(app, options.run);
  add_check(app, options.check);
  add_mesh(app, options.mesh);
  add_predict(app, options.predict);
  add_keys(app, options.keys);
  add_info(app, options.info);
  add_bench(app, options.bench);
  for (const char* name : {"new", "run", "check", "mesh", "predict", "keys"})
    app.get_subcommand(name)->group("Cases");
  app.get_subcommand("info")->group("Results");
  app.get_subcommand("bench")->group("Machines");
  for (const char* name : {"run", "check", "mesh", "predict", "bench"})
    run::add_ranks_option(*app.get_subcommand(name));
  add_machine_commands(app);
  add_python_commands(app);
  add_completion(app, options.shell);
  app.get_subcommand("completion")->group("Shells");
}

}  // namespace

bool complete_where_asked(int argc, char** argv) {
  if (!run::asks_for_completion(argc, argv)) return false;
  CLI::App app{"", "lobatto"};
  run::begin_command_line(app);
  Options options;
  add_commands(app, options);
  run::print_completions(app, argc, argv);
  return true;
}

int run_command_line(int argc, char** argv, const comm::Communicator& communicator,
                     comm::JointEnd& end, run::UserCode* user_code) {
  CLI::App app{"Lobatto: incompressible flow with spectral elements", "lobatto"};
  run::begin_command_line(app);
  Options options;
  add_commands(app, options);
  app.footer(
      "First steps:\n"
      "  lobatto new channel                  channel.toml, a case to begin with\n"
      "  lobatto run channel.toml -n 2        on 2 ranks; runs/channel has what comes out\n"
      "  lobatto plot runs/channel            pictures of it\n"
      "  lobatto run --help                   what a command can do, and how");
  app.set_version_flag(
      "--version",
      fmt::format("lobatto {} ({}), {}", version::number, version::git, version::compiler),
      "Say which version this is");
  app.require_subcommand(1);
  if (argc < 2) {
    if (communicator.rank() == 0) run::put_text(stderr, app.help());
    return 2;
  }
  if (const auto exit_code = refuse_unknown(app, argc, argv, communicator)) return *exit_code;
  if (const auto exit_code = run::parse_command_line(app, argc, argv, communicator))
    return *exit_code;
  return dispatch(app, options, user_code, communicator, end);
}

}  // namespace lobatto::commands
