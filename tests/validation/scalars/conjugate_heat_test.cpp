// Scalars in elements that are solid: conductivity and capacity jump where regions meet, and the
// flow ends there.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <numbers>
#include <optional>

#include "../../unit/mesh/temporary_file.hpp"
#include "case/schema/choices.hpp"
#include "case_runner.hpp"
#include "mesh/partition.hpp"
#include "support/memory_state.hpp"

namespace lobatto::validation {
namespace {

class ConjugateHeat : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world(), self_ = comm::Communicator::self();
};

/// Three layers across y, one of them fluid at rest: as steps of first order do not differ from the
/// steady state for long, the profile is straight in each layer and the flux the same in all.
constexpr const char* layers = R"toml(
[mesh]
order = 4
x = { range = [0, 1], elements = 2, periodic = true }
y = { ticks = [0, 0.5, 1, 1.5, 2, 3] }
z = { range = [0, 1], elements = 2 }
[[solid]]
name = "steel"
where = "y < 1"
[[solid]]
name = "cork"
where = "y > 2"
[flow]
velocity = [0, 0, 0]
[[scalar]]
name = "T"
diffusivity = 0.5
boundary = { y_min = { value = 0 }, y_max = { value = 1 }, z = "insulated" }
solid.steel = { conductivity = 8, capacity = 3 }
solid.cork = { conductivity = "0.1", capacity = 0.4 }
exact = "1/12.125*((y < 1)*y/8 + (y >= 1 && y <= 2)*(1/8 + 2*(y - 1)) + (y > 2)*(2.125 + 10*(y - 2)))"
[solver]
tolerance = 1e-13
[time]
order = 1
dt = 1e6
steps = 4
)toml";

TEST_F(ConjugateHeat, LayersHaveStraightProfilesAndOneFlux) {
  const auto simulation = run(case_from_text(layers), world_);
  EXPECT_LT(max_error(*simulation, "T"), 1e-10);
}

TEST_F(ConjugateHeat, AMovedBoxHasTheSame) {
  const std::string map = "mesh.map=[\"x + 0.1*sin(pi*z)\", \"y\", \"z\"]";
  const auto simulation = run(case_from_text(layers, {map}), world_);
  EXPECT_LT(max_error(*simulation, "T"), 1e-10);
}

/// The slowest mode of fluid at rest on y < a and a solid beyond it, between T = 0 at y = 0 and 1:
/// exp(-s t) sin(m y) / sin(m a) and exp(-s t) sin(n (1 - y)) / sin(n (1 - a)), s = k m^2 = K n^2 /
/// C with equal fluxes, k m cot(m a) + K n cot(n (1 - a)) = 0.
struct SlowestMode {
  static constexpr double a = 0.4, k = 0.1, conductivity = 0.4, capacity = 2.5;
  double m, n;

  SlowestMode() {
    const double ratio = std::sqrt(k * capacity / conductivity);  // n / m
    const auto mismatch = [&](double of) {
      return k * of / std::tan(of * a) + conductivity * ratio * of / std::tan(ratio * of * (1 - a));
    };
    double below = 0.1, above = std::numbers::pi / std::max(a, ratio * (1 - a)) - 1e-9;
    for (int i = 0; i < 200; ++i) {
      const double middle = 0.5 * (below + above);
      (mismatch(middle) > 0 ? below : above) = middle;
    }
    m = below;
    n = ratio * m;
  }
  [[nodiscard]] std::string text() const {
    const auto decay = fmt::format("exp(-{:.17g}*t)", k * m * m);
    return fmt::format(
        "{}*((y < {})*sin({:.17g}*y)/sin({:.17g}) + (y >= {})*sin({:.17g}*(1 - y))/sin({:.17g}))",
        decay, a, m, m * a, a, n, n * (1 - a));
  }
};

/// Largest error when the mode has become a good deal smaller.
double error_of_mode(int order, const comm::Communicator& communicator) {
  const SlowestMode mode;
  const std::string text = fmt::format(
      R"toml(
[mesh]
order = {}
x = {{ range = [0, 1], elements = 1, periodic = true }}
y = {{ ticks = [0, 0.4, 1] }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[[solid]]
name = "block"
where = "y > 0.4"
[flow]
velocity = [0, 0, 0]
[[scalar]]
name = "T"
diffusivity = {}
initial = "exact"
exact = "{}"
boundary = {{ y = {{ value = 0 }} }}
solid.block = {{ conductivity = {}, capacity = {} }}
[solver]
tolerance = 1e-13
[time]
dt = 2e-3
steps = 100
)toml",
      order, SlowestMode::k, mode.text(), SlowestMode::conductivity, SlowestMode::capacity);
  return max_error(*run(case_from_text(text), communicator), "T");
}

TEST_F(ConjugateHeat, AModeThroughAJumpConvergesSpectrally) {
  const double at_4 = error_of_mode(4, world_), at_6 = error_of_mode(6, world_),
               at_8 = error_of_mode(8, world_);
  EXPECT_LT(at_6, 0.03 * at_4);
  EXPECT_LT(at_8, 0.03 * at_6);
  EXPECT_LT(error_of_mode(10, world_), 2e-9);
}

/// A wave of temperature along a channel with Poiseuille flow over a slab, T = sin(x - t) (1 + r y)
/// in the fluid and sin(x - t) (1 + y) in the slab, r the ratio of conductivities; what is left of
/// the equations are the sources.
constexpr const char* wave = R"toml(
[mesh]
order = 8
x = { range = [0, "2*pi"], elements = 4, periodic = true }
y = { ticks = [-0.5, 0, 0.5, 1] }
z = { range = [0, 1], elements = 3, periodic = true }
[parameters]
k = 0.05
K = 0.2
C = 1.5
r = 4
[fluid]
viscosity = 0.1
[boundary]
y = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "x"
[initial]
velocity = ["6*y*(1 - y)", "0", "0"]
[exact]
velocity = ["6*y*(1 - y)", "0", "0"]
[[solid]]
name = "slab"
where = "y < 0"
[[scalar]]
name = "T"
diffusivity = "k"
initial = "exact"
exact = "sin(x - t)*(1 + (y < 0)*y + (y >= 0)*r*y)"
source = "((u - 1)*cos(x - t) + k*sin(x - t))*(1 + r*y)"
boundary = { y = { value = "exact" } }
[scalar.solid.slab]
conductivity = "K"
capacity = "C"
source = "(-C*cos(x - t) + K*sin(x - t))*(1 + y)"
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-12
[time]
dt = 2e-3
steps = 50
)toml";

TEST_F(ConjugateHeat, AWaveAboveAndInASlab) {
  const auto simulation = run(case_from_text(wave), world_);
  EXPECT_LT(max_error(*simulation, "T"), 3e-7);
  EXPECT_LT(max_error(*simulation, "u"), 1e-10);
  EXPECT_LT(max_error(*simulation, "v"), 1e-10);
}

TEST_F(ConjugateHeat, AWaveIsOfThirdOrderInTime) {
  const auto error = [&](const char* dt, const char* steps) {
    return max_error(*run(case_from_text(wave, {dt, steps}), world_), "T");
  };
  EXPECT_GT(slope(error("time.dt=0.02", "time.steps=20"), error("time.dt=0.01", "time.steps=40")),
            2.7);
}

/// The square root has no value below the fluid.
TEST_F(ConjugateHeat, FormulasOfTheFluidAreNotAskedInSolids) {
  const std::vector<std::string> overrides{"fluid.viscosity=\"0.1 + 0*u*sqrt(y)\"",
                                           "scalar[0].diffusivity=\"k + 0*sqrt(y)\"",
                                           "forcing.body=[\"0*sqrt(y)\", \"0\", \"0\"]"};
  const auto simulation = run(case_from_text(wave, overrides), world_);
  EXPECT_FALSE(simulation->formula_fault());
  EXPECT_LT(max_error(*simulation, "T"), 3e-7);
  EXPECT_LT(max_error(*simulation, "u"), 1e-8);
}

TEST_F(ConjugateHeat, TheFlowIsZeroInSolids) {
  const auto simulation = run(case_from_text(wave), world_);
  const auto& state = simulation->state();
  const std::size_t n_fluid = simulation->space().fluid().size();
  for (int d = 0; d < 3; ++d)
    for (const double u : std::span(state["velocity"].now(d)).subspan(n_fluid)) EXPECT_EQ(u, 0.0);
  for (const double p : std::span(state["pressure"].now()).subspan(n_fluid)) EXPECT_EQ(p, 0.0);
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

/// Couette flow of shear 2 over a slab under Smagorinsky's model: nu_t = (C width)^2 2 all over the
/// fluid, and nothing in the slab. Heat goes straight up through both, as in layers.
TEST_F(ConjugateHeat, EddiesAreInTheFluidAlone) {
  const double width = std::cbrt(std::numbers::pi / 2 * 0.5 * (1.0 / 3)) / 8,
               eddies = 2 * std::pow(0.9 * width, 2), k = 0.05 + eddies / 0.5;
  std::string text = wave;
  replace(text, "y = \"wall\"", "y_min = \"wall\"\ny_max = { velocity = [\"2\", \"0\", \"0\"] }");
  replace(text, "[forcing]\nflow_rate = 1.0\nflow_direction = \"x\"\n", "");
  for (int i = 0; i < 2; ++i) replace(text, "6*y*(1 - y)", "2*y");
  replace(
      text, "exact = \"sin(x - t)*(1 + (y < 0)*y + (y >= 0)*r*y)\"",
      fmt::format("turbulent_prandtl = 0.5\nexact = \"(y < 0)*y + (y >= 0)*{:.17g}*y\"", 0.2 / k));
  replace(text, "source = \"((u - 1)*cos(x - t) + k*sin(x - t))*(1 + r*y)\"\n", "");
  replace(text, "source = \"(-C*cos(x - t) + K*sin(x - t))*(1 + y)\"\n", "");
  const auto simulation =
      run(case_from_text(text + "[subgrid]\nmodel = \"smagorinsky\"\nconstant = 0.9\n"), world_);
  EXPECT_GT(eddies, 0.01);
  EXPECT_LT(max_error(*simulation, "T"), 1e-10);
  EXPECT_LT(max_error(*simulation, "u"), 1e-10);
  const auto& state = simulation->state();
  const std::size_t n_fluid = simulation->space().fluid().size();
  for (std::size_t q = 0; q < simulation->space().size(); ++q) {
    ASSERT_NEAR(state["eddy_viscosity"].now()[q], q < n_fluid ? eddies : 0.0, 1e-12);
    ASSERT_NEAR(state["T_diffusivity"].now()[q], q < n_fluid ? k : 0.2, 1e-12);
  }
}

/// The wave's channel with a flow that is of no plane, under a model.
std::string stirred_wave(const std::string& model) {
  std::string text = wave;
  replace(text, "6*y*(1 - y)", "6*y*(1 - y)*(1 + 0.5*sin(5*x)*cos(8*pi*z))");
  replace(text, "steps = 50", "steps = 10");
  return text + "[subgrid]\n" + model + "\n";
}

const std::array<const char*, 4> models{"model = \"vreman\"", "model = \"dynamic\"",
                                        "model = \"dynamic\"\naverage = [\"x\", \"z\"]",
                                        "model = \"one-equation\""};

/// A channel over a slab is a channel over a wall: the flow knows nothing of the slab, be its
/// eddies those of the gradient, of a test filter or of an equation of their own.
TEST_F(ConjugateHeat, EddiesBesideASlabAreThoseBesideAWall) {
  for (const char* model : models) {
    SCOPED_TRACE(model);
    const std::vector<std::string> overrides{"solver.velocity=jacobi-cg",
                                             "solver.pressure=schwarz-multigrid"};
    const std::string text = stirred_wave(model);
    std::string alone = text;
    replace(alone, "ticks = [-0.5, 0, 0.5, 1]", "ticks = [0, 0.5, 1]");
    const auto begin = alone.find("[[solid]]");
    alone.erase(begin, alone.find("[solver]") - begin);
    const auto with_slab = run(case_from_text(text, overrides), self_),
               with_wall = run(case_from_text(alone, overrides), self_);
    const auto& space = with_slab->space();
    const std::size_t size = space.element_size();
    for (const char* name : {"velocity", "eddy_viscosity", "subgrid_energy"}) {
      const auto* field = with_slab->state().find(name);
      if (field == nullptr) continue;
      double difference = 0, largest = 0;
      for (int e = 0; e < space.fluid().n_elements(); ++e) {
        const auto number = space.element_number(e);  // x + 4 (y + 3 z), y from 1 on
        const auto beside_wall = number % 4 + 4 * ((number / 4 % 3 - 1) + 2 * (number / 12));
        for (std::size_t q = 0; q < size; ++q) {
          const double a = field->now()[e * size + q],
                       b = with_wall->state()[name].now()[beside_wall * size + q];
          difference = std::max(difference, std::abs(a - b));
          largest = std::max(largest, std::abs(b));
        }
      }
      EXPECT_LT(difference, 1e-9 * largest) << name;
      EXPECT_GT(largest, 1e-8) << name;
    }
  }
}

TEST_F(ConjugateHeat, AChannelOverAHeatedSlabReachesItsEnd) {
  const auto simulation = run(load_case("conjugate-channel.toml"), world_);
  EXPECT_LT(max_error(*simulation, "temperature"), 1e-6);
}

/// In steps of first order the difference of the contents over dt is what the step says of it: the
/// slab begins to warm up from below.
TEST_F(ConjugateHeat, ASolidHoldsWhatHasComeIn) {
  run::Simulation simulation(load_case("conjugate-channel.toml", {"time.order=1"}), world_);
  double before = simulation.advance().scalars.at(0).solids.at(0).content;
  for (int step = 0; step < 5; ++step) {
    const auto report = simulation.advance();
    const auto& scalar = report.scalars.at(0);
    const auto& slab = scalar.solids.at(0);
    EXPECT_EQ(slab.name, "slab");
    EXPECT_GT(slab.conduction, 0.1);
    EXPECT_NEAR((slab.content - before) / report.dt, slab.conduction, 1e-10);
    EXPECT_NEAR(scalar.change, scalar.conduction + scalar.convection + scalar.source, 1e-8);
    before = slab.content;
  }
}

/// Values by element number and node, of all elements of this rank.
std::map<std::int64_t, std::vector<double>> by_element(const space::FunctionSpace& space,
                                                       std::span<const double> field) {
  std::map<std::int64_t, std::vector<double>> values;
  const std::size_t size = space.element_size();
  for (int e = 0; e < space.n_elements(); ++e) {
    const auto of_element = field.subspan(e * size, size);
    values[space.element_number(e)].assign(of_element.begin(), of_element.end());
  }
  return values;
}

class ConjugateHeatOnRanks : public ConjugateHeat {
 protected:
  void expect_same(const std::string& text) const {
    const auto parallel = run(case_from_text(text), world_);
    const auto serial = run(case_from_text(text), self_);
    for (const char* name : {"velocity", "T", "eddy_viscosity", "subgrid_energy"})
      for (int d = 0;
           parallel->state().find(name) != nullptr && d < parallel->state()[name].n_components();
           ++d) {
        const auto whole = by_element(serial->space(), serial->state()[name].now(d));
        double difference = 0;
        for (const auto& [number, values] :
             by_element(parallel->space(), parallel->state()[name].now(d)))
          for (std::size_t q = 0; q < values.size(); ++q)
            difference = std::max(difference, std::abs(values[q] - whole.at(number)[q]));
        EXPECT_LT(world_.max(difference), 1e-11) << name << d;
      }
  }
};

TEST_F(ConjugateHeatOnRanks, Agree) { expect_same(wave); }

TEST_F(ConjugateHeatOnRanks, AgreeOnEddies) {
  for (const char* model : models) {
    SCOPED_TRACE(model);
    expect_same(stirred_wave(model));
  }
}

/// The layers of `wave` as a mesh of Gmsh, sheared along the flow, so that no element is a box.
std::string mesh_of_the_wave() {
  const std::vector<double> x{0, 0.25, 0.5, 0.75, 1}, y{-0.5, 0, 0.5, 1}, z{0, 0.5, 1};
  const std::size_t n_x = x.size(), n_y = y.size(), n_z = z.size();
  const auto node = [&](std::size_t i, std::size_t j, std::size_t k) {
    return (k * n_y + j) * n_x + i + 1;
  };
  std::string nodes, cells;
  for (std::size_t k = 0; k < n_z; ++k)
    for (std::size_t j = 0; j < n_y; ++j)
      for (std::size_t i = 0; i < n_x; ++i)
        nodes += fmt::format("{} {:.17g} {} {}\n", node(i, j, k),
                             2 * std::numbers::pi * x[i] + 0.4 * y[j], y[j], z[k]);
  int n_cells = 0;
  const auto add = [&](int type, int group, const std::vector<std::size_t>& corners) {
    cells +=
        fmt::format("{} {} 2 {} {} {}\n", ++n_cells, type, group, group, fmt::join(corners, " "));
  };
  /// A face of the lattice of cells: across direction d at its first or last nodes.
  const std::array<std::size_t, 3> ends{n_x - 1, n_y - 1, n_z - 1};
  for (int side = 0; side < 6; ++side) {
    const int d = side / 2, a = (d + 1) % 3, b = (d + 2) % 3;
    for (std::size_t p = 0; p < ends[a]; ++p)
      for (std::size_t q = 0; q < ends[b]; ++q) {
        std::vector<std::size_t> corners;
        for (const auto& [s, t] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
          std::array<std::size_t, 3> at{};
          at[d] = side % 2 == 0 ? 0 : ends[d];
          at[a] = p + s;
          at[b] = q + t;
          corners.push_back(node(at[0], at[1], at[2]));
        }
        add(3, side + 1, corners);
      }
  }
  for (std::size_t k = 0; k + 1 < n_z; ++k)
    for (std::size_t j = 0; j + 1 < n_y; ++j)
      for (std::size_t i = 0; i + 1 < n_x; ++i)
        add(5, j == 0 ? 8 : 7,
            {node(i, j, k), node(i + 1, j, k), node(i + 1, j + 1, k), node(i, j + 1, k),
             node(i, j, k + 1), node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1),
             node(i, j + 1, k + 1)});
  return fmt::format(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n8\n2 1 \"west\"\n2 2 \"east\"\n"
      "2 3 \"bottom\"\n2 4 \"top\"\n2 5 \"front\"\n2 6 \"back\"\n3 7 \"water\"\n3 8 "
      "\"steel\"\n$EndPhysicalNames\n$Nodes\n{}\n{}$EndNodes\n$Elements\n{}\n{}$EndElements\n",
      n_x * n_y * n_z, nodes, n_cells, cells);
}

/// The same case on that mesh.
std::string wave_on(const std::filesystem::path& mesh) {
  std::string text = wave;
  const auto first = text.find("x = {"), end = text.find("[parameters]");
  text.replace(first, end - first,
               fmt::format("file = \"{}\"\nperiodic = [{{ from = \"west\", to = \"east\" }}, "
                           "{{ from = \"front\", to = \"back\" }}]\n",
                           mesh.string()));
  replace(text, "y = \"wall\"", "bottom = \"wall\"\ntop = \"wall\"");
  replace(text, "where = \"y < 0\"", "volumes = [\"steel\"]");
  replace(text, "y = { value = \"exact\" }",
          "bottom = { value = \"exact\" }, top = { value = \"exact\" }");
  return text;
}

TEST_F(ConjugateHeatOnRanks, HaveTheWaveOnVolumesOfAMeshFile) {
  for (const auto& [partitioner, word] : cases::partitioner_words()) {
    if (partitioner == mesh::Partitioner::pt_scotch && !mesh::has_pt_scotch()) continue;
    SCOPED_TRACE(word);
    // In slices all ranks read the file of the first.
    std::optional<mesh::TemporaryFile> file;
    std::string path;
    if (world_.rank() == 0) path = file.emplace("layers.msh", mesh_of_the_wave()).path().string();
    world_.broadcast(path, 0);
    const auto simulation =
        run(case_from_text(wave_on(path), {fmt::format("mesh.partitioner=\"{}\"", word)}), world_);
    EXPECT_EQ(simulation->space().fluid().n_global_elements(), 16);
    EXPECT_LT(max_error(*simulation, "T"), 1e-6);
    EXPECT_LT(max_error(*simulation, "u"), 1e-9);
    world_.barrier();
  }
}

/// Four steps after any number of them, of a run and of one that goes on from its state.
void expect_the_same_after_a_restart(const cases::Case& the_case, const comm::Communicator& world) {
  for (const int n_before : {0, 1, 2, 6}) {
    run::Simulation straight(the_case, world), restarted(the_case, world);
    for (int step = 0; step < n_before; ++step) straight.advance();
    test::MemoryState state;
    test::StateKeeper keeper(state, world);
    straight.visit_state(keeper, true);
    test::StateGiver giver(state);
    restarted.visit_state(giver, true);
    for (int step = 0; step < 4; ++step) {
      straight.advance();
      restarted.advance();
    }
    const auto expect_equal = [](std::span<const double> a, std::span<const double> b) {
      ASSERT_EQ(a.size(), b.size());
      EXPECT_TRUE(a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
    };
    for (int d = 0; d < 3; ++d)
      expect_equal(straight.state()["velocity"].now(d), restarted.state()["velocity"].now(d));
    expect_equal(straight.state()["pressure"].now(), restarted.state()["pressure"].now());
    expect_equal(straight.state()["T"].now(), restarted.state()["T"].now());
  }
}

TEST_F(ConjugateHeatOnRanks, GoOnBitForBit) {
  for (const std::string& text :
       {std::string(wave), stirred_wave("model = \"wale\""), stirred_wave(models.back())})
    expect_the_same_after_a_restart(
        case_from_text(text, {"time.steps=1000", "solver.pressure_projection=4"}), world_);
}

}  // namespace
}  // namespace lobatto::validation
