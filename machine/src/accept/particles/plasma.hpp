#pragma once

#include <array>
#include <functional>
#include <vector>

#include "accept/particles/electric_field.hpp"
#include "accept/particles/node_ghosts.hpp"

namespace lobatto::accept {

/// What a plasma is made of. Units: the mean density, the charge and the mass of a particle are 1,
/// hence the plasma frequency too.
struct PlasmaSetup {
  KernelSettings settings;        ///< of cells; ranks in directions 0 and 1
  std::array<double, 3> lengths;  ///< of the box
  long long n_particles = 0;      ///< of all ranks together
  double dt = 0;
};

/// Particles of one charge in a periodic box before a fixed background: electrostatics by clouds in
/// cells, dx/dt = v, dv/dt = E(x). Leapfrog: positions and fields of whole steps, velocities of
/// half ones. Ranks hold the particles in their cells.
class Plasma {
 public:
  /// particle(i) for i = 0 .. n_particles - 1, on whatever rank. Collective.
  Plasma(const PlasmaSetup& setup, const std::function<Particle(long long)>& particle,
         const comm::Communicator& communicator);

  /// Density and field of the positions; velocities and positions half and one step on; particles
  /// to their new ranks.
  void step();

  /// Of the positions from which the last step went, of all ranks together. Collective.
  struct Moment {
    double charge = 0;        ///< of all nodes, of what the particles carry
    double field_energy = 0;  ///< 1/2 int n phi
    double total_energy = 0;  ///< and 1/2 sum (v before, v after)
    double wave = 0;          ///< (2/V) int n cos(2 pi x_0 / L_0), the amplitude of that wave
  };
  [[nodiscard]] Moment moment() const;
  /// Of all particles, per particle.
  [[nodiscard]] std::array<double, 3> mean_velocity() const;

  /// Of this rank.
  [[nodiscard]] const std::vector<Particle>& particles() const { return particles_; }
  [[nodiscard]] const RankBox& box() const { return box_; }
  [[nodiscard]] const ElectricField& electric_field() const { return electric_field_; }
  /// By this rank and step, without particles.
  [[nodiscard]] std::size_t bytes_sent() const;

  /// Of this rank, of all steps so far.
  struct Account {
    double deposit = 0, field = 0, push = 0, exchange = 0;  ///< s
    double n_moved = 0;                                     ///< particles that changed rank
    double n_steps = 0;
  };
  [[nodiscard]] const Account& account() const { return account_; }

 private:
  void find_density();
  void find_field();
  void exchange();
  [[nodiscard]] int rank_of(const Particle& particle) const;

  const comm::Communicator& communicator_;
  PlasmaSetup setup_;
  RankBox box_;
  NodeBox nodes_;
  std::array<double, 3> spacing_;
  ElectricField electric_field_;
  NodeGhosts density_ghosts_, field_ghosts_;
  base::AlignedArray<double> density_;
  base::AlignedArray<FieldAtNode> field_;
  std::vector<Particle> particles_, leaving_;
  double twice_kinetic_ = 0;  ///< of this rank, of the last step
  Account account_;
};

}  // namespace lobatto::accept
