// A new observer in one file, examples/extensions/enstrophy.cpp, in a run.
#include "residents/observers/table_observer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "../../../examples/extensions/enstrophy.cpp"
#include "../io/temporary_folder.hpp"
#include "case/reader.hpp"
#include "plan/describe.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {
namespace {

/// Vortices of Taylor: their enstrophy is exp(-4 nu t) / 2.
constexpr const char* vortices = R"toml(
[mesh]
order = 7
x = { range = [0, "2*pi"], elements = 3, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[initial]
velocity = ["sin(x)*cos(y)", "-cos(x)*sin(y)", 0]
[time]
dt = 0.01
steps = 20
[[enstrophy]]
name = "eddies"
every_steps = 5
)toml";

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(TableObserver, OfOneFileWatchesARun) {
  const auto world = comm::Communicator::world();
  const io::TemporaryFolder folder(world);
  const residents::Resident resident = residents::enstrophy();
  const cases::CaseFormat format({resident.in_case_file});
  Simulation simulation(cases::parse_case(vortices, "a.toml", {}, format), world);
  residents::OutputQuantities quantities(simulation.solution());
  const auto observers = resident.observe(
      {simulation.solution(), simulation.profiler(), quantities, simulation.state()});
  ASSERT_EQ(observers.size(), 1U);
  observers[0]->begin_run({io::RunFolder(folder.path())});
  while (!simulation.finished()) {
    const double before = simulation.state().time();
    const auto report = simulation.advance();
    const residents::Moment moment{report, before, simulation.finished()};
    if (observers[0]->is_due(moment)) observers[0]->sample(moment);
  }
  observers[0]->finish();
  const auto lines = lines_of(folder.path() / "monitors" / "eddies.csv");
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "step,time,enstrophy");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    double step = 0, time = 0, enstrophy = 0;
    char comma = ' ';
    std::istringstream(lines[i]) >> step >> comma >> time >> comma >> enstrophy;
    EXPECT_EQ(step, 5.0 * static_cast<double>(i));
    EXPECT_NEAR(enstrophy, 0.5 * std::exp(-0.4 * time), 1e-4);
  }
}

TEST(TableObserver, SaysWhatItWatches) {
  const cases::CaseFormat format({residents::enstrophy().in_case_file});
  const auto c = cases::parse_case(vortices, "a.toml", {}, format);
  EXPECT_NE(
      plan::describe(c, format, plan::box_size(c)).find("\nenstrophy   eddies: every 5 steps\n"),
      std::string::npos);
}

}  // namespace
}  // namespace lobatto::run
