#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "accept/sweep/diamond_cell.hpp"
#include "accept/sweep/sweep_answers.hpp"
#include "accept/sweep/wavefront.hpp"

namespace lobatto::accept {
namespace {

/// One direction of flight and one group.
struct PlainCell {
  double source, total;
  Vector streaming, in;

  /// psi with some faces set to 0; out: of all faces.
  double solve(const std::array<bool, 3>& is_set, Vector& out) const {
    double numerator = source, denominator = total;
    for (std::size_t d = 0; d < 3; ++d) {
      numerator += streaming[d] * in[d] * (is_set[d] ? 0.5 : 1.0);
      if (!is_set[d]) denominator += streaming[d];
    }
    const double psi = numerator / denominator;
    for (std::size_t d = 0; d < 3; ++d) out[d] = is_set[d] ? 0 : 2 * psi - in[d];
    return psi;
  }
};

/// solve_cell, plain to read.
void solve_cell_reference(const DiamondTables& tables, std::size_t material, const double* source,
                          const double* angular_source, const std::array<double*, 3>& faces,
                          double* flux) {
  for (std::size_t a = 0; a < tables.n_angles; ++a)
    for (std::size_t g = 0; g < n_groups; ++g) {
      const std::size_t at = a * n_groups + g;
      PlainCell cell{source[g] + (angular_source ? angular_source[at] : 0),
                     tables.totals[material * n_groups + g],
                     {},
                     {}};
      for (std::size_t d = 0; d < 3; ++d) {
        cell.streaming[d] = tables.streaming[d][a];
        cell.in[d] = faces[d][at];
      }
      std::array<bool, 3> is_set{};
      Vector out{};
      double psi = cell.solve(is_set, out);
      while (std::any_of(out.begin(), out.end(), [](double value) { return value < 0; })) {
        for (std::size_t d = 0; d < 3; ++d) is_set[d] = is_set[d] || out[d] < 0;
        psi = cell.solve(is_set, out);
      }
      for (std::size_t d = 0; d < 3; ++d) faces[d][at] = out[d];
      flux[g] += tables.weights[a] * psi;
    }
}

/// The mean of x^a y^b z^c over the unit sphere: (a-1)!! (b-1)!! (c-1)!! / (a+b+c+1)!! of even
/// exponents, 0 otherwise.
double mean_on_sphere(const std::array<int, 3>& exponents) {
  const auto odd_product = [](int n) {
    double product = 1;
    for (; n > 1; n -= 2) product *= n;
    return product;
  };
  double mean = 1;
  for (const int n : exponents) {
    if (n % 2 != 0) return 0;
    mean *= odd_product(n - 1);
  }
  return mean / odd_product(exponents[0] + exponents[1] + exponents[2] + 1);
}

TEST(ProductQuadrature, ExactUpToItsDegree) {
  for (const int n : {1, 2, 4}) {
    const auto ordinates = product_quadrature(n, n);
    ASSERT_EQ(ordinates.size(), static_cast<std::size_t>(n * n));
    for (int a = 0; a < 4 * n; ++a)
      for (int b = 0; a + b < 4 * n; ++b)
        for (int c = 0; a + b + c < 4 * n; ++c) {
          double sum = 0;
          for (int octant = 0; octant < n_octants; ++octant)
            for (const Ordinate& ordinate : ordinates) {
              const Vector at = direction_in(octant, ordinate);
              sum += ordinate.weight * std::pow(at[0], a) * std::pow(at[1], b) * std::pow(at[2], c);
            }
          EXPECT_NEAR(sum, mean_on_sphere({a, b, c}), 1e-14) << n << ": " << a << b << c;
        }
  }
}

TEST(OctantSigns, EachOctantOnceAndOneTurnAtATime) {
  std::set<std::array<int, 3>> seen;
  for (int octant = 0; octant < n_octants; ++octant) seen.insert(octant_signs(octant));
  EXPECT_EQ(seen.size(), 8U);
  for (int quarter = 0; quarter < 3; ++quarter) {
    const auto now = octant_signs(2 * quarter + 1), next = octant_signs(2 * quarter + 2);
    EXPECT_EQ((now[0] != next[0]) + (now[1] != next[1]), 1);
  }
}

/// Random fluxes of a cell, weak sources and thick materials: many faces would go below 0.
struct RandomCell {
  explicit RandomCell(unsigned seed)
      : tables(product_quadrature(2, 3), {1, 0.7, 1.3},
               {graded_material(0.2, 0.5), graded_material(8, 0.5)}) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (double& value : source) value = 0.1 * uniform(random);
    angular_source.resize(tables.n_values());
    for (double& value : angular_source) value = 0.1 * uniform(random);
    for (auto& values : faces) {
      values.resize(tables.n_values());
      for (double& value : values) value = uniform(random) < 0.3 ? 0.0 : uniform(random);
    }
  }
  std::array<double*, 3> pointers() { return {faces[0].data(), faces[1].data(), faces[2].data()}; }

  DiamondTables tables;
  ByGroup source{}, flux{};
  std::vector<double> angular_source;
  std::array<std::vector<double>, 3> faces;
};

TEST(DiamondCell, FastAndPlainAgree) {
  int n_set = 0;
  for (unsigned seed = 0; seed < 20; ++seed)
    for (const std::size_t material : {0U, 1U}) {
      RandomCell fast(seed), plain(seed);
      const double* const more = seed % 2 == 0 ? nullptr : fast.angular_source.data();
      if (more)
        solve_cell<true>(fast.tables, material, fast.source.data(), more, fast.pointers(),
                         fast.flux.data());
      else
        solve_cell<false>(fast.tables, material, fast.source.data(), more, fast.pointers(),
                          fast.flux.data());
      solve_cell_reference(plain.tables, material, plain.source.data(), more, plain.pointers(),
                           plain.flux.data());
      for (std::size_t g = 0; g < n_groups; ++g) EXPECT_NEAR(fast.flux[g], plain.flux[g], 1e-14);
      for (std::size_t d = 0; d < 3; ++d)
        for (std::size_t i = 0; i < fast.faces[d].size(); ++i) {
          EXPECT_NEAR(fast.faces[d][i], plain.faces[d][i], 1e-13);
          EXPECT_GE(fast.faces[d][i], 0);
          n_set += fast.faces[d][i] == 0 ? 1 : 0;
        }
    }
  EXPECT_GT(n_set, 100);
}

TEST(DiamondCell, FixUpsKeepTheBalance) {
  RandomCell before(1), after(1);
  solve_cell<false>(after.tables, 1, after.source.data(), nullptr, after.pointers(),
                    after.flux.data());
  for (std::size_t g = 0; g < n_groups; ++g) {
    double gain = 0, loss = after.tables.totals[n_groups + g] * after.flux[g];
    for (std::size_t a = 0; a < after.tables.n_angles; ++a) {
      const std::size_t at = a * n_groups + g;
      const double weight = after.tables.weights[a];
      gain += weight * after.source[g];
      for (std::size_t d = 0; d < 3; ++d) {
        gain += weight * after.tables.streaming[d][a] / 2 * before.faces[d][at];
        loss += weight * after.tables.streaming[d][a] / 2 * after.faces[d][at];
      }
    }
    EXPECT_NEAR(loss / gain, 1, 1e-14);
  }
}

/// When each rank ends its chunks where each takes 1 and a chunk needs those of the neighbours that
/// it gets particles from.
int stages_of_schedule(int ranks_x, int ranks_y, int n_chunks) {
  std::vector<int> ends(static_cast<std::size_t>(ranks_x * ranks_y), 0);
  for (int task = 0; task < n_octants * n_chunks; ++task) {
    const auto signs = octant_signs(task / n_chunks);
    std::vector<int> now(ends.size());
    for (int row = 0; row < ranks_y; ++row)
      for (int column = 0; column < ranks_x; ++column) {
        const int y = signs[1] > 0 ? row : ranks_y - 1 - row;
        const int x = signs[0] > 0 ? column : ranks_x - 1 - column;
        const auto at = static_cast<std::size_t>(y * ranks_x + x);
        int start = ends[at];
        if (column > 0) start = std::max(start, now[at - static_cast<std::size_t>(signs[0])]);
        if (row > 0)
          start = std::max(start, now[at - static_cast<std::size_t>(signs[1] * ranks_x)]);
        now[at] = start + 1;
      }
    ends = now;
  }
  return *std::max_element(ends.begin(), ends.end());
}

TEST(PipelineModel, IsTheScheduleOfItsTasks) {
  for (const int ranks_x : {1, 2, 5})
    for (const int ranks_y : {1, 3, 4})
      for (const int n_chunks : {1, 2, 8})
        EXPECT_EQ(pipeline_stages(ranks_x, ranks_y, n_chunks),
                  stages_of_schedule(ranks_x, ranks_y, n_chunks));
}

const std::vector<int> small_size{7, 6, 5};

RankBox small_box(const comm::Communicator& communicator) {
  return {{small_size, true, {}}, small_size, 2, communicator.rank(), communicator.size()};
}

/// Particles come in, scatter, are absorbed; many faces would go below 0.
TransportProblem lit_shield() {
  auto problem = shielded_source();
  problem.incoming = [](const Vector& place, const Vector&) {
    ByGroup flux{};
    flux.fill(place[2] == 0 ? 1 + place[0] : 0);
    return flux;
  };
  return problem;
}

TEST(SourceIteration, AnyRanksAndChunksGiveTheSameBits) {
  const auto world = comm::Communicator::world();
  const auto alone = comm::Communicator::self();
  const auto box = small_box(world);
  SourceIteration whole(lit_shield(), small_box(alone), 1, alone);
  for (int i = 0; i < 3; ++i) whole.iterate();
  for (const int n_chunks : {1, 2, 3, 5}) {
    SourceIteration shared(lit_shield(), box, n_chunks, world);
    for (int i = 0; i < 3; ++i) shared.iterate();
    std::size_t at = 0;
    for (int k = 0; k < small_size[2]; ++k)
      for (int j = box.first(1); j < box.first(1) + box.count(1); ++j)
        for (int i = box.first(0); i < box.first(0) + box.count(0); ++i)
          for (std::size_t g = 0; g < n_groups; ++g) {
            const int cell = (k * small_size[1] + j) * small_size[0] + i;
            EXPECT_EQ(shared.flux()[at++],
                      whole.flux()[static_cast<std::size_t>(cell) * n_groups + g]);
          }
  }
}

TEST(SourceIteration, EverySweepKeepsTheBalance) {
  const auto world = comm::Communicator::world();
  SourceIteration iteration(lit_shield(), small_box(world), 2, world);
  for (int i = 0; i < 3; ++i) {
    iteration.iterate();
    const auto balance = iteration.balance();
    EXPECT_GT(balance.in, 0);
    EXPECT_GT(balance.out, 0);
    EXPECT_NEAR(
        (balance.collisions + balance.out) / (balance.source + balance.scattered + balance.in), 1,
        1e-13);
  }
  for (const double flux : iteration.flux()) EXPECT_GE(flux, 0);
}

TEST(SourceIteration, FluxesAreThoseOfAMirroredProblem) {
  const auto world = comm::Communicator::world();
  auto problem = shielded_source();
  const auto source = problem.source_at;
  SourceIteration one(problem, small_box(world), 2, world);
  problem.source_at = [&](const Vector& at) { return source({at[0], at[1], 4 - at[2]}); };
  SourceIteration other(problem, small_box(world), 2, world);
  for (int i = 0; i < 5; ++i) {
    one.iterate();
    other.iterate();
  }
  const std::size_t plane = one.flux().size() / 5;
  for (std::size_t k = 0; k < 5; ++k)
    for (std::size_t i = 0; i < plane; ++i)
      EXPECT_NEAR(one.flux()[k * plane + i], other.flux()[(4 - k) * plane + i],
                  1e-13 * one.flux()[k * plane + i]);
}

}  // namespace
}  // namespace lobatto::accept
