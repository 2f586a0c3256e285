#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

#include "gpu/flows.hpp"
#include "gpu/timing.hpp"

namespace {

using namespace lobatto::gpu;

constexpr const char* help =
    R"(lobatto-gpu: steps of a flow in a box, to measure what a device gives.

  lobatto-gpu --case tgv --n 8 --elements 36,36,36 --steps 20

  --case NAME        tgv, channel or duct (tgv)
  --n N              nodes per direction of an element: 8, 10 or 16 (8)
  --elements X,Y,Z   elements per direction (4,4,4)
  --dt DT            time step (1e-3)
  --steps N          steps to take (10)
  --scalar yes       carry a scalar too (no)
  --multiply NAME    plain, and on a device tensor or library (plain)
  --repeats N        times each part N times, and a copy and a product to compare (0)
)";

std::map<std::string, std::string> read_options(int argc, char** argv) {
  std::map<std::string, std::string> options{
      {"case", "tgv"}, {"n", "8"},       {"elements", "4,4,4"}, {"dt", "1e-3"},
      {"steps", "10"}, {"scalar", "no"}, {"multiply", "plain"}, {"repeats", "0"}};
  for (int a = 1; a < argc; a += 2) {
    const std::string name = argv[a];
    if (name.rfind("--", 0) != 0 || options.count(name.substr(2)) == 0 || a + 1 == argc) {
      std::fputs(help, stdout);
      std::exit(name == "--help" ? 0 : 2);
    }
    options[name.substr(2)] = argv[a + 1];
  }
  return options;
}

/// What an option gives. Throws where that is not a number, or not above `bound`.
template <class Number>
Number number(const std::string& name, const std::string& text, Number bound) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end || !(value > bound))
    throw std::runtime_error("--" + name + " takes a number above " + std::to_string(bound) +
                             "; found '" + text + "'");
  return value;
}

std::array<int, 3> three(const std::string& text) {
  std::array<int, 3> values{};
  int length = 0;
  const int n_read =
      std::sscanf(text.c_str(), "%d,%d,%d%n", &values[0], &values[1], &values[2], &length);
  if (n_read != 3 || text.c_str()[length] != 0 ||
      *std::min_element(values.begin(), values.end()) < 1)
    throw std::runtime_error("--elements takes three numbers, as 4,4,4; found '" + text + "'");
  return values;
}

bool yes(const std::string& name, const std::string& text) {
  if (text != "yes" && text != "no")
    throw std::runtime_error("--" + name + " takes yes or no; found '" + text + "'");
  return text == "yes";
}

void print(const char* when, double time, const Flow& flow, Step& step, Queue queue) {
  const FlowState state = step.look(queue);
  std::printf("%s t %.6g kinetic_energy %.15e enstrophy %.15e divergence %.15e force %.15e", when,
              time, state.kinetic_energy, state.enstrophy, state.divergence, step.force());
  if (flow.has_scalar) std::printf(" mean_scalar %.15e", mean_of(flow.box, step.field(3)));
  std::printf("\n");
}

/// Each part alone, on whatever the fields then hold: the work does not depend on it.
void time_parts(const Step& step, int n_repeats, double n_values, Queue queue) {
  const Limits limits = measure_limits(queue);
  std::printf("large copy %.0f GB/s, large product %.1f Tflop/s\n", limits.bytes * 1e-9,
              limits.flops * 1e-12);
  std::printf("%-16s %10s %10s %9s %9s %8s\n", "part", "us", "ns/point", "Tflop/s", "GB/s",
              "of limit");
  for (const auto& part : step.parts()) {
    const double seconds = median_seconds([&](Queue q) { part.run(q); }, n_repeats, queue);
    const double limit = std::max(part.flops / limits.flops, part.bytes / limits.bytes);
    std::printf("%-16s %10.1f %10.4f %9.2f %9.0f %8.2f\n", part.name.c_str(), seconds * 1e6,
                seconds * 1e9 / n_values, part.flops / seconds * 1e-12, part.bytes / seconds * 1e-9,
                seconds / limit);
  }
}

void run(std::map<std::string, std::string>& options) {
  const auto elements = three(options["elements"]);
  const int n = number("n", options["n"], 0), n_steps = number("steps", options["steps"], 0);
  const int n_repeats = number("repeats", options["repeats"], -1);
  const double dt = number("dt", options["dt"], 0.0);
  Case made = make_case(options["case"], elements, n, dt, yes("scalar", options["scalar"]));
  made.flow.multiplier = options["multiply"];
  const auto step = make_step(made.flow);
  Queue queue = make_queue();
  step->start(made.fields, queue);
  double n_values = 1, n_nodes = 1;
  for (const auto& line : made.flow.box) {
    n_values *= line.n_element_nodes();
    n_nodes *= line.n_nodes();
  }
  std::printf("%s, %d x %d x %d elements of %d nodes per direction: %.0f nodes, %.0f of elements\n",
              options["case"].c_str(), elements[0], elements[1], elements[2], n, n_nodes, n_values);
  print("start", 0, made.flow, *step, queue);
  const double seconds = seconds_of_steps(*step, n_steps, queue) / n_steps;
  print("end", n_steps * dt, made.flow, *step, queue);
  std::printf("%.3f ms per step: %.4f ns per node of an element, %.4f ns per node\n", seconds * 1e3,
              seconds * 1e9 / n_values, seconds * 1e9 / n_nodes);
  if (n_repeats > 0) time_parts(*step, n_repeats, n_values, queue);
}

}  // namespace

int main(int argc, char** argv) {
  auto options = read_options(argc, argv);
  try {
    run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lobatto-gpu: %s\n", error.what());
    return 1;
  }
  return 0;
}
