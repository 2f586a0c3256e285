#include "physics/equations/given_derivatives.hpp"

#include <algorithm>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::physics {

GivenDerivatives::GivenDerivatives(const state::Variable& field, const state::Variable& level,
                                   const space::FunctionSpace& space)
    : field_(field),
      level_(level),
      space_(space),
      stiffness_(space::make_helmholtz_operator(space)),
      sides_(field.n_components() * space.boundaries().size()),
      image_(space.element_size()) {
  for (int c = 0; c < field.n_components(); ++c) of_values_.push_back(space.make_field());
  clear();
}

void GivenDerivatives::clear() {
  of_coefficient_ = 0;
  for (auto& values : of_values_) values.fill(0.0);
  for (auto& side : sides_) side.clear();
}

void GivenDerivatives::add_solve(double b, double nu, int component, const space::Field& y,
                                 const space::Field& z) {
  const std::size_t size = space_.element_size();
  const space::Field& u = level_.now(component);
  space::Field& of_values = of_values_[component];
  for (int e = 0; e < space_.n_elements(); ++e) {
    const std::size_t first = e * size;
    stiffness_->apply(e, 1, {0, 1}, z.data() + first, image_.data());
    of_coefficient_ -= kernels::inner_product(image_.data(), u.data() + first, size);
    const auto mass = space_.mass(e);
    for (std::size_t q = 0; q < size; ++q)
      of_values[first + q] += y[first + q] - b * mass(q) * z[first + q] - nu * image_[q];
  }
}

void GivenDerivatives::add_to_coefficient(const space::VectorField& s) {
  for (int c = 0; c < field_.n_components(); ++c)
    of_coefficient_ += kernels::inner_product(s[c].data(), level_.now(c).data(), space_.size());
}

void GivenDerivatives::add_values(int component, const space::Field& y) {
  for (std::size_t q = 0; q < space_.size(); ++q) of_values_[component][q] += y[q];
}

std::vector<double>& GivenDerivatives::on_sides(int component, int boundary) {
  auto& values = sides_[component * space_.boundaries().size() + boundary];
  if (values.empty()) values.resize(space::Boundary(space_, boundary).n_values());
  return values;
}

double GivenDerivatives::of_coefficient() const {
  return space_.communicator().sum(of_coefficient_);
}

/// What stands at the nodes of a part, and the weights of its sides, from all elements.
void GivenDerivatives::add_part(const GivenOnPart& part, const space::Field& of_values,
                                space::Field& sum, space::Field& weights) const {
  const space::Boundary boundary(space_, part.boundary);
  const auto& of_sides = sides_[part.component * space_.boundaries().size() + part.boundary];
  space::Field shares = space_.make_field(), areas = space_.make_field();
  shares.fill(0.0);
  areas.fill(0.0);
  if (!of_sides.empty()) boundary.add_to(0, space_.n_elements(), of_sides, shares.data());
  boundary.add_to(0, space_.n_elements(), boundary.weights(), areas.data());
  space_.gather_scatter().add(shares);
  space_.gather_scatter().add(areas);
  for (const std::size_t q : part.nodes) shares[q] += of_values[q];
  for (std::size_t q = 0; q < space_.size(); ++q) {
    sum[q] += shares[q];
    weights[q] += areas[q];
  }
}

std::vector<BoundaryDerivative> GivenDerivatives::of_boundary(
    std::span<const GivenOnPart> given) const {
  std::vector<BoundaryDerivative> found;
  std::vector<space::Field> weights, assembled = of_values_;
  for (auto& values : assembled) space_.gather_scatter().add(values);
  for (const auto& part : given) {
    const std::string& name = space_.boundaries()[part.boundary].name;
    auto place = std::ranges::find_if(found, [&](const BoundaryDerivative& one) {
      return one.boundary == name && one.component == part.component;
    });
    if (place == found.end()) {
      place = found.insert(found.end(), {name, part.component, space_.make_field()});
      place->density.fill(0.0);
      weights.push_back(place->density);
    }
    add_part(part, assembled[part.component], place->density, weights[place - found.begin()]);
  }
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t q = 0; q < space_.size(); ++q)
      found[i].density[q] = weights[i][q] > 0 ? found[i].density[q] / weights[i][q] : 0.0;
  return found;
}

GivenDerivatives& FieldsGivenDerivatives::of(const state::Variable& field) {
  return *std::ranges::find_if(
      parts_, [&](const GivenDerivatives& part) { return &part.field() == &field; });
}

}  // namespace lobatto::physics
