#include "stats/averaged_mesh.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "stats/homogeneity.hpp"

namespace lobatto::stats {

AveragedMesh::AveragedMesh(const space::FunctionSpace& space, std::array<bool, 3> averaged)
    : space_(&space), averaged_(averaged) {
  const bool averages = averaged[0] || averaged[1] || averaged[2];
  if (averages && space.box() == nullptr)
    throw base::Error("averages along directions need a box; a mesh from a file has none");
  if (space.curved() != nullptr) check_homogeneous(space, averaged);
  set_columns();
  set_rows();
  set_layout();
  set_mass();
}

std::string AveragedMesh::averaged_text() const { return names_of(averaged_); }

std::array<int, 2> AveragedMesh::local_range(int direction) const {
  const mesh::BoxMesh& box = *space_->box();
  if (direction == 0) return {box.local.x_begin, box.local.n_x()};
  if (direction == 1) return {box.local.y_begin, box.local.n_y()};
  return {box.local.z_begin, box.local.n_z()};
}

void AveragedMesh::set_columns() {
  for (int d = 0; d < 3; ++d)
    if (!averaged_[d]) column_size_ *= space_->shape().lengths()[d];
  if (space_->box() == nullptr) {
    n_global_columns_ = space_->n_global_elements();
    for (int e = 0; e < space_->n_elements(); ++e) {
      keys_.push_back(space_->element_number(e));
      begin_of_element_.push_back(e * column_size_);
    }
    return;
  }
  const mesh::BoxMesh& box = *space_->box();
  // Strides of the element indices in local and global column numbers, x fastest.
  std::array<long long, 3> local_stride{}, global_stride{}, first{};
  std::array<int, 3> count{1, 1, 1};
  long long n_local = 1;
  for (int d = 0; d < 3; ++d) {
    if (averaged_[d]) continue;
    local_stride[d] = n_local;
    global_stride[d] = n_global_columns_;
    first[d] = local_range(d)[0];
    count[d] = local_range(d)[1];
    n_local *= count[d];
    n_global_columns_ *= box.axes[d].n_elements();
  }
  for (int z = 0; z < count[2]; ++z)
    for (int y = 0; y < count[1]; ++y)
      for (int x = 0; x < count[0]; ++x)
        keys_.push_back((first[0] + x) * global_stride[0] + (first[1] + y) * global_stride[1] +
                        (first[2] + z) * global_stride[2]);
  for (int e = 0; e < space_->n_elements(); ++e) {
    const auto index = box.element_index(e);
    long long column = 0;
    for (int d = 0; d < 3; ++d) column += (index[d] - first[d]) * local_stride[d];
    begin_of_element_.push_back(static_cast<std::size_t>(column) * column_size_);
  }
  const auto& grid = box.grid;
  if (!(averaged_[0] && grid.n_x > 1) && !averaged_[1] && !averaged_[2]) return;
  const int rank = space_->communicator().rank();
  const int x = averaged_[0] ? 0 : grid.x_coordinate(rank);
  const int y = averaged_[1] ? 0 : grid.y_coordinate(rank);
  const int z = averaged_[2] ? 0 : grid.z_coordinate(rank);
  sharers_ = space_->communicator().split((z * grid.n_y + y) * grid.n_x + x, rank);
  is_owner_ = sharers_->rank() == 0;
}

void AveragedMesh::set_rows() {
  const auto lengths = space_->shape().lengths();
  const std::size_t n = space_->n(), n_t = lengths[2];
  // Nodes of a column count up along the kept directions, x fastest.
  std::array<std::size_t, 3> stride{};
  std::size_t next = 1;
  for (int d = 0; d < 3; ++d) {
    if (averaged_[d]) continue;
    stride[d] = next;
    next *= lengths[d];
  }
  rows_.to_one = averaged_[0];
  rows_.length = n;
  // Rows that follow each other in the element and in the column are one.
  if (!averaged_[0] && !averaged_[1]) rows_.length *= averaged_[2] ? n : n * n_t;
  for (std::size_t k = 0; k < n_t; ++k)
    for (std::size_t j = 0; j < n; ++j)
      if ((k * n + j) * n % rows_.length == 0)
        rows_.in_column.push_back(k * stride[2] + j * stride[1]);
}

void AveragedMesh::set_layout() {
  const auto lengths = space_->shape().lengths();
  if (space_->box() == nullptr) {
    const long long n = space_->n();
    layout_.shape = {space_->n_global_elements(), n, n, n};
    return;
  }
  for (int d = 2; d >= 0; --d) {
    if (averaged_[d]) continue;
    const long long n = lengths[d];
    layout_.shape.push_back(n * space_->box()->axes[d].n_elements());
    layout_.start.push_back(n * local_range(d)[0]);
    layout_.count.push_back(is_owner_ ? n * local_range(d)[1] : 0);
  }
  if (layout_.shape.empty()) {
    layout_.shape = {1};
    layout_.start = {0};
    layout_.count = {is_owner_ ? 1 : 0};
  }
}

void AveragedMesh::add(int e, std::span<const double> values, std::span<double> sums) const {
  double* column = sums.data() + begin_of_element(e);
  for (std::size_t r = 0; r < rows_.in_column.size(); ++r)
    for (std::size_t i = 0; i < rows_.length; ++i)
      column[rows_.in_column[r] + (rows_.to_one ? 0 : i)] += values[r * rows_.length + i];
}

void AveragedMesh::set_mass() {
  mass_.assign(size(), 0.0);
  std::vector<double> of_element(space_->element_size());
  for (int e = 0; e < space_->n_elements(); ++e) {
    const auto mass = space_->mass(e);
    for (std::size_t q = 0; q < of_element.size(); ++q) of_element[q] = mass(q);
    add(e, of_element, mass_);
  }
  combine(mass_);
}

void AveragedMesh::combine(std::span<double> sums) const {
  if (!sharers_) return;
  sharers_->sum(sums);
  if (!is_owner_) std::ranges::fill(sums, 0.0);
}

std::vector<double> AveragedMesh::coordinates(int direction) const {
  std::vector<double> sums(size(), 0.0), of_element(space_->element_size());
  std::array<std::vector<double>, 3> points;
  for (int e = 0; e < space_->n_elements(); ++e) {
    const auto mass = space_->mass(e);
    space_->element_points(e, points);
    for (std::size_t q = 0; q < of_element.size(); ++q)
      of_element[q] = mass(q) * points[direction][q];
    add(e, of_element, sums);
  }
  combine(sums);
  if (is_owner_)
    for (std::size_t q = 0; q < sums.size(); ++q) sums[q] /= mass_[q];
  return sums;
}

std::vector<double> AveragedMesh::in_layout(std::span<const double> values) const {
  if (!is_owner_) return {};
  if (space_->box() == nullptr) {
    const space::Field of_layer = space_->in_layer(values);
    return {of_layer.begin(), of_layer.end()};
  }
  std::array<std::size_t, 3> n_elements{1, 1, 1}, n_nodes{1, 1, 1};
  for (int d = 0; d < 3; ++d) {
    if (averaged_[d]) continue;
    n_elements[d] = local_range(d)[1];
    n_nodes[d] = space_->shape().lengths()[d];
  }
  const auto& [e_x, e_y, e_z] = n_elements;
  const auto& [n_x, n_y, n_z] = n_nodes;
  std::vector<double> block;
  block.reserve(values.size());
  for (std::size_t z = 0; z < e_z * n_z; ++z)
    for (std::size_t y = 0; y < e_y * n_y; ++y)
      for (std::size_t x = 0; x < e_x * n_x; ++x) {
        const std::size_t column = ((z / n_z) * e_y + y / n_y) * e_x + x / n_x;
        const std::size_t node = ((z % n_z) * n_y + y % n_y) * n_x + x % n_x;
        block.push_back(values[column * column_size_ + node]);
      }
  return block;
}

}  // namespace lobatto::stats
