#include "accept/plane_waves/known_bands.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "accept/plane_waves/band_solver.hpp"

namespace lobatto::accept {

namespace {

using Potential = std::function<double(const std::array<double, 3>& x)>;

/// A cube of n nodes per direction, or as many as there are ranks.
WaveBox cube(int n, double length, const std::vector<int>& ranks, Potential potential) {
  return {.settings = {{std::max(n, ranks[0]), std::max(n, ranks[1]), n}, true, ranks},
          .lengths = {length, length, length},
          .potential = std::move(potential)};
}

BandSolver solved(const WaveBox& box, int n_bands, int n_iterations,
                  const comm::Communicator& communicator) {
  BandSolver solver(box, n_bands, communicator);
  for (int i = 0; i < n_iterations; ++i) solver.iterate();
  return solver;
}

double largest_difference(const std::vector<double>& found, const std::vector<double>& right) {
  double largest = 0;
  for (std::size_t i = 0; i < right.size(); ++i)
    largest = std::max(largest, std::abs(found[i] - right[i]));
  return largest;
}

/// |k|^2 / 2 for whole k: 1, 6 and 12 bands.
Answer free_electrons(const std::vector<int>& ranks, const comm::Communicator& communicator) {
  constexpr int n_bands = 24, n_iterations = 12;
  const auto box = cube(16, 2 * std::numbers::pi, ranks, [](const auto&) { return 0.0; });
  const auto solver = solved(box, n_bands, n_iterations, communicator);
  std::vector<double> right(19, 1.0);
  std::fill_n(right.begin(), 7, 0.5);
  right[0] = 0;
  return {"free electrons: energies of 19 bands, off by at most",
          largest_difference(solver.energies(), right), 0, 1e-10};
}

/// V = q cos(2 x_0) in a box of 2 pi, so narrow in the other directions that the lowest bands do
/// not vary there: energies are half of the characteristic values of Mathieu's equation y'' + (a -
/// 2 q cos 2x) y = 0. Those of q = 1: Abramowitz & Stegun, table 20.1; Digital Library of
/// Mathematical Functions, 28.2.
std::vector<Answer> mathieu_values(const std::vector<int>& ranks,
                                   const comm::Communicator& communicator) {
  constexpr int n_bands = 8, n_iterations = 12, n = 32, n_across = 4;
  constexpr double tolerance = 1e-7;  // of seven printed digits
  auto box = cube(n, 2 * std::numbers::pi, ranks, [](const auto& x) { return std::cos(2 * x[0]); });
  box.settings.size[1] = std::max(n_across, ranks[1]);
  box.settings.size[2] = n_across;
  box.lengths[1] = box.lengths[2] = 2 * std::numbers::pi * n_across / n;
  const auto energies = solved(box, n_bands, n_iterations, communicator).energies();
  return {{"cosine: Mathieu's a_0 of q = 1", 2 * energies[0], -0.4551386, tolerance},
          {"cosine: Mathieu's b_1", 2 * energies[1], -0.1102488, tolerance},
          {"cosine: Mathieu's a_1", 2 * energies[2], 1.8591081, tolerance},
          {"cosine: Mathieu's b_2", 2 * energies[3], 3.9170248, tolerance}};
}

/// V = r^2 / 2 about the middle of a box in which the bands die away: energies 3/2, 5/2 three times
/// and 7/2 six times; of the full shells as much is kinetic as potential.
std::vector<Answer> harmonic_oscillator(const std::vector<int>& ranks,
                                        const comm::Communicator& communicator) {
  constexpr int n_bands = 20, n_iterations = 9;
  constexpr double length = 9.6;
  const auto box = cube(30, length, ranks, [](const auto& x) {
    double square = 0;
    for (const double at : x) square += (at - length / 2) * (at - length / 2);
    return square / 2;
  });
  const auto solver = solved(box, n_bands, n_iterations, communicator);
  std::vector<double> right(10, 3.5);
  std::fill_n(right.begin(), 4, 2.5);
  right[0] = 1.5;
  const Hamiltonian& hamiltonian = solver.hamiltonian();
  const auto& energies = solver.energies();
  const double sum = std::accumulate(energies.begin(), energies.end(), 0.0);
  const double kinetic = hamiltonian.kinetic_energy(solver.bands());
  const double potential = hamiltonian.potential_energy(solver.density());
  constexpr double rounding = 1e-10;
  return {{"harmonic oscillator: energies of 10 bands, off by at most",
           largest_difference(energies, right), 0, 1e-5},
          {"electrons in the density", hamiltonian.integral(solver.density()), n_bands, rounding},
          {"kinetic and potential energy, of the sum of all bands'", (kinetic + potential) / sum, 1,
           rounding}};
}

}  // namespace

std::vector<Answer> known_bands(const std::vector<int>& ranks,
                                const comm::Communicator& communicator) {
  std::vector<Answer> answers{free_electrons(ranks, communicator)};
  for (const auto& part :
       {mathieu_values(ranks, communicator), harmonic_oscillator(ranks, communicator)})
    answers.insert(answers.end(), part.begin(), part.end());
  return answers;
}

}  // namespace lobatto::accept
