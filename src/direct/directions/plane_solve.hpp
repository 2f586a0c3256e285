#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "direct/directions/slab_solve.hpp"
#include "direct/directions/x_pass.hpp"
#include "direct/directions/z_solve.hpp"
#include "direct/exchange/pencil_exchange.hpp"
#include "direct/exchange/plane_transpose.hpp"
#include "direct/lines/lane_transform.hpp"
#include "direct/lines/line_transform.hpp"
#include "direct/tensor_work.hpp"
#include "direct/workspace.hpp"

namespace lobatto::direct {

/// Of the mass and of the stiffness.
struct Coefficients {
  double mass, stiffness;
};

/// The y and z directions of the tensor solve, on planes [x mode][y][z] in the workspace, in place:
///
///   plane -> S_y^T plane -> S_z diag(...) S_z^T (...) -> S_y (...).
///
/// Each plane is finished by itself where a rank holds all of y and z. With more ranks in y the
/// planes are dealt out before; with more ranks in z every one keeps its slab, and the lines are
/// condensed to the ends of the slabs between the y transform and its way back.
class PlaneSolve {
 public:
  /// Collective. workspace and exchanges must outlive this.
  PlaneSolve(const mesh::BoxMesh& mesh, const BoxConditions& conditions,
             const comm::Communicator& communicator, std::shared_ptr<const LineTransform> x,
             Workspace& workspace, PencilExchanges& exchanges);

  /// What is in the planes when a problem's right-hand side has come through x, and what is to be
  /// there before its solution goes back.
  [[nodiscard]] PlaneLayout layout() const {
    return {z_, whole_z_, n_lanes_, row_stride_, plane_stride_};
  }

  /// Begins the solves of several right-hand sides with the same operator.
  void begin(const Coefficients& c, int n_problems);
  /// The right-hand side of the next problem is in the planes. take(i) is called when the solution
  /// of problem i is there: at once, or for all of them after the last where ranks hold slabs,
  /// whose ends travel once for all. Collective.
  void solve_next(base::FunctionRef<void(int)> take);

  /// Of y and z.
  [[nodiscard]] LineWork line_work() const;
  [[nodiscard]] std::string description_of_y() const { return y_->description(); }
  [[nodiscard]] std::string description_of_z() const;
  [[nodiscard]] double transpose_seconds() const { return transpose_seconds_; }

 private:
  void reserve_buffers();
  void solve_planes();
  void condense_planes(int problem);
  void substitute_planes(int problem);
  void find_shifts(int x_mode);
  void y_forward(double* plane);
  void y_backward(double* plane);
  [[nodiscard]] int null_line(int x_mode) const;

  void deal_out();
  void collect();
  double* take_plane(int p);
  double* plane_to_fill(int p);
  void give_back_plane(int p);
  [[nodiscard]] double* mode_plane(int x_mode) {
    return workspace_.buffers.modes.data() + x_mode * plane_stride_;
  }
  [[nodiscard]] std::size_t plane_size() const {
    return static_cast<std::size_t>(y_nodes_.n_nodes) * row_stride_;
  }

  Workspace& workspace_;
  NodeWindow y_nodes_, z_nodes_;  // of this rank's elements
  bool is_flat_;                  // there is one node along y, and one mode
  bool whole_z_;                  // this rank holds whole z lines from the start
  std::shared_ptr<const LineTransform> x_, y_;
  LineLayout z_;
  Share x_modes_;           // whose planes this rank finishes
  int n_lanes_;             // z values of the x and y transforms: the unknowns, or all nodes here
  std::size_t row_stride_;  // of a plane [y node][row_stride]
  std::size_t plane_stride_;
  std::size_t line_stride_;
  LaneTransform y_lanes_;
  std::optional<ZSolve> z_solve_;                  // of whole lines
  std::optional<SlabSolve> slabs_;                 // with more than one rank in z
  std::vector<double> shifts_;                     // of the lines of a plane
  std::optional<PlaneTranspose> plane_transpose_;  // with more than one rank in x and y
  double transpose_seconds_ = 0;
  Coefficients c_{};  ///< of the solves that go on
  int n_problems_ = 0, next_ = 0;
};

}  // namespace lobatto::direct
