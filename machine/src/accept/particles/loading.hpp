#pragma once

#include <array>
#include <functional>

#include "accept/particles/cloud_in_cell.hpp"

namespace lobatto::accept {

/// Where particles are at first: particle(i) for Plasma.
using Loading = std::function<Particle(long long)>;

/// At rest on a lattice of the box, as many per cell and direction, with n = 1 + amplitude cos(2 pi
/// x_0 / L_0) to first order in the amplitude.
Loading cold_wave(const std::array<int, 3>& size, int per_cell_and_direction, double amplitude);

/// A Maxwellian of thermal speed 1 and the same density, as evenly spread over places and speeds as
/// can be ("quiet"): the points of Hammersley, coordinate d of point i being i / n or the digits of
/// i in a prime base behind the point in reverse (Birdsall & Langdon, Plasma Physics via Computer
/// Simulation (1985), 16-3).
Loading quiet_maxwellian(const std::array<int, 3>& size, long long n_particles, double amplitude);

/// The digits of i in this base, in reverse behind the point.
double radical_inverse(long long i, int base);
/// x such that a normal number is below it with this probability, which must be within (0, 1).
double normal_quantile(double probability);

}  // namespace lobatto::accept
