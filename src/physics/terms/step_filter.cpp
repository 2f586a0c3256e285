#include "physics/terms/step_filter.hpp"

#include "kernels/vectors/inner_products.hpp"
#include "poly/modal_filter.hpp"

namespace lobatto::physics {

namespace {

kernels::ElementFilter bubble_filter(int n_modes, double weight,
                                     const space::FunctionSpace& space) {
  const auto transfer = poly::low_pass_transfer(space.n(), n_modes, weight);
  const auto matrix = poly::modal_filter(space.nodes(), poly::ModalBasis::bubble, transfer);
  return {space.shape(), matrix.values};
}

}  // namespace

StepFilter::StepFilter(int n_modes, double weight, const space::FunctionSpace& space,
                       perf::Profiler& profiler)
    : space_(space),
      region_(profiler, WorkPart::filter),
      filter_(bubble_filter(n_modes, weight, space)),
      weighted_(space.element_size()) {}

StepFilter::Sums StepFilter::apply(space::Field& field, const DirichletValues& given) {
  Sums change;
  region_([&] {
    filter_elements(field, change);
    // Neighbours in a file may have a shared face with its directions swapped: other round-off.
    if (space_.hexes() != nullptr) space_.make_sides_continuous(field);
    given.impose(field);
    for (int e = 0; e < space_.n_elements(); ++e) add(1, e, field, change);
    const auto size = static_cast<double>(space_.element_size());
    const kernels::Cost sums{8 * size, 24 * size};  // read and written, then read again
    region_.count((kernels::element_filter_cost(filter_.shape()) + sums) * space_.n_elements());
  });
  return change;
}

void StepFilter::filter_elements(space::Field& field, Sums& change) {
  for (int e = 0; e < space_.n_elements(); ++e) {
    add(-1, e, field, change);
    double* phi = field.data() + e * space_.element_size();
    filter_(phi, phi);
  }
}

void StepFilter::add(double factor, int e, const space::Field& field, Sums& sums) {
  const auto mass = space_.mass(e);
  const double* phi = field.data() + e * weighted_.size();
  for (std::size_t q = 0; q < weighted_.size(); ++q) weighted_[q] = mass(q) * phi[q];
  sums.content += factor * kernels::sum(weighted_);
  sums.energy += factor * 0.5 * kernels::inner_product(weighted_.data(), phi, weighted_.size());
}

}  // namespace lobatto::physics
