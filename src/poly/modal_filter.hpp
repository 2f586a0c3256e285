#pragma once

#include <span>
#include <vector>

#include "poly/matrix.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::poly {

/// The polynomials of degree k = 0 ... N whose coefficients a filter damps.
enum class ModalBasis {
  legendre,  ///< L_k: the filter is symmetric under the GLL quadrature, and keeps the mean
  /// (1 - x) / 2, (1 + x) / 2, then L_k - L_{k-2}: the filter keeps the values at both ends
  bubble,
};

/// The part of each of n modes that a low-pass filter leaves (Fischer & Mullen 2001): all of mode
/// k, but 1 - weight ((k - c) / n_modes)^2 of the n_modes highest, above c = n - 1 - n_modes. [n]
/// Throws base::Error unless 1 <= n_modes <= n - 2.
std::vector<double> low_pass_transfer(int n, int n_modes, double weight);

/// F(i, j): the value at node i of the polynomial that is 1 at node j alone, with the coefficient
/// of mode k times transfer[k]. On GLL nodes; [n][n], F(n-1-i, n-1-j) = F(i, j) to the last bit.
Matrix modal_filter(const Quadrature& gll, ModalBasis basis, std::span<const double> transfer);

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
