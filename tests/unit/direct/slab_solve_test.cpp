// Lines that are cut into slabs, one for each rank, against the modes of the whole lines.
#include "direct/directions/slab_solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "direct/directions/z_solve.hpp"
#include "direct/lines/line_ends.hpp"
#include "line_cases.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto {
namespace {

constexpr int n_planes = 2, lines_a_plane = 21, n_lines = n_planes * lines_a_plane;
constexpr int most_together = 3;

mesh::BoxMesh slab_mesh(const test::Line& line) {
  const auto world = comm::Communicator::world();
  const bool periodic = line.conditions.lower == poly::EndCondition::periodic;
  return mesh::make_box_mesh({mesh::Axis{{0, 1}}, mesh::Axis{{0, 1}}, {line.ticks, periodic}},
                             line.order, mesh::RankGrid{1, 1, world.size()}, world.rank());
}

/// Solves the same random lines whole and in slabs.
class Lines {
 public:
  explicit Lines(const test::Line& line)
      : mesh_(slab_mesh(line)),
        exchange_(comm::Communicator::world().duplicate(), direct::PencilShape(mesh_), n_lines),
        slabs_(exchange_, mesh_, line.conditions, comm::Communicator::world().rank(), n_planes,
               lines_a_plane),
        whole_(
            std::make_shared<const direct::LineTransform>(line.ticks, line.order, line.conditions),
            n_lines),
        layout_(static_cast<int>(line.ticks.size()) - 1, line.order, line.conditions),
        kept_(most_together * slabs_.kept_size()),
        scratch_(std::max(slabs_.scratch_size(), whole_.scratch_size())) {}

  [[nodiscard]] std::size_t bytes_sent() {
    direct::PencilExchange& ends = exchange_.ends(1);
    return ends.there().bytes_per_exchange() + ends.back().bytes_per_exchange();
  }

  /// The largest difference over the largest value, of several right-hand sides at once; null_line:
  /// of the last plane.
  double difference(double mass, double nu, int null_line = -1, int n_together = 1) {
    std::vector<double> shifts;
    for (int l = 0; l < n_lines; ++l) shifts.push_back(mass + 0.3 * nu * (l + 1) * (l + 1));
    if (null_line >= 0) shifts[lines_a_plane + null_line] = 0;
    std::vector<std::vector<double>> f, parts;
    for (int i = 0; i < n_together; ++i) {
      f.push_back(right_hand_sides());
      for (double& value : f.back()) value *= i + 1 - 0.3 * i * value;
      parts.push_back(part_of(f.back()));
    }
    solve(parts, shifts, mass, nu, null_line);
    double worst = 0;
    for (int i = 0; i < n_together; ++i)
      worst = std::max(worst, largest_difference(parts[i], in_whole(f[i], shifts, nu, null_line)));
    return worst;
  }

 private:
  [[nodiscard]] std::size_t length() const { return static_cast<std::size_t>(layout_.n_nodes); }
  /// At all nodes, zero where there is no unknown; the ends of a periodic line are one.
  [[nodiscard]] std::vector<double> right_hand_sides() const {
    auto f = test::random_values(n_lines * length());
    for (int l = 0; l < n_lines; ++l)
      for (int a = 0; a < layout_.n_nodes; ++a)
        if (a < layout_.first_unknown || a >= layout_.first_unknown + layout_.n_unknowns)
          f[l * length() + a] = 0;
    return f;
  }

  std::vector<double> in_whole(std::vector<double> f, const std::vector<double>& shifts, double nu,
                               int null_line) {
    whole_(f.data() + layout_.first_unknown, length(), shifts, nu,
           null_line < 0 ? -1 : lines_a_plane + null_line, scratch_.data());
    for (int l = 0; l < n_lines; ++l) direct::scatter_ends(layout_, f.data() + l * length(), 1, 1);
    return f;
  }

  /// Of this rank's part of a line.
  [[nodiscard]] std::size_t part_length() const { return mesh_.local.n_z() * mesh_.order + 1; }

  /// This rank's nodes; a node that two slabs have counts half in each.
  [[nodiscard]] std::vector<double> part_of(const std::vector<double>& f) const {
    const std::size_t first = mesh_.local.z_begin * mesh_.order, n = part_length();
    std::vector<double> part(n_lines * n);
    for (int l = 0; l < n_lines && mesh_.local.n_z() > 0; ++l) {
      std::copy_n(f.begin() + l * length() + first, n, part.begin() + l * n);
      if (first > 0) part[l * n] /= 2;
      if (first + n < length()) part[l * n + n - 1] /= 2;
    }
    return part;
  }

  void solve(std::vector<std::vector<double>>& parts, const std::vector<double>& shifts,
             double mass, double nu, int null_line) {
    const int n_together = static_cast<int>(parts.size());
    const auto shifts_of = [&](int p) {
      return direct::SlabSolve::Shifts{std::span(shifts).subspan(p * lines_a_plane, lines_a_plane),
                                       p == n_planes - 1 ? null_line : -1};
    };
    const auto lines_of = [&](int i, int p) {
      return direct::SlabSolve::Lines{parts[i].data() + p * lines_a_plane * part_length(),
                                      part_length()};
    };
    const auto for_planes = [&](auto&& use) {
      for (int i = 0; i < n_together; ++i)
        for (int p = 0; p < n_planes; ++p)
          use(direct::SlabSolve::Part{i, p}, shifts_of(p), lines_of(i, p));
    };
    slabs_.begin(mass, nu, n_together);
    for_planes([&](const auto& part, const auto& of_plane, const auto& lines) {
      slabs_.condense(part, of_plane, lines, kept_.data(), scratch_.data());
    });
    slabs_.exchange(scratch_.data());
    for_planes([&](const auto& part, const auto& of_plane, const auto& lines) {
      slabs_.substitute(part, of_plane, lines, kept_.data(), scratch_.data());
    });
  }

  [[nodiscard]] double largest_difference(const std::vector<double>& parts,
                                          const std::vector<double>& whole) const {
    const std::size_t first = mesh_.local.z_begin * mesh_.order, n = part_length();
    double worst = 0;
    for (int l = 0; l < n_lines; ++l) {
      const double* const expected = whole.data() + l * length();
      double largest = 0, error = 0;
      for (std::size_t a = 0; a < length(); ++a) largest = std::max(largest, std::abs(expected[a]));
      for (std::size_t a = 0; mesh_.local.n_z() > 0 && a < n; ++a)
        error = std::max(error, std::abs(parts[l * n + a] - expected[first + a]));
      if (largest > 0) worst = std::max(worst, error / largest);
    }
    return worst;
  }

  mesh::BoxMesh mesh_;
  direct::SlabExchange exchange_;
  direct::SlabSolve slabs_;
  direct::ZSolve whole_;
  direct::LineLayout layout_;
  base::AlignedArray<double> kept_, scratch_;
};

TEST(SlabSolve, SolvesWhatModesOfWholeLinesSolve) {
  for (const auto& line : test::line_cases()) {
    SCOPED_TRACE(line.name);
    Lines lines(line);
    EXPECT_LT(lines.difference(0.5, 0.7), 1e-12);
    EXPECT_LT(lines.difference(1e6, 0.01), 1e-12);
  }
}

TEST(SlabSolve, SolvesEveryPairOfConditionsAtAllOrders) {
  using enum poly::EndCondition;
  for (const int order : {1, 2, 7, 16, 31})
    for (const auto& ends : {poly::LineConditions{dirichlet, dirichlet},
                             {dirichlet, neumann},
                             {neumann, dirichlet},
                             {neumann, neumann},
                             {periodic, periodic}}) {
      SCOPED_TRACE(order);
      Lines lines({"graded", mesh::geometric_ticks(0, 2, 6, 1.3), order, ends});
      EXPECT_LT(lines.difference(2, 0.7), 1e-12);
    }
}

TEST(SlabSolve, DropsTheConstantOfASingularLine) {
  using enum poly::EndCondition;
  for (const auto& ends : {poly::LineConditions{neumann, neumann}, {periodic, periodic}})
    for (const int n_elements : {2, 5, 9}) {
      const test::Line line{"singular", mesh::geometric_ticks(-1, 2, n_elements, 1.2), 6, ends};
      EXPECT_LT(Lines(line).difference(0, 0.7, 3), 1e-12);
      EXPECT_LT(Lines(line).difference(0, 0.7, 0), 1e-12);
    }
}

TEST(SlabSolve, TakesSeveralRightHandSidesAtOnce) {
  for (const auto& line : test::line_cases()) {
    SCOPED_TRACE(line.name);
    Lines lines(line);
    for (const int n_together : {3, 1, 2, 3})
      EXPECT_LT(lines.difference(0.5, 0.7, -1, n_together), 1e-12) << n_together;
    EXPECT_LT(lines.difference(20, 0.7, -1, 3), 1e-12);
  }
}

TEST(SlabSolve, NoticesThatTheCoefficientsChange) {
  Lines lines({"walls", mesh::uniform_ticks(0, 1, 7), 5, {}});
  for (const double mass : {3.0, 3.0, 500.0, 3.0}) EXPECT_LT(lines.difference(mass, 0.1), 1e-12);
  EXPECT_LT(lines.difference(3, 0.4), 1e-12);
}

TEST(SlabSolve, SendsTheSameWhateverASlabHolds) {
  const int n_ranks = comm::Communicator::world().size();
  Lines thin({"thin", mesh::uniform_ticks(0, 1, n_ranks), 3, {}});
  Lines thick({"thick", mesh::uniform_ticks(0, 1, 6 * n_ranks), 12, {}});
  EXPECT_EQ(thin.bytes_sent(), thick.bytes_sent());
}

}  // namespace
}  // namespace lobatto
