#include "flow/pressure_boundary.hpp"

#include <algorithm>

namespace lobatto::flow {

PressureBoundary::PressureBoundary(const space::BoxSpace& space,
                                   const std::array<VelocityFace, mesh::n_faces>& faces)
    : space_(space) {
  for (int f = 0; f < mesh::n_faces; ++f) {
    const auto face = static_cast<mesh::Face>(f);
    const auto kind = faces[f].kind;
    if (kind != VelocityCondition::wall && kind != VelocityCondition::velocity) continue;
    space::BoxBoundary boundary(space, face);
    const std::size_t n_values = boundary.elements().size() * space.n() * space.n();
    std::vector<int> slot(space.n_elements(), none);
    for (std::size_t s = 0; s < boundary.elements().size(); ++s)
      slot[boundary.elements()[s]] = static_cast<int>(s);
    space::SpaceTimeFunction normal_velocity;
    if (kind == VelocityCondition::velocity) normal_velocity = faces[f].velocity[boundary.normal()];
    terms_.push_back({boundary,
                      normal_velocity,
                      faces[f].depends_on_time,
                      {},
                      History<std::vector<double>, max_order>(std::vector<double>(2 * n_values)),
                      std::vector<double>(n_values),
                      std::move(slot)});
  }
}

void PressureBoundary::record(const space::VectorField& velocity) {
  for (auto& term : terms_) {
    term.curl.advance();
    record_face(term, velocity);
  }
}

void PressureBoundary::record_face(FaceTerm& term, const space::VectorField& velocity) const {
  const auto& boundary = term.boundary;
  const auto& derivative = space_.derivative();
  const int n = space_.n();
  const int d = boundary.normal();
  const int normal_node = mesh::is_upper(boundary.face()) ? n - 1 : 0;
  for (std::size_t s = 0; s < boundary.elements().size(); ++s) {
    const int e = boundary.elements()[s];
    const auto h = space_.lengths(e);
    for (int side = 0; side < 2; ++side) {
      const int t = boundary.tangents()[side];
      const double* normal_component = velocity[d].data() + e * space_.element_size();
      const double* tangential_component = velocity[t].data() + e * space_.element_size();
      double* out = term.curl.current().data() + (s * 2 + side) * n * n;
      for (int q = 0; q < n * n; ++q) {
        const int node = side == 0 ? q % n : q / n;
        const std::size_t at = boundary.node_offsets()[q];
        const std::size_t along_tangent = at - node * boundary.stride(t);
        const std::size_t along_normal = at - normal_node * boundary.stride(d);
        double dt_ud = 0, dd_ut = 0;
        for (int l = 0; l < n; ++l) {
          dt_ud += derivative(node, l) * normal_component[along_tangent + l * boundary.stride(t)];
          dd_ut += derivative(normal_node, l) *
                   tangential_component[along_normal + l * boundary.stride(d)];
        }
        out[q] = boundary.sign() * (2.0 / h[t] * dt_ud - 2.0 / h[d] * dd_ut);
      }
    }
  }
}

void PressureBoundary::update(double viscosity, const time::Bdf& bdf,
                              const time::Extrapolation& extrapolation, double t) {
  for (auto& term : terms_) {
    std::fill(term.rhs.begin(), term.rhs.end(), 0.0);
    add_vorticity_term(term, viscosity, extrapolation);
    if (term.normal_velocity) add_normal_velocity_term(term, bdf.leading, t);
  }
}

void PressureBoundary::add_vorticity_term(FaceTerm& term, double viscosity,
                                          const time::Extrapolation& extrapolation) const {
  const auto& boundary = term.boundary;
  const auto& derivative = space_.derivative();
  const int n = space_.n();
  for (std::size_t s = 0; s < boundary.elements().size(); ++s) {
    const int e = boundary.elements()[s];
    const auto h = space_.lengths(e);
    double* rhs = term.rhs.data() + s * n * n;
    for (int side = 0; side < 2; ++side) {
      const double scale = 2.0 / h[boundary.tangents()[side]];
      for (int b = 0; b < n; ++b)
        for (int a = 0; a < n; ++a) {
          double curl = 0;
          for (int level = 0; level < extrapolation.order; ++level)
            curl += extrapolation.history[level] *
                    term.curl.at(level)[(s * 2 + side) * n * n + b * n + a];
          const double flux = -viscosity * scale * boundary.surface_weight(e, b, a) * curl;
          for (int l = 0; l < n; ++l) {
            if (side == 0)
              rhs[b * n + l] += derivative(a, l) * flux;
            else
              rhs[l * n + a] += derivative(b, l) * flux;
          }
        }
    }
  }
}

void PressureBoundary::add_normal_velocity_term(FaceTerm& term, double leading, double t) const {
  const auto& boundary = term.boundary;
  const int n = space_.n();
  auto& velocity = term.normal_values;
  if (velocity.empty() || term.depends_on_time)
    boundary.evaluate(term.normal_velocity, t, velocity);
  for (std::size_t s = 0; s < boundary.elements().size(); ++s) {
    const int e = boundary.elements()[s];
    for (int q = 0; q < n * n; ++q)
      term.rhs[s * n * n + q] -= leading * boundary.sign() * velocity[s * n * n + q] *
                                 boundary.surface_weight(e, q / n, q % n);
  }
}

void PressureBoundary::add_to(int e, double* rhs) const {
  for (const auto& term : terms_) {
    const int s = term.slot[e];
    if (s == none) continue;
    const auto& offsets = term.boundary.node_offsets();
    const double* values = term.rhs.data() + s * offsets.size();
    for (std::size_t q = 0; q < offsets.size(); ++q) rhs[offsets[q]] += values[q];
  }
}

}  // namespace lobatto::flow
