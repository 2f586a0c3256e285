#include "physics/conditions/extrapolated_traction.hpp"

#include <algorithm>
#include <utility>

#include "base/vector3.hpp"
#include "physics/conditions/traction.hpp"
#include "space/wave_along_z.hpp"

namespace lobatto::physics {

namespace {

bool is_of_traction(const VelocityBoundaryCondition& face) {
  return face.traction && face.traction_form != TractionForm::pressure;
}
bool is_of_stress(const VelocityBoundaryCondition& face) {
  return face.traction && face.traction_form == TractionForm::stress;
}

/// c
double share_of_pressure(const VelocityBoundaryCondition& face) {
  if (!is_open(face.kind) || !is_of_traction(face)) return 0;
  return is_of_stress(face) ? 2 : 1;
}

struct Slopes {
  std::array<std::array<double, 3>, 3> of;  ///< du_c / dx_b
  std::array<double, 3> normal;

  /// The part of grad(u . n) along the face is this less its part along n.
  [[nodiscard]] std::array<double, 3> of_normal_velocity() const {
    std::array<double, 3> sum{};
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 3; ++c) sum[b] += normal[c] * of[c][b];
    return sum;
  }
  /// Of u along the face: what is zero there to the bit stays so.
  [[nodiscard]] double divergence_along() const {
    double sum = 0;
    for (int c = 0; c < 3; ++c)
      for (int b = 0; b < 3; ++b) sum += ((b == c ? 1.0 : 0.0) - normal[c] * normal[b]) * of[c][b];
    return sum;
  }
};

}  // namespace

ExtrapolatedTraction::ExtrapolatedTraction(const space::FunctionSpace& space,
                                           std::span<const VelocityBoundaryCondition> faces,
                                           double wave_number)
    : space_(space), wave_number_(wave_number) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto& face = faces[f];
    const bool takes_part = face.kind == VelocityCondition::tangential ||
                            (face.kind == VelocityCondition::outflow && is_of_traction(face)) ||
                            (face.kind == VelocityCondition::normal && is_of_stress(face));
    if (takes_part) add_face(static_cast<int>(f), face);
  }
}

void ExtrapolatedTraction::add_face(int part, const VelocityBoundaryCondition& given) {
  const space::Boundary boundary(space_, part);
  SurfaceMean mean(space_, part);
  const std::vector<double> zeros(boundary.n_values());
  Values values;
  values.fill(zeros);
  const bool has_shear = leaves_tangential_free(given.kind) && is_of_stress(given);
  const Level level{zeros, zeros, has_shear ? values : Values{}};
  std::vector<double> stress(mean.nodes().size());
  faces_.push_back({part,
                    boundary,
                    std::move(mean),
                    is_open(given.kind),
                    has_shear,
                    share_of_pressure(given),
                    given.kind != VelocityCondition::outflow,
                    state::History(std::vector<Level>(time::max_order, level)),
                    {},
                    {},
                    std::move(stress),
                    values});
  measure(faces_.back());
}

void ExtrapolatedTraction::follow_mesh() {
  for (auto& face : faces_) {
    face.boundary.follow_mesh();
    face.mean.follow_mesh(face.boundary);
    measure(face);
  }
}

void ExtrapolatedTraction::measure(Face& face) const {
  face.of_nodes.clear();
  face.of_element.clear();
  const double next = space_.nodes().nodes[1] - space_.nodes().nodes[0];
  for (std::size_t i = 0; i < face.boundary.n_values(); ++i) {
    const int across = face.boundary.side(i / face.boundary.n_nodes()).face / 2;
    double sum = 0;
    for (int d = 0; d < space_.shape().n_directions(); ++d) {
      const auto& gradient = face.boundary.metric(i)[d];
      const double squared = base::dot(gradient, gradient);
      sum += squared / (next * next);
      if (d == across) face.of_element.push_back(squared / 4);
    }
    face.of_nodes.push_back(sum);
  }
}

void ExtrapolatedTraction::record(const space::VectorField& velocity) {
  for (auto& face : faces_) {
    face.levels.advance();
    for (std::size_t s = 0; s < face.boundary.n_slots(); ++s) record_slot(face, s, velocity);
  }
}

void ExtrapolatedTraction::record_slot(Face& face, std::size_t slot,
                                       const space::VectorField& velocity) const {
  const auto& boundary = face.boundary;
  const std::size_t first = boundary.side(slot).element * space_.element_size();
  Level& level = face.levels.current();
  for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
    const std::size_t i = slot * boundary.n_nodes() + q, at = first + boundary.offsets(slot)[q];
    Slopes slopes;
    for (int c = 0; c < 3; ++c) {
      slopes.of[c] = boundary.gradient(slot, q, velocity[c].data());
      slopes.normal[c] = boundary.normal(c)[i];
    }
    space::add_wave(wave_number_, {velocity[0][at], velocity[1][at], velocity[2][at]}, slopes.of);
    const auto gradient = slopes.of_normal_velocity();
    const double outward = base::dot(gradient, slopes.normal);
    level.outward[i] = outward;
    level.divergence[i] = outward + slopes.divergence_along();
    if (!face.has_shear) continue;
    for (int d = 0; d < 3; ++d) level.shear[d][i] = gradient[d] - outward * slopes.normal[d];
  }
}

/// diffusion: the viscosity times what a step is long.
ExtrapolatedTraction::Blend ExtrapolatedTraction::blend_at(const Face& face, std::size_t i,
                                                           double diffusion) {
  constexpr double small_step = 0.2, large_step = 0.25;
  if (face.is_given) return {3, 1};
  const bool is_large = face.has_shear && diffusion * face.of_element[i] > large_step;
  if (is_large) return {1, 0.4};
  return {diffusion * face.of_nodes[i] < small_step ? 3 : 2, face.has_shear ? 0.1 : 0.25};
}

void ExtrapolatedTraction::update(const space::NodalValue& viscosity, const time::NextStep& next) {
  for (auto& face : faces_) find_traction(face, viscosity, next);
}

void ExtrapolatedTraction::find_traction(Face& face, const space::NodalValue& viscosity,
                                         const time::NextStep& next) {
  const auto& boundary = face.boundary;
  const std::array by_levels{next.extrapolation_of(1), next.extrapolation_of(2),
                             next.extrapolation_of(3)};
  std::vector<double> strain(boundary.n_values(), 0.0);
  for (auto& component : face.traction) std::ranges::fill(component, 0.0);
  for (std::size_t i = 0; i < strain.size(); ++i) {
    const double nu = viscosity(face.mean.nodes()[face.mean.index_of(i)]);
    const Blend blend = blend_at(face, i, nu / next.bdf.leading);
    const auto& extrapolation = by_levels[blend.n_levels - 1];
    for (int level = 0; level < extrapolation.order; ++level) {
      const Level& earlier = face.levels.at(level);
      const double weight = extrapolation.history[level];
      strain[i] += weight * (earlier.outward[i] - blend.divergence * earlier.divergence[i]);
      for (int d = 0; face.has_shear && d < 3; ++d)
        face.traction[d][i] -= boundary.weights()[i] * nu * weight * earlier.shear[d][i];
    }
  }
  face.mean.take(strain, face.stress);
  for (std::size_t k = 0; k < face.stress.size(); ++k)
    face.stress[k] *= viscosity(face.mean.nodes()[k]);
  if (face.normal_is_free) add_normal(face);
}

void ExtrapolatedTraction::add_normal(Face& face) {
  const auto& boundary = face.boundary;
  for (int d = 0; d < 3; ++d)
    for (std::size_t i = 0; i < boundary.n_values(); ++i)
      face.traction[d][i] +=
          boundary.weights()[i] * face.stress[face.mean.index_of(i)] * boundary.normal(d)[i];
}

space::SpaceTimeFunction ExtrapolatedTraction::pressure_on(int part) const {
  const auto face = std::ranges::find(faces_, part, &Face::part);
  if (face == faces_.end() || face->pressure == 0) return {};
  return [this, which = face - faces_.begin()](const space::Points& points, double /*t*/,
                                               std::span<double> out) {
    const Face& here = faces_[which];
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto at = std::ranges::lower_bound(here.mean.nodes(), points.nodes[i]);
      out[i] = here.pressure * here.stress[at - here.mean.nodes().begin()];
    }
  };
}

void ExtrapolatedTraction::add_to(int component, const space::ElementBlock& block,
                                  double* rhs) const {
  for (const auto& face : faces_)
    face.boundary.add_to(block.first, block.n_elements, face.traction[component], rhs);
}

double ExtrapolatedTraction::power(const space::VectorField& velocity) const {
  double sum = 0;
  for (const auto& face : faces_) sum += work_of(face.boundary, face.traction, velocity);
  return sum;
}

}  // namespace lobatto::physics
