#include "case_runner.hpp"

#include <cmath>
#include <stdexcept>

#include "case/document/document.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "residents/formulas.hpp"
#include "run/setup/flow_setup.hpp"
#include "run/setup/space_setup.hpp"

namespace lobatto::validation {

cases::Case load_case(const std::string& file, const std::vector<std::string>& overrides) {
  const std::string path = std::string(LOBATTO_TREE) + "/cases/" + file;
  return cases::parse_case(cases::read_text(path), path, overrides, residents::case_format());
}

cases::Case case_from_text(const std::string& text, const std::vector<std::string>& overrides) {
  return cases::parse_case(text, "test.toml", overrides, residents::case_format());
}

std::unique_ptr<run::Simulation> simulation_of(const cases::Case& the_case,
                                               const comm::Communicator& communicator) {
  plan::Grounds grounds{communicator.size(), {}};
  const auto space = run::make_space(the_case, grounds, communicator);
  residents::Formulas formulas(the_case);
  const auto settings = run::make_flow_settings(the_case, grounds, formulas, space);
  run::find_layers(the_case, space, settings, grounds);
  return std::make_unique<run::Simulation>(the_case, grounds, space);
}

std::unique_ptr<run::Simulation> run(const cases::Case& the_case,
                                     const comm::Communicator& communicator) {
  auto simulation = simulation_of(the_case, communicator);
  while (!simulation->finished()) simulation->advance();
  return simulation;
}

const comm::Communicator& all_ranks() {
  static const auto world = comm::Communicator::world();
  return world;
}

std::unique_ptr<run::Simulation> run_on_all(const std::string& text,
                                            const std::vector<std::string>& overrides) {
  return run(case_from_text(text, overrides), all_ranks());
}

double max_error(const run::Simulation& simulation, const std::string& field) {
  for (const auto& error : simulation.errors())
    if (error.field == field) return error.max;
  throw std::runtime_error("no exact solution for " + field);
}

double slope(double coarse, double fine) { return std::log2(coarse / fine); }

}  // namespace lobatto::validation
