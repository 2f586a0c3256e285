#pragma once

#include <array>

#include "comm/communicator.hpp"
#include "precond/coarse/coarse_problem.hpp"

namespace lobatto::precond {

/// The exact solver of the coarse problem on a box that is periodic in all directions, with equal
/// elements. There every vertex has the same row, the 27-point stencil
///   s_d = sum of K_ab over the corners with b - a = d,  d in {-1, 0, 1}^3,
/// which waves diagonalise:  lambda(k) = sum_d s_d cos(2 pi sum_i k_i d_i / n_i),
/// u = F^-1 (F f / lambda), by WaveMultiplier; the constant wave is dropped, so that u has mean
/// zero. A solve is one collective with all vertices and two transforms on each rank alike.
///
/// n_elements along x, y, z. The ids must count the vertices as x + n_x (y + n_y z). Collective.
/// Throws base::Error on all ranks if ids, matrices or number of elements are any other (matrices
/// may differ by round-off: 1e-12), if a vertex is fixed, or if a wave other than the constant has
/// no energy. Solving allocates nothing.
CoarseSolver make_fft_coarse(const CoarseProblem& problem, std::array<int, 3> n_elements,
                             const comm::Communicator& communicator);

}  // namespace lobatto::precond
