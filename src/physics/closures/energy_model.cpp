#include "physics/closures/energy_model.hpp"

#include <cmath>
#include <utility>

#include "physics/equations/assembly.hpp"
#include "physics/equations/scalar_transport.hpp"
#include "physics/terms/subgrid_energy_term.hpp"

namespace lobatto::physics {

EnergyModel::EnergyModel(double c_k, const space::FunctionSpace& fluid)
    : constant_(c_k), widths_(filter_widths(fluid)), size_(fluid.element_size()) {}

void EnergyModel::evaluate(const state::State& state, std::span<double> out) {
  const double* energy = state[field].now().data();
  for (std::size_t e = 0; e < widths_.size(); ++e) {
    const double factor = constant_ * widths_[e];
    for (std::size_t q = e * size_; q < (e + 1) * size_; ++q)
      out[q] = factor * std::sqrt(std::abs(energy[q]));
  }
}

kernels::Cost EnergyModel::cost() const {
  return {3 * static_cast<double>(size_), 16 * static_cast<double>(size_)};
}

SubgridModelKind one_equation_model() {
  return {EnergyModel::word, EnergyModel::constant, nullptr,
          [](const SubgridSettings& settings,
             const space::FunctionSpace& space) -> std::unique_ptr<SubgridModel> {
            return std::make_unique<EnergyModel>(settings.constant.value_or(EnergyModel::constant),
                                                 space.fluid());
          }};
}

namespace {

/// k where it is made as fast as it is taken, ratio Delta^2 2 S : S with ratio = C_k / C_e, of the
/// current level of the velocity. out [size of the fluid]; copies of a node may differ.
void evaluate_balanced_energy(const state::State& state, double ratio, std::span<double> out) {
  const space::FunctionSpace& fluid = state.space().fluid();
  const auto widths = filter_widths(fluid);
  ElementGradients gradients(fluid);
  for (const auto& block : space::blocks_of(fluid, space::nodes_with_gradients)) {
    const auto& gradient = gradients.of(block, on_block(state["velocity"].vector(), block));
    for (std::size_t q = 0; q < block.n_values; ++q) {
      const double width = widths[block.first + q / fluid.element_size()];
      out[block.offset + q] = ratio * width * width * 2 * strain_squared(gradient.at(q));
    }
  }
}

/// Begins by itself: as the settings say, or in balance with the velocity.
class SubgridEnergy final : public ScalarTransport {
 public:
  SubgridEnergy(const SubgridEnergySettings& settings, double c_k, const Coefficient& diffusivity,
                const ScalarSettings& transport, CarriedField& energy, Assembly& assembly)
      : ScalarTransport(assembly.state.space().fluid(), transport, diffusivity,
                        assembly.explicit_part, energy, assembly.settings, assembly.workspace,
                        assembly.profiler),
        state_(assembly.state),
        energy_(energy.field()),
        initial_(settings.initial),
        ratio_(c_k / settings.dissipation) {}

  void begin(double t) override {
    const space::FunctionSpace& fluid = state_.space().fluid();
    const auto values = std::span<double>(energy_.now()).first(fluid.size());
    if (initial_) return fluid.evaluate(initial_, t, values);
    evaluate_balanced_energy(state_, ratio_, values);
    fluid.make_continuous(values);
  }

 private:
  const state::State& state_;
  state::Variable& energy_;
  space::SpaceTimeFunction initial_;
  double ratio_;
};

}  // namespace

void add_subgrid_energy(const SubgridEnergySettings& settings, double c_k, Assembly& assembly) {
  auto& field = assembly.state.declare(EnergyModel::field,
                                       {.n_levels = time::max_order,
                                        .n_saved = time::max_order,
                                        .save_as = std::string("flow/") + EnergyModel::field,
                                        .may_be_missing = true});
  CarriedField& energy = assembly.explicit_part.carry(field, assembly.state.space().fluid());
  energy.add(std::make_unique<SubgridEnergyTerm>(assembly.state, field, settings.dissipation));
  ScalarSettings transport;
  transport.name = EnergyModel::field;
  transport.faces = settings.faces;
  transport.method = assembly.settings.velocity_method;
  const Coefficient& diffusivity = assembly.add_coefficient(
      EnergyModel::diffusivity, assembly.settings.viscosity, settings.prandtl);
  assembly.equations.push_back(
      std::make_unique<SubgridEnergy>(settings, c_k, diffusivity, transport, energy, assembly));
}

}  // namespace lobatto::physics
