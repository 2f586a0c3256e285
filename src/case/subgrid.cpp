#include "case/subgrid.hpp"

#include <fmt/format.h>

#include "case/schema_ranges.hpp"
#include "case/table.hpp"
#include "physics/closures/eddy_viscosity.hpp"

namespace lobatto::cases {

namespace {

using physics::SubgridSettings;

Words<std::string> model_words() {
  Words<std::string> words;
  for (const auto& maker : physics::eddy_viscosity_makers())
    words.push_back({maker.word, maker.word});
  return words;
}

/// "0.17 of smagorinsky, 0.5 of wale ..."
std::string usual_constants() {
  std::string text;
  for (const auto& maker : physics::eddy_viscosity_makers())
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", maker.constant, maker.word);
  return text;
}

const Table<SubgridSettings>& subgrid_table() {
  static const Table<SubgridSettings> table{
      {.path = "subgrid",
       .description = "An eddy viscosity for the motions that the mesh does not resolve; see "
                      "[the method](theory.md#8-flow-that-the-mesh-does-not-resolve)"},
      {{worded(&SubgridSettings::model, model_words()),
        {.path = "subgrid.model",
         .required = true,
         .example = "\"wale\"",
         .description = "what it follows from: the velocity gradient"}},
       {&SubgridSettings::constant,
        {.path = "subgrid.constant",
         .range = positive,
         .default_text = usual_constants(),
         .example = "0.1",
         .description = "of the model"}}}};
  return table;
}

}  // namespace

std::vector<Key> subgrid_keys() { return subgrid_table().keys(); }

void read_subgrid(const Section& root, Case& c) { subgrid_table().read_below(root, c.subgrid); }

}  // namespace lobatto::cases
