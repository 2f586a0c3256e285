#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "gs/gather_scatter.hpp"
#include "gs/work_order.hpp"
#include "kernels/box_helmholtz.hpp"
#include "kernels/general_helmholtz.hpp"
#include "krylov/merged_conjugate_gradients.hpp"
#include "mesh/box_mesh.hpp"
#include "poly/matrix.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::app {

enum class NekboneGeometry { box, general };
enum class NekboneShape { box, line };

/// What one run of the proxy computes on.
struct NekboneSize {
  NekboneGeometry geometry = NekboneGeometry::box;
  NekboneShape shape = NekboneShape::box;
  int n = 8;  ///< nodes a direction
  int elements_per_rank = 512;
  std::optional<std::array<int, 2>>
      grid;  ///< ranks along y and z; as square as can be if not given
};

/// Elements along x, y, z of one rank: nearly a cube, or a line along z.
std::array<int, 3> local_elements(NekboneShape shape, int elements_per_rank);

/// Ranks along y and z. Throws base::Error where a given grid does not have n_ranks.
std::array<int, 2> rank_grid(const NekboneSize& size, int n_ranks);

/// The proxy of Nekbone: -laplace u = f on a block of elements, u = 0 on its boundary, by conjugate
/// gradients without preconditioner. Box: unit cubes as elements. General:
/// the same mesh bent by a sine, computed with the factors of curved elements.
class NekboneProblem {
 public:
  NekboneProblem(const NekboneSize& size, const comm::Communicator& communicator);

  /// Exactly this many iterations from zero, unless the residual vanishes before.
  krylov::SolveReport solve(int n_iterations);

  /// |f - A u| / |f|, computed anew from the solution. Collective.
  double residual_reduction();

  [[nodiscard]] std::size_t n_points() const { return rhs_.size(); }  ///< of this rank
  /// Of one iteration of this rank: the algorithm's bytes, see MergedConjugateGradients.
  [[nodiscard]] double bytes_per_iteration() const;
  [[nodiscard]] const mesh::BoxMesh& mesh() const { return mesh_; }

 private:
  void make_geometry();
  void find_boundary();
  void make_right_hand_side();
  /// w = A_local p on a block, and its energy.
  double apply(const base::Block& block, const double* p, double* w);
  void assemble(std::span<const std::span<double>> fields) const;
  void zero_boundary(std::span<const std::span<double>> fields) const;
  [[nodiscard]] double norm(std::span<const double> values) const;

  NekboneSize size_;
  const comm::Communicator& communicator_;
  mesh::BoxMesh mesh_;
  poly::Quadrature nodes_;
  poly::Matrix derivative_;
  gs::GatherScatter gather_scatter_;
  std::vector<kernels::Lengths> lengths_;
  base::AlignedArray<double> stiffness_;  ///< general geometry only
  std::unique_ptr<kernels::BoxHelmholtz> box_;
  std::unique_ptr<kernels::GeneralHelmholtz> general_;
  std::vector<std::uint32_t> boundary_;  ///< values that are zero
  gs::WorkOrder order_;
  krylov::MergedConjugateGradients cg_;
  base::AlignedArray<double> rhs_, solution_;
};

}  // namespace lobatto::app
