#include "accept/sweep/source_iteration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lobatto::accept {

namespace {

Vector sides_of(const Vector& lengths, const std::vector<int>& counts) {
  return {lengths[0] / counts[0], lengths[1] / counts[1], lengths[2] / counts[2]};
}

}  // namespace

SourceIteration::SourceIteration(const TransportProblem& problem, const RankBox& box, int n_chunks,
                                 const comm::Communicator& communicator)
    : communicator_(communicator),
      box_(box),
      sides_(sides_of(problem.lengths, box.size())),
      materials_(problem.materials),
      tables_(problem.ordinates, sides_, problem.materials),
      boundary_(problem.lengths, box.size(), problem.ordinates, problem.incoming),
      wavefront_(box_, tables_, n_chunks, communicator) {
  for (int d = 0; d < 3; ++d)
    cells_.counts[static_cast<std::size_t>(d)] = static_cast<std::size_t>(box.count(d));
  const std::size_t n = n_cells() * n_groups;
  fixed_source_ = source_ = flux_ = flux_before_ = base::AlignedArray<double>(n);
  for (std::size_t cell = 0; cell < n_cells(); ++cell) {
    const Vector at = centre(cell);
    cell_materials_.push_back(static_cast<std::uint8_t>(problem.material_at(at)));
    const ByGroup source = problem.source_at(at);
    std::copy(source.begin(), source.end(), fixed_source_.data() + cell * n_groups);
  }
  if (problem.angular_source) set_angular_source(problem);
  cells_.materials = cell_materials_.data();
  cells_.source = source_.data();
}

void SourceIteration::set_angular_source(const TransportProblem& problem) {
  angular_source_ = base::AlignedArray<double>(n_octants * n_cells() * tables_.n_values());
  cells_.angular_source = angular_source_.data();
  const double volume = sides_[0] * sides_[1] * sides_[2];
  double* next = angular_source_.data();
  for (int octant = 0; octant < n_octants; ++octant)
    for (std::size_t cell = 0; cell < n_cells(); ++cell)
      for (const Ordinate& ordinate : problem.ordinates) {
        const ByGroup source = problem.angular_source(centre(cell), direction_in(octant, ordinate));
        next = std::copy(source.begin(), source.end(), next);
        angular_particles_ +=
            volume * ordinate.weight * std::accumulate(source.begin(), source.end(), 0.0);
      }
}

Vector SourceIteration::centre(std::size_t cell) const {
  const std::array<std::size_t, 3> at{cell % cells_.counts[0],
                                      cell / cells_.counts[0] % cells_.counts[1],
                                      cell / (cells_.counts[0] * cells_.counts[1])};
  Vector place{};
  for (int d = 0; d < 3; ++d) {
    const auto i = static_cast<std::size_t>(d);
    place[i] = (box_.first(d) + static_cast<double>(at[i]) + 0.5) * sides_[i];
  }
  return place;
}

void SourceIteration::set_source() {
  for (std::size_t cell = 0; cell < n_cells(); ++cell) {
    const Material& material = materials_[cell_materials_[cell]];
    const double* const flux = flux_.data() + cell * n_groups;
    for (std::size_t to = 0; to < n_groups; ++to) {
      double sum = fixed_source_[cell * n_groups + to];
      for (std::size_t from = 0; from <= to; ++from)
        sum += material.scattering[from][to] * flux[from];
      source_[cell * n_groups + to] = sum;
    }
  }
}

void SourceIteration::iterate() {
  set_source();
  std::swap(flux_, flux_before_);
  flux_.fill(0);
  cells_.flux = flux_.data();
  boundary_.forget();
  wavefront_.sweep(cells_, boundary_);
}

double SourceIteration::change() const {
  std::array<double, 2> largest{};  // change, flux
  for (std::size_t i = 0; i < flux_.size(); ++i) {
    largest[0] = std::max(largest[0], std::abs(flux_[i] - flux_before_[i]));
    largest[1] = std::max(largest[1], std::abs(flux_[i]));
  }
  communicator_.max(largest);
  return largest[0] / largest[1];
}

bool SourceIteration::solve(double tolerance, int max_iterations) {
  for (int i = 0; i < max_iterations; ++i) {
    iterate();
    if (change() <= tolerance) return true;
  }
  return false;
}

ParticleBalance SourceIteration::balance() const {
  const double volume = sides_[0] * sides_[1] * sides_[2];
  std::array<double, 6> sums{angular_particles_, 0, 0, 0, 0, 0};
  auto& [source, scattered, collisions, absorbed, in, out] = sums;
  for (std::size_t cell = 0; cell < n_cells(); ++cell) {
    const Material& material = materials_[cell_materials_[cell]];
    for (std::size_t g = 0; g < n_groups; ++g) {
      const std::size_t at = cell * n_groups + g;
      source += volume * fixed_source_[at];
      scattered += volume * (source_[at] - fixed_source_[at]);
      collisions += volume * material.total[g] * flux_[at];
      absorbed += volume * material.absorption(static_cast<int>(g)) * flux_[at];
    }
  }
  for (std::size_t g = 0; g < n_groups; ++g) {
    in += boundary_.crossings().in[g];
    out += boundary_.crossings().out[g];
  }
  communicator_.sum(sums);
  return {source, scattered, collisions, absorbed, in, out};
}

}  // namespace lobatto::accept
