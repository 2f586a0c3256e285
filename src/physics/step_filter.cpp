#include "physics/step_filter.hpp"

#include "kernels/inner_products.hpp"
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
      weighted_(space.element_size()),
      of_scalars_(settings.of_scalars) {}

double StepFilter::apply(space::Field& field, const DirichletValues& given) {
  double change = 0;
  region_([&] {
    const double before = filter_elements(field);
    // Neighbours in a file may have a shared face with its directions swapped: other round-off.
    if (space_.hexes() != nullptr) space_.make_continuous(field);
    given.impose(field);
    for (int e = 0; e < space_.n_elements(); ++e) change += energy(e, field);
    change -= before;
    const auto size = static_cast<double>(space_.element_size());
    const kernels::Cost sums{6 * size, 24 * size};  // read and written, then read again
    region_.count((kernels::element_filter_cost(filter_.n()) + sums) * space_.n_elements());
  });
  return change;
}

double StepFilter::filter_elements(space::Field& field) {
  double before = 0;
  for (int e = 0; e < space_.n_elements(); ++e) {
    before += energy(e, field);
    double* phi = field.data() + e * space_.element_size();
    filter_(phi, phi);
  }
  return before;
}

double StepFilter::energy(int e, const space::Field& field) {
  const auto mass = space_.mass(e);
  const double* phi = field.data() + e * weighted_.size();
  for (std::size_t q = 0; q < weighted_.size(); ++q) weighted_[q] = mass(q) * phi[q];
  return 0.5 * kernels::inner_product(weighted_.data(), phi, weighted_.size());
}

}  // namespace lobatto::physics
