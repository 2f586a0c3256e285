#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "case/expressions/expression.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"

namespace lobatto::residents {

/// Values of cases::gradient_variables() in elements, those alone that a formula uses. Derivatives
/// are of the polynomials of each element.
class SourceGradients {
 public:
  /// formula: of cases::source_variables(). The space must live as long.
  SourceGradients(const cases::Expression& formula, const std::vector<std::string>& scalar_names,
                  const space::FunctionSpace& space);

  /// False where the formula uses none.
  [[nodiscard]] bool are_used() const { return !fields_.empty(); }
  /// Appends them in their order, empty ones for those that are not used, at all nodes of
  /// neighbouring elements; valid until the next call. fields: the velocity and the scalars there,
  /// 3 + n_scalars.
  void append(int first, int n_elements, std::span<const double* const> fields,
              std::vector<std::span<const double>>& inputs);

 private:
  struct Slopes {
    std::size_t field;                         ///< 0 to 2 velocity, then scalars
    std::array<std::vector<double>, 3> along;  ///< of a block
  };
  void differentiate(int first, int n_elements, const double* values, Slopes& slopes);
  void set_shear_rate(std::size_t n_values);

  const space::FunctionSpace* space_;
  std::shared_ptr<space::ElementOperators> operators_;
  std::size_t n_fields_;
  bool uses_shear_rate_;
  std::vector<Slopes> fields_;  ///< of those that are needed, ascending
  std::vector<double> shear_rate_;
};

}  // namespace lobatto::residents
