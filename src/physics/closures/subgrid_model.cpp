#include "physics/closures/subgrid_model.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "physics/closures/element_gradients.hpp"

namespace lobatto::physics {

namespace {

/// The SubgridModel of a function of the velocity gradient, of each element's polynomials.
class GradientModel final : public SubgridModel {
 public:
  /// fluid: of a space; must live as long.
  GradientModel(std::unique_ptr<EddyViscosity> viscosity, const space::FunctionSpace& fluid)
      : viscosity_(std::move(viscosity)),
        gradients_(fluid),
        blocks_(space::blocks_of(fluid, space::nodes_with_gradients)),
        widths_(filter_widths(fluid)),
        size_(fluid.element_size()) {}

  void evaluate(const state::State& state, std::span<double> out) override {
    const auto& velocity = state["velocity"].vector();
    for (const space::ElementBlock& block : blocks_)
      viscosity_->evaluate(gradients_.of(block, on_block(velocity, block)),
                           {widths_.data() + block.first, widths_.data() + block.end()},
                           out.subspan(block.offset, block.n_values));
  }
  [[nodiscard]] kernels::Cost cost() const override {
    return gradients_.cost() + viscosity_->cost() * static_cast<double>(size_);
  }

 private:
  std::unique_ptr<EddyViscosity> viscosity_;
  ElementGradients gradients_;
  std::vector<space::ElementBlock> blocks_;
  std::vector<double> widths_;  ///< of the elements
  std::size_t size_;
};

}  // namespace

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
