#include "precond/schwarz/overlap_exchange.hpp"

namespace lobatto::precond {

template <class Real>
OverlapExchange<Real>::OverlapExchange(const space::FunctionSpace& space,
                                       const kernels::ElementBatches& batches)
    : layer_size_(static_cast<std::size_t>(space.n()) * space.n()),
      lanes_(batches.lanes()),
      layers_(batches.n_values(mesh::n_faces * layer_size_)),
      gather_scatter_(
          batches.arrange<std::int64_t>(space.face_node_ids(), mesh::n_faces * layer_size_, -1),
          space.communicator()) {}

template class OverlapExchange<double>;
template class OverlapExchange<float>;

}  // namespace lobatto::precond
