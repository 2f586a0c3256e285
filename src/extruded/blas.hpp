#pragma once

namespace lobatto::extruded {

/// A row-major matrix as a factor of a product, transposed or not.
struct Factor {
  const double* values;
  bool transposed = false;
};

/// C = alpha A B + beta C, row-major, C [rows][columns], with `inner` products an entry.
void multiply(int rows, int columns, int inner, double alpha, Factor a, Factor b, double beta,
              double* c);

}  // namespace lobatto::extruded
