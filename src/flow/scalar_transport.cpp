#include "flow/scalar_transport.hpp"

#include "flow/implicit_conditions.hpp"
#include "space/element_operators.hpp"

namespace lobatto::flow {

ScalarTransport::ScalarTransport(state::State& state, const ScalarSettings& settings,
                                 const IterativeHelmholtz& iterative,
                                 const SharedWorkspace& workspace)
    : space_(state.space()),
      settings_(settings),
      value_(state.declare(settings.name, {.n_levels = time::max_order,
                                           .n_saved = time::max_order,
                                           .save_as = "scalars/" + settings.name,
                                           .may_be_missing = true})),
      explicit_term_(space_.make_field()),
      dirichlet_(space_),
      solver_(make_helmholtz_solver(settings.method, space_,
                                    scalar_conditions(space_, settings.faces), iterative, 1,
                                    workspace)) {
  for (std::size_t f = 0; f < settings_.faces.size(); ++f) {
    const auto& face = settings_.faces[f];
    if (!face.value) continue;
    const auto index = static_cast<int>(f);
    if (face.kind == ScalarCondition::value)
      dirichlet_.add_boundary(index, face.value, face.depends_on_time);
    else if (face.kind == ScalarCondition::flux)
      flux_faces_.push_back({space::Boundary(space_, index), face.value, face.depends_on_time, {}});
  }
}

krylov::SolveReport ScalarTransport::solve(const time::Bdf& bdf, double t) {
  dirichlet_.update(t);
  update_fluxes(t);
  const int length = space_.column_length();
  const std::size_t size = space_.element_size();
  const auto source = [&](int column, double* f) {
    const int first = column * length;
    space::multiply_by_mass(space_, first, length, value_.now().data() + first * size, f);
    for (const auto& face : flux_faces_)
      for (int e = 0; e < length; ++e) face.boundary.add_to(first + e, face.values, f + e * size);
    dirichlet_.subtract_lift(bdf.leading, settings_.diffusivity, column, {f, length * size});
  };
  const auto guess = extrapolated_guess(bdf.order, value_.at(1).data(), value_.at(2).data());
  const auto report =
      solver_->solve(bdf.leading, settings_.diffusivity, {source, guess, value_.now()});
  dirichlet_.impose(value_.now());
  return report;
}

void ScalarTransport::update_fluxes(double t) {
  for (auto& face : flux_faces_) {
    if (!face.values.empty() && !face.depends_on_time) continue;
    face.boundary.evaluate(face.flux, t, face.values);
    for (std::size_t i = 0; i < face.values.size(); ++i)
      face.values[i] *= face.boundary.weights()[i];
  }
}

}  // namespace lobatto::flow
