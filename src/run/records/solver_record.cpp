#include "run/records/solver_record.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "case/schema/words.hpp"
#include "io/checkpoint/reader.hpp"
#include "io/nek/reader.hpp"
#include "io/vtk/vtkhdf_reader.hpp"
#include "perf/machine_memory.hpp"
#include "plan/solver_choice.hpp"

namespace lobatto::run {

namespace {

using Json = nlohmann::ordered_json;

struct Record {
  std::string text;  ///< empty: none
  int n_ranks = 0;
};

/// Of the checkpoint that the run goes on from, if there is one that can be read.
Record find_record(base::FunctionRef<RunOrigin()> find, const comm::Communicator& communicator) {
  try {
    const RunOrigin origin = find();
    if (!origin.checkpoint || origin.interpolate ||
        io::is_nek_field(*origin.checkpoint, communicator) ||
        io::is_vtkhdf_field(*origin.checkpoint, communicator))
      return {};
    const io::CheckpointReader reader(*origin.checkpoint, communicator);
    const auto& provenance = reader.summary().provenance;
    const auto found = provenance.find("solvers");
    return found == provenance.end() ? Record{} : Record{found->second, reader.summary().n_ranks};
  } catch (const base::Error&) {
    return {};
  }
}

/// Equations and words that this version does not know are left out.
std::map<std::string, cases::SolverMethod> solvers_of(const Json& solvers) {
  std::map<std::string, cases::SolverMethod> taken;
  if (!solvers.is_object()) return taken;
  for (const auto& [equation, word] : solvers.items())
    for (const auto& [method, known] : cases::solver_words())
      if (word == known) taken[equation] = method;
  return taken;
}

/// The rates of the record where the run goes on as on this machine.
std::optional<perf::MachineRates> rates_of_record(const Json& record, int n_ranks,
                                                  const comm::Communicator& communicator) {
  std::string processor = perf::processor_name();
  communicator.broadcast(processor, 0);
  if (n_ranks != communicator.size() || record.value("processor", Json()) != processor) return {};
  auto rates = perf::rates_of(record.value("rates", Json()).dump());
  if (rates) rates->source = "those of the run so far";
  return rates;
}

}  // namespace

std::string solver_record(const cases::Case& the_case, const plan::Grounds& grounds,
                          const comm::Communicator& communicator) {
  std::string processor = perf::processor_name();
  communicator.broadcast(processor, 0);
  Json record{{"processor", processor}, {"rates", Json::parse(perf::text_of(grounds.rates))}};
  for (const auto& choice : plan::choose_solvers(the_case, grounds))
    record["solvers"][choice.equation] = word_of(cases::solver_words(), choice.method);
  return record.dump();
}

RunGrounds find_grounds(base::FunctionRef<RunOrigin()> find,
                        const comm::Communicator& communicator) {
  const perf::MachineRates known =
      perf::known_machine_rates(communicator, perf::MachineMemory::usual_folder());
  const Record record = find_record(find, communicator);
  const Json content = Json::parse(record.text, nullptr, false);
  plan::Grounds grounds{communicator.size(), known};
  if (content.is_object()) {
    grounds.solvers_so_far = solvers_of(content.value("solvers", Json()));
    grounds.rates = rates_of_record(content, record.n_ranks, communicator).value_or(known);
  }
  return {grounds, known.limits()};
}

}  // namespace lobatto::run
