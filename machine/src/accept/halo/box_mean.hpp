#pragma once

#include <cstddef>
#include <vector>

namespace lobatto::accept {

/// The mean of each cell and its 26 neighbours, of planes [first, last) of a field with ghost cells
/// [nz + 2][ny + 2][nx + 2]. Sums of three rows of each plane serve three planes, sums of nine rows
/// three cells. work: [box_mean_workspace] to work in.
void box_mean(const double* field, double* mean, std::size_t nx, std::size_t ny, std::size_t first,
              std::size_t last, std::vector<double>& work);

std::size_t box_mean_workspace(std::size_t nx, std::size_t ny);

/// Of box_mean, per cell: 2 sums of rows, 2 of planes, 2 along the row and the division as a
/// product.
inline constexpr double box_mean_flops = 7;

}  // namespace lobatto::accept
