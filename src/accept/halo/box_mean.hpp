#pragma once

#include <cstddef>
#include <vector>

namespace lobatto::accept {

/// The mean of each cell and its 26 neighbours, of planes [first, last) of a field with ghost cells
/// [nz + 2][ny + 2][nx + 2]; plain to read.
void box_mean_reference(const double* field, double* mean, std::size_t nx, std::size_t ny,
                        std::size_t first, std::size_t last);

/// The same faster: the nine rows around each row are summed first, then three of these sums.
/// rows: [nx + 2] to work in. The sums are taken in another order.
void box_mean(const double* field, double* mean, std::size_t nx, std::size_t ny, std::size_t first,
              std::size_t last, std::vector<double>& rows);

/// Of box_mean, per cell: 8 sums of rows, 2 along the row and the division as a product.
inline constexpr double box_mean_flops = 11;

}  // namespace lobatto::accept
