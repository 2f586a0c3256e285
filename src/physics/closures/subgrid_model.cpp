#include "physics/closures/subgrid_model.hpp"

#include "physics/closures/gradient_model.hpp"

namespace lobatto::physics {

std::unique_ptr<SubgridModel> make_subgrid_model(const SubgridSettings& settings,
                                                 const space::FunctionSpace& space) {
  return std::make_unique<GradientModel>(make_eddy_viscosity(settings.model, settings.constant),
                                         space);
}

}  // namespace lobatto::physics
