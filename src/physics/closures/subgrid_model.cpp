#include "physics/closures/subgrid_model.hpp"

#include "physics/closures/dynamic_model.hpp"
#include "physics/closures/energy_model.hpp"
#include "physics/closures/gradient_model.hpp"

namespace lobatto::physics {

namespace {

std::vector<SubgridModelKind> make_kinds() {
  std::vector<SubgridModelKind> kinds;
  for (const auto& maker : eddy_viscosity_makers()) kinds.push_back({maker.word, maker.constant});
  kinds.push_back({DynamicModel::word, std::nullopt});
  kinds.push_back({EnergyModel::word, EnergyModel::constant});
  return kinds;
}

}  // namespace

const std::vector<SubgridModelKind>& subgrid_models() {
  static const std::vector<SubgridModelKind> kinds = make_kinds();
  return kinds;
}

std::unique_ptr<SubgridModel> make_subgrid_model(const SubgridSettings& settings,
                                                 const space::FunctionSpace& space) {
  if (settings.model == EnergyModel::word)
    return std::make_unique<EnergyModel>(settings.constant.value_or(EnergyModel::constant),
                                         space.fluid());
  if (settings.model == DynamicModel::word)
    return std::make_unique<DynamicModel>(settings.averaged, space);
  return std::make_unique<GradientModel>(make_eddy_viscosity(settings.model, settings.constant),
                                         space.fluid());
}

}  // namespace lobatto::physics
