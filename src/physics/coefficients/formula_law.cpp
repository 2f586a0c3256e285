#include "physics/coefficients/formula_law.hpp"

#include "space/element_blocks.hpp"

namespace lobatto::physics {

void FormulaLaw::evaluate(const state::State& state, double t, std::span<double> k) {
  const space::FunctionSpace& space = state.space();
  const std::size_t size = space.element_size();
  const state::Variable& u = state["velocity"];
  if (formula_.uses_shear_rate) {
    if (!shear_rate_) {
      shear_rate_ = std::make_unique<ShearRate>(space.fluid());
      shear_ = space.make_field();
    }
    shear_rate_->evaluate(u.vector(), std::span(shear_).first(space.fluid().size()));
  }
  std::vector<const double*> fields;
  for (const auto& name : formula_.scalars) fields.push_back(state[name].now().data());
  std::array<const double*, 3> velocity{};
  std::vector<const double*> scalars(fields.size());
  for (int e = 0, n = 1; e < space.n_elements(); e += n, n = 1) {
    if (space.region(e) != formula_.region) continue;
    const int most = space::elements_per_call(space, space.n_elements() - e);
    while (n < most && space.region(e + n) == formula_.region) ++n;
    const std::size_t begin = e * size;
    space.element_points(e, n, points_);
    for (int d = 0; d < 3; ++d) velocity[d] = u.now(d).data() + begin;
    for (std::size_t s = 0; s < scalars.size(); ++s) scalars[s] = fields[s] + begin;
    const double* shear = formula_.uses_shear_rate ? shear_.data() + begin : nullptr;
    formula_.function({{points_[0], points_[1], points_[2]}, t, velocity, scalars, shear},
                      k.subspan(begin, n * size));
  }
}

}  // namespace lobatto::physics
