#include "residents/case_format.hpp"
#include "residents/residents.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../io/temporary_folder.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "support/hdf5_reader.hpp"

namespace lobatto::run {
namespace {

using test::Hdf5Reader;

const std::string duct = R"toml(
[mesh]
order = 4
x = { range = [-1, 1], elements = 2 }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 3], elements = 4, periodic = true }
[fluid]
viscosity = 0.01
[boundary]
x = "wall"
y = "wall"
[forcing]
flow_rate = 1
[initial]
velocity = ["0.2*sin(2*pi*z/3)*(1 - x^2)*(1 - y^2)^2", "0", "2*(1 - x^4)*(1 - y^2)"]
[[scalar]]
name = "heat"
prandtl = 0.5
source = "w"
boundary = { x = { value = 0 }, y = "insulated" }
[time]
cfl = 0.3
steps = 14
[statistics]
start = 0.05
every_steps = 2
)toml";

/// Runs the case and leaves its statistics in the folder stats within.
void run(const cases::Case& the_case, const std::filesystem::path& folder,
         const comm::Communicator& communicator) {
  Simulation simulation(the_case, communicator);
  residents::OutputQuantities quantities(simulation.solution());
  const auto statistics = std::move(
      residents::statistics()
          .observe({simulation.solution(), simulation.profiler(), quantities, simulation.state()})
          .at(0));
  statistics->begin_run({io::RunFolder(folder)});
  while (!simulation.finished()) {
    const double time_before = simulation.state().time();
    const auto report = simulation.advance();
    statistics->sample({report, time_before, simulation.finished()});
  }
  statistics->finish();
}

void run(const std::string& text, const std::vector<std::string>& overrides,
         const std::filesystem::path& folder, const comm::Communicator& communicator) {
  run(cases::parse_case(text, "duct.toml", overrides, residents::case_format()), folder,
      communicator);
}

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "stats"))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

void expect_same(const Hdf5Reader& a, const Hdf5Reader& b, const std::string& group) {
  const auto names = a.names(group);
  ASSERT_FALSE(names.empty());
  ASSERT_EQ(names, b.names(group));
  for (const std::string& name : names) {
    const std::string path = group + "/" + name;
    ASSERT_EQ(a.shape(path), b.shape(path)) << path;
    const auto of_a = a.values(path), of_b = b.values(path);
    double largest = 1;
    for (const double value : of_a) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < of_a.size(); ++i)
      ASSERT_NEAR(of_a[i], of_b[i], 1e-10 * largest) << path << " " << i;
  }
}

class StatisticsTest : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world(), self_ = comm::Communicator::self();
  io::TemporaryFolder folder_{world_};
  [[nodiscard]] std::filesystem::path own() const {
    return folder_ / ("rank" + std::to_string(world_.rank()));
  }
};

TEST_F(StatisticsTest, FilesAreTheSameOnAnyNumberOfRanks) {
  for (const bool in_space : {true, false}) {
    // Few quantities suffice once: how they are written is the same for all.
    const std::vector<std::string> overrides{in_space ? "statistics.average=[\"z\"]"
                                                      : "statistics.quantities=basic"};
    const auto together = folder_ / (in_space ? "averaged" : "everywhere");
    run(duct, overrides, together, world_);
    run(duct, overrides, own(), self_);
    world_.barrier();
    const auto files = files_of(together), alone = files_of(own());
    ASSERT_EQ(files.size(), 1U);
    ASSERT_EQ(alone.size(), 1U);
    EXPECT_EQ(files[0].filename(), alone[0].filename());
    const Hdf5Reader a(files[0]), b(alone[0]);
    expect_same(a, b, "/flow");
    expect_same(a, b, "/scalar/heat");
    EXPECT_NEAR(a.attribute("/", "pressure_gradient"), b.attribute("/", "pressure_gradient"),
                1e-10);
    world_.barrier();
    std::filesystem::remove_all(own());
  }
}

TEST_F(StatisticsTest, AMovedBoxIsTheSameOnAnyNumberOfRanks) {
  const std::vector<std::string> overrides{
      "mesh.map=[\"x + 0.1*y*(1 - x^2)\", \"y + 0.1*(1 - y^2)*x\", \"z\"]",
      "statistics.average=[\"z\"]",
      "solver.pressure_tolerance=1e-12",
      "solver.tolerance=1e-13",
      "time.steps=3",
      "statistics.every_steps=1",
      "statistics.start=0",
      "statistics.quantities=basic"};
  run(duct, overrides, folder_ / "together", world_);
  run(duct, overrides, own(), self_);
  world_.barrier();
  const Hdf5Reader a(files_of(folder_ / "together").at(0)), b(files_of(own()).at(0));
  expect_same(a, b, "/flow");
  EXPECT_EQ(a.text_attribute("/mesh", "geometry"), "moved box");
  // The nodes that were at (1, 0) stay; those within are moved.
  const auto x = a.values("/mesh/x"), weights = a.values("/mesh/weights");
  EXPECT_EQ(a.shape("/mesh/x"), (std::vector<hsize_t>{15, 10}));
  EXPECT_NEAR(x[7 * 10 + 9], 1.0, 1e-12);
  double volume = 0;
  for (const double weight : weights) volume += weight;
  EXPECT_NEAR(volume, 2 * 2 * 3, 1e-9);
}

TEST_F(StatisticsTest, AMeshFileIsInTheOrderOfItsElements) {
  const std::string pipe = R"toml(
[mesh]
order = 3
file = "pipe-27.msh"
[fluid]
viscosity = 0.05
[boundary]
wall = "wall"
inlet = { velocity = ["0", "0", "2*(1 - x^2 - y^2)"] }
outlet = "outflow"
[initial]
velocity = ["0.1*y*(1 - x^2 - y^2)", "0", "2*(1 - x^2 - y^2)"]
[time]
dt = 0.01
steps = 4
[solver]
pressure_tolerance = 1e-12
tolerance = 1e-13
[statistics]
every_steps = 2
)toml";
  const auto place = std::filesystem::path(LOBATTO_TREE) / "tests/data/gmsh/pipe.toml";
  const auto run_pipe = [&](const std::filesystem::path& folder,
                            const comm::Communicator& communicator) {
    run(cases::parse_case(pipe, place.string(), {}, residents::case_format()), folder,
        communicator);
  };
  run_pipe(folder_ / "together", world_);
  run_pipe(own(), self_);
  world_.barrier();
  const Hdf5Reader a(files_of(folder_ / "together").at(0)), b(files_of(own()).at(0));
  EXPECT_EQ(a.shape("/flow/w"), (std::vector<hsize_t>{24, 4, 4, 4}));
  expect_same(a, b, "/flow");
  EXPECT_EQ(a.values("/mesh/x"), b.values("/mesh/x"));
  EXPECT_EQ(a.text_attribute("/mesh", "geometry"), "mesh file");
}

/// Means of a quantity are those of what it is made of; a field of a model is there with its name.
TEST_F(StatisticsTest, FurtherFieldsAreAveragedByTheirNames) {
  const std::vector<std::string> overrides{
      "statistics.average=[\"z\"]", "output.quantities.speed=u + 2*v",
      "subgrid={ model = \"smagorinsky\" }",
      "statistics.fields=[\"speed\", \"eddy_viscosity\", \"viscosity\"]"};
  run(duct, overrides, folder_ / "fields", world_);
  const Hdf5Reader in(files_of(folder_ / "fields").at(0));
  EXPECT_EQ(in.text_attribute("/", "subgrid_model"), "smagorinsky");
  EXPECT_EQ(in.attribute("/", "viscosity"), 0.01);
  EXPECT_EQ(in.text_attribute("/field/speed/mean_square", "formula"), "<f f>");
  const auto value = [&](const char* name) { return in.values(name); };
  const auto u = value("/flow/u"), v = value("/flow/v"), uu = value("/flow/uu"),
             uv = value("/flow/uv"), vv = value("/flow/vv"), mean = value("/field/speed/mean"),
             square = value("/field/speed/mean_square"),
             eddies = value("/field/eddy_viscosity/mean"), all = value("/field/viscosity/mean");
  ASSERT_EQ(mean.size(), u.size());
  for (std::size_t i = 0; i < u.size(); ++i) {
    EXPECT_NEAR(mean[i], u[i] + 2 * v[i], 1e-14);
    EXPECT_NEAR(square[i], uu[i] + 4 * uv[i] + 4 * vv[i], 1e-14);
    EXPECT_NEAR(all[i], 0.01 + eddies[i], 1e-15);
    EXPECT_GE(eddies[i], 0);
  }
  EXPECT_GT(*std::ranges::max_element(eddies), 1e-4);
}

TEST_F(StatisticsTest, TheFileSaysWhatItHolds) {
  run(duct, {"statistics.average=[\"z\"]", "statistics.quantities=basic"}, folder_ / "stats",
      world_);
  const auto file = files_of(folder_ / "stats").at(0);
  const Hdf5Reader in(file);
  EXPECT_EQ(in.text_attribute("/", "averaged"), "z");
  EXPECT_EQ(in.attribute("/", "viscosity"), 0.01);
  EXPECT_EQ(in.attribute("/", "bulk_velocity"), 1.0);
  EXPECT_EQ(in.attribute("/scalar/heat", "diffusivity"), 0.02);
  EXPECT_EQ(in.text_attribute("/boundary", "x_min"), "wall");
  EXPECT_EQ(in.text_attribute("/flow/uw", "formula"), "<u w>");
  EXPECT_EQ(in.text_attribute("/", "dimensions"), "y x");
  const double start = in.attribute("/", "start"), end = in.attribute("/", "end");
  EXPECT_GE(start, 0.05);
  EXPECT_DOUBLE_EQ(in.attribute("/", "weight"), end - start);
  const double steps = in.attribute("/", "end_step") - in.attribute("/", "start_step");
  EXPECT_EQ(in.attribute("/", "samples"), steps / 2);

  // The flow rate is held: the mean of w is 1, from the weights and from the lines.
  const auto w = in.values("/flow/w"), weights = in.values("/mesh/weights");
  const auto x = in.values("/mesh/x_weights"), y = in.values("/mesh/y_weights");
  ASSERT_EQ(in.shape("/flow/w"), (std::vector<hsize_t>{15, 10}));
  double volume = 0, by_weights = 0, by_lines = 0;
  for (std::size_t j = 0; j < y.size(); ++j)
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t q = j * x.size() + i;
      volume += weights[q];
      by_weights += weights[q] * w[q];
      by_lines += y[j] * x[i] * w[q];
    }
  EXPECT_NEAR(volume, 12.0, 1e-12);
  EXPECT_NEAR(by_weights / volume, 1.0, 1e-12);
  EXPECT_NEAR(by_lines / 4, 1.0, 1e-12);
  // u_tau^2 A = force V with A = 4 * 2 * 3 and V = 12.
  const double u_tau = in.attribute("/", "u_tau");
  EXPECT_NEAR(u_tau * u_tau * 24, in.attribute("/", "pressure_gradient") * 12, 1e-12);
}

TEST_F(StatisticsTest, WindowsFollowEachOtherAndTheLastIsWrittenToo) {
  run(duct,
      {"statistics.average=[\"z\"]", "statistics.window=0.1", "time.steps=30",
       "statistics.quantities=basic"},
      folder_ / "stats", world_);
  const auto files = files_of(folder_ / "stats");
  ASSERT_GE(files.size(), 3U);
  double end = -1;
  for (const auto& file : files) {
    const Hdf5Reader in(file);
    if (end >= 0) {
      EXPECT_EQ(in.attribute("/", "start"), end);
    }
    end = in.attribute("/", "end");
    EXPECT_EQ(file.filename(),
              fmt::format("stats_{:08d}.h5", std::lround(in.attribute("/", "start_step"))));
  }
}

}  // namespace
}  // namespace lobatto::run
