#pragma once

#include "accept/sparse/box_numbering.hpp"
#include "accept/sparse/sparse_rows.hpp"
#include "base/function_ref.hpp"

namespace lobatto::accept {

enum class Stencil { seven_points, twenty_seven_points };

/// A positive number for each point, by its place among all.
using PointCoefficient = base::FunctionRef<double(int i, int j, int k)>;

/// Diffusion in a box whose outside is zero. Each pair of neighbours of the stencil is coupled by
/// the harmonic mean of their coefficients, -2 c c' / (c + c'), neighbours outside by -c; the
/// diagonal is the sum of what it is coupled to, those outside too. With c = 1 and 27 points that
/// is 26 on the diagonal and -1 off it. The rows of this rank's points; symmetric, positive
/// definite.
NumberedRows box_stencil(const BoxNumbering& numbering, Stencil stencil,
                         PointCoefficient coefficient);

}  // namespace lobatto::accept
