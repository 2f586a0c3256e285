#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cost.hpp"
#include "physics/closures/velocity_gradient.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// A viscosity of the motions that a mesh does not resolve, from the velocity gradient where it is
/// and the width of the smallest motions that the mesh does: of each node, for itself.
class EddyViscosity {
 public:
  virtual ~EddyViscosity() = default;

  /// nu_t at the nodes of neighbouring elements, in length^2 / time; never negative.
  /// filter_widths: of each element, see filter_width(). out [elements][n^3], no gradient among
  /// them.
  virtual void evaluate(const VelocityGradient& gradient, std::span<const double> filter_widths,
                        std::span<double> out) const = 0;
  /// Of one node.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
};

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

struct SubgridSettings {
  std::string model;               ///< a word of subgrid_models()
  std::optional<double> constant;  ///< none: that of the model's authors
  std::array<bool, 3> averaged{};  ///< of "dynamic": directions of a box over which it averages
};

/// A model by its word, with the constant that its authors give.
struct SubgridModelKind {
  std::string word;
  std::optional<double> constant;  ///< none where the model finds it from the flow
  /// Of one that is a function of the velocity gradient alone; of others null, and `make` is not.
  std::unique_ptr<EddyViscosity> (*of_gradient)(double constant) = nullptr;
  std::unique_ptr<SubgridModel> (*make)(const SubgridSettings& settings,
                                        const space::FunctionSpace& space) = nullptr;
};

/// Every model, in the order in which people read them: a line each.
using SubgridModelMaker = SubgridModelKind();
SubgridModelMaker smagorinsky_model, wale_model, vreman_model, sigma_model, dynamic_model,
    one_equation_model;
inline constexpr std::array all_subgrid_models{
    &smagorinsky_model, &wale_model,    &vreman_model,
    &sigma_model,       &dynamic_model, &one_equation_model,
};

const std::vector<SubgridModelKind>& subgrid_models();
/// Throws base::Error, with the words that there are, where no model has this one.
const SubgridModelKind& find_subgrid_model(std::string_view word);

/// The model of a case, in the fluid of a space, which must live as long. Throws base::Error where
/// there is none of that name.
std::unique_ptr<SubgridModel> make_subgrid_model(const SubgridSettings& settings,
                                                 const space::FunctionSpace& space);

}  // namespace lobatto::physics
