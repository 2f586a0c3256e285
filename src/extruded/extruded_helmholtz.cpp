#include "extruded/extruded_helmholtz.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/vectors/inner_products.hpp"

namespace lobatto::extruded {

namespace {

using kernels::Contraction;

/// Column-major C [rows][columns], `inner` products an entry.
Contraction product(int rows, int columns, int inner, bool accumulate) {
  return Contraction(kernels::ContractionShape::packed(rows, columns, inner, accumulate));
}

}  // namespace

PlaneProducts::PlaneProducts(const ExtrudedPlan& plan)
    : inner_(product(plan.n_inner(), plan.lanes().n_slots(), plan.n_inner(), false)),
      lines_(product(plan.n_outer(), plan.lanes().n_slots(), plan.n_inner(), true)),
      back_(product(plan.n_inner(), plan.lanes().n_slots(), plan.n_outer(), true)) {}

void PlaneProducts::to_inner_modes(const PlaneElement& element, const double* f,
                                   double* out) const {
  inner_(element.modes(), f, out);
}

void PlaneProducts::from_inner_modes(const PlaneElement& element, const double* u,
                                     double* out) const {
  inner_(element.transposed_modes(), u, out);
}

void PlaneProducts::subtract_from_lines(const PlaneElement& element, const double* u,
                                        double* on_lines) const {
  lines_(element.minus_transposed_coupling(), u, on_lines);
}

void PlaneProducts::subtract_from_inner(const PlaneElement& element, const double* u,
                                        double* inner) const {
  back_(element.minus_coupling(), u, inner);
}

namespace {

/// Of the lowest element of a column, from its metric terms there in three dimensions: w J there is
/// w_0 h / 2 times that of the plane.
PlaneMetric metric_of(const space::FunctionSpace& space, const ElementColumns& columns, int column,
                      space::VectorPart part) {
  const int e = columns.element(column, 0), n = space.n();
  const auto& layers = columns.layers();
  const int a = (layers.places[e].along + 1) % 3, b = (layers.places[e].along + 2) % 3;
  const double height = layers.ticks[1] - layers.ticks[0];
  const double share = space.is_plane() ? 1 / height : 2 / (height * space.nodes().weights[0]);
  PlaneMetric metric;
  for (int i = 0; i < n * n; ++i) {
    const std::size_t node = columns.nodes(e)[i];
    const auto rows = space.metric(e, node);
    const double mass = share * space.mass(e)(node);
    const auto product = [&](int r, int s) {
      return mass * (rows[r][0] * rows[s][0] + rows[r][1] * rows[s][1] + rows[r][2] * rows[s][2]);
    };
    metric.mass.push_back(mass);
    metric.stiffness[0].push_back(product(a, a));
    metric.stiffness[1].push_back(product(a, b));
    metric.stiffness[2].push_back(product(b, b));
  }
  if (part == space::VectorPart::turning) {
    metric.turning = space::inverse_squared_radius(space, e);
    for (int i = 0; i < n * n; ++i) metric.turning[i] *= metric.mass[i];
  }
  return metric;
}

std::vector<PlaneElement> elements_of(const space::FunctionSpace& space,
                                      const ElementColumns& columns, space::VectorPart part) {
  std::vector<PlaneElement> elements;
  for (int c = 0; c < columns.n_columns(); ++c)
    elements.emplace_back(metric_of(space, columns, c, part), space.derivative());
  return elements;
}

}  // namespace

ExtrudedHelmholtz::ExtrudedHelmholtz(const space::FunctionSpace& space,
                                     std::shared_ptr<const ExtrudedPlan> plan, int n_problems,
                                     space::VectorPart part)
    : space_(space),
      plan_(std::move(plan)),
      columns_(plan_->columns()),
      lanes_(plan_->lanes()),
      n_problems_(n_problems),
      elements_(elements_of(space, columns_, part)),
      skeleton_(*plan_, n_problems, space.communicator()),
      transform_(columns_, plan_->modes(), plan_->n()),
      products_(*plan_) {
  const auto places = outer_nodes_first(plan_->n());
  outer_places_.assign(places.begin(), places.begin() + plan_->n_outer());
  inner_places_.assign(places.begin() + plan_->n_outer(), places.end());
  const auto n_slots = static_cast<std::size_t>(lanes_.n_slots());
  on_lines_ = base::AlignedArray<double>(outer_places_.size() * n_slots);
  within_ = base::AlignedArray<double>(inner_places_.size() * n_slots);
  scaled_ = base::AlignedArray<double>(inner_places_.size() * n_slots);
  inner_ = base::AlignedArray<double>(static_cast<std::size_t>(columns_.n_columns()) * n_problems *
                                      inner_places_.size() * n_slots);
}

void ExtrudedHelmholtz::set_coefficients(double sigma, double nu) {
  nu_ = nu;
  if (sigma / nu == shift_) return;
  shift_ = sigma / nu;
  skeleton_.factorize(elements_, shift_, is_singular());
}

double ExtrudedHelmholtz::density(std::span<const double> f) const {
  return space_.communicator().sum(kernels::sum(f)) / space_.volume();
}

void ExtrudedHelmholtz::remove_density(int column, double density) {
  const auto& mass = elements_[column].mass();
  const auto& of_line = plan_->modes().mass();
  for (std::size_t m = 0; m < of_line.size(); ++m)
    if (plan_->modes().eigenvalues()[m] == 0)
      for (std::size_t q = 0; q < mass.size(); ++q)
        transform_.mode(static_cast<int>(m))[q] -= density * of_line[m] * mass[q];
}

void ExtrudedHelmholtz::divide(const PlaneElement& element, const double* g) {
  const int n_inner = plan_->n_inner();
  double* to = scaled_.data();
  for (const double lambda : lanes_.slots())
    for (int i = 0; i < n_inner; ++i) *to++ = *g++ / (element.eigenvalues()[i] + lambda + shift_);
}

void ExtrudedHelmholtz::add_to_skeleton(int column, int problem) {
  const int n_outer = plan_->n_outer();
  const int* const places = plan_->skeleton().places().data() + column * n_outer;
  for (int g = 0; g < lanes_.n_groups(); ++g) {
    const std::ptrdiff_t width = lanes_.n_slots(lanes_.groups()[g]);
    double* const sums = skeleton_.right_hand_sides(g) + problem * width;
    const double* const own = on_lines_.data() + lanes_.groups()[g].first_slot * n_outer;
    for (int o = 0; o < n_outer; ++o)
      for (std::ptrdiff_t i = 0; i < width && places[o] >= 0; ++i)
        sums[places[o] * n_problems_ * width + i] += own[i * n_outer + o];
  }
}

void ExtrudedHelmholtz::take_from_skeleton(int column, int problem) {
  const int n_outer = plan_->n_outer();
  const int* const places = plan_->skeleton().places().data() + column * n_outer;
  for (int g = 0; g < lanes_.n_groups(); ++g) {
    const std::ptrdiff_t width = lanes_.n_slots(lanes_.groups()[g]);
    const double* const solutions = skeleton_.solutions(g) + problem * width;
    double* const own = on_lines_.data() + lanes_.groups()[g].first_slot * n_outer;
    for (int o = 0; o < n_outer; ++o)
      for (std::ptrdiff_t i = 0; i < width; ++i)
        own[i * n_outer + o] = places[o] < 0 ? 0.0 : solutions[places[o] * n_problems_ * width + i];
  }
}

void ExtrudedHelmholtz::condense(int column, int problem) {
  const PlaneElement& element = elements_[column];
  double *outer = on_lines_.data(), *inner = within_.data();
  for (const int m : lanes_.modes()) {
    if (m < 0) {
      outer = std::fill_n(outer, plan_->n_outer(), 0.0);
      inner = std::fill_n(inner, plan_->n_inner(), 0.0);
      continue;
    }
    const double* const mode = transform_.mode(m);
    for (const int q : outer_places_) *outer++ = mode[q];
    for (const int q : inner_places_) *inner++ = mode[q];
  }
  if (plan_->n_inner() > 0) {
    products_.to_inner_modes(element, within_.data(), inner_of(column, problem));
    divide(element, inner_of(column, problem));
    products_.subtract_from_lines(element, scaled_.data(), on_lines_.data());
  }
  add_to_skeleton(column, problem);
}

void ExtrudedHelmholtz::expand(int column, int problem) {
  const PlaneElement& element = elements_[column];
  take_from_skeleton(column, problem);
  if (plan_->n_inner() > 0) {
    products_.subtract_from_inner(element, on_lines_.data(), inner_of(column, problem));
    divide(element, inner_of(column, problem));
    products_.from_inner_modes(element, scaled_.data(), within_.data());
  }
  const double *outer = on_lines_.data(), *inner = within_.data(), scale = 1 / nu_;
  for (const int m : lanes_.modes()) {
    if (m < 0) {
      outer += plan_->n_outer();
      inner += plan_->n_inner();
      continue;
    }
    double* const mode = transform_.mode(m);
    for (const int q : outer_places_) mode[q] = scale * *outer++;
    for (const int q : inner_places_) mode[q] = scale * *inner++;
  }
}

void ExtrudedHelmholtz::solve(std::span<const std::span<double>> fields) {
  std::array<double, 3> surplus{};
  for (std::size_t p = 0; p < fields.size() && is_singular(); ++p) surplus[p] = density(fields[p]);
  skeleton_.begin();
  for (int c = 0; c < columns_.n_columns(); ++c)
    for (std::size_t p = 0; p < fields.size(); ++p) {
      transform_.forward(c, fields[p].data());
      if (is_singular()) remove_density(c, surplus[p]);
      condense(c, static_cast<int>(p));
    }
  skeleton_.solve();
  for (int c = 0; c < columns_.n_columns(); ++c)
    for (std::size_t p = 0; p < fields.size(); ++p) {
      expand(c, static_cast<int>(p));
      transform_.backward(c, fields[p].data());
    }
  if (!is_singular()) return;
  for (const auto& field : fields) space_.remove_mean(field);
}

kernels::Cost ExtrudedHelmholtz::cost(int n_problems) const {
  return plan_->cost_of_columns(columns_.n_columns(), n_problems) +
         plan_->cost_of_group(n_problems) * skeleton_.n_own_groups();
}

}  // namespace lobatto::extruded
