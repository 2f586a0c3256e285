#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>

#include "comm/communicator.hpp"
#include "commands/start/other_programs.hpp"
#include "run/watches/stop_signals.hpp"

namespace lobatto::commands {

namespace {

constexpr std::array commands_on_ranks{"run",     "check",  "bench", "mesh",
                                       "predict", "health", "accept"};

/// One of them is set where a scheduler has given nodes, and tells the launcher which.
constexpr std::array allocation_variables{"SLURM_JOB_ID", "PBS_NODEFILE", "PE_HOSTFILE",
                                          "LSB_HOSTS", "COBALT_NODEFILE"};

[[noreturn]] void refuse(const std::string& why) {
  fmt::print(stderr, "error  {}\n", why);
  std::exit(2);
}

bool is_in_allocation() {
  return std::ranges::any_of(allocation_variables,
                             [](const char* name) { return std::getenv(name) != nullptr; });
}

/// Takes `-n N` out of the words.
std::optional<int> take_ranks(std::vector<std::string>& words) {
  const auto at = std::ranges::find(words, "-n");
  if (at == words.end()) return std::nullopt;
  const std::string text = at + 1 == words.end() ? "" : *(at + 1);
  words.erase(at, at + (at + 1 == words.end() ? 1 : 2));
  int n_ranks = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), n_ranks);
  if (fault != std::errc() || end != text.data() + text.size() || n_ranks < 1)
    refuse(fmt::format("-n: expected a number of ranks, such as -n 4, found '{}'", text));
  if (std::ranges::find(words, "-n") != words.end())
    refuse("-n: expected one number of ranks, found two");
  if (const char* name = comm::rank_variable())
    refuse(
        fmt::format("-n {}: this process is a rank already ({} is set). Leave out -n under mpirun "
                    "or srun, which say how many ranks there are",
                    n_ranks, name));
  return n_ranks;
}

std::string launcher() {
  if (const char* asked = std::getenv("LOBATTO_MPIEXEC"); asked != nullptr && *asked != '\0')
    return asked;
#ifdef LOBATTO_BUILT_FOR_MPIEXEC
  if (::access(LOBATTO_BUILT_FOR_MPIEXEC, X_OK) == 0) return LOBATTO_BUILT_FOR_MPIEXEC;
#endif
  return "mpiexec";
}

struct Processors {
  int threads = 0, cores = 0;
};

/// Those that this process may use.
Processors processors() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {1, 1};
  Processors found;
  std::set<std::string> siblings;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    ++found.threads;
    std::string of_core = std::to_string(cpu);
    std::ifstream file(
        fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu));
    std::getline(file, of_core);
    siblings.insert(of_core);
  }
  found.cores = static_cast<int>(siblings.size());
  return found;
}

/// What the launcher is told besides the number of ranks, by what it says that it is.
std::vector<std::string> flags_of(const std::string& version, int n_ranks) {
  const auto is = [&](const char* name) { return version.find(name) != std::string::npos; };
  std::vector<std::string> flags;
  const bool is_open_mpi = is("Open MPI") || is("OpenRTE") || is("PRRTE");
  if (is_open_mpi && ::geteuid() == 0) flags.emplace_back("--allow-run-as-root");
  if (is_in_allocation()) return flags;
  const auto [threads, cores] = processors();
  const auto add = [&](std::initializer_list<const char*> more) {
    flags.insert(flags.end(), more.begin(), more.end());
  };
  if (is_open_mpi && n_ranks <= cores)
    add({"--bind-to", "core"});
  else if (is_open_mpi && n_ranks <= threads)
    add({"--use-hwthread-cpus", "--bind-to", "hwthread"});
  else if (is_open_mpi)
    add({"--oversubscribe", "--bind-to", "none"});
  else if (is("HYDRA") && n_ranks <= cores)
    add({"-bind-to", "core"});
  return flags;
}

}  // namespace

void become_launcher_where_asked(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  // lobatto -n 4 run, as launchers of MPI have it, is lobatto run -n 4.
  if (words.size() > 2 && words.front() == "-n")
    std::rotate(words.begin(), words.begin() + 2, words.begin() + 3);
  if (words.empty() ||
      std::ranges::find(commands_on_ranks, words.front()) == commands_on_ranks.end())
    return;
  const auto n_ranks = take_ranks(words);
  if (!n_ranks) return;
  const std::string program = launcher();
  std::vector<std::string> command{program, "-n", std::to_string(*n_ranks)};
  for (auto& flag : flags_of(ask({program, "--version"}).text, *n_ranks))
    command.push_back(std::move(flag));
  command.push_back(own_program().string());
  command.insert(command.end(), words.begin(), words.end());
  if (!is_in_allocation() && std::getenv("LOBATTO_MPIEXEC") == nullptr) comm::stay_on_node();
  run::StopSignals::let_through();
  become(std::move(command));
  refuse(
      fmt::format("-n {}: {}, which starts the ranks, cannot be started: {}. Install an MPI "
                  "library, or set LOBATTO_MPIEXEC to its mpiexec",
                  *n_ranks, program, std::strerror(errno)));
}

}  // namespace lobatto::commands
