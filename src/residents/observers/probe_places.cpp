#include "residents/observers/probe_places.hpp"

#include <fmt/format.h>

#include "case/schema/table.hpp"

namespace lobatto::residents {

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

constexpr double most_probe_points = 1e8;  ///< what ranks tell each other fits integers
constexpr cases::Range two_and_more{.lower = 2};

const cases::Table<ProbePlaces::Line>& line_table() {
  static const cases::Table<ProbePlaces::Line> table{
      {.path = "probe[].line", .description = "points on a straight line, at equal distances"},
      {{[](ProbePlaces::Line& t) -> auto& { return t.from; },
        {.path = "probe[].line.from",
         .required = true,
         .example = "[0, 0, 0]",
         .description = "first point"}},
       {[](ProbePlaces::Line& t) -> auto& { return t.to; },
        {.path = "probe[].line.to",
         .required = true,
         .example = "[1, 0, 0]",
         .description = "last point"}},
       {[](ProbePlaces::Line& t) -> auto& { return t.n_points; },
        {.path = "probe[].line.points",
         .required = true,
         .range = two_and_more,
         .example = "65",
         .description = "number of points"}}}};
  return table;
}

const cases::Table<ProbePlaces::Plane>& plane_table() {
  static const cases::Table<ProbePlaces::Plane> table{
      {.path = "probe[].plane", .description = "points on a parallelogram"},
      {{[](ProbePlaces::Plane& t) -> auto& { return t.corner; },
        {.path = "probe[].plane.corner",
         .required = true,
         .example = "[0, 0, 0]",
         .description = "first point"}},
       {[](ProbePlaces::Plane& t) -> auto& { return t.edges[0]; },
        {.path = "probe[].plane.edge_1",
         .required = true,
         .example = "[1, 0, 0]",
         .description = "from the corner along the first edge"}},
       {[](ProbePlaces::Plane& t) -> auto& { return t.edges[1]; },
        {.path = "probe[].plane.edge_2",
         .required = true,
         .example = "[0, 1, 0]",
         .description = "from the corner along the second edge"}},
       {[](ProbePlaces::Plane& t) -> auto& { return t.n_points[0]; },
        {.path = "probe[].plane.points_1",
         .required = true,
         .range = two_and_more,
         .example = "65",
         .description = "number of points along the first edge"}},
       {[](ProbePlaces::Plane& t) -> auto& { return t.n_points[1]; },
        {.path = "probe[].plane.points_2",
         .required = true,
         .range = two_and_more,
         .example = "65",
         .description = "number of points along the second edge"}}}};
  return table;
}

template <class Places>
ProbePlaces read_regular(const cases::Section& probe, const cases::Table<Places>& table) {
  Places places;
  table.read_below(probe, places);
  return ProbePlaces(places);
}

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

std::vector<cases::Key> ProbePlaces::keys() {
  std::vector<cases::Key> keys{{.path = "probe[].points",
                                .kind = cases::Kind::points,
                                .example = "[[0, 0, 0.5], [0, \"0.1*pi\", 0.5]]",
                                .description = "single points"}};
  for (const auto& table : {line_table().keys(), plane_table().keys()})
    keys.insert(keys.end(), table.begin(), table.end());
  return keys;
}

std::string ProbePlaces::read(const cases::Section& table) {
  int n_given = 0;
  std::string last;
  for (const char* key : {"points", "line", "plane"}) {
    if (!table.has(key)) continue;
    ++n_given;
    last = key;
  }
  if (n_given != 1) {
    table.report(n_given == 0 ? "name" : last,
                 "give exactly one of 'points', 'line' and 'plane' to a probe");
    return {};
  }
  if (last == "points") *this = ProbePlaces(table.points("points"));
  if (last == "line") *this = read_regular(table, line_table());
  if (last == "plane") *this = read_regular(table, plane_table());
  if (const double n = n_points(); n > most_probe_points)
    table.report(
        last, fmt::format("has {:.6g} points; at most {:.6g} are possible", n, most_probe_points));
  return last;
}

}  // namespace lobatto::residents
