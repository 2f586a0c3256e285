#include "precond/schwarz/overlap_exchange.hpp"

namespace lobatto::precond {

template <class Real>
OverlapExchange<Real>::OverlapExchange(const space::FunctionSpace& space,
                                       const kernels::ElementBatches& batches)
    : n_faces_(static_cast<std::size_t>(space.n_faces())),
      layer_size_(static_cast<std::size_t>(space.shape().n_rows())),
      lanes_(batches.lanes()),
      layers_(batches.n_values(n_faces_ * layer_size_)),
      gather_scatter_(
          batches.arrange<std::int64_t>(space.face_node_ids(), n_faces_ * layer_size_, -1),
          space.communicator()) {}

template class OverlapExchange<double>;
template class OverlapExchange<float>;

}  // namespace lobatto::precond
