#include "accept/unstructured_sweep/unstructured_iteration.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::accept {

namespace {

Vector middle_of_corners(const std::array<Vector, n_corners>& places) {
  Vector sum{};
  for (const Vector& place : places)
    for (std::size_t d = 0; d < 3; ++d) sum[d] += place[d] / n_corners;
  return sum;
}

}  // namespace

UnstructuredIteration::UnstructuredIteration(const TransportProblem& problem, const HexMesh& mesh,
                                             const comm::Communicator& communicator)
    : communicator_(communicator),
      mesh_(mesh),
      links_(mesh, communicator),
      materials_(problem.materials),
      incoming_(problem.incoming),
      mean_flux_(mesh.n_elements()),
      source_(mesh.n_elements()),
      right_(mesh.n_elements()),
      exchange_(links_, n_octants * problem.ordinates.size(), communicator) {
  for (int octant = 0; octant < n_octants; ++octant)
    for (const Ordinate& ordinate : problem.ordinates) {
      directions_.push_back(direction_in(octant, ordinate));
      weights_.push_back(ordinate.weight);
    }
  for (const auto& places : mesh_.places) {
    matrices_.emplace_back(places);
    material_of_.push_back(
        static_cast<std::size_t>(problem.material_at(middle_of_corners(places))));
    fixed_source_.push_back(problem.source_at(middle_of_corners(places)));
  }
  psi_.resize(directions_.size() * mesh.n_elements());
  set_orders();
}

bool UnstructuredIteration::flows_out(std::size_t direction, const FaceLink& link) const {
  return base::dot(directions_[direction], link.area) > 0;
}

void UnstructuredIteration::set_orders() {
  for (std::size_t direction = 0; direction < n_directions(); ++direction) {
    std::vector<Stream> streams;
    for (std::size_t element = 0; element < mesh_.n_elements(); ++element)
      for (const FaceLink& link : links_.links[element])
        if (link.element >= 0 && flows_out(direction, link))
          streams.push_back({static_cast<int>(element), link.element,
                             base::dot(directions_[direction], link.area)});
    orders_.push_back(sweep_order(static_cast<int>(mesh_.n_elements()), streams));
  }
}

void UnstructuredIteration::begin_with(const AngularFunction& flux) {
  std::fill(mean_flux_.begin(), mean_flux_.end(), CornerFluxes{});
  for (std::size_t direction = 0; direction < n_directions(); ++direction)
    for (std::size_t element = 0; element < mesh_.n_elements(); ++element)
      for (std::size_t i = 0; i < n_corners; ++i) {
        ByGroup& psi = psi_[direction * mesh_.n_elements() + element][i];
        psi = flux(mesh_.places[element][i], directions_[direction]);
        for (std::size_t g = 0; g < n_groups; ++g)
          mean_flux_[element][i][g] += weights_[direction] * psi[g];
      }
}

long long UnstructuredIteration::n_lagged() const {
  long long sum = 0;
  for (const SweepOrder& order : orders_) sum += order.n_lagged;
  return communicator_.sum(sum);
}

void UnstructuredIteration::set_source() {
  for (std::size_t element = 0; element < mesh_.n_elements(); ++element) {
    const Material& material = materials_[material_of_[element]];
    for (std::size_t i = 0; i < n_corners; ++i)
      for (std::size_t to = 0; to < n_groups; ++to) {
        double sum = fixed_source_[element][to];
        for (std::size_t from = 0; from <= to; ++from)
          sum += material.scattering[from][to] * mean_flux_[element][i][from];
        source_[element][i][to] = sum;
      }
    for (std::size_t i = 0; i < n_corners; ++i) {
      right_[element][i] = {};
      for (std::size_t j = 0; j < n_corners; ++j)
        for (std::size_t g = 0; g < n_groups; ++g)
          right_[element][i][g] += matrices_[element].mass[i][j] * source_[element][j][g];
    }
  }
}

HexMatrices::FaceMatrix UnstructuredIteration::flow_matrix(std::size_t direction,
                                                           std::size_t element,
                                                           std::size_t face) const {
  const Vector& omega = directions_[direction];
  const auto& parts = matrices_[element].faces[face];
  HexMatrices::FaceMatrix flow{};
  for (std::size_t i = 0; i < n_face_corners; ++i)
    for (std::size_t j = 0; j < n_face_corners; ++j)
      flow[i][j] =
          omega[0] * parts[0][i][j] + omega[1] * parts[1][i][j] + omega[2] * parts[2][i][j];
  return flow;
}

std::array<ByGroup, n_face_corners> UnstructuredIteration::other_side(std::size_t direction,
                                                                      std::size_t element,
                                                                      std::size_t face) const {
  const FaceLink& link = links_.links[element][face];
  std::array<ByGroup, n_face_corners> values{};
  for (std::size_t i = 0; i < n_face_corners; ++i) {
    if (link.element >= 0)
      values[i] = psi_[direction * mesh_.n_elements() + static_cast<std::size_t>(link.element)]
                      [link.corners[i]];
    else if (link.rank >= 0)
      std::copy_n(exchange_.at(direction, link, i), n_groups, values[i].begin());
    else if (incoming_)
      values[i] = incoming_(mesh_.places[element][face_corners(face)[i]], directions_[direction]);
  }
  return values;
}

void UnstructuredIteration::add_inflow(std::size_t direction, std::size_t element, std::size_t face,
                                       const HexMatrices::FaceMatrix& flow,
                                       TransportSystem& system) const {
  const auto values = other_side(direction, element, face);
  const auto corners = face_corners(face);
  for (std::size_t i = 0; i < n_face_corners; ++i)
    for (std::size_t j = 0; j < n_face_corners; ++j)
      for (std::size_t g = 0; g < n_groups; ++g)
        system.right[corners[i]][g] -= flow[i][j] * values[j][g];
}

void UnstructuredIteration::assemble(std::size_t direction, std::size_t element,
                                     TransportSystem& system) const {
  const Vector& omega = directions_[direction];
  const auto& gradients = matrices_[element].gradients;
  for (std::size_t i = 0; i < n_corners; ++i)
    for (std::size_t j = 0; j < n_corners; ++j)
      system.streaming[i][j] = -(omega[0] * gradients[0][i][j] + omega[1] * gradients[1][i][j] +
                                 omega[2] * gradients[2][i][j]);
  system.right = right_[element];
  for (std::size_t face = 0; face < n_faces; ++face) {
    const auto flow = flow_matrix(direction, element, face);
    if (!flows_out(direction, links_.links[element][face])) {
      add_inflow(direction, element, face, flow, system);
      continue;
    }
    const auto corners = face_corners(face);
    for (std::size_t i = 0; i < n_face_corners; ++i)
      for (std::size_t j = 0; j < n_face_corners; ++j)
        system.streaming[corners[i]][corners[j]] += flow[i][j];
  }
}

void UnstructuredIteration::sweep_direction(std::size_t direction) {
  TransportSystem system;
  CornerFluxes solved;
  for (const int next : orders_[direction].elements) {
    const auto element = static_cast<std::size_t>(next);
    assemble(direction, element, system);
    solve_element(system, matrices_[element].mass, materials_[material_of_[element]].total, solved);
    CornerFluxes& psi = psi_[direction * mesh_.n_elements() + element];
    for (std::size_t i = 0; i < n_corners; ++i)
      for (std::size_t g = 0; g < n_groups; ++g) {
        change_ = std::max(change_, std::abs(solved[i][g] - psi[i][g]));
        largest_ = std::max(largest_, std::abs(solved[i][g]));
        mean_flux_[element][i][g] += weights_[direction] * solved[i][g];
      }
    psi = solved;
  }
}

void UnstructuredIteration::iterate() {
  set_source();
  exchange_.exchange(psi_, mesh_.n_elements());
  change_ = largest_ = 0;
  std::fill(mean_flux_.begin(), mean_flux_.end(), CornerFluxes{});
  for (std::size_t direction = 0; direction < n_directions(); ++direction)
    sweep_direction(direction);
}

bool UnstructuredIteration::solve(double tolerance, int max_iterations) {
  for (int i = 0; i < max_iterations; ++i) {
    iterate();
    std::array<double, 2> sizes{change_, largest_};
    communicator_.max(sizes);
    if (sizes[0] <= tolerance * sizes[1]) return true;
  }
  return false;
}

void UnstructuredIteration::add_boundary(std::size_t direction, std::size_t element,
                                         std::size_t face, ParticleBalance& balance) const {
  const bool is_out = flows_out(direction, links_.links[element][face]);
  const auto flow = flow_matrix(direction, element, face);
  const auto corners = face_corners(face);
  const auto incoming = other_side(direction, element, face);
  const CornerFluxes& psi = psi_[direction * mesh_.n_elements() + element];
  double sum = 0;
  for (std::size_t i = 0; i < n_face_corners; ++i)
    for (std::size_t j = 0; j < n_face_corners; ++j)
      for (std::size_t g = 0; g < n_groups; ++g)
        sum += flow[i][j] * (is_out ? psi[corners[j]][g] : incoming[j][g]);
  (is_out ? balance.out : balance.in) += weights_[direction] * (is_out ? sum : -sum);
}

void UnstructuredIteration::add_volume(std::size_t element, ParticleBalance& balance) const {
  const Material& material = materials_[material_of_[element]];
  for (std::size_t j = 0; j < n_corners; ++j) {
    double volume = 0;  // int v_j
    for (std::size_t i = 0; i < n_corners; ++i) volume += matrices_[element].mass[i][j];
    for (std::size_t g = 0; g < n_groups; ++g) {
      const double flux = mean_flux_[element][j][g];
      balance.source += volume * fixed_source_[element][g];
      balance.scattered += volume * (source_[element][j][g] - fixed_source_[element][g]);
      balance.collisions += volume * material.total[g] * flux;
      balance.absorbed += volume * material.absorption(static_cast<int>(g)) * flux;
    }
  }
}

ParticleBalance UnstructuredIteration::balance() const {
  ParticleBalance own;
  for (std::size_t element = 0; element < mesh_.n_elements(); ++element) {
    add_volume(element, own);
    for (std::size_t face = 0; face < n_faces; ++face) {
      const FaceLink& link = links_.links[element][face];
      if (link.element >= 0 || link.rank >= 0) continue;
      for (std::size_t direction = 0; direction < n_directions(); ++direction)
        add_boundary(direction, element, face, own);
    }
  }
  std::array<double, 6> sums{own.source,   own.scattered, own.collisions,
                             own.absorbed, own.in,        own.out};
  communicator_.sum(sums);
  return {sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]};
}

}  // namespace lobatto::accept
