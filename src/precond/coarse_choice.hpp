#pragma once

#include <cstdint>
#include <string_view>

namespace lobatto::precond {

enum class CoarseKind { tensor_direct, sparse_cholesky, boomer_amg, fft };

[[nodiscard]] std::string_view name_of(CoarseKind kind);

/// Up to this size the exact solve costs no more than two cycles of BoomerAMG.
inline constexpr std::int64_t max_cholesky_vertices = 6'000;

/// The fastest solver of the vertex problem by the measurements in docs/rooms/precond.md: on a box
/// the tensor direct solver; elsewhere sparse Cholesky up to max_cholesky_vertices, and beyond that
/// BoomerAMG where the program has it.
[[nodiscard]] CoarseKind choose_coarse_solver(bool is_box, std::int64_t n_vertices, bool has_amg);

}  // namespace lobatto::precond
