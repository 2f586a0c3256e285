#include "flow/scalar_transport.hpp"

#include "flow/box_conditions.hpp"

namespace lobatto::flow {

ScalarTransport::ScalarTransport(const space::BoxSpace& space, const ScalarSettings& settings,
                                 const krylov::Tolerance& tolerance,
                                 const SharedWorkspace& workspace)
    : space_(space),
      settings_(settings),
      value_(space.make_field()),
      explicit_term_(space.make_field()),
      dirichlet_(space),
      solver_(make_helmholtz_solver(settings.method, space,
                                    scalar_conditions(space.mesh(), settings.faces), tolerance, 1,
                                    workspace)) {
  for (int f = 0; f < mesh::n_faces; ++f) {
    const auto& face = settings_.faces[f];
    if (!face.value) continue;
    const space::BoxBoundary boundary(space, static_cast<mesh::Face>(f));
    if (face.kind == ScalarCondition::value)
      dirichlet_.add_face(boundary, face.value, face.depends_on_time);
    else if (face.kind == ScalarCondition::flux)
      flux_faces_.push_back({boundary, face.value, face.depends_on_time, {}});
  }
}

krylov::SolveReport ScalarTransport::solve(const time::Bdf& bdf, double t) {
  dirichlet_.update(t);
  for (auto& face : flux_faces_)
    if (face.values.empty() || face.depends_on_time)
      face.boundary.evaluate(face.flux, t, face.values);

  const int n_x = space_.mesh().n_x();
  const std::size_t size = space_.element_size();
  const auto mass = space_.reference_mass();
  const auto source = [&](int column, double* f) {
    for (int x = 0; x < n_x; ++x) {
      const int e = column * n_x + x;
      const double jacobian = space_.jacobian(e);
      const double* t_hat = value_.current().data() + e * size;
      for (std::size_t q = 0; q < size; ++q) f[x * size + q] = jacobian * mass[q] * t_hat[q];
    }
    const std::span<double> rhs(f, n_x * size);
    add_flux(rhs, column * n_x, n_x);
    dirichlet_.subtract_lift(bdf.leading, settings_.diffusivity, column, rhs);
  };
  const auto guess = extrapolated_guess(bdf.order, value_.at(1).data(), value_.at(2).data());
  const auto report =
      solver_->solve(bdf.leading, settings_.diffusivity, {source, guess, value_.current()});
  dirichlet_.impose(value_.current());
  return report;
}

void ScalarTransport::add_flux(std::span<double> rhs, int first_element, int n_elements) const {
  for (const auto& face : flux_faces_) {
    const auto& elements = face.boundary.elements();
    const auto& offsets = face.boundary.node_offsets();
    const int n = space_.n();
    for (std::size_t s = 0; s < elements.size(); ++s) {
      const int local = elements[s] - first_element;
      if (local < 0 || local >= n_elements) continue;
      double* out = rhs.data() + local * space_.element_size();
      for (std::size_t q = 0; q < offsets.size(); ++q)
        out[offsets[q]] += face.values[s * offsets.size() + q] *
                           face.boundary.surface_weight(elements[s], static_cast<int>(q) / n,
                                                        static_cast<int>(q) % n);
    }
  }
}

}  // namespace lobatto::flow
