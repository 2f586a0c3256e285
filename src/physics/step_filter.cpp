#include "physics/step_filter.hpp"

#include "poly/modal_filter.hpp"

namespace lobatto::physics {

namespace {

kernels::ElementFilter low_pass(const Filter& settings, const space::FunctionSpace& space) {
  const auto transfer = poly::low_pass_transfer(space.n(), settings.n_modes, settings.weight);
  const auto matrix = poly::modal_filter(space.nodes(), poly::ModalBasis::bubble, transfer);
  return {space.n(), matrix.values};
}

}  // namespace

StepFilter::StepFilter(const Filter& settings, const space::FunctionSpace& space,
                       perf::Profiler& profiler)
    : space_(space),
      region_(profiler, "filter"),
      filter_(low_pass(settings, space)),
      of_scalars_(settings.of_scalars) {}

double StepFilter::apply(space::Field& field, const DirichletValues& given) {
  double change = 0;
  region_([&] {
    const double before = energy(field);
    filter_elements(field);
    // Neighbours in a file may have a shared face with its directions swapped: other round-off.
    if (space_.hexes() != nullptr) space_.make_continuous(field);
    given.impose(field);
    change = energy(field) - before;
  });
  return change;
}

void StepFilter::filter_elements(space::Field& field) {
  const auto size = static_cast<double>(space_.element_size());
  for (int e = 0; e < space_.n_elements(); ++e) {
    double* phi = field.data() + e * space_.element_size();
    filter_(phi, phi);
  }
  const kernels::Cost passes{6 * size, 32 * size};  // to filter, and two of the energy
  region_.count((kernels::element_filter_cost(filter_.n()) + passes) * space_.n_elements());
}

double StepFilter::energy(const space::Field& field) const {
  const std::size_t size = space_.element_size();
  double sum = 0;
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto mass = space_.mass(e);
    const double* phi = field.data() + e * size;
    for (std::size_t q = 0; q < size; ++q) sum += mass(q) * phi[q] * phi[q];
  }
  return sum / 2;
}

}  // namespace lobatto::physics
