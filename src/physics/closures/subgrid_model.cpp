#include "physics/closures/subgrid_model.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "physics/closures/gradient_model.hpp"

namespace lobatto::physics {

const std::vector<SubgridModelKind>& subgrid_models() {
  static const std::vector<SubgridModelKind> kinds = [] {
    std::vector<SubgridModelKind> made;
    for (const auto& make : all_subgrid_models) made.push_back(make());
    return made;
  }();
  return kinds;
}

const SubgridModelKind& find_subgrid_model(std::string_view word) {
  const auto found = std::ranges::find(subgrid_models(), word, &SubgridModelKind::word);
  if (found != subgrid_models().end()) return *found;
  std::string words;
  for (const auto& kind : subgrid_models()) words += " " + kind.word;
  throw base::Error("there is no eddy viscosity \"" + std::string(word) + "\", but:" + words);
}

std::unique_ptr<SubgridModel> make_subgrid_model(const SubgridSettings& settings,
                                                 const space::FunctionSpace& space) {
  const SubgridModelKind& kind = find_subgrid_model(settings.model);
  if (kind.make != nullptr) return kind.make(settings, space);
  return std::make_unique<GradientModel>(
      kind.of_gradient(settings.constant.value_or(kind.constant.value_or(1.0))), space.fluid());
}

}  // namespace lobatto::physics
