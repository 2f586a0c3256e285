#include "accept/kernel_kinds.hpp"
#include "accept/kernel.hpp"
#include "accept/multigrid/amg_solver.hpp"

namespace lobatto::accept {

namespace {

std::vector<KernelKind> all_that_were_built() {
  std::vector<KernelKind> kinds{
      sweep_kernel(),
      unstructured_sweep_kernel(),
      finite_elements_kernel(),
      spectral_elements_kernel(),
      halo_kernel(),
      hpcg_kernel(),
      particles_kernel(),
      lattice_kernel(),
      plane_waves_kernel(),
  };
  if (has_amg_solver()) kinds.push_back(multigrid_kernel());
  return kinds;
}

}  // namespace

const std::vector<KernelKind>& kernel_kinds() {
  static const auto kinds = all_that_were_built();
  return kinds;
}

}  // namespace lobatto::accept
