#include "extruded/extruded_poisson.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "extruded/blas.hpp"
#include "kernels/vectors/inner_products.hpp"
#include "mesh/layered_mesh.hpp"

namespace lobatto::extruded {

namespace {

mesh::LayeredMesh layers_of(const space::FunctionSpace& space) {
  if (space.hexes() == nullptr) throw base::Error("the mesh is not from a file");
  auto search = mesh::find_layers(*space.hexes(), space.communicator());
  if (!search.obstacle.empty())
    throw base::Error("the mesh is not made of layers: " + search.obstacle);
  return std::move(search.layers);
}

/// Of the lowest element of a column, from its metric terms there in three dimensions: w J there is
/// w_0 h / 2 times that of the plane.
PlaneMetric metric_of(const space::FunctionSpace& space, const ElementColumns& columns,
                      int column) {
  const int e = columns.element(column, 0), n = space.n();
  const auto& layers = columns.layers();
  const int a = (layers.places[e].along + 1) % 3, b = (layers.places[e].along + 2) % 3;
  const double height = layers.ticks[1] - layers.ticks[0];
  const double share = 2 / (height * space.nodes().weights[0]);
  const auto order = outer_nodes_first(n);
  PlaneMetric metric;
  metric.mass.resize(order.size());
  for (auto& kind : metric.stiffness) kind.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t node = columns.nodes(e)[i];
    const auto rows = space.metric(e, node);
    const double mass = share * space.mass(e)(node);
    const auto product = [&](int r, int s) {
      return mass * (rows[r][0] * rows[s][0] + rows[r][1] * rows[s][1] + rows[r][2] * rows[s][2]);
    };
    metric.mass[order[i]] = mass;
    metric.stiffness[0][order[i]] = product(a, a);
    metric.stiffness[1][order[i]] = product(a, b);
    metric.stiffness[2][order[i]] = product(b, b);
  }
  return metric;
}

}  // namespace

ExtrudedPoisson::ExtrudedPoisson(const space::FunctionSpace& space,
                                 const space::BoundaryConditions& conditions)
    : space_(space),
      columns_(space, layers_of(space)),
      conditions_(plane_conditions(space, conditions, columns_)),
      is_singular_(space::has_constant_mode(space, conditions)),
      lanes_(columns_.layers().ticks, space.order(), conditions_.line),
      n_outer_(4 * space.order()),
      n_inner_((space.n() - 2) * (space.n() - 2)) {
  for (int c = 0; c < columns_.n_columns(); ++c)
    elements_.emplace_back(metric_of(space, columns_, c), space.derivative());
  make_skeleton(conditions_.fixed);
  const std::size_t n_plane = outer_nodes_first(space.n()).size();
  const auto n_slots = static_cast<std::size_t>(lanes_.n_slots());
  nodal_ = base::AlignedArray<double>(n_plane * lanes_.n_nodes());
  modal_ = base::AlignedArray<double>(n_plane * n_slots);
  scaled_ = base::AlignedArray<double>(n_inner_ * n_slots);
  inner_ = base::AlignedArray<double>(columns_.n_columns() * n_inner_ * n_slots);
  outer_ = base::AlignedArray<double>(skeleton_->n_own() * n_slots);
}

void ExtrudedPoisson::make_skeleton(const std::vector<bool>& fixed) {
  const int n_plane = n_outer_ + n_inner_;
  std::vector<std::int64_t> ids;
  for (int c = 0; c < columns_.n_columns(); ++c)
    for (int q = c * n_plane; q < c * n_plane + n_outer_; ++q)
      ids.push_back(fixed[q] ? -1 : columns_.plane_ids()[q]);
  skeleton_ =
      std::make_unique<Skeleton>(ids, elements_, lanes_, is_singular_, space_.communicator());
}

double ExtrudedPoisson::density(std::span<const double> f) const {
  return is_singular_ ? space_.communicator().sum(kernels::sum(f)) / space_.volume() : 0.0;
}

void ExtrudedPoisson::gather_column(int column, const double* f, double density) {
  const int n = space_.n(), n_plane = n * n;
  std::ranges::fill(nodal_, 0.0);
  for (int layer = 0; layer < columns_.layers().n_layers(); ++layer) {
    const int e = columns_.element(column, layer);
    const double* const values = f + e * space_.element_size();
    const auto mass = space_.mass(e);
    const std::uint32_t* node = columns_.nodes(e);
    for (int k = 0; k < n; ++k) {
      double* const level =
          nodal_.data() + (layer * space_.order() + k) % lanes_.n_nodes() * n_plane;
      for (int q = 0; q < n_plane; ++q, ++node) level[q] += values[*node] - density * mass(*node);
    }
  }
}

void ExtrudedPoisson::scatter_column(int column, double* u) const {
  const int n = space_.n(), n_plane = n * n;
  for (int layer = 0; layer < columns_.layers().n_layers(); ++layer) {
    const int e = columns_.element(column, layer);
    double* const values = u + e * space_.element_size();
    const std::uint32_t* node = columns_.nodes(e);
    for (int k = 0; k < n; ++k) {
      const double* const level =
          nodal_.data() + (layer * space_.order() + k) % lanes_.n_nodes() * n_plane;
      for (int q = 0; q < n_plane; ++q) values[*node++] = level[q];
    }
  }
}

void ExtrudedPoisson::divide(const PlaneElement& element, const double* g) {
  const int n_slots = lanes_.n_slots();
  const double* const lambda = lanes_.slots().data();
  double* to = scaled_.data();
  for (int i = 0; i < n_inner_; ++i)
    for (int s = 0; s < n_slots; ++s) *to++ = *g++ / (element.eigenvalues()[i] + lambda[s]);
}

template <class Copy>
void ExtrudedPoisson::for_outer(int column, const Copy& copy) {
  const int width = lanes_.n_slots_of_group();
  const int* const places = skeleton_->places().data() + column * n_outer_;
  for (int g = 0; g < lanes_.n_groups(); ++g) {
    double* const group = outer_.data() + g * skeleton_->n_own() * width;
    for (int o = 0; o < n_outer_; ++o)
      copy(places[o] < 0 ? nullptr : group + static_cast<std::ptrdiff_t>(places[o]) * width,
           modal_.data() + o * lanes_.n_slots() + g * width);
  }
}

void ExtrudedPoisson::condense_column(int column) {
  const PlaneElement& element = elements_[column];
  const int n_slots = lanes_.n_slots(), width = lanes_.n_slots_of_group();
  multiply(n_outer_ + n_inner_, n_slots, lanes_.n_nodes(), 1.0, {nodal_.data(), true},
           {lanes_.modes()}, 0.0, modal_.data());
  if (n_inner_ > 0) {
    multiply(n_inner_, n_slots, n_inner_, 1.0, {element.modes(), true},
             {modal_.data() + n_outer_ * n_slots}, 0.0, inner_of(column));
    divide(element, inner_of(column));
    multiply(n_outer_, n_slots, n_inner_, -1.0, {element.coupling()}, {scaled_.data()}, 1.0,
             modal_.data());
  }
  for_outer(column, [width](double* on_skeleton, const double* here) {
    for (int i = 0; on_skeleton != nullptr && i < width; ++i) on_skeleton[i] += here[i];
  });
}

void ExtrudedPoisson::expand_column(int column) {
  const PlaneElement& element = elements_[column];
  const int n_slots = lanes_.n_slots(), width = lanes_.n_slots_of_group();
  for_outer(column, [width](const double* on_skeleton, double* here) {
    for (int i = 0; i < width; ++i) here[i] = on_skeleton != nullptr ? on_skeleton[i] : 0.0;
  });
  if (n_inner_ > 0) {
    multiply(n_inner_, n_slots, n_outer_, -1.0, {element.coupling(), true}, {modal_.data()}, 1.0,
             inner_of(column));
    divide(element, inner_of(column));
    multiply(n_inner_, n_slots, n_inner_, 1.0, {element.modes()}, {scaled_.data()}, 0.0,
             modal_.data() + n_outer_ * n_slots);
  }
  multiply(lanes_.n_nodes(), n_outer_ + n_inner_, n_slots, 1.0, {lanes_.modes()},
           {modal_.data(), true}, 0.0, nodal_.data());
}

void ExtrudedPoisson::remove_mean(std::span<double> u) const {
  const double mean = space_.mean(u);
  for (double& value : u) value -= mean;
}

void ExtrudedPoisson::solve(std::span<const double> f, std::span<double> u) {
  const double surplus = density(f);
  std::ranges::fill(outer_, 0.0);
  for (int c = 0; c < columns_.n_columns(); ++c) {
    gather_column(c, f.data(), surplus);
    condense_column(c);
  }
  skeleton_->solve(outer_.data());
  for (int c = 0; c < columns_.n_columns(); ++c) {
    expand_column(c);
    scatter_column(c, u.data());
  }
  if (is_singular_) remove_mean(u);
}

kernels::Cost ExtrudedPoisson::cost() const {
  const double n_slots = lanes_.n_slots(), n_columns = columns_.n_columns();
  const double n_plane = n_outer_ + n_inner_;
  const double products = n_plane * lanes_.n_nodes() + n_inner_ * (n_inner_ + n_outer_);
  const double entries = static_cast<double>(skeleton_->n_entries()) * skeleton_->n_own_groups();
  const double fields = 3.0 * 8.0 * static_cast<double>(space_.size());
  return {4.0 * n_columns * n_slots * products + 4.0 * entries * lanes_.n_slots_of_group(),
          fields + 3.0 * 8.0 * static_cast<double>(inner_.size()) +
              2.0 * static_cast<double>(skeleton_->n_bytes())};
}

}  // namespace lobatto::extruded
