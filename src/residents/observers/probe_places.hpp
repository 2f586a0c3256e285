#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "case/document/section.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::residents {

/// Where a probe samples. Lines and planes are kept by their ends, so that a place takes the same
/// memory whatever the number of its points.
class ProbePlaces {
 public:
  using Point = std::array<double, 3>;

  struct Line {
    Point from{}, to{};
    long long n_points = 2;
  };
  /// A parallelogram; the points along the first edge come first.
  struct Plane {
    Point corner{};
    std::array<Point, 2> edges{};
    std::array<long long, 2> n_points{2, 2};
  };

  ProbePlaces() = default;
  explicit ProbePlaces(std::vector<Point> points) : places_(std::move(points)) {}
  explicit ProbePlaces(const Line& line) : places_(line) {}
  explicit ProbePlaces(const Plane& plane) : places_(plane) {}

  /// Points, a line or a plane, in a [[probe]].
  static std::vector<cases::Key> keys();
  /// Returns the key that was given, one of these; none where not one was, which is reported.
  std::string read(const cases::Section& table);

  /// [points]; of a plane [along edge 2][along edge 1].
  [[nodiscard]] std::vector<long long> shape() const;
  /// The number of points, which may be more than an integer holds.
  [[nodiscard]] double n_points() const;
  /// One of the points, counted from 0.
  [[nodiscard]] Point point(std::size_t i) const;
  /// All of them.
  [[nodiscard]] std::vector<Point> points() const;

 private:
  std::variant<std::vector<Point>, Line, Plane> places_;
};

}  // namespace lobatto::residents
