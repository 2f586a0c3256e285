#include "accept/halo/halo_kernel.hpp"
#include "accept/kernel.hpp"
#include "accept/particles/particles_kernel.hpp"
#include "accept/sweep/sweep_kernel.hpp"

namespace lobatto::accept {

const std::vector<KernelKind>& kernel_kinds() {
  static const std::vector<KernelKind> kinds{
      sweep_kernel(),
      halo_kernel(),
      particles_kernel(),
  };
  return kinds;
}

}  // namespace lobatto::accept
