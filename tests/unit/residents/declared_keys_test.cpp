// What the declaration of every key says, against what the check of a case file does.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "case/document/overrides.hpp"
#include "case/schema/schema_check.hpp"
#include "residents/case_format.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

using cases::Key, cases::Kind;

const cases::Schema& key_schema() { return case_format().schema(); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
    text.replace(at, from.size(), to);
  return text;
}

/// A path of a real case for a declared one.
std::string concrete(const std::string& declared) {
  std::string path = replaced(declared, "<axis>", "y");
  // What excludes each other stands on different faces.
  const bool recycles = declared.find("<face>.recycle") != std::string::npos;
  const bool is_modelled = declared.find("<face>.wall_model") != std::string::npos;
  const bool fluctuates = declared.find("<face>.turbulence") != std::string::npos;
  const bool has_stress = declared.find("turbulence.stress") != std::string::npos;
  path = replaced(path, "<face>",
                  recycles      ? "z_max"
                  : is_modelled ? "y_max"
                  : has_stress  ? "x_max"
                  : fluctuates  ? "x_min"
                                : "z_min");
  path = replaced(path, "<name>", "alpha");
  return replaced(path, "[]", "[0]");
}

/// What the check says of the minimal case with a scalar, a buoyancy, and one more value.
std::string verdict_on(const std::string& path, const std::string& value) {
  // Of ticks and range one alone may stand.
  const bool is_range = path.starts_with("mesh.extrude.") && path != "mesh.extrude.ticks";
  const std::string text =
      cases::minimal_case + (is_range ? "[mesh.extrude]\nrange = [0, 1]\n" : "") +
      "[mesh.rotate]\ndegrees = 90\n[[mesh.unnamed]]\nname = \"rest\"\n"
      "[[scalar]]\nname = \"temperature\"\nprandtl = 1\nboundary.z_min = { robin = 1 }\n"
      "boundary.y_max = { wall_model = { value = 1, roughness = 1 } }\n"
      "solid.alpha.conductivity = 1\n[[solid]]\nname = \"alpha\"\nwhere = \"y\"\n"
      "[[forcing.buoyancy]]\nscalar = \"temperature\"\n"
      "[boundary]\nz_min = { pressure = 1 }\n"
      "z_max = { recycle = { offset = [1, 0, 0], bulk_velocity = 1 } }\n"
      "y_max = { wall_model = { height = 1e11 } }\n"
      "x_min = { velocity = [1, 0, 0], turbulence = { intensity = 1, length = 1, "
      "convection = [1, 0, 0] } }\n"
      "x_max = { velocity = [1, 0, 0], turbulence = { stress = { uu = 1, vv = 1, ww = 1 }, "
      "length = 1, convection = [1, 0, 0] } }\n"
      "[[mesh.periodic]]\nfrom = \"a\"\nto = \"b\"\naxis = [0, 0, 1]\norigin = [0, 0, 0]\ndegrees "
      "= 60\n"
      "[[mesh.body]]\non = [\"x_min\"]\ndisplacement = [0, 0, 0]\n"
      "[[mesh.part]]\nname = \"lid\"\nof = \"x_min\"\nwhere = \"y\"\n"
      "[[probe]]\nname = \"a\"\nline = { from = [0, 0, 0], to = [1, 0, 0], points = 3 }\n"
      "plane = { corner = [0, 0, 0], edge_1 = [1, 0, 0], edge_2 = [0, 1, 0], "
      "points_1 = 2, points_2 = 2 }\n"
      "[[force]]\nname = \"b\"\non = [\"x_min\"]\n"
      "reference = { velocity = 1, length = 1, area = 1 }\n"
      "[[flow_meter]]\nname = \"d\"\non = [\"x_min\"]\n"
      "[[sponge]]\nstrength = 1\nshape = \"x\"\nvelocity = [0, 0, 0]\n"
      "[[integral]]\nname = \"heat\"\nof = \"x\"\n"
      "[[user_field]]\nname = \"marker\"\n"
      "[[particles]]\nname = \"dust\"\nsource = [{ rate = 1, box = { from = [0, 0, 0], to = [9, 9, "
      "9] } }]\nwall = [{ on = [\"x_min\"] }]\n"
      "start.box = { from = [0, 0, 0], to = [1, 1, 1] }\n"
      "[rotation]\nrate = [0, 0, 1]\n"
      "[magnetic]\nfield = [0, 0, 1]\ninteraction = 1\n"
      "[[monitor]]\nname = \"c\"\nof = { u = \"u\" }\n"
      "[initial]\nturbulence = { spectrum = 1, modes = 2 }\n"
      "[subgrid]\nmodel = \"wale\"\n"
      "[stability]\nkind = \"modes\"\n"
      "[low_mach]\ntemperature = \"temperature\"\n"
      "[time.steady]\nchange = 1e-6\n"
      "[restart]\nfrom = \"runs/a\"\n";
  cases::Problems problems;
  cases::Value document = cases::parse_document(text, "a.toml");
  cases::apply_override(document, path + "=" + value, key_schema(), problems);
  cases::TableFiles tables("", cases::read_table_text);
  cases::check_schema(document, key_schema(),
                      cases::collect_names(document, key_schema(), tables, problems), {}, tables,
                      problems);
  return problems.text();
}

TEST(DeclaredKeys, AreUniqueAndBelowDeclaredTables) {
  std::set<std::string> paths{""};
  for (const Key& key : key_schema().keys) {
    EXPECT_TRUE(paths.insert(key.path).second) << key.path << " is declared twice";
    EXPECT_TRUE(paths.contains(key.parent())) << key.path << " comes before its table";
  }
}

TEST(DeclaredKeys, HaveDescriptionsAndExamples) {
  for (const Key& key : key_schema().keys) {
    EXPECT_FALSE(key.description.empty()) << key.path;
    const bool needs_example = !key_schema().has_keys_below(key.path) && key.kind != Kind::later;
    EXPECT_TRUE(!needs_example || !key.example.empty()) << key.path;
    EXPECT_TRUE(!key.required || key.default_text.empty()) << key.path;
  }
}

TEST(DeclaredKeys, ExamplesPassTheCheck) {
  for (const Key& key : key_schema().keys) {
    if (key.example.empty()) continue;
    EXPECT_EQ(verdict_on(concrete(key.path), key.example), "") << key.path;
  }
}

TEST(DeclaredKeys, DefaultsThatAreValuesPassTheCheck) {
  for (const Key& key : key_schema().keys) {
    const bool in_words = key.default_text == "never" || key.default_text == "none" ||
                          key.default_text.find(' ') != std::string::npos;
    const bool is_list = key.default_text.starts_with('[');
    if (key.default_text.empty() || (in_words && !is_list)) continue;
    EXPECT_EQ(verdict_on(concrete(key.path), key.default_text), "") << key.path;
  }
}

TEST(DeclaredKeys, RefuseWhatTheirKindDoesNotTake) {
  for (const Key& key : key_schema().keys) {
    if (key.kind == Kind::later) continue;
    const std::string verdict = verdict_on(concrete(key.path), "[{ nonsense = true }]");
    std::string path = concrete(key.path);
    if (key.kind == Kind::table_list) path.resize(path.rfind('['));
    EXPECT_NE(verdict.find(": " + path), std::string::npos) << key.path << ": " << verdict;
  }
}

TEST(DeclaredKeys, KeepWithinTheirRanges) {
  for (const Key& key : key_schema().keys) {
    if (key.kind != Kind::integer && key.kind != Kind::number) continue;
    const bool takes_less_than_0 = key.range.lower < -1, takes_much = key.range.upper > 1e10;
    EXPECT_EQ(verdict_on(concrete(key.path), "-1").empty(), takes_less_than_0) << key.path;
    EXPECT_EQ(verdict_on(concrete(key.path), "10000000000").empty(), takes_much) << key.path;
  }
}

TEST(DeclaredKeys, AreWhatGroupsName) {
  for (const cases::Group& group : key_schema().groups)
    for (const std::string& name : group.names) {
      const Key* key = key_schema().find(group.parent, name);
      ASSERT_NE(key, nullptr) << group.parent << "." << name;
      EXPECT_FALSE(key->required) << key->path;
    }
}

}  // namespace
}  // namespace lobatto::residents
