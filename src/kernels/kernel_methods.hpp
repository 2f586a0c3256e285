#pragma once

#include <span>

namespace lobatto::kernels {

/// How a kernel that is compiled for the usual sizes computes with given ones. All but the first
/// are generated matrix products, which serve any size and are slower.
enum class KernelMethod {
  compiled,
  other_size,      ///< it is compiled for other numbers of nodes
  other_points,    ///< it is compiled for ceil(3 n / 2) quadrature points alone
  other_processor  ///< without AVX generated products are the faster ones, at any size
};

/// Of BoxAdvection and GeneralAdvection, for n nodes and m quadrature points per direction.
KernelMethod advection_method(int n, int m);
/// Of BoxHelmholtz and GeneralHelmholtz.
KernelMethod helmholtz_method(int n);

/// The numbers of nodes that these are compiled for, ascending.
std::span<const int> advection_sizes();
std::span<const int> helmholtz_sizes();

/// False where no code can be generated for the products of n x n matrices with elements of n^3
/// nodes on this processor: they are plain loops then.
bool products_are_generated(int n);

}  // namespace lobatto::kernels
