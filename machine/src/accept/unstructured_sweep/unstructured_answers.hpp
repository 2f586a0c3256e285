#pragma once

#include <vector>

#include "accept/kernel.hpp"
#include "accept/sweep/source_iteration.hpp"
#include "accept/unstructured_sweep/hex_mesh.hpp"

namespace lobatto::accept {

/// How far the edges of twisted boxes lean.
inline constexpr double usual_lean = 0.9;

/// On a mesh of any shape and size: what is right stays as it is in a sweep. Collective.
std::vector<Answer> answers_on_mesh(const HexMesh& mesh, const comm::Communicator& communicator);

/// Problems whose right answers are known, on small twisted boxes. ranks: per direction.
/// Collective.
std::vector<Answer> unstructured_answers(const std::vector<int>& ranks,
                                         const comm::Communicator& communicator);

}  // namespace lobatto::accept
