// Every key that the manual lists, and every case of the repository.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "case/document/document.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

using cases::Key, cases::Value;

const cases::Schema& schema() { return case_format().schema(); }

/// Adds the declared paths of all keys in a table.
void collect_paths(const Value& table, const std::string& declared, std::set<std::string>& paths) {
  for (const cases::Entry& entry : *table.get<Value::Table>()) {
    const Key* key = schema().find(declared, entry.key);
    paths.insert(key->path);
    if (!schema().has_keys_below(key->path)) continue;
    if (entry.value.get<Value::Table>()) collect_paths(entry.value, key->path, paths);
    if (const auto* list = entry.value.get<Value::List>())
      for (const Value& item : *list) collect_paths(item, key->path, paths);
  }
}

TEST(Keys, AreAllReadInTheseTests) {
  const std::set<std::string> excluded_by_others{
      "mesh.<axis>.grading.geometric",
      "time.tolerance",
      "mesh.file",
      "mesh.plane",
      "mesh.partitioner",
      "mesh.extrude",
      "mesh.extrude.range",
      "mesh.extrude.elements",
      "mesh.extrude.grading",
      "mesh.extrude.grading.sine",
      "mesh.extrude.grading.geometric",
      "mesh.extrude.ticks",
      "mesh.extrude.periodic",
      "mesh.extrude.names",
      "mesh.scale",
      "mesh.rotate",
      "mesh.rotate.axis",
      "mesh.rotate.degrees",
      "mesh.shift",
      "mesh.unnamed[]",
      "mesh.unnamed[].name",
      "mesh.unnamed[].where",
      "mesh.unnamed[].normal",
      "mesh.periodic[]",
      "mesh.periodic[].from",
      "mesh.periodic[].to",
      "mesh.periodic[].axis",
      "mesh.periodic[].origin",
      "mesh.periodic[].degrees",
      "solid[]",
      "solid[].name",
      "case.refuse",
      "solid[].where",
      "solid[].volumes",
      "scalar[].solid",
      "scalar[].solid.<name>",
      "scalar[].solid.<name>.conductivity",
      "scalar[].solid.<name>.capacity",
      "scalar[].solid.<name>.source",
      "fluid.viscosity",
      "flow",
      "flow.velocity",
      "flow.from",
      "flow.cycle",
      "flow.period",
      "filter.weight",
      "filter.velocity",
      "subgrid.average",
      "initial.turbulence",
      "initial.turbulence.spectrum",
      "initial.turbulence.modes",
      "initial.turbulence.seed",
      "boundary.<face>.normal_velocity",
      "boundary.<face>.tangential_velocity",
      "boundary.<face>.pressure",
      "boundary.<face>.traction",
      "boundary.<face>.traction_form",
      "boundary.<face>.damp_backflow",
      "boundary.<face>.wall_model",
      "boundary.<face>.wall_model.height",
      "boundary.<face>.wall_model.law",
      "boundary.<face>.wall_model.roughness",
      "boundary.<face>.wall_model.kappa",
      "boundary.<face>.wall_model.constant",
      "scalar[].boundary.<face>.wall_model",
      "scalar[].boundary.<face>.wall_model.value",
      "scalar[].boundary.<face>.wall_model.roughness",
      "scalar[].boundary.<face>.wall_model.buoyancy",
      "boundary.<face>.recycle",
      "boundary.<face>.recycle.offset",
      "boundary.<face>.recycle.bulk_velocity",
      "boundary.<face>.turbulence",
      "boundary.<face>.turbulence.intensity",
      "boundary.<face>.turbulence.stress",
      "boundary.<face>.turbulence.stress.uu",
      "boundary.<face>.turbulence.stress.vv",
      "boundary.<face>.turbulence.stress.ww",
      "boundary.<face>.turbulence.stress.uv",
      "boundary.<face>.turbulence.stress.uw",
      "boundary.<face>.turbulence.stress.vw",
      "boundary.<face>.turbulence.length",
      "boundary.<face>.turbulence.convection",
      "boundary.<face>.turbulence.waves",
      "boundary.<face>.turbulence.seed",
      "time.dt",
      "magnetic",
      "magnetic.field",
      "magnetic.interaction",
      "magnetic.conducting",
      "magnetic.electric_field",
      "output.fields.every_steps",
      "mesh.axisymmetric",
      "mesh.motion",
      "mesh.motion.displacement",
      "mesh.body[]",
      "mesh.body[].on",
      "mesh.body[].displacement",
      "mesh.body[].angle",
      "mesh.body[].axis",
      "mesh.body[].about",
      "output.checkpoint.every_steps"};  // in the overrides of other tests
  const std::set<std::string> with_tests_of_their_own{"flow_meter", "integral",  "low_mach",
                                                      "python",     "rotation",  "sponge",
                                                      "stability",  "user_field"};
  std::set<std::string> paths = excluded_by_others;
  collect_paths(cases::parse_document(cases::watched_full_case, "a.toml"), "", paths);
  for (const Key& key : schema().keys) {
    if (with_tests_of_their_own.contains(key.path.substr(0, key.path.find_first_of("[."))))
      continue;
    EXPECT_TRUE(key.kind == cases::Kind::later || paths.contains(key.path)) << key.path;
  }
}

/// Large meshes are made when they are wanted, by scripts that stand beside them; a small one
/// that is there serves to read the case.
std::vector<std::string> in_place_of_made_mesh(const std::string& text,
                                               const std::filesystem::path& folder) {
  std::smatch mesh;
  if (!std::regex_search(text, mesh, std::regex("file = \"(meshes/[^\"]*)\\.msh\""))) return {};
  const bool is_made = std::filesystem::exists(folder / (mesh.str(1) + ".py"));
  return is_made ? std::vector<std::string>{"mesh.file=meshes/pipe.msh"}
                 : std::vector<std::string>{};
}

TEST(Cases, OfTheRepositoryAreValid) {
  int n_cases = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(LOBATTO_TREE) / "cases")) {
    if (entry.path().extension() != ".toml") continue;
    const std::string text = cases::read_text(entry.path());
    const auto overrides = in_place_of_made_mesh(text, entry.path().parent_path());
    EXPECT_NO_THROW(cases::parse_case(text, entry.path(), overrides, case_format()))
        << entry.path();
    ++n_cases;
  }
  EXPECT_GT(n_cases, 0);
}

}  // namespace
}  // namespace lobatto::residents
