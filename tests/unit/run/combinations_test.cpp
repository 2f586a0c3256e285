// Every resident in a case of every trait: where it lives with that, the run has finite fields and
// goes on bit for bit from its own memory; where it does not, the case is refused with the reason.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "../io/temporary_folder.hpp"
#include "../mesh/gmsh_writer.hpp"
#include "../mesh/raw_meshes.hpp"
#include "base/error.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "residents/residents.hpp"
#include "run/observers.hpp"
#include "run/simulation.hpp"
#include "support/memory_state.hpp"
#include "support/message_of.hpp"

namespace lobatto::run {
namespace {

using residents::low_mach;
using residents::mesh_motion;
using residents::Resident;
using residents::stability_search;
using residents::Trait;

/// A channel with a warm lower wall; what a trait changes is put in.
struct Channel {
  std::string mesh = R"toml(x = { range = [0, 1], elements = 3 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
)toml";
  std::string viscosity = "0.1";
  std::string flow = R"toml([boundary]
x_min = { velocity = ["4*y*(1 - y)", "0", "0"] }
x_max = "outflow"
y_min = "wall"
y_max = "wall"
[initial]
velocity = ["4*y*(1 - y)", "0", "0"]
)toml";
  std::string solid = "", in_solid = "", stability = "", time = "", motion = "", low_mach = "";
};

std::string text_of(const Channel& channel) {
  return "[mesh]\norder = 4\n" + channel.mesh + "[fluid]\nviscosity = " + channel.viscosity + "\n" +
         channel.flow + channel.solid + R"toml([time]
dt = 0.01
steps = 4
)toml" + channel.time +
         R"toml([[scalar]]
name = "heat"
prandtl = 1
initial = "1 - y"
boundary = { x_min = { value = "1 - y" }, x_max = "insulated", y_min = "insulated", y_max = "insulated" }
)toml" + channel.in_solid +
         channel.stability + channel.motion + channel.low_mach;
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  if (const auto at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
}

/// With what a resident says; a condition takes the place of that at the inlet, for the velocity in
/// a box that is not periodic.
std::string text_with(Channel channel, const Resident& resident) {
  const std::string &example = resident.example, path = resident.in_case_file.keys.front().path;
  if (path == "stability") channel.stability = "";
  if (path.starts_with("mesh.")) channel.motion = "";
  if (path == "low_mach") channel.low_mach = "";
  if (path.starts_with("scalar[].boundary")) {
    if (path.ends_with("wall_model"))
      replace(channel.flow, "x_min = { velocity = [\"4*y*(1 - y)\", \"0\", \"0\"] }\n",
              "x_min = { wall_model = { height = 0.2, roughness = 0.01 } }\n");
    std::string text = text_of(channel);
    replace(text, "x_min = { value = \"1 - y\" }", example);
    return text;
  }
  if (path == "scalar[].source") {
    std::string text = text_of(channel);
    replace(text, "prandtl = 1\n", "prandtl = 1\n" + example);
    return text;
  }
  if (!path.starts_with("boundary")) return text_of(channel) + example;
  const bool is_box = channel.mesh.find("periodic = true") != std::string::npos;
  replace(channel.mesh, "periodic = true", "periodic = false");
  replace(channel.flow, "x_min = { velocity = [\"4*y*(1 - y)\", \"0\", \"0\"] }\n",
          example + (is_box ? "z = \"symmetry\"\n" : ""));
  if (channel.flow.find("[boundary]") == std::string::npos)
    channel.flow += "[boundary]\n" + example;
  std::string text = text_of(channel);
  if (is_box) replace(text, "boundary = {", "boundary = { z = \"insulated\",");
  return text;
}

std::string mesh_file(const std::filesystem::path& folder) {
  mesh::Block block;
  block.n_elements = {3, 2, 2};
  block.periodic = {false, false, true};
  block.map = [](std::array<double, 3> x) { return std::array{x[0] / 3, x[1] / 2, x[2] / 2}; };
  if (comm::Communicator::world().rank() == 0)
    std::ofstream(folder / "channel.msh", std::ios::binary)
        << mesh::GmshWriter({}).write(mesh::make_block(block));
  comm::Communicator::world().barrier();
  return (folder / "channel.msh").string();
}

Channel channel_with(Trait trait, const std::filesystem::path& folder) {
  Channel channel;
  switch (trait) {
    case Trait::moved_box:
      channel.mesh += R"toml(map = ["x", "y + 0.05*sin(pi*y)*sin(pi*x)", "z"])toml"
                      "\n";
      break;
    case Trait::mesh_file:
      channel.mesh = fmt::format("file = \"{}\"\n", mesh_file(folder));
      break;
    case Trait::solids:
      channel.solid = "[[solid]]\nname = \"block\"\nwhere = \"x > 0.4 && x < 0.6 && y < 0.5\"\n";
      channel.in_solid = "solid = { block = { conductivity = 2 } }\n";
      break;
    case Trait::prescribed_velocity:
      channel.flow = "[flow]\nvelocity = [\"4*y*(1 - y)\", \"0\", \"0\"]\n";
      break;
    case Trait::variable_coefficients:
      channel.viscosity = "\"0.1 + 0.05*y\"";
      break;
    case Trait::linearised:
      channel.stability = stability_search().example;
      break;
    case Trait::characteristics:
      channel.time = "splitting = \"characteristics\"\n";
      break;
    case Trait::moving_mesh:
      channel.motion = mesh_motion().example;
      break;
    case Trait::low_mach:
      channel.low_mach = low_mach().example;
      break;
  }
  return channel;
}

/// About a base flow conditions and sources do not use the solution.
std::string without_solution(std::string text) {
  for (const auto& [from, to] : {std::pair{"*(1 + 0.1*v)", ""},
                                 {"0.01*v", "0"},
                                 {"*(heat - 0.2)", ""},
                                 {"0.2*heat", "0.2"},
                                 {"w - 0.1*heat*dudx", "y"},
                                 {"-0.1*u", "0"}})
    replace(text, from, to);
  return text;
}

cases::Case channel_case(const std::string& text) {
  return cases::parse_case(text, "channel.toml", {}, residents::case_format());
}

void expect_finite(const Simulation& simulation) {
  for (const auto& field : simulation.state().variables())
    for (int d = 0; d < (field->kind().is_vector ? 3 : 1); ++d)
      EXPECT_TRUE(std::ranges::all_of(field->now(d), [](double v) { return std::isfinite(v); }))
          << field->name();
}

test::MemoryState state_after_two_steps(Simulation& simulation) {
  for (int i = 0; i < 2; ++i) simulation.advance();
  expect_finite(simulation);
  test::MemoryState state;
  test::StateKeeper keeper(state, simulation.space().communicator());
  simulation.visit_state(keeper, true);
  return state;
}

void expect_to_run(const std::string& text) {
  const auto the_case = channel_case(text);
  const auto world = comm::Communicator::world();
  Simulation whole(the_case, world), rest(the_case, world);
  const Observers of_whole(whole);
  const test::MemoryState middle = state_after_two_steps(whole);
  test::StateGiver giver(middle);
  rest.visit_state(giver, true);
  EXPECT_EQ(state_after_two_steps(whole).rows, state_after_two_steps(rest).rows);
}

TEST(Combinations, AreEitherRunOrRefused) {
  const auto world = comm::Communicator::world();
  const io::TemporaryFolder folder(world);
  for (const auto& make : residents::all) {
    const Resident resident = make();
    if (resident.in_case_file.keys.empty()) continue;
    SCOPED_TRACE(resident.example);
    ASSERT_FALSE(resident.example.empty()) << resident.in_case_file.keys.front().path;
    expect_to_run(text_with({}, resident));
    for (const auto& trait : residents::traits) {
      SCOPED_TRACE(trait.where);
      std::string text = text_with(channel_with(trait.trait, folder.path()), resident);
      if (trait.trait == Trait::linearised) text = without_solution(text);
      if (std::ranges::find(resident.supports, trait.trait) != resident.supports.end())
        expect_to_run(text);
      else
        EXPECT_NE(message_of<base::Error>([&] { channel_case(text); }).find(trait.where),
                  std::string::npos);
    }
  }
}

}  // namespace
}  // namespace lobatto::run
