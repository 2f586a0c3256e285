#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

// What connect() tells of meshes that it refuses, whole or in slices.

/// Throws base::Error where an element uses a point for two of its corners.
void check_corners(const RawMesh& raw);

std::string text_without_elements(const RawMesh& raw);

/// A line that periodic boundaries carry onto itself back to front, by its ends.
std::string text_of_twisted_line(const RawMesh& raw, const std::array<std::int64_t, 2>& ends);

enum class QuadFault { no_face, inside, named_twice };
std::string text_of_quad(const RawMesh& raw, const BoundaryQuad& quad, QuadFault fault,
                         std::int64_t other_boundary = 0);

/// Sides of one element that are neither named nor periodic: the first, 6 element + face, and how
/// many there are.
std::string text_of_unmatched(const RawMesh& raw, std::int64_t side, long long n_unmatched);

}  // namespace lobatto::mesh
