#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "case/expressions/expression.hpp"
#include "residents/solution.hpp"

namespace lobatto::residents {

/// An expression has a value that is not finite: what is sampled lacks it, but no file failed.
class ValueError : public base::Error {
 public:
  using Error::Error;
};

/// Fields made of the solution by expressions, when they are wanted. Without finite values there is
/// a ValueError on every rank.
class OutputQuantities {
 public:
  /// Those of output.quantities.
  explicit OutputQuantities(const Solution& solution);
  /// Those of a list; where elements are given, in these alone, and each for itself.
  OutputQuantities(const Solution& solution, std::span<const cases::QuantityCase> asked,
                   std::optional<std::vector<int>> elements);

  struct Quantity {
    std::string name;
    space::Field values;  ///< as of the last `evaluate`
  };
  /// From the solution of a time level at time t; what was evaluated after the same step already
  /// stays. Where gradients enter, which differ where elements meet, the values there are means.
  /// Collective; throws base::Error on every rank where a value is not finite.
  const std::vector<Quantity>& evaluate(std::size_t level, double t);

 private:
  void evaluate_all(std::size_t level, double t);
  void evaluate_gradients(std::size_t level);
  [[nodiscard]] std::string evaluate_element(int e, std::size_t level, double t);

  Solution solution_;
  std::vector<int> elements_;
  bool is_everywhere_;
  std::vector<std::string> field_names_;
  std::vector<cases::Expression> expressions_;
  std::vector<Quantity> quantities_;
  std::vector<bool> uses_gradients_;
  /// Of physics::gradient_quantities(), those that some expression uses.
  std::vector<std::size_t> wanted_;
  std::vector<space::Field> gradients_;  ///< empty where not wanted
  std::array<std::vector<double>, 3> points_;
  struct Evaluated {
    std::size_t level = 0;
    long long step = 0;
    bool operator==(const Evaluated&) const = default;
  };
  std::optional<Evaluated> evaluated_;  ///< what quantities_ hold
};

}  // namespace lobatto::residents
