#include "residents/source_gradients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace lobatto::residents {

SourceGradients::SourceGradients(const cases::Expression& formula,
                                 const std::vector<std::string>& scalar_names,
                                 const space::FunctionSpace& space)
    : space_(&space),
      operators_(space::make_element_operators(space)),
      n_fields_(3 + scalar_names.size()),
      uses_shear_rate_(formula.depends_on("shear_rate")) {
  for (const char* name : {"dvdz", "dwdz", "shear_rate"})
    if (space.is_axisymmetric() && formula.depends_on(name))
      throw base::Error(
          fmt::format("{}: '{}' does not go with mesh.axisymmetric", formula.text(), name));
  const auto names = cases::gradient_variables(scalar_names);
  for (std::size_t f = 0; f < n_fields_; ++f) {
    const bool is_used =
        std::ranges::any_of(std::span(names).subspan(3 * f, 3),
                            [&](const std::string& name) { return formula.depends_on(name); });
    if (is_used || (uses_shear_rate_ && f < 3)) fields_.push_back({f, {}});
  }
}

void SourceGradients::append(int first, int n_elements, std::span<const double* const> fields,
                             std::vector<std::span<const double>>& inputs) {
  auto next = fields_.begin();
  for (std::size_t f = 0; f < n_fields_; ++f) {
    if (next == fields_.end() || next->field != f) {
      inputs.resize(inputs.size() + 3);
      continue;
    }
    differentiate(first, n_elements, fields[f], *next);
    inputs.insert(inputs.end(), next->along.begin(), next->along.end());
    ++next;
  }
  if (uses_shear_rate_) set_shear_rate(n_elements * space_->element_size());
  inputs.emplace_back(shear_rate_);
}

void SourceGradients::differentiate(int first, int n_elements, const double* values,
                                    Slopes& slopes) {
  const std::size_t size = space_->element_size();
  for (auto& along : slopes.along) along.resize(n_elements * size);
  const auto at = [&](int d) { return slopes.along[d].data(); };
  operators_->gradient(first, n_elements, values, {at(0), at(1), at(2)});
}

/// (2 S : S)^(1/2); the first three of fields_ are those of the velocity.
void SourceGradients::set_shear_rate(std::size_t n_values) {
  shear_rate_.resize(n_values);
  for (std::size_t q = 0; q < n_values; ++q) {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const double twice = fields_[i].along[j][q] + fields_[j].along[i][q];
        sum += 0.5 * twice * twice;
      }
    shear_rate_[q] = std::sqrt(sum);
  }
}

}  // namespace lobatto::residents
