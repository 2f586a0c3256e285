#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "physics/conditions/turbulence/stress_factor.hpp"
#include "physics/conditions/turbulence/turbulent_waves.hpp"
#include "physics/conditions/turbulence/wave_sums.hpp"
#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Turbulent waves times a factor of the place, u' = A(x) v, on one part of the boundary, without a
/// net flux through it: what the waves carry, c(t), is taken off along the normal in proportion to
/// the root mean square of the normal component, |A^T n|. c(t) is known of each wave from two
/// integrals, so that all of it is a function of place and time.
class SyntheticTurbulence {
 public:
  /// Writes A at points of the boundary.
  using FactorOfPlace =
      std::function<void(const space::Points& points, std::span<StressFactor> out)>;

  /// `mean`: a velocity of the place alone that is added; empty: none. Collective.
  SyntheticTurbulence(const TurbulentWaves::Settings& settings, const FactorOfPlace& factor,
                      const VectorFunction& mean, const space::FunctionSpace& space, int boundary);

  /// out += component d of the mean and u', at points of that part of the boundary, with their
  /// normals. At nodes of the space all components are made in the first call of a time, and kept
  /// for the next ones.
  void add(int d, const space::Points& points, double t, std::span<double> out);

 private:
  struct Node {
    StressFactor factor;
    std::array<double, 3> mean;
    double normal_part;  ///< |A^T n|
  };
  /// The nodes of one part of the boundary and where they are.
  struct Nodes {
    std::vector<std::int32_t> index;  ///< of a node of the rank; -1: not on this part
    std::vector<Node> nodes;
    std::vector<WaveSums::Place> places;
    std::optional<int> axis;  ///< of their columns
  };
  struct Flux {
    double cosine, sine;
  };
  SyntheticTurbulence(TurbulentWaves waves, FactorOfPlace factor, VectorFunction mean, Nodes nodes);

  static Nodes find_nodes(const space::FunctionSpace& space, int boundary,
                          const FactorOfPlace& factor, const VectorFunction& mean);
  void find_fluxes(const space::Boundary& part, const comm::Communicator& communicator);
  [[nodiscard]] double net_flux(const TurbulentWaves::Turns& turns) const;
  void set_time(double t);
  void add_at_nodes(int d, const space::Points& points, std::span<double> out) const;
  void add_between(int d, const space::Points& points, double t, std::span<double> out) const;

  FactorOfPlace factor_;
  VectorFunction mean_;
  std::vector<std::int32_t> index_;
  std::vector<Node> nodes_;
  WaveSums sums_;
  std::vector<Flux> fluxes_;  ///< of each wave, over int |A^T n|; none where that is zero
  double time_ = std::numeric_limits<double>::quiet_NaN();  ///< of what follows
  double flux_ = 0;
  std::vector<std::array<double, 3>> of_nodes_;  ///< of the mean and A v
};

}  // namespace lobatto::physics
