#pragma once

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_ls.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace lobatto::precond {

// What hypre makes is given back when it is no longer held. Where there is no hypre nothing
// includes this header.

template <auto destroy>
struct HypreDestroy {
  template <class Object>
  void operator()(Object* object) const {
    destroy(object);
  }
};
template <class Pointer, auto destroy>
using HypreOwned = std::unique_ptr<std::remove_pointer_t<Pointer>, HypreDestroy<destroy>>;
using HypreMatrix = HypreOwned<HYPRE_IJMatrix, HYPRE_IJMatrixDestroy>;
using HypreVector = HypreOwned<HYPRE_IJVector, HYPRE_IJVectorDestroy>;
using HypreAmg = HypreOwned<HYPRE_Solver, HYPRE_BoomerAMGDestroy>;

/// Throws base::Error with what hypre has noted since the last call: "hypre failed in `what`".
void check_hypre(const std::string& what);

/// The consecutive rows of this rank among all; maybe none.
struct HypreRows {
  /// Throws base::Error where this build of hypre cannot number n_in_all rows.
  HypreRows(std::int64_t first_of_rank, std::size_t n, std::int64_t n_in_all);

  HYPRE_BigInt first, last;  ///< first - 1 of none
  std::vector<HYPRE_BigInt> numbers;
};

/// Row after row: offsets [n + 1], columns counted over all ranks. Collective.
HypreMatrix make_hypre_matrix(const HypreRows& rows, std::span<const std::size_t> offsets,
                              std::span<const std::int64_t> columns, std::span<const double> values,
                              MPI_Comm communicator);
HypreVector make_hypre_vector(const HypreRows& rows, MPI_Comm communicator);
HYPRE_ParCSRMatrix parallel(const HypreMatrix& matrix);
HYPRE_ParVector parallel(const HypreVector& vector);

/// V-cycles of BoomerAMG from zero, symmetric: coarsening HMIS (De Sterck, Yang & Heys, SIAM J.
/// Matrix Anal. Appl. 27 (2006)), interpolation extended+i cut to four values per row, l1
/// Gauss-Seidel forwards going down and backwards coming up, Gaussian elimination on the last
/// level. Couplings of at least strong_threshold of the largest one in a row are strong.
HypreAmg make_hypre_amg(int n_cycles, double strong_threshold);

}  // namespace lobatto::precond
