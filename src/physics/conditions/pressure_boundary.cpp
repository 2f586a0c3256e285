#include "physics/conditions/pressure_boundary.hpp"

#include <algorithm>
#include <cmath>

#include "base/vector3.hpp"
#include "space/wave_along_z.hpp"

namespace lobatto::physics {

namespace {

using Tensor = std::array<std::array<double, 3>, 3>;

/// n x curl u from slopes[c][b] = du_c / dx_b.
base::Vector3 normal_cross_vorticity(const base::Vector3& normal, const Tensor& slopes) {
  return base::cross(normal, {slopes[2][1] - slopes[1][2], slopes[0][2] - slopes[2][0],
                              slopes[1][0] - slopes[0][1]});
}

/// The transpose: the cotangents of the slopes.
Tensor transposed_normal_cross_vorticity(const base::Vector3& normal,
                                         const base::Vector3& of_curl) {
  const auto [x, y, z] = base::cross(of_curl, normal);  // of the vorticity
  return {{{0, -z, y}, {z, 0, -x}, {-y, x, 0}}};
}

}  // namespace

PressureBoundary::PressureBoundary(const space::FunctionSpace& space,
                                   std::span<const VelocityBoundaryCondition> faces,
                                   double wave_number)
    : space_(space), wave_number_(wave_number) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto kind = faces[f].kind;
    if (kind != VelocityCondition::wall && !gives_normal_velocity(kind)) continue;
    const space::Boundary boundary(space, static_cast<int>(f));
    Values values;
    values.fill(std::vector<double>(boundary.n_values()));
    terms_.push_back({static_cast<int>(f),
                      boundary,
                      gives_normal_velocity(kind) ? faces[f].velocity : VectorFunction{},
                      faces[f].depends_on_time,
                      {},
                      state::History(std::vector<Values>(max_order, values)),
                      std::vector<double>(boundary.n_values())});
  }
}

void PressureBoundary::follow_mesh() {
  for (auto& term : terms_) {
    term.boundary.follow_mesh();
    term.normal_velocity.clear();
  }
}

void PressureBoundary::record(const space::VectorField& velocity) {
  for (auto& term : terms_) {
    term.curl.advance();
    for (std::size_t s = 0; s < term.boundary.n_slots(); ++s) record_slot(term, s, velocity);
  }
}

void PressureBoundary::record_slot(FaceTerm& term, std::size_t slot,
                                   const space::VectorField& velocity) const {
  const auto& boundary = term.boundary;
  const std::size_t first = boundary.side(slot).element * space_.element_size();
  for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
    const std::size_t i = slot * boundary.n_nodes() + q, at = first + boundary.offsets(slot)[q];
    Tensor slopes;
    for (int c = 0; c < 3; ++c) slopes[c] = boundary.gradient(slot, q, velocity[c].data());
    space::add_wave(wave_number_, {velocity[0][at], velocity[1][at], velocity[2][at]}, slopes);
    const auto curl = normal_cross_vorticity(
        {boundary.normal(0)[i], boundary.normal(1)[i], boundary.normal(2)[i]}, slopes);
    for (int d = 0; d < 3; ++d) term.curl.current()[d][i] = curl[d];
  }
}

void PressureBoundary::update(const space::NodalValue& viscosity, const time::Bdf& bdf,
                              const time::Extrapolation& extrapolation, double t) {
  for (auto& term : terms_) {
    std::fill(term.rhs.begin(), term.rhs.end(), 0.0);
    if (const auto number = viscosity.number())
      add_vorticity_term(term, [nu = *number](std::size_t) { return nu; }, extrapolation);
    else
      add_vorticity_term(
          term, [&](std::size_t i) { return viscosity(node_of(term.boundary, i)); }, extrapolation);
    if (term.velocity[0]) add_normal_velocity_term(term, bdf.leading, t);
  }
}

/// In the fields, of a value on the boundary.
std::size_t PressureBoundary::node_of(const space::Boundary& boundary, std::size_t i) const {
  const std::size_t slot = i / boundary.n_nodes(), q = i % boundary.n_nodes();
  return boundary.side(slot).element * space_.element_size() + boundary.offsets(slot)[q];
}

/// n x omega lies in the face, so that of grad q only the derivatives along the face count: each
/// has the flux -nu w dr/dx . (n x omega) of value i.
template <class Viscosity>
void PressureBoundary::add_vorticity_term(FaceTerm& term, const Viscosity& viscosity_at,
                                          const time::Extrapolation& extrapolation) const {
  const auto& boundary = term.boundary;
  for (std::size_t i = 0; i < boundary.n_values(); ++i) {
    std::array<double, 3> curl{};
    for (int level = 0; level < extrapolation.order; ++level)
      for (int d = 0; d < 3; ++d)
        curl[d] += extrapolation.history[level] * term.curl.at(level)[d][i];
    const double factor = -viscosity_at(i) * boundary.weights()[i];
    double* const rhs = term.rhs.data() + i / boundary.n_nodes() * boundary.n_nodes();
    for_lines_along(boundary, i, [&](int direction, int length, int node, int first, int stride) {
      const double along = factor * base::dot(boundary.metric(i)[direction], curl);
      for (int l = 0; l < length; ++l)
        rhs[first + l * stride] += space_.derivative()(node, l) * along;
    });
    rhs[i % boundary.n_nodes()] -= factor * wave_number_ * curl[2];
  }
}

void PressureBoundary::add_transposed(const space::NodalValue& viscosity, double factor,
                                      const space::Field& of_rhs, space::VectorField& y) const {
  for (const auto& term : terms_) {
    const auto& boundary = term.boundary;
    std::vector<double> on_face(boundary.n_values());
    boundary.restrict_field(of_rhs, on_face);
    for (std::size_t i = 0; i < boundary.n_values(); ++i) {
      const std::size_t slot = i / boundary.n_nodes(), q = i % boundary.n_nodes();
      const double* const values = on_face.data() + slot * boundary.n_nodes();
      const double scale = -factor * viscosity(node_of(boundary, i)) * boundary.weights()[i];
      std::array<double, 3> of_curl{};
      for_lines_along(boundary, i, [&](int direction, int length, int node, int first, int stride) {
        double along = 0;
        for (int l = 0; l < length; ++l)
          along += space_.derivative()(node, l) * values[first + l * stride];
        for (int d = 0; d < 3; ++d) of_curl[d] += scale * along * boundary.metric(i)[direction][d];
      });
      of_curl[2] -= scale * wave_number_ * values[q];
      const Tensor of_slopes = transposed_normal_cross_vorticity(
          {boundary.normal(0)[i], boundary.normal(1)[i], boundary.normal(2)[i]}, of_curl);
      for (int c = 0; c < 3; ++c)
        boundary.add_transposed_gradient(slot, q, of_slopes[c], y[c].data());
      for (int c = 0; c < 3; ++c)
        y[c][node_of(boundary, i)] += space::slope_of_wave(wave_number_, c) * of_slopes[c][2];
    }
  }
}

/// visit(direction, length, node, first, stride) for both lines of the face through value i, of its
/// values [slot][b][a]; along the one node of a plane there is none, as derivatives are zero.
template <class Visit>
void PressureBoundary::for_lines_along(const space::Boundary& boundary, std::size_t i,
                                       const Visit& visit) const {
  const auto lengths = space_.shape().lengths();
  const auto q = static_cast<int>(i % boundary.n_nodes());
  const int across = boundary.side(i / boundary.n_nodes()).face / 2;
  const int along_a = (across + 1) % 3, along_b = (across + 2) % 3;
  const int n_a = lengths[along_a], n_b = lengths[along_b];
  const int a = q % n_a, b = q / n_a;
  if (n_a > 1) visit(along_a, n_a, a, b * n_a, 1);
  if (n_b > 1) visit(along_b, n_b, b, a, n_a);
}

void PressureBoundary::add_normal_velocity_term(FaceTerm& term, double leading, double t) {
  const auto& boundary = term.boundary;
  auto& normal_velocity = term.normal_velocity;
  if (normal_velocity.empty() || term.depends_on_time) {
    normal_velocity.assign(boundary.n_values(), 0.0);
    std::vector<double> values;
    for (int d = 0; d < 3; ++d) {
      const bool is_along =
          std::ranges::all_of(boundary.normal(d), [](double n) { return n == 0; });
      if (is_along) continue;  // as two components of a face across an axis are
      boundary.evaluate(term.velocity[d], t, values);
      for (std::size_t i = 0; i < values.size(); ++i)
        normal_velocity[i] += boundary.normal(d)[i] * values[i];
    }
  }
  for (std::size_t i = 0; i < normal_velocity.size(); ++i)
    term.rhs[i] -= leading * boundary.weights()[i] * normal_velocity[i];
}

void PressureBoundary::add_given(double leading, const space::Field& of_rhs,
                                 GivenDerivatives& to) const {
  for (const auto& term : terms_) {
    if (!term.velocity[0]) continue;
    const auto& boundary = term.boundary;
    std::vector<double> on_face(boundary.n_values());
    boundary.restrict_field(of_rhs, on_face);
    for (int d = 0; d < 3; ++d) {
      auto& sum = to.on_sides(d, term.index);
      for (std::size_t i = 0; i < on_face.size(); ++i)
        sum[i] += leading * boundary.weights()[i] * boundary.normal(d)[i] * on_face[i];
    }
  }
}

PressureBoundary::Flux PressureBoundary::given_flux() const {
  Flux flux;
  for (const auto& term : terms_) {
    for (std::size_t i = 0; i < term.normal_velocity.size(); ++i) {
      const double through = term.boundary.weights()[i] * term.normal_velocity[i];
      flux.net += through;
      flux.through += std::abs(through);
    }
  }
  return flux;
}

void PressureBoundary::add_to(const space::ElementBlock& block, double* rhs) const {
  for (const auto& term : terms_)
    term.boundary.add_to(block.first, block.n_elements, term.rhs, rhs);
}

}  // namespace lobatto::physics
