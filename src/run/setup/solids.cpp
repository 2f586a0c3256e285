#include "run/setup/flow_setup.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "physics/coefficients/composed_laws.hpp"

namespace lobatto::run {

namespace {

std::shared_ptr<const space::Field> capacity_of(residents::Formulas& formulas,
                                                const cases::ScalarCase& scalar,
                                                const space::FunctionSpace& space) {
  const std::size_t size = space.element_size();
  auto capacity = std::make_shared<space::Field>(space.size());
  capacity->fill(1.0);
  space::Field of_solid = space.make_field();
  for (std::size_t s = 0; s < scalar.solids.size(); ++s) {
    const cases::CoefficientCase& given = scalar.solids[s].capacity;
    of_solid.fill(given.constant);
    if (given.field) space.evaluate(formulas.function(*given.field), 0.0, of_solid);
    for (int e = 0; e < space.n_elements(); ++e)
      if (space.region(e) == static_cast<int>(s) + 1)
        std::copy_n(of_solid.data() + e * size, size, capacity->data() + e * size);
  }
  return capacity;
}

}  // namespace

void set_solids(residents::Formulas& formulas, const cases::ScalarCase& scalar,
                const space::FunctionSpace& space, physics::ScalarSettings& settings) {
  if (scalar.solids.empty()) return;
  std::vector<physics::CoefficientSettings> coefficients{settings.diffusivity};
  for (const auto& solid : scalar.solids) {
    coefficients.push_back(
        formulas.coefficient(solid.conductivity, static_cast<int>(coefficients.size())));
    settings.solid_sources.push_back(solid.source ? formulas.source_function(*solid.source)
                                                  : physics::SourceFunction{});
  }
  settings.diffusivity = {std::make_shared<physics::RegionalLaw>(std::move(coefficients))};
  settings.capacity = capacity_of(formulas, scalar, space);
}

}  // namespace lobatto::run
