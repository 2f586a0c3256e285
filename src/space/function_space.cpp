#include "space/function_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "kernels/vectors/inner_products.hpp"
#include "poly/lagrange.hpp"
#include "space/axisymmetric.hpp"
#include "space/element_blocks.hpp"

namespace lobatto::space {

namespace {

using HexMesh = std::shared_ptr<const mesh::HexMesh>;

int local_elements(const std::variant<mesh::BoxMesh, HexMesh>& mesh) {
  if (const auto* box = std::get_if<mesh::BoxMesh>(&mesh)) return box->n_local_elements();
  return std::get<HexMesh>(mesh)->n_local_elements();
}

long long global_elements(const std::variant<mesh::BoxMesh, HexMesh>& mesh) {
  if (const auto* box = std::get_if<mesh::BoxMesh>(&mesh)) return box->n_elements();
  return std::get<HexMesh>(mesh)->n_elements;
}

bool is_plane_mesh(const std::variant<mesh::BoxMesh, HexMesh>& mesh) {
  if (const auto* box = std::get_if<mesh::BoxMesh>(&mesh)) return box->is_plane;
  return std::get<HexMesh>(mesh)->is_plane;
}

bool is_axisymmetric_mesh(const std::variant<mesh::BoxMesh, HexMesh>& mesh) {
  if (const auto* box = std::get_if<mesh::BoxMesh>(&mesh)) return box->is_axisymmetric;
  return std::get<HexMesh>(mesh)->is_axisymmetric;
}

/// Of ids of all nodes of elements of one layer those in the lower plane.
std::vector<std::int64_t> ids_in_plane(const std::vector<std::int64_t>& ids, int n) {
  const std::ptrdiff_t size = std::ptrdiff_t{n} * n;
  std::vector<std::int64_t> kept;
  for (auto element = ids.begin(); element != ids.end(); element += size * n)
    kept.insert(kept.end(), element, element + size);
  return kept;
}

/// The same of the nodes of faces: t is b of the faces across r, and a of those across s.
std::vector<std::int64_t> face_ids_in_plane(const std::vector<std::int64_t>& ids, int n) {
  const std::size_t size = static_cast<std::size_t>(n) * n;
  std::vector<std::int64_t> kept;
  for (std::size_t first = 0; first < ids.size(); first += mesh::n_faces * size)
    for (std::size_t face = 0; face < 4; ++face)
      for (std::size_t i = 0, stride = face < 2 ? 1 : n; i < static_cast<std::size_t>(n); ++i)
        kept.push_back(ids[first + face * size + i * stride]);
  return kept;
}

std::vector<BoundarySides> sides_of(const mesh::BoxMesh& box) {
  std::vector<BoundarySides> boundaries(mesh::n_faces);
  const auto face_ids = mesh::global_face_ids(box);
  for (int f = 0; f < mesh::n_faces; ++f) {
    boundaries[f].name = std::string(1, "xyz"[f / 2]) + (f % 2 == 0 ? "_min" : "_max");
    for (int e = 0; e < box.n_local_elements(); ++e)
      if (face_ids[static_cast<std::size_t>(e) * mesh::n_faces + f] < 0)
        boundaries[f].sides.push_back({e, f});
  }
  return boundaries;
}

std::vector<BoundarySides> sides_of(const mesh::HexMesh& mesh) {
  std::vector<BoundarySides> boundaries;
  for (const auto& name : mesh.boundary_names) boundaries.push_back({name, {}});
  for (const auto& side : mesh.sides)
    boundaries[side.boundary].sides.push_back({side.element, side.face});
  return boundaries;
}

std::vector<double> spacing_around(const std::vector<double>& x) {
  std::vector<double> spacing;
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double below = i > 0 ? x[i] - x[i - 1] : x[1] - x[0];
    const double above = i < n - 1 ? x[i + 1] - x[i] : below;
    spacing.push_back(i > 0 ? 0.5 * (below + above) : below);
  }
  return spacing;
}

Coordinates moved(const Coordinates& coordinates, const CoordinateMap& map) {
  Coordinates places;
  for (int d = 0; d < 3; ++d) {
    places[d] = Field(coordinates[d].size());
    map[d]({coordinates[0], coordinates[1], coordinates[2]}, 0.0, places[d]);
  }
  return places;
}

/// Collective.
void refuse_bent_plane(const FunctionSpace& space) {
  constexpr double round_off = 1e-9, none = std::numeric_limits<double>::infinity();
  const auto& communicator = space.communicator();
  const std::span<const double> z = space.curved()->coordinates()[2];
  const auto [lowest, highest] = std::ranges::minmax_element(z);
  const double lower = communicator.min(z.empty() ? none : *lowest);
  const double upper = communicator.max(z.empty() ? -none : *highest);
  const double thinnest = communicator.min(z.empty() ? none : space.thickness());
  if (upper - lower <= round_off * thinnest) return;
  std::ostringstream text;
  text << "the nodes of a plane reach from z = " << lower << " to " << upper
       << "; expected one z, from which nothing moves or turns them";
  throw base::Error(text.str());
}

}  // namespace

std::vector<std::size_t> face_node_offsets(const kernels::ElementShape& shape, int face) {
  const int d = face / 2, a = (d + 1) % 3, b = (d + 2) % 3;
  const auto strides = shape.strides(), lengths = shape.lengths();
  const int first = face % 2 == 1 ? (lengths[d] - 1) * strides[d] : 0;
  std::vector<std::size_t> offsets;
  for (int j = 0; j < lengths[b]; ++j)
    for (int i = 0; i < lengths[a]; ++i) offsets.push_back(first + j * strides[b] + i * strides[a]);
  return offsets;
}

FunctionSpace::FunctionSpace(Mesh mesh, int order, const comm::Communicator& communicator)
    : mesh_(std::move(mesh)),
      communicator_(&communicator),
      order_(order),
      shape_(order + 1, is_plane_mesh(mesh_)),
      n_elements_(local_elements(mesh_)),
      n_global_elements_(global_elements(mesh_)),
      element_size_(shape_.size()),
      nodes_(poly::gauss_lobatto_legendre(n())),
      derivative_(poly::derivative_matrix(nodes_.nodes)),
      reference_mass_(element_size_),
      node_spacing_(spacing_around(nodes_.nodes)) {
  for (std::size_t q = 0; q < element_size_; ++q)
    reference_mass_[q] = kernels::reference_weight(shape_, nodes_.weights, q);
  boundaries_ = box() != nullptr ? sides_of(*box()) : sides_of(*hexes());
}

FunctionSpace::FunctionSpace(const mesh::BoxMesh& mesh, const comm::Communicator& communicator)
    : FunctionSpace(Mesh(mesh), mesh.order, communicator) {
  volume_ = mesh.volume();
}

FunctionSpace::FunctionSpace(const mesh::BoxMesh& mesh, const CoordinateMap& map,
                             const comm::Communicator& communicator)
    : FunctionSpace(mesh, communicator) {
  Coordinates coordinates;
  for (int d = 0; d < 3; ++d) {
    coordinates[d] = make_field();
    evaluate(map[d], 0.0, coordinates[d]);
  }
  set_geometry(std::move(coordinates));
  rotation_ = rotation_of_ends();
}

FunctionSpace::FunctionSpace(std::shared_ptr<const mesh::HexMesh> mesh, int order,
                             const comm::Communicator& communicator,
                             const std::optional<CoordinateMap>& map)
    : FunctionSpace(Mesh(std::move(mesh)), order, communicator) {
  const auto given = poly::gauss_lobatto_legendre(hexes()->geometry_order + 1).nodes;
  const std::size_t size = given.size() * given.size() * given.size();
  const std::size_t kept = is_plane() ? size / given.size() : size;
  Coordinates coordinates;
  for (int d = 0; d < 3; ++d) {
    Field of_file(kept * n_elements_);
    for (int e = 0; e < n_elements_; ++e)
      std::copy_n(hexes()->coordinates.data() + (3 * e + d) * size, kept,
                  of_file.data() + e * kept);
    coordinates[d] = resample(of_file, given, nodes_.nodes, is_plane());
  }
  if (is_plane())
    for (double& z : coordinates[2]) z += 0.5 * thickness();
  set_geometry(map ? moved(coordinates, *map) : std::move(coordinates));
  rotation_ = hexes()->rotation;
}

FunctionSpace FunctionSpace::with_order(int order) const {
  if (order == order_) {
    static_cast<void>(gather_scatter());  // made now, so that the copy shares it
    return *this;
  }
  Mesh mesh = mesh_;
  if (auto* box = std::get_if<mesh::BoxMesh>(&mesh)) box->order = order;
  FunctionSpace other(std::move(mesh), order, *communicator_);
  other.is_part_ = is_part_;
  other.n_elements_ = n_elements_;
  other.n_global_elements_ = n_global_elements_;
  other.volume_ = volume_;
  other.boundaries_ = boundaries_;
  other.rotation_ = rotation_;
  if (geometry_ != nullptr)
    other.geometry_ = std::make_shared<Geometry>(*geometry_, nodes_, other.nodes_);
  return other;
}

bool FunctionSpace::is_axisymmetric() const { return is_axisymmetric_mesh(mesh_); }

void FunctionSpace::set_geometry(Coordinates coordinates) {
  if (is_axisymmetric()) put_on_axis(coordinates, *communicator_);
  auto geometry = std::make_shared<Geometry>(std::move(coordinates), line_rule(), thickness());
  if (is_axisymmetric() && n_elements_ > 0)
    geometry->weigh_by_radius(2 * std::numbers::pi / thickness());
  geometry_ = std::move(geometry);
  if (is_plane()) refuse_bent_plane(*this);
  refuse_inverted_elements(*this, *geometry_);
  measure_volume();
}

void FunctionSpace::move(const Coordinates& places) {
  geometry_->move(places, line_rule(), thickness());
  layer_.reset();
  refuse_inverted_elements(*this, *geometry_);
  measure_volume();
}

double FunctionSpace::thickness() const {
  if (!is_plane() || n_elements_ == 0) return 0;
  if (box_mesh() != nullptr) return box_mesh()->axes[2].length();
  const auto n = static_cast<std::size_t>(hexes()->geometry_order) + 1;
  const double* z = hexes()->coordinates.data() + 2 * n * n * n;
  return z[n * n * n - 1] - z[0];
}

void FunctionSpace::measure_volume() {
  double sum = 0;
  for (int e = 0; e < n_elements_; ++e) {
    const ElementMass of_element = mass(e);
    for (std::size_t q = 0; q < element_size_; ++q) sum += of_element(q);
  }
  volume_ = communicator_->sum(sum);
}

int FunctionSpace::column_length() const { return box() != nullptr ? box()->column_length() : 1; }

const mesh::HexMesh* FunctionSpace::hexes() const {
  const auto* mesh = std::get_if<HexMesh>(&mesh_);
  return mesh != nullptr ? mesh->get() : nullptr;
}

void FunctionSpace::split_boundary(int boundary, const std::string& name,
                                   const SpaceTimeFunction& where) {
  std::vector<char> moves;
  std::array<std::vector<double>, 3> x;
  for (const Side& side : boundaries_[boundary].sides) {
    element_points(side.element, x);
    std::array<double, 3> middle{};
    const auto on_face = face_node_offsets(shape_, side.face);
    for (int d = 0; d < 3; ++d)
      for (const std::size_t q : on_face)
        middle[d] += x[d][q] / static_cast<double>(on_face.size());
    double value = 0;
    where({{&middle[0], 1}, {&middle[1], 1}, {&middle[2], 1}}, 0.0, {&value, 1});
    moves.push_back(value != 0.0 ? 1 : 0);
  }
  split_boundary(boundary, name, moves);
}

void FunctionSpace::split_boundary(int boundary, const std::string& name,
                                   std::span<const char> moves) {
  std::vector<Side> kept, moved;
  for (std::size_t s = 0; s < moves.size(); ++s)
    (moves[s] != 0 ? moved : kept).push_back(boundaries_[boundary].sides[s]);
  fluid_.reset();
  layer_.reset();
  boundaries_[boundary].sides = std::move(kept);
  boundaries_.push_back({name, std::move(moved)});
}

bool FunctionSpace::boundaries_are_box_faces() const {
  return box() != nullptr && boundaries_.size() == mesh::n_faces;
}

const gs::GatherScatter& FunctionSpace::gather_scatter() const {
  if (!gather_scatter_)
    gather_scatter_ = std::make_shared<const gs::GatherScatter>(node_ids(), *communicator_);
  return *gather_scatter_;
}

void FunctionSpace::make_continuous(std::span<double> field) const {
  const auto& sums = gather_scatter();
  sums.add(field);
  const auto weights = sums.inverse_multiplicity();
  for (std::size_t q = 0; q < field.size(); ++q) field[q] *= weights[q];
}

std::vector<std::int64_t> FunctionSpace::node_ids() const {
  auto ids = box_mesh() != nullptr ? mesh::global_node_ids(*box_mesh())
                                   : mesh::global_node_ids(*hexes(), order_);
  if (is_plane()) ids = ids_in_plane(ids, n());
  ids.resize(size());
  return ids;
}

std::vector<std::int64_t> FunctionSpace::face_node_ids() const {
  auto ids = box_mesh() != nullptr ? mesh::global_face_node_ids(*box_mesh())
                                   : mesh::global_face_node_ids(*hexes(), order_);
  if (is_plane()) ids = face_ids_in_plane(ids, n());
  ids.resize(static_cast<std::size_t>(n_elements()) * n_faces() * shape_.n_rows());
  return ids;
}

std::array<double, 3> FunctionSpace::lengths(int e) const {
  return geometry_ != nullptr ? geometry_->lengths(e) : box_mesh()->element_lengths(e);
}

ElementMass FunctionSpace::mass(int e) const {
  if (geometry_ != nullptr) return {1.0, geometry_->mass(e)};
  const auto h = box_mesh()->element_lengths(e);
  return {h[0] * h[1] * h[2] / 8.0, reference_mass_.data()};
}

std::array<std::array<double, 3>, 3> FunctionSpace::metric(int e, std::size_t node) const {
  std::array<std::array<double, 3>, 3> metric{};
  if (geometry_ == nullptr) {
    const auto h = box_mesh()->element_lengths(e);
    for (int a = 0; a < 3; ++a) metric[a][a] = 2.0 / h[a];
    return metric;
  }
  const auto values = geometry_->metric(e);
  const std::size_t row = node / n(), i = node % n();
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) metric[a][b] = values[(9 * row + 3 * a + b) * n() + i];
  return metric;
}

std::int64_t FunctionSpace::element_number(int e) const {
  const mesh::BoxMesh* box = box_mesh();
  if (box == nullptr) return hexes()->element_numbers[e];
  const auto at = box->element_index(e);
  return (std::int64_t{at[2]} * box->axes[1].n_elements() + at[1]) * box->n_x() + at[0];
}

std::vector<std::int64_t> FunctionSpace::element_numbers() const {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(n_elements()));
  for (int e = 0; e < n_elements(); ++e) numbers[e] = element_number(e);
  return numbers;
}

std::vector<double> FunctionSpace::line_nodes(int e, int direction) const {
  const int index = box_mesh()->element_index(e)[direction];
  const double lower = box_mesh()->axes[direction].ticks[index];
  const double upper = box_mesh()->axes[direction].ticks[index + 1];
  if (is_plane() && direction == 2) return {0.5 * (lower + upper)};
  std::vector<double> x(nodes_.nodes.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.5 * ((1.0 - nodes_.nodes[i]) * lower + (1.0 + nodes_.nodes[i]) * upper);
  return x;
}

void FunctionSpace::element_points(int first, int n_elements,
                                   std::array<std::vector<double>, 3>& coordinates) const {
  auto& [x, y, z] = coordinates;
  const std::size_t size = n_elements * element_size_;
  for (auto& c : coordinates) c.resize(size);
  if (geometry_ != nullptr) {
    for (int d = 0; d < 3; ++d)
      std::copy_n(geometry_->coordinates()[d].data() + first * element_size_, size,
                  coordinates[d].begin());
    return;
  }
  std::size_t q = 0;
  for (int e = first; e < first + n_elements; ++e) {
    const auto xs = line_nodes(e, 0), ys = line_nodes(e, 1), zs = line_nodes(e, 2);
    for (const double at_k : zs)
      for (const double at_j : ys)
        for (const double at_i : xs) {
          x[q] = at_i;
          y[q] = at_j;
          z[q++] = at_k;
        }
  }
}

void FunctionSpace::evaluate(const SpaceTimeFunction& f, double t, std::span<double> field) const {
  std::array<std::vector<double>, 3> coordinates;
  std::vector<std::size_t> nodes;
  for (int e = 0, n = 0; e < n_elements(); e += n) {
    n = elements_per_call(*this, n_elements() - e);
    element_points(e, n, coordinates);
    nodes.resize(n * element_size_);
    std::iota(nodes.begin(), nodes.end(), e * element_size_);
    f({coordinates[0], coordinates[1], coordinates[2], nodes}, t,
      field.subspan(e * element_size_, nodes.size()));
  }
}

double FunctionSpace::integrate(std::span<const double> field) const {
  double total = 0;
  for (int e = 0; e < n_elements(); ++e) {
    const double* f = field.data() + e * element_size_;
    const ElementMass of_element = mass(e);
    total += of_element.factor * kernels::inner_product(of_element.weights, f, element_size_);
  }
  return communicator_->sum(total);
}

void FunctionSpace::remove_mean(std::span<double> field) const {
  const double mean = this->mean(field);
  for (double& value : field) value -= mean;
}

void FunctionSpace::remove_constant(std::span<double> weak) const {
  const double density = communicator_->sum(kernels::sum(weak)) / volume_;
  for (int e = 0; e < n_elements_; ++e) {
    const ElementMass of_element = mass(e);
    for (std::size_t q = 0; q < element_size_; ++q)
      weak[e * element_size_ + q] -= density * of_element(q);
  }
}

double FunctionSpace::inner_product(std::span<const double> a, std::span<const double> b) const {
  double total = 0;
  for (int e = 0; e < n_elements(); ++e) {
    const std::size_t offset = e * element_size_;
    const ElementMass of_element = mass(e);
    double sum = 0;
    for (std::size_t q = 0; q < element_size_; ++q)
      sum += of_element.weights[q] * a[offset + q] * b[offset + q];
    total += of_element.factor * sum;
  }
  return communicator_->sum(total);
}

double FunctionSpace::rms(std::span<const double> a) const {
  return std::sqrt(inner_product(a, a) / volume_);
}

double FunctionSpace::max_abs(std::span<const double> a) const {
  double largest = 0;
  for (double value : a) largest = std::max(largest, std::abs(value));
  return communicator_->max(largest);
}

void refuse_inverted_elements(const FunctionSpace& space, const Geometry& geometry) {
  const auto& worst = geometry.worst();
  const bool bad = worst.element >= 0 && !worst.jacobian.is_positive();
  std::ostringstream text;
  if (bad) {
    const std::size_t at = worst.element * space.element_size() + worst.jacobian.node;
    const auto& x = geometry.coordinates();
    text << "element " << space.element_number(worst.element) << " is turned inside out: at order "
         << space.order() << " its Jacobian determinant at (" << x[0][at] << ", " << x[1][at]
         << ", " << x[2][at] << ") is " << worst.jacobian.value
         << ", and must be positive everywhere (elements are numbered from 0)";
  }
  // The rank with the worst one speaks for all; what is no number is worse than anything.
  const double value = worst.jacobian.value;
  const double badness = std::isnan(value) ? std::numeric_limits<double>::max() : 1.0 - value;
  const comm::Communicator& communicator = space.communicator();
  const auto speaker = communicator.max_location(bad ? badness : 0.0);
  if (speaker.value == 0.0) return;
  std::string message = text.str();
  communicator.broadcast(message, speaker.rank);
  throw base::Error(message);
}

}  // namespace lobatto::space
