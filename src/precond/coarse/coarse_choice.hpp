#pragma once

#include <cstdint>
#include <string_view>

#include "perf/machine_rates.hpp"

namespace lobatto::precond {

enum class CoarseKind { tensor_direct, sparse_cholesky, boomer_amg, schwarz, fft };

[[nodiscard]] std::string_view name_of(CoarseKind kind);

/// Beyond, factorizing takes longer than runs: its operations grow with the square.
inline constexpr std::int64_t max_cholesky_vertices = 40'000;

/// What solves of the coarse problem count on a rank, of meshes that are no boxes, as hexahedra
/// with 27 entries a row. Exactly, by the replicated factor:
perf::Work cholesky_work(std::int64_t n_vertices, int n_ranks);
/// By one cycle of BoomerAMG on the first ranks of n_solving groups of all n_ranks:
perf::Work amg_work(std::int64_t n_vertices, int n_ranks, int n_solving);

/// By Schwarz on two levels, see make_vertex_schwarz, whose ranks have blocks of vertices:
perf::Work schwarz_work(std::int64_t n_vertices, int n_ranks);
/// Whether its factors are small enough: of a rank's vertices with their layer, and of one unknown
/// per rank.
[[nodiscard]] bool takes_schwarz(std::int64_t n_vertices, int n_ranks);

/// Of all ranks, or halves of their number down to one, where a cycle takes least: few unknowns per
/// rank are not worth the messages on each level.
[[nodiscard]] int amg_ranks(std::int64_t n_vertices, int n_ranks, const perf::MachineRates& rates);

/// The cheapest solver of the coarse problem: on a box the tensor direct solver, which beats all
/// others wherever it serves (docs/rooms/precond.md); elsewhere sparse Cholesky, BoomerAMG or
/// Schwarz on two levels by their work and the rates, a cycle of the latter two counting twice for
/// what it leaves to the iterations.
[[nodiscard]] CoarseKind choose_coarse_solver(bool is_box, std::int64_t n_vertices, bool has_amg,
                                              int n_ranks, const perf::MachineRates& rates);

}  // namespace lobatto::precond
