#include "program/health.hpp"

#include "run/command_line.hpp"

namespace lobatto::program {

namespace {

void add_baseline_options(CLI::App& command, BaselineOptions& options) {
  auto* save =
      command.add_option("--save", options.save, "Keep all that was measured as a baseline")
          ->type_name("NAME");
  command.add_option("--compare", options.compare, "Tell what has changed since that baseline")
      ->type_name("NAME");
  command
      .add_option("--baselines", options.folder,
                  "Folder of the baselines (default $XDG_DATA_HOME/lobatto/health)")
      ->type_name("DIR");
  command.add_flag("--force", options.force, "With --save: replace a baseline of that name")
      ->needs(save);
}

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
  run::add_json_option(*noise, options.json_file, "report");
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
  run::add_json_option(*io, options.json_file, "rows");
}

void add_health_links(CLI::App& health, HealthLinksOptions& options) {
  auto* links = health.add_subcommand("links", "Every link of the allocation, and which are slow");
  links->footer(
      "Examples:\n"
      "  mpirun -n 256 lobatto health links\n"
      "  mpirun -n 256 lobatto health links --below 5 --topology machine.toml --json links.json\n"
      "All pairs of ranks of a node, then all pairs of nodes with all their ranks, exchange "
      "messages in\n"
      "both directions, many at the same time. Links are compared with those of their class: "
      "within a\n"
      "cache, a NUMA node, a socket, a node, between nodes, or the levels of a topology file.\n"
      "With --compare each link is also held against itself.\n"
      "Ends with 1 where a link is slow; each is named with both ends.");
  links->add_option("--budget", options.budget, "Seconds (default 30); all links are tried 3 times")
      ->check(CLI::Range(1.0, 86400.0))
      ->type_name("SECONDS");
  links
      ->add_option("--below", options.below,
                   "Percent under its class, or the baseline, that make a link slow (10)")
      ->check(CLI::Range(0.1, 99.9))
      ->type_name("PERCENT");
  links
      ->add_option("--topology", options.topology_file,
                   "Where nodes stand (TOML), see machine/docs/health-links.md")
      ->type_name("FILE");
  add_baseline_options(*links, options.baselines);
  run::add_json_option(*links, options.json_file, "rows");
}

}  // namespace

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
      "  mpirun -n 64 lobatto health links\n"
      "  mpirun -n 64 lobatto health io /scratch/me\n"
      "Ranks are to be bound to cores as in the runs to come. machine/docs/health.md says what is "
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
                   "What measurements have to reach (TOML), see machine/docs/health.md")
      ->type_name("FILE");
  add_baseline_options(*health, options.baselines);
  health->add_flag("--details", options.details, "Print all rows, not only the telling ones");
  run::add_json_option(*health, options.json_file, "rows");
  health->require_subcommand(0, 1);
  add_health_noise(*health, commands.noise);
  add_health_io(*health, commands.io);
  add_health_links(*health, commands.links);
}

int run_health(const CLI::App& health, const HealthCommands& commands,
               const machine::StartUp& start_up, const comm::Communicator& communicator) {
  if (health.got_subcommand("noise")) return health_noise_command(commands.noise, communicator);
  if (health.got_subcommand("links")) return health_links_command(commands.links, communicator);
  if (health.got_subcommand("io")) return health_io_command(commands.io, communicator);
  return health_command(commands.all, start_up, communicator);
}

}  // namespace lobatto::program
