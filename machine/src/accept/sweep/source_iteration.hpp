#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "accept/sweep/wavefront.hpp"

namespace lobatto::accept {

/// Omega . grad psi + total psi = scattering of the mean flux + source, in a box, psi given on what
/// comes in.
struct TransportProblem {
  Vector lengths{1, 1, 1};
  std::vector<Ordinate> ordinates;  ///< of the first octant
  std::vector<Material> materials;  ///< up to 256
  std::function<int(const Vector&)> material_at = [](const Vector&) { return 0; };
  std::function<ByGroup(const Vector&)> source_at = [](const Vector&) { return ByGroup{}; };
  AngularFunction angular_source = nullptr;  ///< one more, by direction; or null
  AngularFunction incoming = nullptr;        ///< null: nothing comes in
};

/// Particles per time, of all groups and ranks.
struct ParticleBalance {
  double source = 0;      ///< without scattering
  double scattered = 0;   ///< of the fluxes before the last sweep
  double collisions = 0;  ///< of those after it
  double absorbed = 0;    ///< of these
  double in = 0, out = 0;
};

/// The scalar flux of a problem by repeated sweeps: each computes the source of scattering of all
/// groups by the flux of the sweep before it.
class SourceIteration {
 public:
  /// n_chunks: see Wavefront. Collective.
  SourceIteration(const TransportProblem& problem, const RankBox& box, int n_chunks,
                  const comm::Communicator& communicator);
  // Parts refer to each other.
  SourceIteration(const SourceIteration&) = delete;
  SourceIteration& operator=(const SourceIteration&) = delete;

  void iterate();
  /// Until no flux changes by more than `tolerance` times the largest; whether that came about.
  bool solve(double tolerance, int max_iterations);
  /// [cell][group], of this rank, x fastest.
  [[nodiscard]] std::span<const double> flux() const { return flux_; }
  /// Of the last sweep. Collective.
  [[nodiscard]] ParticleBalance balance() const;
  [[nodiscard]] Vector centre(std::size_t cell) const;
  [[nodiscard]] std::size_t n_cells() const { return cells_.n_cells(); }
  /// Of the last iteration, of the largest flux. Collective.
  [[nodiscard]] double change() const;

 private:
  void set_angular_source(const TransportProblem& problem);
  void set_source();

  const comm::Communicator& communicator_;
  RankBox box_;
  Vector sides_{};
  std::vector<Material> materials_;
  DiamondTables tables_;
  BoxBoundary boundary_;
  Wavefront wavefront_;
  SweepCells cells_;
  std::vector<std::uint8_t> cell_materials_;          ///< [cell]
  base::AlignedArray<double> fixed_source_, source_;  ///< [cell][group]
  base::AlignedArray<double> flux_, flux_before_;     ///< [cell][group]
  base::AlignedArray<double> angular_source_;         ///< [octant][cell][angle][group], or empty
  double angular_particles_ = 0;  ///< of the angular source of this rank, per time
};

}  // namespace lobatto::accept
