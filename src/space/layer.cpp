#include <algorithm>
#include <utility>

#include "space/function_space.hpp"

namespace lobatto::space {

const FunctionSpace& FunctionSpace::layer() const {
  if (!is_plane()) return *this;
  if (!layer_) layer_ = std::make_shared<const FunctionSpace>(make_layer());
  return *layer_;
}

FunctionSpace FunctionSpace::make_layer() const {
  Mesh mesh = mesh_;
  if (auto* box = std::get_if<mesh::BoxMesh>(&mesh)) {
    box->is_plane = box->is_axisymmetric = false;
  } else {
    auto hexes = std::make_shared<mesh::HexMesh>(*this->hexes());
    hexes->is_plane = hexes->is_axisymmetric = false;
    mesh = std::move(hexes);
  }
  FunctionSpace layer(std::move(mesh), order_, *communicator_);
  layer.is_part_ = is_part_;
  layer.n_elements_ = n_elements_;
  layer.n_global_elements_ = n_global_elements_;
  layer.volume_ = volume_;
  layer.boundaries_ = boundaries_;
  layer.rotation_ = rotation_;
  if (geometry_ == nullptr) return layer;
  Coordinates places;
  for (int d = 0; d < 3; ++d) places[d] = in_layer(geometry_->coordinates()[d]);
  for (std::size_t q = 0; q < places[2].size(); ++q)
    places[2][q] += 0.5 * thickness() * nodes_.nodes[q / element_size_ % nodes_.nodes.size()];
  layer.geometry_ = std::make_shared<Geometry>(std::move(places), layer.line_rule(), 0.0);
  return layer;
}

Field FunctionSpace::in_layer(std::span<const double> field) const {
  const std::size_t n_copies = is_plane() ? nodes_.nodes.size() : 1;
  Field out(field.size() * n_copies);
  for (std::size_t q = 0, to = 0; q < field.size(); q += element_size_)
    for (std::size_t k = 0; k < n_copies; ++k, to += element_size_)
      std::copy_n(field.data() + q, element_size_, out.data() + to);
  return out;
}

}  // namespace lobatto::space
