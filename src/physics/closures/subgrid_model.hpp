#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/cost.hpp"
#include "physics/settings.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// A model by its word, with the constant that its authors give.
struct SubgridModelKind {
  std::string word;
  std::optional<double> constant;  ///< none where the model finds it from the flow
};
/// All models, in the order in which people read them.
const std::vector<SubgridModelKind>& subgrid_models();

/// Gives the eddy viscosity of a flow its value at every node of the fluid: from the velocity
/// gradient, or from what an equation of its own knows of the motions that the mesh does not
/// resolve.
class SubgridModel {
 public:
  virtual ~SubgridModel() = default;

  /// nu_t from the current level, level 0, of the fields of the state; copies of a
  /// node may differ. out [size of the fluid]. Collective.
  virtual void evaluate(const state::State& state, std::span<double> out) = 0;
  /// Of one element.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
};

/// The model of a case, in the fluid of a space, which must live as long. Throws base::Error where
/// there is none of that name.
std::unique_ptr<SubgridModel> make_subgrid_model(const SubgridSettings& settings,
                                                 const space::FunctionSpace& space);

}  // namespace lobatto::physics
