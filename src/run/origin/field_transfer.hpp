#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "space/element_search.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Takes fields from elements of any kind to the nodes of a space, by their polynomials.
class FieldTransfer {
 public:
  using Point = std::array<double, 3>;
  /// Where a point of the space is among the elements, such as one period before.
  using Place = std::function<Point(const Point&)>;

  /// The search is one of the elements of all ranks, each its own. name: of the file that they are
  /// from, for messages.
  FieldTransfer(const space::ElementSearch& search, const space::FunctionSpace& to, Place place,
                std::string name)
      : search_(search), to_(to), place_(std::move(place)), name_(std::move(name)) {}

  /// fields: at the nodes of the elements. One result each, whose copies of a node are equal.
  /// Collective; throws base::Error that names the file on every rank where a node of the space
  /// lies in none of the elements, by more than curved walls of two meshes differ.
  [[nodiscard]] std::vector<space::Field> operator()(
      const std::vector<std::span<const double>>& fields) const;

 private:
  [[nodiscard]] std::vector<Point> nodes() const;

  const space::ElementSearch& search_;
  const space::FunctionSpace& to_;
  Place place_;
  std::string name_;
};

/// Into the periods of a box with these axes, which must live as long; null: to where points are.
FieldTransfer::Place into_periods(const std::array<mesh::Axis, 3>* axes);

}  // namespace lobatto::run
