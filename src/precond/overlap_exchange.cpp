#include "precond/overlap_exchange.hpp"

#include <algorithm>
#include <vector>

namespace lobatto::precond {

namespace {

std::vector<std::int64_t> layer_ids(const mesh::BoxMesh& mesh, int n) {
  std::vector<std::int64_t> ids;
  for (const std::int64_t face : mesh::global_face_ids(mesh)) {
    for (int q = 0; q < n * n; ++q) ids.push_back(face < 0 ? -1 : face * n * n + q);
  }
  return ids;
}

}  // namespace

template <class Real>
OverlapExchange<Real>::OverlapExchange(const mesh::BoxMesh& mesh, int n,
                                       const comm::Communicator& communicator)
    : layer_size_(static_cast<std::size_t>(n) * n),
      layers_(layer_size_ * mesh::n_faces * static_cast<std::size_t>(mesh.n_local_elements())),
      own_(layers_.size()),
      gather_scatter_(layer_ids(mesh, n), communicator) {}

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
