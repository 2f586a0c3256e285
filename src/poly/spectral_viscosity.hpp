#pragma once

#include <vector>

#include "poly/matrix.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::poly {

/// The part of the viscosity that each of n modes feels (Maday & Tadmor 1989): none up to m =
/// N - n_modes, with N = n - 1, and exp(-((N - k) / (k - m))^2) above. [n] Throws base::Error
/// unless 1 <= n_modes <= n - 2.
std::vector<double> spectral_viscosity_kernel(int n, int n_modes);

/// B = R D with R^2 = Q, the kernel on the Legendre polynomials: the integral of B u B v over a
/// line is that of u' Q v'. On GLL nodes, D their derivative; [n][n].
Matrix spectral_viscosity_root(const Quadrature& gll, const Matrix& derivative, int n_modes);

/// W^-1 B^T W B on the line [-1, 1]: what a spectral viscosity of 1 takes from a field, over the
/// mass of each node. [n][n]
Matrix spectral_viscosity_line(const Quadrature& gll, const Matrix& root);

/// The largest eigenvalue of that, to about 1e-6 of it.
double fastest_decay(const Quadrature& gll, const Matrix& root);

}  // namespace lobatto::poly
