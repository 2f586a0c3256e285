#pragma once

#include <vector>

#include "accept/rank_box.hpp"
#include "accept/sweep/box_boundary.hpp"
#include "accept/sweep/chunk_sweep.hpp"
#include "accept/sweep/face_stream.hpp"
#include "accept/sweep/ordinates.hpp"

namespace lobatto::accept {

/// Sweeps all octants through a box whose columns along z are shared out among a grid of ranks in x
/// and y, by the method of Koch, Baker and Alcouffe: each rank takes its column in chunks along z,
/// and passes the faces of each chunk on, so that a wave of chunks runs over the ranks. K. R. Koch,
/// R. S. Baker & R. E. Alcouffe, Trans. Am. Nucl. Soc. 65, 198 (1992).
class Wavefront {
 public:
  /// n_chunks: of 1 to the cells along z. Collective.
  Wavefront(const RankBox& box, const DiamondTables& tables, int n_chunks,
            const comm::Communicator& communicator);

  /// Fluxes are added to cells.flux. Collective.
  void sweep(const SweepCells& cells, BoxBoundary& boundary);

 private:
  struct Task {
    int octant = 0;
    std::size_t first = 0, last = 0;  ///< planes
  };
  [[nodiscard]] Task task(int index) const;
  FaceStream& stream(int direction, int octant);
  void expect(int index);
  double* take(int direction, const Task& task, BoxBoundary& boundary);
  void pass_on(int direction, const Task& task, const double* values, BoxBoundary& boundary);
  [[nodiscard]] FacePatch patch(int direction, const Task& task) const;

  const RankBox& box_;
  const DiamondTables& tables_;
  comm::Communicator group_;  // a duplicate: these messages meet no others
  int n_chunks_;
  std::vector<FaceStream> streams_;  ///< x upwards, x downwards, y upwards, y downwards
  base::AlignedArray<double> z_faces_;
};

/// Of all octants of a sweep with n_chunks chunks each over ranks_x times ranks_y ranks: how many
/// chunks, all of the same cost and with messages that cost nothing, one after another last as
/// long. Each rank works on 8 n_chunks; the wave waits for the first chunk to cross the ranks in a
/// direction each time that this direction turns, three times in x and two in y with the last
/// crossing: 8 n_chunks + 3 (ranks_x - 1) + 2 (ranks_y - 1).
constexpr int pipeline_stages(int ranks_x, int ranks_y, int n_chunks) {
  return n_octants * n_chunks + 3 * (ranks_x - 1) + 2 * (ranks_y - 1);
}

/// The part of these that a rank works.
constexpr double pipeline_efficiency(int ranks_x, int ranks_y, int n_chunks) {
  return static_cast<double>(n_octants * n_chunks) / pipeline_stages(ranks_x, ranks_y, n_chunks);
}

}  // namespace lobatto::accept
