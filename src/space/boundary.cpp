#include "space/boundary.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lobatto::space {

Boundary::Boundary(const FunctionSpace& space, int index)
    : space_(&space),
      index_(static_cast<std::size_t>(index)),
      n_nodes_(static_cast<std::size_t>(space.shape().n_rows())),
      first_slot_(space.n_elements() + 1, 0) {
  for (int f = 0; f < mesh::n_faces; ++f) face_offsets_[f] = face_node_offsets(space.shape(), f);
  for (const Side& side : part().sides) {
    for (const std::size_t q : face_offsets_[side.face])
      nodes_.push_back(side.element * space_->element_size() + q);
    ++first_slot_[side.element + 1];
  }
  for (std::size_t e = 1; e < first_slot_.size(); ++e) first_slot_[e] += first_slot_[e - 1];
  for (int d = 0; d < 3; ++d) {
    places_[d].resize(n_values());
    normals_[d].resize(n_values());
  }
  weights_.resize(n_values());
  metric_.resize(n_values());
  follow_mesh();
}

void Boundary::follow_mesh() {
  for (std::size_t slot = 0; slot < n_slots(); ++slot) measure(slot);
}

/// The area vector of a node is +-J grad r_d w_a w_b (Nanson's formula), with J from the mass
/// matrix w_d w_a w_b J.
void Boundary::measure(std::size_t slot) {
  const Side& side = this->side(slot);
  const int d = side.face / 2, end = side.face % 2 == 1 ? space_->n() - 1 : 0;
  const double sign = side.face % 2 == 1 ? 1.0 : -1.0;
  const ElementMass mass = space_->mass(side.element);
  std::array<std::vector<double>, 3> places;
  space_->element_points(side.element, places);
  std::size_t i = slot * n_nodes_;
  for (const std::size_t q : face_offsets_[side.face]) {
    metric_[i] = space_->metric(side.element, q);
    const auto& gradient = metric_[i][d];
    const double length = std::hypot(gradient[0], gradient[1], gradient[2]);
    weights_[i] = mass(q) / space_->nodes().weights[end] * length;
    for (int b = 0; b < 3; ++b) {
      places_[b][i] = places[b][q];
      normals_[b][i] = sign * gradient[b] / length;
    }
    ++i;
  }
}

Points Boundary::points(std::size_t first, std::size_t count) const {
  const auto part_of = [&](const auto& all) { return std::span(all).subspan(first, count); };
  return {part_of(places_[0]),
          part_of(places_[1]),
          part_of(places_[2]),
          part_of(nodes_),
          {part_of(normals_[0]), part_of(normals_[1]), part_of(normals_[2])}};
}

void Boundary::evaluate(const SpaceTimeFunction& f, double t, std::vector<double>& values) const {
  values.resize(n_values());
  if (!values.empty()) f(points(), t, values);
}

std::array<double, 3> Boundary::gradient(std::size_t slot, std::size_t q,
                                         const double* field) const {
  const auto& derivative = space_->derivative();
  const std::size_t n = space_->n(), at = offsets(slot)[q];
  const double* of_element = field + side(slot).element * space_->element_size();
  const auto strides = space_->shape().strides();
  std::array<double, 3> slopes{};
  for (int a = 0; a < space_->shape().n_directions(); ++a) {
    const std::size_t stride = strides[a], node = at / stride % n;
    const double* line = of_element + at - node * stride;
    double along = 0;  // df/dr_a
    for (std::size_t l = 0; l < n; ++l)
      along += derivative(static_cast<int>(node), static_cast<int>(l)) * line[l * stride];
    for (int b = 0; b < 3; ++b) slopes[b] += along * metric(slot * n_nodes_ + q)[a][b];
  }
  return slopes;
}

void Boundary::add_transposed_gradient(std::size_t slot, std::size_t q,
                                       const std::array<double, 3>& slopes, double* field) const {
  const auto& derivative = space_->derivative();
  const std::size_t n = space_->n(), at = offsets(slot)[q];
  double* const of_element = field + side(slot).element * space_->element_size();
  const auto strides = space_->shape().strides();
  for (int a = 0; a < space_->shape().n_directions(); ++a) {
    const std::size_t stride = strides[a], node = at / stride % n;
    double* const line = of_element + at - node * stride;
    double along = 0;  // of df/dr_a
    for (int b = 0; b < 3; ++b) along += slopes[b] * metric(slot * n_nodes_ + q)[a][b];
    for (std::size_t l = 0; l < n; ++l)
      line[l * stride] += derivative(static_cast<int>(node), static_cast<int>(l)) * along;
  }
}

void Boundary::restrict_field(std::span<const double> field, std::span<double> values) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) values[i] = field[nodes_[i]];
}

void Boundary::add_to(int first, int count, std::span<const double> values, double* rhs) const {
  for (std::size_t s = first_slot_[first]; s < first_slot_[first + count]; ++s) {
    const double* from = values.data() + s * n_nodes_;
    double* const element = rhs + (side(s).element - first) * space_->element_size();
    for (const std::size_t q : offsets(s)) element[q] += *from++;
  }
}

double Boundary::area() const {
  double sum = 0;
  for (const double weight : weights_) sum += weight;
  return space_->communicator().sum(sum);
}

std::vector<std::optional<int>> Boundary::axes_of_slots() const {
  std::vector<std::optional<int>> axes(n_slots());
  for (std::size_t s = 0; s < n_slots(); ++s) {
    for (int d = 2; d >= 0; --d) {
      double largest_across = 0;
      for (std::size_t i = s * n_nodes_; i < (s + 1) * n_nodes_; ++i)
        largest_across = std::max(largest_across,
                                  std::hypot(normals_[(d + 1) % 3][i], normals_[(d + 2) % 3][i]));
      if (largest_across < 1e-7) axes[s] = d;
    }
  }
  return axes;
}

std::optional<int> Boundary::axis() const {
  std::array<double, 3> n_others{};  // slots that do not lie across each axis
  for (const auto& axis : axes_of_slots())
    for (int d = 0; d < 3; ++d) n_others[d] += axis == d ? 0.0 : 1.0;
  space_->communicator().sum(n_others);
  for (int d = 0; d < 3; ++d)
    if (n_others[d] == 0.0) return d;
  return std::nullopt;
}

void split_by_axis(FunctionSpace& space, int index) {
  std::array<double, 3> n_sides{};
  for (const auto& axis : Boundary(space, index).axes_of_slots())
    if (axis) n_sides[*axis] += 1.0;
  space.communicator().sum(n_sides);
  bool is_first = true;
  for (int d = 0; d < 3; ++d) {
    if (n_sides[d] == 0.0 || std::exchange(is_first, false)) continue;
    std::vector<char> moves;
    for (const auto& axis : Boundary(space, index).axes_of_slots())
      moves.push_back(axis == d ? 1 : 0);
    space.split_boundary(index, space.boundaries()[index].name, moves);
  }
}

bool has_constant_mode(const FunctionSpace& space, const BoundaryConditions& conditions) {
  long long n_fixed = 0;
  for (std::size_t b = 0; b < conditions.size(); ++b)
    if (conditions[b] == poly::EndCondition::dirichlet)
      n_fixed += static_cast<long long>(space.boundaries()[b].sides.size());
  return space.communicator().sum(n_fixed) == 0;
}

std::vector<std::size_t> boundary_nodes(const FunctionSpace& space, int index) {
  Field touched = space.make_field();
  std::array<std::vector<std::size_t>, 6> offsets;
  for (int f = 0; f < mesh::n_faces; ++f) offsets[f] = face_node_offsets(space.shape(), f);
  for (const Side& side : space.boundaries()[index].sides)
    for (const std::size_t q : offsets[side.face])
      touched[side.element * space.element_size() + q] = 1.0;
  if (!space.boundaries_are_box_faces()) space.gather_scatter().add(touched);
  std::vector<std::size_t> nodes;
  for (std::size_t q = 0; q < touched.size(); ++q)
    if (touched[q] != 0.0) nodes.push_back(q);
  return nodes;
}

std::array<std::vector<double>, 3> boundary_normals(const FunctionSpace& space, int index,
                                                    std::span<const std::size_t> nodes) {
  const Boundary boundary(space, index);
  // Elements of a plane agree by themselves.
  const bool must_agree = space.curved() != nullptr || !space.boundaries_are_box_faces();
  VectorField sums = space.make_vector_field();
  for (int d = 0; d < 3; ++d)
    for (std::size_t s = 0; s < boundary.n_slots(); ++s)
      for (std::size_t q = 0; q < boundary.n_nodes(); ++q) {
        const std::size_t i = s * boundary.n_nodes() + q;
        sums[d][boundary.side(s).element * space.element_size() + boundary.offsets(s)[q]] +=
            boundary.weights()[i] * boundary.normal(d)[i];
      }
  if (must_agree) space.add_vectors(std::array<std::span<double>, 3>{sums[0], sums[1], sums[2]});
  std::array<std::vector<double>, 3> normals;
  for (int d = 0; d < 3; ++d)
    for (const std::size_t node : nodes) normals[d].push_back(sums[d][node]);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const double length = std::hypot(normals[0][i], normals[1][i], normals[2][i]);
    for (int d = 0; d < 3 && length > 0; ++d) normals[d][i] /= length;
  }
  return normals;
}

Field dirichlet_mask(const FunctionSpace& space, const BoundaryConditions& conditions) {
  Field mask = space.make_field();
  mask.fill(1.0);
  for (std::size_t b = 0; b < conditions.size(); ++b) {
    if (conditions[b] != poly::EndCondition::dirichlet) continue;
    for (const std::size_t q : boundary_nodes(space, static_cast<int>(b))) mask[q] = 0.0;
  }
  return mask;
}

}  // namespace lobatto::space
