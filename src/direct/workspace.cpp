#include "direct/workspace.hpp"

namespace lobatto::direct {

std::shared_ptr<PencilExchanges> Workspace::exchanges(const mesh::BoxMesh& mesh,
                                                      const comm::Communicator& communicator) {
  const PencilShape shape(mesh);
  if (!exchanges_ || exchanges_->shape() != shape)
    exchanges_ = std::make_shared<PencilExchanges>(shape, communicator);
  return exchanges_;
}

}  // namespace lobatto::direct
