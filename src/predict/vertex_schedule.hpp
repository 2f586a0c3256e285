#pragma once

#include <cstdint>

#include "base/function_ref.hpp"
#include "case/case.hpp"
#include "kernels/cost.hpp"
#include "mesh/hex_mesh.hpp"
#include "plan/grounds.hpp"
#include "precond/coarse/coarse_choice.hpp"
#include "predict/schedule.hpp"

namespace lobatto::predict {

/// How multigrid solves its coarse problem, on the vertices of a mesh.
precond::CoarseKind coarse_kind(const cases::Case& the_case, const plan::Grounds& grounds,
                                const mesh::HexMesh* whole);
/// Vertices of the mesh from a file, or of the box of a case where there is none, those that
/// periodicity identifies counted once.
std::int64_t n_vertices(const cases::Case& the_case, const mesh::HexMesh* whole);

/// The work of one solve of the coarse problem by the factor that every rank has.
kernels::Cost replicated_cost(std::int64_t n_vertices);

/// Such a solve: all right-hand sides are brought together on every rank, which solves for all of
/// them.
void emit_replicated(std::int64_t n_vertices, int n_ranks, ScheduleSink& sink);

/// One cycle of BoomerAMG on the first ranks of n_solving groups of ranks: values to them, messages
/// on every level, values back. What hypre sends is not known but by the counts of
/// precond::amg_work: on each level four exchanges with 26 ranks at most, here those next in
/// number, on the first one of the vertices on a block's surface, on each further one of a quarter.
void emit_amg(std::int64_t n_vertices, int n_ranks, int n_solving, ScheduleSink& sink);

/// One cycle of Schwarz on two levels (precond::make_vertex_schwarz): four times
/// exchange_vertices(), which is to send twice what neighbours have in common, as their own
/// vertices and the layers around them meet in two rows; the sum over one unknown per rank, and two
/// means where the pressure is known up to a constant.
void emit_schwarz(std::int64_t n_vertices, int n_ranks, bool is_singular,
                  base::FunctionRef<void()> exchange_vertices, ScheduleSink& sink);

}  // namespace lobatto::predict
