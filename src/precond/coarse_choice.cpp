#include "precond/coarse_choice.hpp"

namespace lobatto::precond {

std::string_view name_of(CoarseKind kind) {
  switch (kind) {
    case CoarseKind::tensor_direct:
      return "tensor-direct";
    case CoarseKind::sparse_cholesky:
      return "sparse-cholesky";
    case CoarseKind::boomer_amg:
      return "boomer-amg";
    case CoarseKind::fft:
      return "fft";
  }
  return "";
}

CoarseKind choose_coarse_solver(bool is_box, std::int64_t n_mesh_vertices, bool has_amg) {
  if (is_box) return CoarseKind::tensor_direct;
  if (n_mesh_vertices <= max_cholesky_vertices || !has_amg) return CoarseKind::sparse_cholesky;
  return CoarseKind::boomer_amg;
}

}  // namespace lobatto::precond
