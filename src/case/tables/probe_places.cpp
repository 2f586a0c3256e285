#include "case/tables/probe_places.hpp"

namespace lobatto::cases {

namespace {

double part_of(std::size_t i, long long n) {
  return static_cast<double>(i) / static_cast<double>(n - 1);
}

ProbePlaces::Point point_of(const std::vector<ProbePlaces::Point>& points, std::size_t i) {
  return points[i];
}

ProbePlaces::Point point_of(const ProbePlaces::Line& line, std::size_t i) {
  const double part = part_of(i, line.n_points);
  ProbePlaces::Point point{};
  for (std::size_t d = 0; d < 3; ++d) point[d] = (1 - part) * line.from[d] + part * line.to[d];
  return point;
}

ProbePlaces::Point point_of(const ProbePlaces::Plane& plane, std::size_t i) {
  const auto n = static_cast<std::size_t>(plane.n_points[0]);
  const double a = part_of(i % n, plane.n_points[0]), b = part_of(i / n, plane.n_points[1]);
  ProbePlaces::Point point{};
  for (std::size_t d = 0; d < 3; ++d)
    point[d] = plane.corner[d] + a * plane.edges[0][d] + b * plane.edges[1][d];
  return point;
}

struct ShapeOf {
  std::vector<long long> operator()(const std::vector<ProbePlaces::Point>& points) const {
    return {static_cast<long long>(points.size())};
  }
  std::vector<long long> operator()(const ProbePlaces::Line& line) const { return {line.n_points}; }
  std::vector<long long> operator()(const ProbePlaces::Plane& plane) const {
    return {plane.n_points[1], plane.n_points[0]};
  }
};

}  // namespace

std::vector<long long> ProbePlaces::shape() const { return std::visit(ShapeOf{}, places_); }

double ProbePlaces::n_points() const {
  double n = 1;
  for (const long long count : shape()) n *= static_cast<double>(count);
  return n;
}

ProbePlaces::Point ProbePlaces::point(std::size_t i) const {
  return std::visit([&](const auto& places) { return point_of(places, i); }, places_);
}

std::vector<ProbePlaces::Point> ProbePlaces::points() const {
  std::vector<Point> points(static_cast<std::size_t>(n_points()));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = point(i);
  return points;
}

}  // namespace lobatto::cases
