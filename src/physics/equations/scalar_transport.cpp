#include "physics/equations/scalar_transport.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "kernels/vectors/inner_products.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "physics/low_mach/density.hpp"
#include "space/element_operators.hpp"

namespace lobatto::physics {

namespace {

bool exchanges(const ScalarSettings& settings) {
  return std::ranges::any_of(settings.faces, [](const ScalarBoundaryCondition& face) {
    return face.kind == ScalarCondition::robin;
  });
}

}  // namespace

ScalarTransport::ScalarTransport(const space::FunctionSpace& space, const ScalarSettings& settings,
                                 const Coefficient& diffusivity, ExplicitPart& explicit_part,
                                 CarriedField& scalar, const FlowSettings& flow,
                                 const SharedWorkspace& workspace, perf::Profiler& profiler)
    : space_(space),
      settings_(settings),
      wave_number_(flow.wave_number),
      region_(profiler, WorkPart::scalar_solve),
      diffusivity_(diffusivity),
      explicit_part_(explicit_part),
      scalar_(scalar),
      dirichlet_(space),
      balance_(space, scalar.is_advected() ? &explicit_part.velocity() : nullptr, scalar.field(),
               settings.capacity, flow.moving_mesh.get()) {
  add_surfaces();
  if (settings_.capacity != nullptr)
    smallest_capacity_ = -space_.communicator().max(-std::ranges::min(*settings_.capacity));
  const auto conditions = scalar_conditions(space, settings_.faces);
  const auto& iterative = flow.iterative_velocity;
  if (!exchanges(settings_))
    solver_ = make_helmholtz_solver(settings_.method, space, conditions, iterative, 1, workspace);
  else if (settings_.method == SolverMethod::jacobi_cg)
    solver_ = make_jacobi_cg_helmholtz(space, conditions, iterative, 1, surface_mass());
  else
    throw base::Error("the tensor direct solver takes no boundary with a transfer");
  if (flow.along_characteristics && scalar_.is_advected())
    explicit_part_.carry_along(scalar_, space_, {conditions});
  if (solver_->takes_guesses()) scalar_.next().take_guesses(space_);
  f_.resize(solver_->schedule().block_size());
}

void ScalarTransport::add_surfaces() {
  for (std::size_t f = 0; f < settings_.faces.size(); ++f) {
    const auto& face = settings_.faces[f];
    if (!face.value) continue;
    const auto index = static_cast<int>(f);
    if (face.kind == ScalarCondition::value)
      dirichlet_.add_boundary(index, face.value, face.depends_on_time);
    if (face.kind != ScalarCondition::flux && face.kind != ScalarCondition::robin) continue;
    const space::Boundary boundary(space_, index);
    surfaces_.push_back({index,
                         boundary,
                         face.value,
                         face.depends_on_time,
                         face.kind == ScalarCondition::robin,
                         factors_of(face, boundary),
                         {},
                         {},
                         0});
  }
}

std::vector<double> ScalarTransport::factors_of(const ScalarBoundaryCondition& face,
                                                const space::Boundary& boundary) {
  std::vector<double> factors(boundary.weights().begin(), boundary.weights().end());
  if (face.kind != ScalarCondition::robin) return factors;
  std::vector<double> h;
  boundary.evaluate(face.coefficient, 0.0, h);
  for (std::size_t i = 0; i < h.size(); ++i) factors[i] *= h[i];
  return factors;
}

void ScalarTransport::follow_mesh() {
  dirichlet_.follow_mesh();
  for (auto& surface : surfaces_) {
    surface.boundary.follow_mesh();
    surface.factors = factors_of(settings_.faces[surface.index], surface.boundary);
    surface.values.clear();
  }
  balance_.follow_mesh();
  solver_->follow_mesh();
}

SurfaceMass ScalarTransport::surface_mass() const {
  SurfaceMass mass;
  for (const auto& surface : surfaces_)
    if (surface.is_transfer) mass.add(surface.boundary, space_.element_size(), surface.factors);
  return mass;
}

void ScalarTransport::weigh_by(const Density& density) {
  has_density_ = true;
  of_one_ = space::mass_of_elements(space_);
  balance_.weigh_by(density);
}

void ScalarTransport::respond_to_source(const time::NextStep& next, space::Field& response) {
  region_([&] {
    region_.count(
        solver_->solve(mass_coefficient(next), diffusivity_.stiffness(), of_one_, {{}, response}));
  });
}

void ScalarTransport::add_source(double rate, const space::Field& response) {
  space::Field& value = scalar_.field().now();
  for (std::size_t q = 0; q < value.size(); ++q) value[q] += rate * response[q];
  heating_ = rate * kernels::sum(of_one_);
}

void ScalarTransport::record() {
  balance_.advance(source());
  before_ = range_of(values());
}

void ScalarTransport::solve(const time::NextStep& next, StepReport& report) {
  region_([&] {
    const auto solve = solve_implicit_part(next);
    region_.count(solve);
    report.solves.push_back({settings_.name, solver_->name(), solve.solves[0]});
  });
}

void ScalarTransport::finish(const time::NextStep& next, StepReport& report) {
  region_([&] {
    balance_.measure();
    report.scalars.push_back(balance_.report(
        settings_.name, next,
        {hat_, source(), filtered_, hat_in_solids_, content_of_the_solve(), heating_}));
    if (!has_density_) report.scalars.back().limits = limits();
  });
}

/// Only where its c is not that of the new level.
std::optional<double> ScalarTransport::content_of_the_solve() const {
  if (!has_density_) return std::nullopt;
  return kernels::inner_product(diffusivity_.stiffness().field()->mass(0), values().data(),
                                space_.size());
}

double ScalarTransport::source() const {
  double sum = 0;
  for (const auto& term : scalar_.terms()) sum += term->integral();
  return sum;
}

void ScalarTransport::end_step(const time::NextStep& next) {
  filtered_ = next.bdf.leading * scalar_.end_step(0, dirichlet_).content;
}

HelmholtzReport ScalarTransport::solve_implicit_part(const time::NextStep& next) {
  state::Variable& value = scalar_.field();
  hat_ = filtered_ = heating_ = 0;
  hat_in_solids_.assign(space_.solids().size(), 0.0);
  dirichlet_.update(next.time);
  update_surfaces(next.time);
  // The field may have elements beyond the fluid that this one is solved for in.
  const auto unknown = std::span<double>(scalar_.next().solution()).first(space_.size());
  solver_->begin(mass_coefficient(next), diffusivity_.stiffness(),
                 {{scalar_.next().guess(), unknown, smallest_capacity_ * scalar_.next().enough()}});
  for (const ElementBlock& block : solver_->schedule()) {
    explicit_part_.provide(&next, block);
    right_hand_side(next, block, f_.data());
    solver_->put(0, block, f_.data());
  }
  const auto report = solver_->finish();
  scalar_.next().finish();
  dirichlet_.impose(value.now());
  return report;
}

/// T = Q H^-1 Q^T M T_hat.
void ScalarTransport::solve_transposed(Cotangents& of_new, TransposedStep& step) {
  const space::Field& y = of_new.find(scalar_.field())->now();
  space::Field& hat = step.hat.find(scalar_.field())->now();
  region_([&] {
    region_.count(
        solver_->solve(mass_coefficient(step.taken), diffusivity_.stiffness(), y, {{}, hat}));
  });
  if (step.given != nullptr) add_given(y, hat, step);
  space::multiply_by_mass(space_, 0, space_.n_elements(), hat.data(), hat.data());
}

void ScalarTransport::add_given(const space::Field& y, const space::Field& z,
                                const TransposedStep& step) const {
  GivenDerivatives& given = step.given->of(scalar_.field());
  given.add_solve(mass_coefficient(step.taken), diffusivity_.stiffness().factor(), 0, y, z);
  for (const auto& surface : surfaces_) {
    std::vector<double> on_face(surface.boundary.n_values());
    surface.boundary.restrict_field(z, on_face);
    auto& sum = given.on_sides(0, surface.index);
    for (std::size_t i = 0; i < on_face.size(); ++i) sum[i] += surface.factors[i] * on_face[i];
  }
}

std::vector<GivenOnPart> ScalarTransport::given_on_boundary() const {
  std::vector<GivenOnPart> given;
  for (std::size_t f = 0; f < settings_.faces.size(); ++f)
    if (settings_.faces[f].value)
      given.push_back({0, static_cast<int>(f), dirichlet_.nodes_given_by(static_cast<int>(f))});
  return given;
}

void ScalarTransport::drop_fixed(Cotangents& of_current) const {
  space::Field& y = of_current.find(scalar_.field())->now();
  const auto mask = space::dirichlet_mask(space_, scalar_conditions(space_, settings_.faces));
  for (std::size_t q = 0; q < mask.size(); ++q) y[q] *= mask[q];
}

/// M T_hat, the surface integrals, and what given values leave on the right.
void ScalarTransport::right_hand_side(const time::NextStep& next, const ElementBlock& block,
                                      double* f) {
  const std::size_t size = space_.element_size();
  multiply_hat_by_mass(block, f);
  for (int b = 0; b < block.n_elements; ++b) {
    const double hat = kernels::sum({f + b * size, size});
    hat_ += hat;
    if (const int region = space_.region(block.first + b); region > 0)
      hat_in_solids_[region - 1] += hat;
  }
  for (const auto& surface : surfaces_)
    surface.boundary.add_to(block.first, block.n_elements, surface.values, f);
  dirichlet_.subtract_lift(mass_coefficient(next), diffusivity_.stiffness(), block, f);
}

void ScalarTransport::multiply_hat_by_mass(const ElementBlock& block, double* f) {
  const double* hat = scalar_.next().hat().data() + block.offset;
  if (settings_.capacity == nullptr && !has_density_)
    return space::multiply_by_mass(space_, block.first, block.n_elements, hat, f);
  const double* mass = diffusivity_.stiffness().field()->mass(block.first);
  for (std::size_t q = 0; q < block.n_values; ++q) f[q] = mass[q] * hat[q];
}

void ScalarTransport::update_surfaces(double t) {
  for (auto& surface : surfaces_) {
    if (!surface.values.empty() && !surface.depends_on_time) continue;
    surface.boundary.evaluate(surface.function, t, surface.values);
    for (std::size_t i = 0; i < surface.values.size(); ++i) surface.values[i] *= surface.factors[i];
    update_limits(surface);
  }
}

/// A transfer draws the scalar to the ambient value, where h is not zero; a flux alone would go to
/// what its node holds.
void ScalarTransport::update_limits(SurfaceFace& surface) const {
  surface.ambient = {};
  surface.rate = 0;
  const auto& boundary = surface.boundary;
  for (std::size_t i = 0; i < surface.values.size(); ++i) {
    const double given = surface.values[i], factor = surface.factors[i];
    if (surface.is_transfer) {
      if (factor > 0) surface.ambient.take(given / factor);
      continue;
    }
    const std::size_t slot = i / boundary.n_nodes();
    const int e = boundary.side(slot).element;
    const std::size_t in_element = boundary.offsets(slot)[i % boundary.n_nodes()];
    const double capacity =
        settings_.capacity ? (*settings_.capacity)[e * space_.element_size() + in_element] : 1;
    surface.rate =
        std::max(surface.rate, std::abs(given) / (capacity * space_.mass(e)(in_element)));
  }
}

ScalarLimits ScalarTransport::limits() const {
  ScalarLimits limits{before_, range_of(values()), dirichlet_.range(), scalar_.largest_rate()};
  for (const auto& surface : surfaces_) {
    limits.given.take(surface.ambient);
    limits.rate += surface.rate;
  }
  limits.share(space_.communicator());
  return limits;
}

}  // namespace lobatto::physics
