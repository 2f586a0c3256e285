#include "predict/coarse_kind.hpp"

#include "plan/solver_choice.hpp"
#include "precond/coarse/coarse_solvers.hpp"

namespace lobatto::predict {

std::int64_t n_vertices(const cases::Case& the_case, const mesh::HexMesh* whole) {
  if (whole != nullptr) return whole->n_vertices;
  std::int64_t n = 1;
  for (const mesh::Axis& axis : the_case.axes) n *= axis.n_elements() + (axis.periodic ? 0 : 1);
  return n;
}

precond::CoarseKind coarse_kind(const cases::Case& the_case, const plan::Grounds& grounds,
                                const mesh::HexMesh* whole) {
  if (the_case.iterative_pressure.coarse) return *the_case.iterative_pressure.coarse;
  const bool is_box = plan::obstacle_to_direct_solves(the_case).empty();
  return precond::choose_coarse_solver(is_box, n_vertices(the_case, whole),
                                       precond::has_boomer_amg(), grounds.n_ranks, grounds.rates);
}

}  // namespace lobatto::predict
