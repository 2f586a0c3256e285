#pragma once

#include <functional>
#include <vector>

#include "accept/sweep/box_boundary.hpp"
#include "accept/sweep/source_iteration.hpp"
#include "accept/unstructured_sweep/part_exchange.hpp"
#include "accept/unstructured_sweep/sweep_order.hpp"

namespace lobatto::accept {

/// Transport through hexahedra of any shape, each with its own trilinear fluxes that need not meet
/// those of others: discontinuous elements, upwind at faces. Wareing, McGhee, Morel & Pautz,
/// Discontinuous finite element S_N methods on three-dimensional unstructured grids,
/// Nucl. Sci. Eng. 138, 256 (2001).
///
/// Each direction has its own order of elements by the mean flow through their faces. What is
/// against the order, and what other ranks hold, is taken from the sweep before: the fluxes of all
/// directions are kept.
class UnstructuredIteration {
 public:
  /// Of the problem, lengths and angular_source have no meaning here; material_at and source_at are
  /// asked at the middles of elements. Collective.
  UnstructuredIteration(const TransportProblem& problem, const HexMesh& mesh,
                        const comm::Communicator& communicator);
  UnstructuredIteration(const UnstructuredIteration&) = delete;
  UnstructuredIteration& operator=(const UnstructuredIteration&) = delete;

  /// Fluxes to begin with, instead of none. [group]
  void begin_with(const AngularFunction& flux);
  /// All directions once, and the fluxes at faces to other ranks. Collective.
  void iterate();
  /// Until no flux of any direction changes by more than `tolerance` times the largest; whether
  /// that came about. Collective.
  bool solve(double tolerance, int max_iterations);

  [[nodiscard]] const std::vector<CornerFluxes>& mean_flux() const { return mean_flux_; }
  /// [direction][element]
  [[nodiscard]] const std::vector<CornerFluxes>& psi() const { return psi_; }
  [[nodiscard]] const Vector& direction(std::size_t index) const { return directions_[index]; }
  [[nodiscard]] std::size_t n_directions() const { return directions_.size(); }
  /// Of all directions and ranks, streams that are taken from the sweep before. Collective.
  [[nodiscard]] long long n_lagged() const;
  /// Of the last sweep. Collective.
  [[nodiscard]] ParticleBalance balance() const;

 private:
  void set_orders();
  void set_source();
  void sweep_direction(std::size_t direction);
  void assemble(std::size_t direction, std::size_t element, TransportSystem& system) const;
  void add_inflow(std::size_t direction, std::size_t element, std::size_t face,
                  const HexMatrices::FaceMatrix& flow, TransportSystem& system) const;
  [[nodiscard]] std::array<ByGroup, n_face_corners> other_side(std::size_t direction,
                                                               std::size_t element,
                                                               std::size_t face) const;
  [[nodiscard]] HexMatrices::FaceMatrix flow_matrix(std::size_t direction, std::size_t element,
                                                    std::size_t face) const;
  [[nodiscard]] bool flows_out(std::size_t direction, const FaceLink& link) const;
  void add_boundary(std::size_t direction, std::size_t element, std::size_t face,
                    ParticleBalance& balance) const;
  void add_volume(std::size_t element, ParticleBalance& balance) const;

  const comm::Communicator& communicator_;
  HexMesh mesh_;
  FaceLinks links_;
  std::vector<Vector> directions_;
  std::vector<double> weights_;  ///< [direction]
  std::vector<Material> materials_;
  AngularFunction incoming_;
  std::vector<HexMatrices> matrices_;                     ///< [element]
  std::vector<std::size_t> material_of_;                  ///< [element]
  std::vector<ByGroup> fixed_source_;                     ///< [element]
  std::vector<SweepOrder> orders_;                        ///< [direction]
  std::vector<CornerFluxes> psi_;                         ///< [direction][element]
  std::vector<CornerFluxes> mean_flux_, source_, right_;  ///< [element]; right: mass times source
  PartExchange exchange_;
  double change_ = 0, largest_ = 0;  ///< of psi in the last sweep, of this rank
};

}  // namespace lobatto::accept
