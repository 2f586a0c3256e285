#include "io/nek/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/curves/tensor_values.hpp"
#include "mesh/slices/shared_classes.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::io {

namespace {

using Point = std::array<double, 3>;

/// Of an element's shortest edge: how far its nodes may be from those of the file, and how far
/// apart the middles of the same element may be in a search.
constexpr double node_tolerance = 1e-3, middle_tolerance = 0.05;

/// The nodes of one element, [n][n][n] along each direction.
struct Nodes {
  int n = 0;
  std::array<std::span<const double>, 3> x;

  [[nodiscard]] Point corner(int c) const {
    const std::size_t i = c & 1, j = c >> 1 & 1, k = c >> 2, last = n - 1;
    const std::size_t q = ((k * n + j) * n + i) * last;
    return {x[0][q], x[1][q], x[2][q]};
  }
  [[nodiscard]] Point middle() const {
    Point sum{};
    for (int c = 0; c < 8; ++c)
      for (int d = 0; d < 3; ++d) sum[d] += corner(c)[d] / 8;
    return sum;
  }
  [[nodiscard]] double shortest_edge() const {
    double shortest = INFINITY;
    for (int c = 0; c < 8; ++c)
      for (const int bit : {1, 2, 4}) {
        if ((c & bit) != 0) continue;
        const Point a = corner(c), b = corner(c | bit);
        shortest = std::min(shortest, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      }
    return shortest;
  }
  [[nodiscard]] double largest_coordinate() const {
    double largest = 0;
    for (const auto& along : x)
      for (const double value : along) largest = std::max(largest, std::abs(value));
    return largest;
  }
};

/// At the nodes where both have the same, else at the corners.
double distance(const Nodes& a, const Nodes& b) {
  double largest = 0;
  if (a.n == b.n) {
    for (int d = 0; d < 3; ++d)
      for (std::size_t q = 0; q < a.x[d].size(); ++q)
        largest = std::max(largest, std::abs(a.x[d][q] - b.x[d][q]));
    return largest;
  }
  for (int c = 0; c < 8; ++c)
    for (int d = 0; d < 3; ++d)
      largest = std::max(largest, std::abs(a.corner(c)[d] - b.corner(c)[d]));
  return largest;
}

std::string text_of(const Point& x) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0], x[1], x[2]);
}

/// Compares the elements of a space with those of a file that has coordinates.
class Comparison {
 public:
  Comparison(NekFieldReader& file, const space::FunctionSpace& space)
      : file_(file), space_(space) {}

  /// What is wrong with the places of local elements at these positions; empty where nothing is.
  std::string problem(const std::vector<long long>& positions) {
    const double rounding = file_.header().word_size == 4 ? 2e-7 : 1e-12;
    for (std::size_t e = 0; e < positions.size(); ++e) {
      const Nodes here = of_space(static_cast<int>(e)), there = of_file(positions[e]);
      const double apart = distance(here, there);
      const double allowed =
          node_tolerance * here.shortest_edge() + rounding * here.largest_coordinate();
      if (apart > allowed)
        return fmt::format(
            "{}: element {} of this mesh, around {}, has nodes up to {:.3g} away from those of the "
            "file, expected the same mesh",
            file_.name(), number(e), text_of(here.middle()), apart);
    }
    return {};
  }

  /// Positions of the local elements by their middles; throws where not exactly one element of the
  /// file is there. Every rank reads a share of the file. Collective.
  std::vector<long long> find() {
    const auto& ranks = space_.communicator();
    const long long n = file_.header().n_elements, rank = ranks.rank(), n_ranks = ranks.size();
    const long long first = n * rank / n_ranks, end = n * (rank + 1) / n_ranks;
    std::vector<Point> points;
    std::vector<double> tolerances;
    comm::on_all(ranks, [&] { add_middles(first, end, points, tolerances); });
    const auto classes = mesh::shared_points(points, tolerances, ranks);
    const auto n_file = static_cast<std::size_t>(end - first);
    std::vector<Place> places;
    for (std::size_t p = 0; p < n_file; ++p)
      places.push_back({classes[p], first + static_cast<long long>(p), points[p]});
    const auto rank_of = [n_ranks](long long of_class) {
      return static_cast<int>(of_class % n_ranks);
    };
    const auto positions = positions_of_classes(comm::send_records(
        std::span<const Place>(places), [&](const Place& place) { return rank_of(place.of_class); },
        ranks));
    const std::vector<long long> wanted(classes.begin() + static_cast<std::ptrdiff_t>(n_file),
                                        classes.end());
    auto found = comm::ask_each<long long>(
        std::span<const long long>(wanted), rank_of,
        [&](long long of_class) -> long long {
          const auto known = positions.find(of_class);
          return known == positions.end() ? -1 : known->second;
        },
        ranks);
    comm::on_all(ranks, [&] { check_all_found(found, std::span(points).subspan(n_file)); });
    return found;
  }

 private:
  /// Where an element of the file is.
  struct Place {
    long long of_class, position;
    Point middle;
  };

  /// Of the elements of the file at positions from first to before end, and of the local ones.
  void add_middles(long long first, long long end, std::vector<Point>& points,
                   std::vector<double>& tolerances) {
    const auto add = [&](const Nodes& nodes) {
      points.push_back(nodes.middle());
      // Points need a positive tolerance, also those of an element that is a point.
      tolerances.push_back(std::max(middle_tolerance * nodes.shortest_edge(), 1e-300));
    };
    for (long long position = first; position < end; ++position) add(of_file(position));
    for (int e = 0; e < space_.n_elements(); ++e) add(of_space(e));
  }

  /// Of the classes that this rank is asked for. Collective.
  std::map<long long, long long> positions_of_classes(const std::vector<Place>& places) {
    std::map<long long, long long> positions;
    comm::on_all(space_.communicator(), [&] {
      for (const auto& [of_class, position, middle] : places)
        if (const auto [known, is_new] = positions.emplace(of_class, position); !is_new)
          throw base::Error(fmt::format("{}: its elements {} and {} are both around {}",
                                        file_.name(), known->second + 1, position + 1,
                                        text_of(middle)));
    });
    return positions;
  }

  void check_all_found(std::span<const long long> positions, std::span<const Point> middles) {
    for (std::size_t e = 0; e < positions.size(); ++e)
      if (positions[e] < 0)
        throw base::Error(fmt::format(
            "{}: no element of the file is where element {} of this mesh is, around {}; expected "
            "the same mesh",
            file_.name(), number(e), text_of(middles[e])));
  }

  [[nodiscard]] long long number(std::size_t e) const {
    return space_.element_number(static_cast<int>(e)) + 1;
  }
  Nodes of_space(int e) {
    space_.element_points(e, here_);
    return {space_.n(), {here_[0], here_[1], here_[2]}};
  }
  Nodes of_file(long long position) {
    file_.read("X", position, there_);
    const auto size = static_cast<std::size_t>(file_.header().element_size());
    const std::span<const double> all(there_);
    return {file_.header().n[0],
            {all.subspan(0, size), all.subspan(size, size), all.subspan(2 * size, size)}};
  }

  NekFieldReader& file_;
  const space::FunctionSpace& space_;
  std::array<std::vector<double>, 3> here_;
  std::vector<double> there_;
};

}  // namespace

NekFieldElements::NekFieldElements(NekFieldReader& file, const space::FunctionSpace& space)
    : file_(file), space_(space) {
  const auto& header = file.header();
  if (header.n_elements != space.n_global_elements())
    throw base::Error(fmt::format("{}: {} elements, expected the {} of this case's mesh",
                                  file.name(), header.n_elements, space.n_global_elements()));
  const auto& numbered = file.positions();
  if (!header.has("X") && numbered.empty())
    throw base::Error(fmt::format(
        "{}: neither coordinates nor a number from 1 to {} for each element, expected one of them",
        file.name(), header.n_elements));
  for (int e = 0; e < space.n_elements() && !numbered.empty(); ++e)
    positions_.push_back(numbered[space.element_number(e)]);
  if (header.has("X")) match_places();
}

void NekFieldElements::match_places() {
  const auto& communicator = space_.communicator();
  Comparison comparison(file_, space_);
  bool is_misplaced = file_.positions().empty();
  comm::on_all(communicator,
               [&] { is_misplaced = is_misplaced || !comparison.problem(positions_).empty(); });
  match_ = Match::numbers_and_places;
  if (communicator.max(is_misplaced ? 1.0 : 0.0) == 0) return;

  positions_ = comparison.find();
  comm::on_all(communicator, [&] {
    if (const auto problem = comparison.problem(positions_); !problem.empty())
      throw base::Error(problem);
  });
  match_ = Match::places;
}

std::vector<space::Field> NekFieldElements::read(std::string_view block) const {
  const int n_file = file_.header().n[0];
  const auto n = static_cast<std::size_t>(n_components(block));
  const std::size_t size = space_.element_size();
  const auto file_size = static_cast<std::size_t>(file_.header().element_size());
  const poly::Matrix matrix =
      poly::interpolation_matrix(poly::gauss_lobatto_legendre(n_file).nodes, space_.nodes().nodes);
  std::vector<space::Field> fields;
  for (std::size_t c = 0; c < n; ++c) fields.push_back(space_.make_field());
  comm::on_all(space_.communicator(), [&] {
    std::vector<double> values;
    for (std::size_t e = 0; e < positions_.size(); ++e) {
      file_.read(block, positions_[e], values);
      for (std::size_t c = 0; c < n; ++c) {
        const double* const of_element = values.data() + c * file_size;
        double* const out = fields[c].data() + e * size;
        if (n_file == space_.n())
          std::copy_n(of_element, size, out);
        else
          std::ranges::copy(mesh::tensor_values(matrix, matrix, matrix, of_element), out);
      }
    }
  });
  for (auto& field : fields) space_.make_sides_continuous(field);
  return fields;
}

}  // namespace lobatto::io
