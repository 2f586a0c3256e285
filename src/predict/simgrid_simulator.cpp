#include "predict/simgrid_simulator.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "predict/network_sum.hpp"
#include "predict/work_time.hpp"

namespace lobatto::predict {

namespace {

constexpr const char* module_file = "lobatto_simgrid.so";

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(file, text.data(), text.size());
    if (n < 0 && errno != EINTR) return;
    if (n > 0) text.remove_prefix(n);
  }
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> piece{};
  for (;;) {
    const ssize_t n = read(file, piece.data(), piece.size());
    if (n == 0 || (n < 0 && errno != EINTR)) return text;
    if (n > 0) text.append(piece.data(), n);
  }
}

/// A number in a form that is read back exactly, or what went wrong.
std::string answer_of(SimulateStep simulate, const SimulationRequest& request) {
  try {
    return fmt::format("={:a}", simulate(request));
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

/// What a child process answers; nothing of it outlives it.
std::string ask_child(SimulateStep simulate, const SimulationRequest& request) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw base::Error(fmt::format("pipe: {}", std::strerror(errno)));
  const pid_t child = fork();
  if (child < 0) throw base::Error(fmt::format("fork: {}", std::strerror(errno)));
  if (child == 0) {
    close(ends[0]);
    write_all(ends[1], answer_of(simulate, request));
    _exit(0);
  }
  close(ends[1]);
  const std::string answer = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status))
    throw base::Error(fmt::format("SimGrid was ended by the signal {} ({}); what it said is above",
                                  WTERMSIG(status), strsignal(WTERMSIG(status))));
  return answer;
}

}  // namespace

SimgridSimulator::SimgridSimulator() {
  void* module = dlopen(module_file, RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr)
    throw base::Error(fmt::format(
        "--simgrid: this program has no SimGrid ({}); install it, on Debian the package "
        "libsimgrid-dev, and build anew",
        dlerror()));
  simulate_ = reinterpret_cast<SimulateStep>(dlsym(module, simulation_symbol));
  if (simulate_ == nullptr)
    throw base::Error(
        fmt::format("--simgrid: {}: {}; it belongs to another version of this program", module_file,
                    dlerror()));
}

double SimgridSimulator::seconds(const std::function<void(ScheduleSink&)>& emit, int n_ranks,
                                 int order, const Machine& machine) const {
  WorkTime work(machine, order);
  const NetworkSum sum(machine, order, n_ranks);
  const SimulationRequest request{
      machine, n_ranks,
      [&](std::string_view region, const kernels::Cost& cost, int rank, std::uint64_t operation) {
        return work.seconds(cost, work.fraction_of(region), rank, operation);
      },
      [&](const RankSet& ranks, double bytes) { return sum.seconds_of_reduction(ranks, bytes); },
      emit};
  const std::string answer = ask_child(simulate_, request);
  if (!answer.starts_with('=')) throw base::Error(fmt::format("SimGrid: {}", answer));
  return std::strtod(answer.c_str() + 1, nullptr);
}

}  // namespace lobatto::predict
