#include "accept/halo/halo_kernel.hpp"
#include "accept/kernel.hpp"

namespace lobatto::accept {

const std::vector<KernelKind>& kernel_kinds() {
  static const std::vector<KernelKind> kinds{halo_kernel()};
  return kinds;
}

}  // namespace lobatto::accept
