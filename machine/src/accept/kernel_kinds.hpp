#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Particles that fly, scatter and are absorbed in a box: discrete ordinates, swept by wavefronts.
KernelKind sweep_kernel();

/// Particles in hexahedra of any shape: discontinuous elements, swept in an order of their own for
/// each direction.
KernelKind unstructured_sweep_kernel();

/// Hexahedral elements of a Poisson problem assembled into a sparse matrix, and conjugate
/// gradients.
KernelKind finite_elements_kernel();

/// A Poisson problem on spectral elements.
KernelKind spectral_elements_kernel();

/// Many fields of a periodic box, each cell of which becomes the mean of itself and its 26
/// neighbours.
KernelKind halo_kernel();

/// Conjugate gradients on a 27-point operator, preconditioned by a V-cycle of symmetric
/// Gauss-Seidel steps, by the rules of the HPCG benchmark.
KernelKind hpcg_kernel();

/// A plasma of particles in a periodic box: clouds in cells, fields by Fourier transforms.
KernelKind particles_kernel();

/// Staggered fermions in a random SU(3) gauge field on a periodic lattice of four dimensions:
/// conjugate gradients on D^+ D.
KernelKind lattice_kernel();

/// The lowest bands in a periodic potential on plane waves.
KernelKind plane_waves_kernel();

/// hypre's algebraic multigrid on 7- and 27-point diffusion with jumps; nowhere to be made where
/// has_amg_solver() is false.
KernelKind multigrid_kernel();

}  // namespace lobatto::accept
