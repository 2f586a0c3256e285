#pragma once

#include <vector>

#include "poly/matrix.hpp"

namespace lobatto::mesh {

/// (T (x) S (x) R) u for u [n_t][n_s][n_r], r fastest: interpolation or derivatives of one element
/// at other points. For set-up. [T.rows][S.rows][R.rows]
std::vector<double> tensor_values(const poly::Matrix& t, const poly::Matrix& s,
                                  const poly::Matrix& r, const double* u);

}  // namespace lobatto::mesh
