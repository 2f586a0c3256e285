#include "case_runner.hpp"

#include <cmath>
#include <stdexcept>

#include "app/case_document.hpp"
#include "app/case_reader.hpp"

namespace lobatto::validation {

app::Case load_case(const std::string& file, const std::vector<std::string>& overrides) {
  const std::string path = std::string(LOBATTO_TREE) + "/cases/" + file;
  return app::parse_case(app::read_text(path), path, overrides);
}

app::Case case_from_text(const std::string& text, const std::vector<std::string>& overrides) {
  return app::parse_case(text, "test.toml", overrides);
}

std::unique_ptr<app::Simulation> run(const app::Case& the_case,
                                     const comm::Communicator& communicator) {
  auto simulation = std::make_unique<app::Simulation>(the_case, communicator);
  while (!simulation->finished()) simulation->advance();
  return simulation;
}

double max_error(const app::Simulation& simulation, const std::string& field) {
  for (const auto& error : simulation.errors())
    if (error.field == field) return error.max;
  throw std::runtime_error("no exact solution for " + field);
}

double slope(double coarse, double fine) { return std::log2(coarse / fine); }

}  // namespace lobatto::validation
