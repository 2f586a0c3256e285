// Flows in a plane: what the same flow is in one layer of elements, at every node.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "case_runner.hpp"
#include "restarted_run.hpp"
#include "same_elements.hpp"

namespace lobatto::validation {
namespace {

/// Past a bump to an open end, with a scalar and a velocity across the plane that the flow carries.
const std::string bump = R"toml(
[mesh]
order = 5
x = { range = [0, 4], elements = 5 }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 0.5], elements = 1, periodic = true }
map = ["x", "y + 0.1*(1 - y)*exp(-(x - 2)^2)", "z"]
[fluid]
viscosity = 0.05
[boundary]
x_min = { velocity = ["1 - y^2", "0", "0.1"] }
x_max = "outflow"
y_min = "wall"
y_max = "symmetry"
[initial]
velocity = ["1 - y^2", "0.1*sin(pi*y)*sin(x)", "0.1*cos(y)"]
[[scalar]]
name = "temperature"
diffusivity = 0.05
initial = "y"
boundary.x_min = { value = "y" }
boundary.x_max = "insulated"
boundary.y = { flux = "0.1*x" }
[time]
dt = 0.01
steps = 5
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-12
)toml";

/// Five quadrilaterals, each with its corners counted from another one, of a square that is driven
/// round at its sides: no pressure is given.
const std::string five_elements = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 1 "sides"
2 2 "fluid"
$EndPhysicalNames
$Nodes
8
1 -1 -1 0
2 1 -1 0
3 1 1 0
4 -1 1 0
5 -0.4 -0.5 0
6 0.5 -0.4 0
7 0.4 0.3 0
8 -0.3 0.4 0
$EndNodes
$Elements
9
1 1 2 1 1 1 2
2 1 2 1 1 2 3
3 1 2 1 1 3 4
4 1 2 1 1 4 1
5 3 2 2 2 5 6 7 8
6 3 2 2 2 2 6 5 1
7 3 2 2 2 2 3 7 6
8 3 2 2 2 8 7 3 4
9 3 2 2 2 1 5 8 4
$EndElements
)";
const std::string driven_square = R"toml(
[mesh]
order = 7
file = "FILE"
[fluid]
viscosity = 0.02
[boundary]
sides = { velocity = ["-y*(1 - x^4*y^4)", "x*(1 - x^4*y^4)", "0.1*x*y"] }
[time]
dt = 0.01
steps = 4
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-12
)toml";

/// The case on the mesh, whose file rank 0 has written. Collective.
std::string with_mesh_file() {
  const auto file = std::filesystem::temp_directory_path() / "five-elements.msh";
  if (all_ranks().rank() == 0) std::ofstream(file) << five_elements;
  (void)all_ranks().sum(1LL);
  std::string text = driven_square;
  return text.replace(text.find("FILE"), 4, file.string());
}

/// Largest difference to the lower nodes of the layer's elements, over the largest value there.
double difference(const space::FunctionSpace& plane, const space::Field& a, const space::Field& b) {
  const space::Field in_layer = plane.in_layer(a);
  double largest = 0;
  for (const double value : b) largest = std::max(largest, std::abs(value));
  return max_difference(in_layer, b) / largest;
}

void expect_the_flow_of_the_layer(const cases::Case& in_plane, const cases::Case& in_layer) {
  const auto self = comm::Communicator::self();
  const auto flat = run(in_plane, self), layer = run(in_layer, self);
  const auto &a = flat->state(), &b = layer->state();
  EXPECT_EQ(b.space().size(), (in_plane.order + 1) * a.space().size());
  EXPECT_NEAR(a.space().volume() / b.space().volume(), 1, 1e-12);
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(difference(a.space(), a["velocity"].now(d), b["velocity"].now(d)), 1e-9) << d;
  EXPECT_LT(difference(a.space(), a["pressure"].now(), b["pressure"].now()), 1e-8);
  for (const auto& scalar : cases::scalar_names(in_plane))
    EXPECT_LT(difference(a.space(), a[scalar].now(), b[scalar].now()), 1e-9) << scalar;
}

void expect_the_flow_of_the_layer(std::vector<std::string> overrides) {
  const auto in_layer = case_from_text(bump, overrides);
  overrides.emplace_back("mesh.plane=true");
  expect_the_flow_of_the_layer(case_from_text(bump, overrides), in_layer);
}

TEST(Plane, IsTheFlowOfALayerPastABump) { expect_the_flow_of_the_layer({}); }

TEST(Plane, IsTheFlowOfALayerInABox) { expect_the_flow_of_the_layer({"mesh.map="}); }

TEST(Plane, IsTheFlowOfALayerWhereTheViscosityVaries) {
  expect_the_flow_of_the_layer({"fluid.viscosity=\"0.05*(1 + 0.2*y)\""});
}

TEST(Plane, IsTheFlowOfALayerOnOtherQuadraturesAndOrders) {
  expect_the_flow_of_the_layer({"mesh.quadrature=\"none\""});
  expect_the_flow_of_the_layer({"solver.preconditioner=\"double\""});
}

TEST(Plane, IsTheFlowOfALayerOfAMeshFile) {
  const auto text = with_mesh_file();
  expect_the_flow_of_the_layer(
      case_from_text(text, {"mesh.plane=true"}),
      case_from_text(text, {"mesh.extrude={ range = [0, 1], elements = 1, periodic = true }"}));
}

TEST(Plane, WalshEddiesFallToTheirSolutionExponentiallyWithTheOrder) {
  const auto self = comm::Communicator::self();
  double before = 1;
  for (const int order : {5, 8, 11}) {
    const auto eddies =
        run(load_case("walsh.toml", {fmt::format("mesh.order={}", order), "mesh.plane=true",
                                     "time.dt=5e-4", "time.end=0.02"}),
            self);
    const double error = std::max(max_error(*eddies, "u"), max_error(*eddies, "v"));
    EXPECT_LT(error, before / 50) << "order " << order;
    EXPECT_EQ(max_error(*eddies, "w"), 0.0);
    before = error;
  }
  EXPECT_LT(before, 1e-7);
}

TEST(PlaneOnRanks, IsTheSameAsOnOne) {
  for (const auto& the_case :
       {case_from_text(bump, {"mesh.plane=true", "time.steps=2"}),
        case_from_text(bump, {"mesh.plane=true", "mesh.map=", "time.steps=2"}),
        case_from_text(with_mesh_file(), {"mesh.plane=true", "time.steps=2"})}) {
    const auto self = comm::Communicator::self();
    const auto shared = run(the_case, all_ranks()), whole = run(the_case, self);
    const auto &a = shared->state(), &b = whole->state();
    for (int d = 0; d < 3; ++d)
      EXPECT_LT(relative_difference(a.space(), a["velocity"].now(d), b["velocity"].now(d)), 1e-8)
          << d;
    EXPECT_LT(relative_difference(a.space(), a["pressure"].now(), b["pressure"].now()), 1e-7);
  }
}

TEST(PlaneOnRanks, GoesOnBitForBit) {
  const auto the_case = case_from_text(bump, {"mesh.plane=true"});
  for (const char* field : {"velocity", "pressure", "temperature"})
    EXPECT_EQ(restart_difference(the_case, 3, field), 0.0) << field;
}

}  // namespace
}  // namespace lobatto::validation
