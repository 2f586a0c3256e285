#include "precond/coarse/coarse_solvers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "precond/coarse/replicated_vertices.hpp"
#include "precond/coarse/vertex_numbering.hpp"
#include "precond/coarse/wave_multiplier.hpp"

namespace lobatto::precond {

namespace {

using ElementMatrix = std::array<double, n_vertices * n_vertices>;

/// Bit d of a corner: its place in direction d.
int place(std::size_t corner, std::size_t d) { return static_cast<int>(corner >> d) % 2; }

[[noreturn]] void refuse(const std::string& reason) {
  throw base::Error(
      "coarse problem: the Fourier solver needs a fully periodic box of equal "
      "elements, but " +
      reason);
}

/// Throws on all ranks if a condition does not hold on one.
void require(bool holds, const std::string& otherwise, const comm::Communicator& communicator) {
  if (communicator.max(holds ? 0.0 : 1.0) != 0) refuse(otherwise);
}

/// The first corner of the element if its ids are those of a cell of the lattice, otherwise -1.
std::int64_t cell_of(const std::array<std::int64_t, n_vertices>& ids, std::array<int, 3> n) {
  const std::int64_t first = ids[0];
  if (first < 0 || first >= std::int64_t{n[0]} * n[1] * n[2]) return -1;
  const std::array<std::int64_t, 3> origin{first % n[0], first / n[0] % n[1], first / n[0] / n[1]};
  for (std::size_t a = 1; a < n_vertices; ++a) {
    std::int64_t expected = 0;
    for (std::size_t d = 3; d-- > 0;) expected = expected * n[d] + (origin[d] + place(a, d)) % n[d];
    if (ids[a] != expected) return -1;
  }
  return first;
}

/// Each cell of the lattice must be there once.
void check_cells(const CoarseProblem& problem, std::array<int, 3> n,
                 const comm::Communicator& communicator) {
  std::vector<double> counts(static_cast<std::size_t>(n[0]) * n[1] * n[2]);
  bool are_cells = problem.matrices.size() == problem.ids.size();
  for (const auto& ids : problem.ids) {
    const std::int64_t cell = cell_of(ids, n);
    are_cells = are_cells && cell >= 0;
    if (cell >= 0) ++counts[static_cast<std::size_t>(cell)];
  }
  require(are_cells, "the ids of an element are not those of a cell", communicator);
  communicator.sum(std::span<double>(counts));
  require(std::all_of(counts.begin(), counts.end(), [](double count) { return count == 1; }),
          "some cells have no element or several", communicator);
}

/// The matrix that all elements have, the same bits on all ranks.
ElementMatrix common_matrix(const CoarseProblem& problem, const comm::Communicator& communicator) {
  ElementMatrix lowest, highest;
  lowest.fill(std::numeric_limits<double>::max());
  highest.fill(std::numeric_limits<double>::lowest());
  for (const ElementMatrix& matrix : problem.matrices) {
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      lowest[i] = std::min(lowest[i], matrix[i]);
      highest[i] = std::max(highest[i], matrix[i]);
    }
  }
  communicator.min(std::span<double>(lowest));
  communicator.max(std::span<double>(highest));
  const double scale = *std::max_element(highest.begin(), highest.end());
  ElementMatrix matrix;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    if (!(highest[i] - lowest[i] <= 1e-12 * scale)) refuse("the element matrices differ");
    matrix[i] = (lowest[i] + highest[i]) / 2;
  }
  return matrix;
}

/// s_d at (d_z + 1) 9 + (d_y + 1) 3 + d_x + 1.
std::array<double, 27> stencil_of(const ElementMatrix& matrix) {
  std::array<double, 27> stencil{};
  for (std::size_t a = 0; a < n_vertices; ++a) {
    for (std::size_t b = 0; b < n_vertices; ++b) {
      int index = 0;
      for (std::size_t d = 3; d-- > 0;) index = 3 * index + place(b, d) - place(a, d) + 1;
      stencil[static_cast<std::size_t>(index)] += matrix[a * n_vertices + b];
    }
  }
  return stencil;
}

double symbol(const std::array<double, 27>& stencil, std::array<double, 3> angle) {
  double sum = 0;
  for (int i = 0; i < 27; ++i) {
    const int x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
    const double phase = x * angle[0] + y * angle[1] + z * angle[2];
    sum += stencil[static_cast<std::size_t>(i)] * std::cos(phase);
  }
  return sum;
}

/// u = F^-1 (F f / lambda), without the constant wave.
WaveMultiplier inverse_operator(const ElementMatrix& matrix, std::array<int, 3> n) {
  const auto stencil = stencil_of(matrix);
  const auto angle = [&](std::size_t d, int k) { return 2 * std::numbers::pi * k / n[d]; };
  return {n, [&](const std::array<int, 3>& k) {
            if (k == std::array{0, 0, 0}) return 0.0;
            const double lambda = symbol(stencil, {angle(0, k[0]), angle(1, k[1]), angle(2, k[2])});
            if (!(lambda > 1e-13 * stencil[13])) refuse("a wave has no energy");
            return 1 / lambda;
          }};
}

class FftCoarse {
 public:
  FftCoarse(const CoarseProblem& problem, const ElementMatrix& matrix, std::array<int, 3> n,
            const comm::Communicator& communicator)
      : vertices_(flatten(problem.ids), std::int64_t{n[0]} * n[1] * n[2], communicator),
        inverse_(inverse_operator(matrix, n)) {}

  void solve(std::span<const double> f, std::span<double> u) {
    vertices_.gather(f);
    inverse_.apply(vertices_.values());
    vertices_.scatter(u);
  }

 private:
  ReplicatedVertices vertices_;
  WaveMultiplier inverse_;
};

}  // namespace

CoarseSolver make_fft_coarse(const CoarseProblem& problem, std::array<int, 3> n_elements,
                             const comm::Communicator& communicator) {
  if (*std::min_element(n_elements.begin(), n_elements.end()) < 1)
    refuse("a direction has no elements");
  require(problem.singular, "the problem is not singular", communicator);
  check_cells(problem, n_elements, communicator);
  const auto solver = std::make_shared<FftCoarse>(problem, common_matrix(problem, communicator),
                                                  n_elements, communicator);
  return [solver](std::span<const double> f, std::span<double> u) { solver->solve(f, u); };
}

}  // namespace lobatto::precond
