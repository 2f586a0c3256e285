#include "commands/predict/predict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "case/document/printable.hpp"
#include "case/reader.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "commands/integer_list.hpp"
#include "direct/lines/line_fold.hpp"
#include "io/text_file.hpp"
#include "perf/machine_memory.hpp"
#include "plan/describe.hpp"
#include "plan/shares.hpp"
#include "plan/solver_choice.hpp"
#include "predict/goal.hpp"
#include "predict/machine.hpp"
#include "predict/network_sum.hpp"
#include "predict/simgrid_simulator.hpp"
#include "predict/step_schedule.hpp"
#include "residents/case_format.hpp"
#include "run/records/terminal.hpp"

namespace lobatto::commands {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int most_ranks = 10'000'000;

/// The box, longer along one direction by the same elements again and again.
cases::Case grown(cases::Case the_case, int direction, double factor) {
  mesh::Axis& axis = the_case.axes[direction];
  const int before = axis.n_elements();
  const auto after = static_cast<int>(std::lround(before * factor));
  if (!direct::ticks_uniform(axis.ticks))
    throw base::Error(
        fmt::format("--grow {}: {}: the elements along {} have different lengths; "
                    "expected a direction of equal ones",
                    "xyz"[direction], the_case.file, "xyz"[direction]));
  const double begin = axis.ticks.front(), length = axis.length() / before;
  axis.ticks.resize(1);
  for (int i = 1; i <= after; ++i) axis.ticks.push_back(begin + i * length);
  return the_case;
}

/// "4": a number of the machine's nodes would be another option; ranks are all that counts here.
std::vector<int> ranks_of(const PredictOptions& options) {
  return parse_integer_list("--ranks", options.ranks, 1, most_ranks);
}

struct Prediction {
  int n_ranks = 1;
  double n_points = 0;
  std::optional<mesh::RankGrid> grid;  ///< none: a mesh from a file
  std::vector<predict::EquationSolve> solves;
  predict::StepTime time;
  std::optional<double> contended;  ///< s per step by SimGrid
  std::vector<std::string> unknown_regions;
};

/// Samples are taken once for each choice of solvers.
class Predictor {
 public:
  Predictor(const PredictOptions& options, const cases::Case& the_case,
            const perf::MachineRates& rates)
      : options_(options),
        case_(the_case),
        rates_(rates),
        machine_(predict::read_machine(*options.machine)),
        iterations_(iterations_of(options.iterations)),
        mesh_(whole_mesh(the_case)) {
    if (mesh_ && !options.grows.empty())
      throw base::Error(
          fmt::format("--grow {}: {}: a mesh from a file does not grow; expected a box",
                      options.grows, the_case.place("mesh.file")));
    if (options.simgrid) simgrid_.emplace();
  }

  Prediction predict(int n_ranks, double growth) {
    const cases::Case whole =
        options_.grows.empty() ? case_ : grown(case_, options_.grows.front() - 'x', growth);
    const predict::StepSchedule schedule = schedule_of(whole, {n_ranks, rates_});
    predict::NetworkSum sum(machine_, whole.order, n_ranks);
    schedule.emit(sum);
    if (options_.goal) write_goal_file(schedule, n_ranks, whole.order);
    return {n_ranks,
            n_points(whole),
            schedule.box() != nullptr ? std::optional(schedule.box()->grid()) : std::nullopt,
            schedule.solves(),
            sum.result(),
            contended_seconds(schedule, n_ranks, whole.order),
            sum.unknown_regions()};
  }
  [[nodiscard]] const predict::Machine& machine() const { return machine_; }

 private:
  static predict::Iterations iterations_of(const std::string& text);

  predict::StepSchedule schedule_of(const cases::Case& whole, const plan::Grounds& grounds) {
    if (const auto faults = plan::solver_faults(whole, grounds); !faults.empty())
      throw base::Error(fmt::format("{}", fmt::join(faults, "\n")));
    if (const auto why = predict::refusal(whole, grounds, mesh_.get()); !why.empty())
      throw base::Error(why);
    std::string key;
    for (const auto& solve : predict::solves_of(whole, grounds, iterations_, mesh_.get()))
      key += fmt::format("{} {} {};", solve.equation, static_cast<int>(solve.method),
                         solve.n_iterations);
    if (!samples_.contains(key)) {
      const cases::Case small = small_case(whole, grounds, 0, mesh_.get());
      samples_.emplace(key, Sample{small, take_sample(small, rates_, iterations_, 1, mesh_.get())});
    }
    const Sample& sample = samples_.at(key);
    return {whole, grounds, iterations_, sample.step, sample.small, mesh_.get()};
  }

  [[nodiscard]] double n_points(const cases::Case& whole) const {
    if (!mesh_) return plan::box_size(whole).n_points;
    return static_cast<double>(mesh_->n_elements) * std::pow(whole.order + 1.0, 3);
  }

  [[nodiscard]] std::optional<double> contended_seconds(const predict::StepSchedule& schedule,
                                                        int n_ranks, int order) const {
    if (!simgrid_) return std::nullopt;
    return simgrid_->seconds([&](predict::ScheduleSink& sink) { schedule.emit(sink); }, n_ranks,
                             order, machine_);
  }

  void write_goal_file(const predict::StepSchedule& schedule, int n_ranks, int order) const {
    base::require_output(*options_.goal);
    if (std::error_code ignored; fs::exists(*options_.goal, ignored))
      throw base::Error(
          fmt::format("{} is there already, and is not overwritten", options_.goal->string()));
    std::ofstream out(*options_.goal);
    predict::write_goal([&](predict::ScheduleSink& sink) { schedule.emit(sink); }, n_ranks, order,
                        machine_, out);
    out.flush();
    if (!out) throw base::Error(fmt::format("{} could not be written", options_.goal->string()));
  }

  struct Sample {
    cases::Case small;
    predict::StepSample step;
  };
  const PredictOptions& options_;
  const cases::Case& case_;
  const perf::MachineRates& rates_;
  predict::Machine machine_;
  predict::Iterations iterations_;
  std::shared_ptr<const mesh::HexMesh> mesh_;  ///< null for a box
  std::map<std::string, Sample> samples_;
  std::optional<predict::SimgridSimulator> simgrid_;
};

/// "pressure=8,velocity=4"
predict::Iterations Predictor::iterations_of(const std::string& text) {
  predict::Iterations iterations;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t equals = part.find('=');
    int n = 0;
    const char* const last = part.data() + part.size();
    const char* const first = equals == std::string::npos ? last : part.data() + equals + 1;
    if (const auto [rest, fault] = std::from_chars(first, last, n);
        fault != std::errc() || rest != last || n < 1 || n > 10000)
      throw base::Error(fmt::format(
          "--iterations {}: expected an equation and its iterations per step from 1 to 10000, "
          "such as pressure=8,velocity=4",
          part));
    iterations[part.substr(0, equals)] = n;
    begin = end + 1;
  }
  return iterations;
}

/// Points per second and rank, in parts of those of the first prediction.
double efficiency(const Prediction& prediction, const Prediction& first) {
  const auto rate = [](const Prediction& p) { return p.n_points / (p.time.seconds * p.n_ranks); };
  return rate(prediction) / rate(first);
}

int n_nodes(const Prediction& prediction, const predict::Machine& machine) {
  const int per_node = machine.machine.cores_per_node;
  return (prediction.n_ranks + per_node - 1) / per_node;
}

std::string solvers_text(const Prediction& prediction) {
  std::string text;
  for (const auto& solve : prediction.solves) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", solve.equation,
                        cases::word_of(cases::solver_words(), solve.method));
    if (solve.n_iterations > 0)
      text += fmt::format(" ({})", plan::counted(solve.n_iterations, "iteration"));
  }
  return text;
}

std::string grid_text(const Prediction& p) {
  return p.grid ? fmt::format("{} x {} x {}", p.grid->n_x, p.grid->n_y, p.grid->n_z) : "METIS";
}

std::string table(const std::vector<Prediction>& predictions, const predict::Machine& machine) {
  std::string text =
      fmt::format("{:>8} {:>6} {:>16} {:>11} {:>9} {:>9} {:>9} {:>11} {:>14}{}\n", "ranks", "nodes",
                  "grid", "s per step", "compute", "messages", "waiting", "efficiency",
                  "MB out of node", predictions.front().contended ? "  s by SimGrid" : "");
  for (const Prediction& p : predictions) {
    const double s = p.time.seconds;
    text += fmt::format(
        "{:>8} {:>6} {:>16} {:>11.4g} {:>7.1f} % {:>7.1f} % {:>7.1f} % {:>9.1f} % {:>14.4g}{}\n",
        p.n_ranks, n_nodes(p, machine), grid_text(p), s, 100 * p.time.compute / s,
        100 * p.time.messages / s, 100 * p.time.waiting / s,
        100 * efficiency(p, predictions.front()),
        1e-6 * p.time.bytes_between_nodes / n_nodes(p, machine),
        p.contended ? fmt::format(" {:>13.4g}", *p.contended) : "");
  }
  return text;
}

Json row_of(const Prediction& p, const Prediction& first, const predict::Machine& machine) {
  Json regions = Json::object(), iterations = Json::object(), solvers = Json::object();
  for (const auto& [name, seconds] : p.time.regions) regions[name] = seconds;
  for (const auto& solve : p.solves) {
    solvers[solve.equation] = cases::word_of(cases::solver_words(), solve.method);
    if (solve.n_iterations > 0) iterations[solve.equation] = solve.n_iterations;
  }
  Json row{{"ranks", p.n_ranks},
           {"nodes", n_nodes(p, machine)},
           {"grid", p.grid ? Json{p.grid->n_x, p.grid->n_y, p.grid->n_z} : Json(nullptr)},
           {"points", p.n_points},
           {"solvers", solvers},
           {"iterations", iterations},
           {"seconds_per_step", p.time.seconds},
           {"compute_s", p.time.compute},
           {"messages_s", p.time.messages},
           {"waiting_s", p.time.waiting},
           {"slowest_compute_s", p.time.slowest_compute},
           {"efficiency", efficiency(p, first)},
           {"messages_per_step", p.time.n_messages},
           {"bytes_per_step", p.time.bytes},
           {"bytes_between_nodes_per_step", p.time.bytes_between_nodes},
           {"regions_s", regions}};
  if (p.contended) row["simgrid_seconds_per_step"] = *p.contended;
  return row;
}

std::string notes(const std::vector<Prediction>& predictions, const predict::Machine& machine) {
  std::string text = fmt::format("solvers: {}\n", solvers_text(predictions.front()));
  for (const Prediction& p : predictions)
    if (solvers_text(p) != solvers_text(predictions.front()))
      text += fmt::format("solvers on {}: {}\n", plan::counted(p.n_ranks, "rank"), solvers_text(p));
  if (const auto& unknown = predictions.back().unknown_regions; !unknown.empty())
    text += fmt::format(
        "note: the machine file has no fraction for {}; core.fraction = {} stands for {}\n",
        fmt::join(unknown, ", "), machine.core.fraction, unknown.size() > 1 ? "them" : "it");
  return text;
}

Json predict_all(const PredictOptions& options, const cases::Case& the_case,
                 const perf::MachineRates& rates) {
  Predictor predictor(options, the_case, rates);
  const predict::Machine& machine = predictor.machine();
  const auto ranks = ranks_of(options);
  if (options.goal && ranks.size() > 1)
    throw base::Error(fmt::format("--goal {}: one schedule is written; give one number of ranks",
                                  options.goal->string()));
  if (const int most = std::ranges::max(ranks);
      options.simgrid && most > predict::SimgridSimulator::most_ranks)
    throw base::Error(fmt::format("--simgrid with --ranks {}: expected {} ranks at most", most,
                                  predict::SimgridSimulator::most_ranks));
  std::vector<Prediction> predictions;
  for (const int n_ranks : ranks)
    predictions.push_back(predictor.predict(n_ranks, 1.0 * n_ranks / ranks.front()));
  run::put_text(stdout, cases::printable_lines(
                            fmt::format("{} on {}, a step with nothing written\n\n{}\n{}",
                                        the_case.name, cases::printable(machine.machine.name),
                                        table(predictions, machine), notes(predictions, machine))));
  Json rows = Json::array();
  for (const Prediction& p : predictions) rows.push_back(row_of(p, predictions.front(), machine));
  return {{"case", the_case.name},
          {"machine", machine.machine.name},
          {"machine_file", options.machine->string()},
          {"rows", rows}};
}

}  // namespace

int predict_command(const PredictOptions& options, const comm::Communicator& communicator) {
  const cases::Case the_case = cases::read_case(options.case_file, options.overrides,
                                                residents::case_format(), communicator);
  if (the_case.plane)
    throw base::Error(the_case.place("mesh.plane") +
                      ": lobatto predict knows the work of three dimensions alone; expected a case "
                      "without mesh.plane");
  const auto rates = perf::known_machine_rates(communicator, perf::MachineMemory::usual_folder());
  if (options.measure) {
    measure_machine(the_case, rates, options.orders, *options.measure, communicator);
    return 0;
  }
  if (!options.machine)
    throw base::Error(
        "lobatto predict: --machine FILE is missing; cases/machines has some, and --measure FILE "
        "writes one of this machine");
  Json report;
  comm::on_root(communicator, [&] { report = predict_all(options, the_case, rates); });
  if (options.json_file) io::write_json(*options.json_file, report, communicator);
  return 0;
}

}  // namespace lobatto::commands
