#pragma once

#include <memory>

#include "case/case.hpp"
#include "mesh/hex_mesh.hpp"
#include "plan/grounds.hpp"
#include "predict/sample.hpp"

namespace lobatto::commands {

/// A case on a few elements of its box, which keep its conditions and its order: steps of constant
/// length, with the solvers that the whole case takes, from a state in which every
/// equation has something to solve. n_points: about as many, on 8 elements at least.
/// A mesh from a file, `whole` as below, stays so.
cases::Case small_case(const cases::Case& the_case, const plan::Grounds& grounds, double n_points,
                       const mesh::HexMesh* whole);

/// Steps of a small case, on this rank alone, with so many iterations as given: what an element
/// takes in each region. Work that no region counts, such as exchanges of a rank with itself,
/// stands as 16 bytes per point for each entry of the region. Seconds are the median of n_rounds
/// rounds of two steps. Throws base::Error.
predict::StepSample take_sample(const cases::Case& small, const perf::MachineRates& rates,
                                const predict::Iterations& iterations, int n_rounds,
                                const mesh::HexMesh* whole);

/// The whole mesh of a case that has it from a file, on this rank; else null. Throws base::Error.
std::shared_ptr<const mesh::HexMesh> whole_mesh(const cases::Case& the_case);

}  // namespace lobatto::commands
