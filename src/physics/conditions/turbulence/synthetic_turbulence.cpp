#include "physics/conditions/turbulence/synthetic_turbulence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lobatto::physics {

namespace {

using Vector = std::array<double, 3>;

Vector vector_at(const std::array<std::vector<double>, 3>& field, std::size_t i) {
  return {field[0][i], field[1][i], field[2][i]};
}

double length(const Vector& a) { return std::hypot(a[0], a[1], a[2]); }

/// Coordinates of nodes, ascending.
std::array<std::vector<double>, 3> places_of(const space::FunctionSpace& space,
                                             const std::vector<std::size_t>& nodes) {
  const std::size_t size = space.element_size();
  std::array<std::vector<double>, 3> places, of_element;
  std::size_t last = static_cast<std::size_t>(-1);
  for (const std::size_t node : nodes) {
    if (node / size != last) space.element_points(static_cast<int>(last = node / size), of_element);
    for (int d = 0; d < 3; ++d) places[d].push_back(of_element[d][node % size]);
  }
  return places;
}

}  // namespace

SyntheticTurbulence::SyntheticTurbulence(const TurbulentWaves::Settings& settings,
                                         const FactorOfPlace& factor, const VectorFunction& mean,
                                         const space::FunctionSpace& space, int boundary)
    : SyntheticTurbulence(TurbulentWaves(settings), factor, mean,
                          find_nodes(space, boundary, factor, mean)) {
  find_fluxes(space::Boundary(space, boundary), space.communicator());
}

SyntheticTurbulence::SyntheticTurbulence(TurbulentWaves waves, FactorOfPlace factor,
                                         VectorFunction mean, Nodes nodes)
    : factor_(std::move(factor)),
      mean_(std::move(mean)),
      index_(std::move(nodes.index)),
      nodes_(std::move(nodes.nodes)),
      sums_(std::move(waves), nodes.places, nodes.axis),
      of_nodes_(nodes_.size()) {}

SyntheticTurbulence::Nodes SyntheticTurbulence::find_nodes(const space::FunctionSpace& space,
                                                           int boundary,
                                                           const FactorOfPlace& factor,
                                                           const VectorFunction& mean) {
  const auto nodes = space::boundary_nodes(space, boundary);
  const auto x = places_of(space, nodes);
  const auto normals = space::boundary_normals(space, boundary, nodes);
  std::vector<StressFactor> factors(nodes.size());
  const space::Points points{x[0], x[1], x[2], nodes, {normals[0], normals[1], normals[2]}};
  factor(points, factors);
  std::array<std::vector<double>, 3> means;
  for (int d = 0; d < 3; ++d) {
    means[d].resize(nodes.size());
    if (mean[d]) mean[d](points, 0, means[d]);
  }
  Nodes found;
  if (!nodes.empty()) found.index.assign(space.size(), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    found.places.push_back(vector_at(x, i));
    found.index[nodes[i]] = static_cast<std::int32_t>(i);
    found.nodes.push_back(
        {factors[i], vector_at(means, i), length(factors[i].transposed(vector_at(normals, i)))});
  }
  found.axis = WaveSums::best_axis(found.places, space.communicator());
  return found;
}

/// By the quadrature of the elements: of the normal part, then of each wave the two of fluxes_.
void SyntheticTurbulence::find_fluxes(const space::Boundary& part,
                                      const comm::Communicator& communicator) {
  const auto& waves = sums_.waves().waves();
  std::vector<double> sums(1 + 2 * waves.size());
  const space::Points points = part.points();
  for (std::size_t i = 0; i < part.n_values(); ++i) {
    const Node& node = nodes_[index_[points.nodes[i]]];
    const Vector normal{part.normal(0)[i], part.normal(1)[i], part.normal(2)[i]};
    const Vector across = node.factor.transposed(normal);
    sums[0] += part.weights()[i] * node.normal_part;
    for (std::size_t n = 0; n < waves.size(); ++n) {
      const double angle = waves[n].angle({points.x[i], points.y[i], points.z[i]});
      const double outward =
          part.weights()[i] *
          std::inner_product(across.begin(), across.end(), waves[n].direction.begin(), 0.0);
      sums[1 + 2 * n] += outward * std::cos(angle);
      sums[2 + 2 * n] += outward * std::sin(angle);
    }
  }
  communicator.sum(sums);
  for (std::size_t n = 0; n < waves.size() && sums[0] > 0; ++n)
    fluxes_.push_back({sums[1 + 2 * n] / sums[0], sums[2 + 2 * n] / sums[0]});
}

/// cos(a - w t) = cos a cos w t + sin a sin w t.
double SyntheticTurbulence::net_flux(const TurbulentWaves::Turns& turns) const {
  double flux = 0;
  for (std::size_t n = 0; n < fluxes_.size(); ++n)
    flux += fluxes_[n].cosine * turns.cosines[n] + fluxes_[n].sine * turns.sines[n];
  return flux;
}

void SyntheticTurbulence::set_time(double t) {
  if (t == time_) return;
  time_ = t;
  const auto turns = sums_.waves().turns(t);
  flux_ = net_flux(turns);
  sums_.set_time(turns);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    of_nodes_[i] = nodes_[i].factor(sums_.at(i));
    for (int d = 0; d < 3; ++d) of_nodes_[i][d] += nodes_[i].mean[d];
  }
}

void SyntheticTurbulence::add(int d, const space::Points& points, double t, std::span<double> out) {
  if (points.nodes.empty()) return add_between(d, points, t, out);
  set_time(t);
  add_at_nodes(d, points, out);
}

void SyntheticTurbulence::add_at_nodes(int d, const space::Points& points,
                                       std::span<double> out) const {
  for (std::size_t q = 0; q < out.size(); ++q) {
    const std::int32_t i = index_[points.nodes[q]];
    out[q] += of_nodes_[i][d] - flux_ * nodes_[i].normal_part * points.normal[d][q];
  }
}

/// At places that are no nodes.
void SyntheticTurbulence::add_between(int d, const space::Points& points, double t,
                                      std::span<double> out) const {
  std::vector<StressFactor> factors(out.size());
  factor_(points, factors);
  std::vector<double> mean(out.size());
  if (mean_[d]) mean_[d](points, t, mean);
  const double flux = net_flux(sums_.waves().turns(t));
  for (std::size_t q = 0; q < out.size(); ++q) {
    const Vector normal{points.normal[0][q], points.normal[1][q], points.normal[2][q]};
    const Vector v = sums_.waves()({points.x[q], points.y[q], points.z[q]}, t);
    out[q] += mean[q] + factors[q](v)[d] - flux * length(factors[q].transposed(normal)) * normal[d];
  }
}

}  // namespace lobatto::physics
