#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/aligned_array.hpp"
#include "direct/exchange/pencil_exchange.hpp"
#include "direct/lines/condensed_lanes.hpp"
#include "direct/lines/end_chain.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::direct {

/// The last direction of the tensor solve where ranks hold slabs of it: (shift_l M + nu K) u = f
/// for lines l of which every rank has the nodes of its own elements. Each condenses its part of a
/// line to the two ends; what is left, a tridiagonal system of the slabs' ends, is dealt out among
/// the ranks by lines. So only ends travel, whatever the slabs hold.
///
/// One solve, of one or more right-hand sides: begin(), condense() of every plane of lines of each,
/// exchange(), substitute() of every plane, on all ranks of the exchange's group in the same order.
class SlabSolve {
 public:
  /// exchange must outlive this. n_planes, lines_a_plane: the same on all ranks of its group,
  /// own_z: this rank's z coordinate.
  SlabSolve(SlabExchange& exchange, const mesh::BoxMesh& mesh,
            const poly::LineConditions& conditions, int own_z, int n_planes, int lines_a_plane);

  /// A plane of lines of one of the right-hand sides.
  struct Part {
    int problem, plane;
  };
  /// Of the lines of a plane: shifts [lines_a_plane], non-negative. On line `null_line` (-1: none),
  /// whose operator is singular, the part of the right-hand side that no solution has is dropped
  /// and the mean of the solution is zero.
  struct Shifts {
    std::span<const double> of_lines;
    int null_line;
  };
  /// values [lines_a_plane][stride], z nodes contiguous, unassembled where slabs meet.
  struct Lines {
    double* values;
    std::size_t stride;
    [[nodiscard]] double* line(int l) const { return values + l * stride; }
  };

  /// mass: what all shifts have in common; they are the same as in the last solve when mass and nu
  /// are. Collective where there have not been so many right-hand sides before.
  void begin(double mass, double nu, int n_problems);
  /// kept: n_problems times kept_size() values that hold what is between the halves. scratch:
  /// scratch_size() values on a cache line.
  void condense(const Part& part, const Shifts& shifts, const Lines& lines, double* kept,
                double* scratch);
  /// Returns the seconds spent in moving data.
  double exchange(double* scratch);
  void substitute(const Part& part, const Shifts& shifts, const Lines& lines, double* kept,
                  double* scratch);

  [[nodiscard]] std::size_t kept_size() const;  ///< of one right-hand side
  [[nodiscard]] std::size_t scratch_size() const;
  /// Of this rank's part of a line.
  [[nodiscard]] double flops() const;
  /// For example "condensed 8 x 7, 4 slabs".
  [[nodiscard]] std::string description() const;

 private:
  /// Lanes that are condensed together: lines `first` ... first + n_lines - 1 of a plane.
  struct Batch {
    int first, n_lines;
    double* nodes;
  };
  template <class Use>
  void for_batches(const Part& part, double* kept, Use&& use) const;
  /// visit(rank, first of its share's lines, first of these lines, how many) for lines of a plane.
  template <class Visit>
  void for_owners(int plane, const Batch& batch, Visit&& visit) const;

  void send_ends(const Part& part, const Batch& batch);
  void send_matrices(const Part& part, const Batch& batch, double* scratch);
  void receive_ends(const Part& part, const Batch& batch) const;
  void take_matrices();
  void solve_ends(double* scratch);
  void solve_ends_of(int problem, int first, int n_lines, double* scratch);
  void drop_constant(double* line) const;
  void drop_mean(double* line) const;
  [[nodiscard]] bool has_slab() const { return lanes_.has_value(); }
  [[nodiscard]] const double* matrix(int slab, int row) const {
    return matrices_.data() + (static_cast<std::size_t>(slab) * 3 + row) * own_.size;
  }

  SlabExchange* exchange_;
  PencilExchange* ends_ = nullptr;  ///< of as many right-hand sides as begin() was told
  int n_problems_ = 0;
  LineLayout whole_;
  double length_;      ///< of the whole line
  double first_half_;  ///< half of its first element
  int n_planes_, lines_a_plane_;
  Share own_;                                  ///< the lines whose slabs' ends this rank solves
  std::shared_ptr<const CondensedLine> line_;  ///< of this rank's slab; none where that is empty
  int batch_;
  std::size_t stride_;
  std::optional<CondensedLanes> lanes_;  ///< none where there is nothing to solve
  EndChain chain_;
  base::AlignedArray<double> matrices_;         ///< [slab][coupling, lower, upper][own lines]
  std::array<double, 2> coefficients_{-1, -1};  ///< that the matrices belong to
  double nu_ = 0;
  bool sends_matrices_ = false;
  int null_line_ = -1;  ///< of all planes
};

}  // namespace lobatto::direct
