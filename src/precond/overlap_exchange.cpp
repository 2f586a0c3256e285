#include "precond/overlap_exchange.hpp"

#include <algorithm>

namespace lobatto::precond {

template <class Real>
OverlapExchange<Real>::OverlapExchange(const space::FunctionSpace& space)
    : layer_size_(static_cast<std::size_t>(space.n()) * space.n()),
      layers_(layer_size_ * mesh::n_faces * static_cast<std::size_t>(space.n_elements())),
      own_(layers_.size()),
      gather_scatter_(space.face_node_ids(), space.communicator()) {}

template <class Real>
void OverlapExchange<Real>::exchange() {
  // Two elements share a face, so the sum less one's own is the neighbour's.
  std::copy(layers_.begin(), layers_.end(), own_.begin());
  gather_scatter_.add(std::span<Real>(layers_));
  for (std::size_t q = 0; q < layers_.size(); ++q) layers_[q] -= own_[q];
}

template class OverlapExchange<double>;
template class OverlapExchange<float>;

}  // namespace lobatto::precond
