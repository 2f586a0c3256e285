#pragma once

#include <array>
#include <vector>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/rank_grid.hpp"
#include "plan/grounds.hpp"

namespace lobatto::plan {

/// Which elements of the box of a case are solid, by their middles. No rank holds more of them than
/// its share; an element costs the time of each condition, 50 to 200 ns.
class BoxSolids {
 public:
  /// Both must live as long.
  BoxSolids(const cases::Case& the_case, const comm::Communicator& ranks);

  /// Throws base::Error on every rank where an element is in two solids, a solid has none, or
  /// nothing is left for a flow that is to be solved for. Looks at every element, each rank at its
  /// share, in the first call. Collective.
  void check();
  /// How the ranks share the box: as its solvers want it, and so that the one with most to do
  /// has least. Checks, where more than one grid may be chosen. Collective.
  [[nodiscard]] mesh::RankGrid grid(const Grounds& grounds);
  /// Of the elements of a range, x fastest; throws where one is in two solids.
  [[nodiscard]] mesh::Regions regions(const mesh::ElementRange& range) const;

 private:
  [[nodiscard]] std::vector<int> of_row(int begin, int end, int y, int z) const;
  [[nodiscard]] double largest_cost(const mesh::RankGrid& grid);

  const cases::Case& case_;
  const comm::Communicator& ranks_;
  bool has_looked_ = false;
  std::array<long long, 2> rows_{};  ///< of the share, from and to; y fastest
  std::vector<char> is_solid_;       ///< [row][x]
};

/// Which elements of a mesh from a file are solid, by the middles of their corners or their
/// physical volumes; of the part that the ranks of a group have. Throws like BoxSolids::check, and
/// for a volume that the mesh does not have, on every rank. Collective.
mesh::Regions regions_of_mesh(const cases::Case& the_case, const mesh::HexMesh& part,
                              const comm::Communicator& ranks);

}  // namespace lobatto::plan
