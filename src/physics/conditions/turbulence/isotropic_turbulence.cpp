#include "physics/conditions/turbulence/isotropic_turbulence.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "physics/conditions/turbulence/random_numbers.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::physics {

namespace {

using Complex = std::complex<double>;
using Waves = std::vector<Complex>;

/// Of each pair n, -n one is the first.
bool is_first(const std::array<int, 3>& n) {
  return n[2] != 0 ? n[2] > 0 : n[1] != 0 ? n[1] > 0 : n[0] > 0;
}

/// Coordinates of the nodes of the elements `begin` to `end` of an axis, [elements][n].
std::vector<double> line(const mesh::Axis& axis, int begin, int end,
                         const std::vector<double>& nodes) {
  std::vector<double> x;
  for (int e = begin; e < end; ++e)
    for (const double r : nodes)
      x.push_back(axis.ticks[e] + 0.5 * (1 + r) * axis.element_length(e));
  return x;
}

/// exp(i n unit x) for n from `lowest` to `highest`. [x][n]
Waves waves(const std::vector<double>& x, double unit, int lowest, int highest) {
  Waves values;
  for (const double place : x)
    for (int n = lowest; n <= highest; ++n) values.push_back(std::polar(1.0, n * unit * place));
  return values;
}

/// out[r][c] = sum_n a[r][n] b[c][n], without the care for infinities that complex numbers take.
Waves products(const Waves& a, const Waves& b, std::size_t n_terms) {
  Waves out;
  out.reserve(a.size() / n_terms * (b.size() / n_terms));
  for (std::size_t r = 0; r < a.size(); r += n_terms)
    for (std::size_t c = 0; c < b.size(); c += n_terms) {
      double real = 0, imaginary = 0;
      for (std::size_t n = 0; n < n_terms; ++n) {
        const Complex x = a[r + n], y = b[c + n];
        real += x.real() * y.real() - x.imag() * y.imag();
        imaginary += x.real() * y.imag() + x.imag() * y.real();
      }
      out.emplace_back(real, imaginary);
    }
  return out;
}

/// The waves at the nodes of this rank's part of a box.
struct Lines {
  const mesh::BoxMesh& box;
  std::size_t n;                    ///< nodes of an element along a direction
  Waves along_x, along_y, along_z;  ///< of all x, the rank's y, all z
  std::size_t n_x;                  ///< nodes of along_x

  /// u += 2 Re(plane_sum exp(i k_z z)), of the n_z-th of n_waves waves along z.
  void add(const Waves& plane_sum, std::size_t n_z, std::size_t n_waves,
           std::span<double> u) const {
    std::size_t q = 0;
    for (int e = 0; e < box.n_local_elements(); ++e) {
      const auto index = box.element_index(e);
      const std::size_t x = index[0] * n, y = (index[1] - box.local.y_begin) * n, z = index[2] * n;
      for (std::size_t k = 0; k < n; ++k) {
        const Complex wave = along_z[(z + k) * n_waves + n_z];
        for (std::size_t j = 0; j < n; ++j) {
          const Complex* sums = plane_sum.data() + (y + j) * n_x + x;
          for (std::size_t i = 0; i < n; ++i, ++q)
            u[q] += 2 * (sums[i].real() * wave.real() - sums[i].imag() * wave.imag());
        }
      }
    }
  }
};

}  // namespace

IsotropicTurbulence::IsotropicTurbulence(Settings settings)
    : settings_(std::move(settings)),
      width_(2 * std::numbers::pi / *std::ranges::min_element(settings_.lengths)),
      energies_(settings_.shell_energies) {
  const double highest = (static_cast<double>(energies_.size()) + 0.5) * width_;
  for (int d = 0; d < 3; ++d) {
    units_[d] = 2 * std::numbers::pi / settings_.lengths[d];
    largest_[d] = static_cast<int>(highest / units_[d]);
  }
  count_waves();
}

void IsotropicTurbulence::count_waves() {
  std::vector<double> counts(energies_.size());
  for (int z = 0; z <= largest_[2]; ++z)
    for (int y = -largest_[1]; y <= largest_[1]; ++y)
      for (int x = -largest_[0]; x <= largest_[0]; ++x)
        if (const int s = shell({x, y, z}); s > 0 && is_first({x, y, z})) ++counts[s - 1];
  for (std::size_t s = 0; s < counts.size(); ++s) energies_[s] /= counts[s];
}

int IsotropicTurbulence::shell(const std::array<int, 3>& n) const {
  double squared = 0;
  for (int d = 0; d < 3; ++d) squared += std::pow(n[d] * units_[d] / width_, 2);
  const auto s = static_cast<std::size_t>(std::floor(std::sqrt(squared) + 0.5));
  return s <= energies_.size() ? static_cast<int>(s) : 0;
}

std::array<Complex, 3> IsotropicTurbulence::amplitude(const std::array<int, 3>& n,
                                                      double energy) const {
  const auto bits = static_cast<std::uint64_t>(settings_.seed);
  std::seed_seq seed{static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32),
                     static_cast<std::uint32_t>(n[0]), static_cast<std::uint32_t>(n[1]),
                     static_cast<std::uint32_t>(n[2])};
  RandomNumbers numbers(seed);
  const auto real = numbers.normals(), imaginary = numbers.normals();
  std::array<double, 3> k{};
  double k_squared = 0;
  Complex along = 0;
  for (int d = 0; d < 3; ++d) {
    k[d] = n[d] * units_[d];
    k_squared += k[d] * k[d];
    along += k[d] * Complex(real[d], imaginary[d]);
  }
  std::array<Complex, 3> a;
  double squared = 0;
  for (int d = 0; d < 3; ++d) {
    a[d] = Complex(real[d], imaginary[d]) - along * (k[d] / k_squared);
    squared += std::norm(a[d]);
  }
  for (auto& component : a) component *= std::sqrt(energy / squared);
  return a;
}

std::array<IsotropicTurbulence::Coefficients, 3> IsotropicTurbulence::plane(int n_z) const {
  std::array<Coefficients, 3> coefficients;
  for (int y = -largest_[1]; y <= largest_[1]; ++y)
    for (int x = -largest_[0]; x <= largest_[0]; ++x) {
      const int s = is_first({x, y, n_z}) ? shell({x, y, n_z}) : 0;
      const auto a = s > 0 ? amplitude({x, y, n_z}, energies_[s - 1]) : std::array<Complex, 3>{};
      for (int d = 0; d < 3; ++d) coefficients[d].push_back(a[d]);
    }
  return coefficients;
}

space::VectorField IsotropicTurbulence::velocity(const space::FunctionSpace& space) const {
  const mesh::BoxMesh& box = *space.box();
  const auto& [x, y, z] = box.axes;
  const auto& nodes = space.nodes().nodes;
  const auto [w_x, w_y, w_z] = largest_;
  const Lines lines{box,
                    nodes.size(),
                    waves(line(x, 0, x.n_elements(), nodes), units_[0], -w_x, w_x),
                    waves(line(y, box.local.y_begin, box.local.y_end, nodes), units_[1], -w_y, w_y),
                    waves(line(z, 0, z.n_elements(), nodes), units_[2], 0, w_z),
                    nodes.size() * static_cast<std::size_t>(x.n_elements())};
  auto velocity = space.make_vector_field();
  for (int n_z = 0; n_z <= w_z; ++n_z) {
    const auto coefficients = plane(n_z);
    for (int d = 0; d < 3; ++d) {
      const Waves of_x = products(lines.along_x, coefficients[d], 2 * w_x + 1);
      const Waves of_y = products(lines.along_y, of_x, 2 * w_y + 1);
      lines.add(of_y, n_z, w_z + 1, velocity[d]);
    }
  }
  return velocity;
}

std::vector<double> shell_energies(const std::function<double(double)>& spectrum, double width,
                                   int n) {
  const auto rule = poly::gauss_legendre(10);
  std::vector<double> energies;
  for (int s = 1; s <= n; ++s) {
    double sum = 0;
    for (std::size_t i = 0; i < rule.nodes.size(); ++i)
      sum += 0.5 * width * rule.weights[i] * spectrum((s + 0.5 * rule.nodes[i]) * width);
    energies.push_back(sum);
  }
  return energies;
}

}  // namespace lobatto::physics
