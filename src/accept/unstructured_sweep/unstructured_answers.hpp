#pragma once

#include <vector>

#include "accept/kernel.hpp"
#include "accept/sweep/source_iteration.hpp"

namespace lobatto::accept {

/// How far the edges of twisted boxes lean.
inline constexpr double usual_lean = 0.9;

/// Problems whose right answers are known, on small twisted boxes. ranks: per direction.
/// Collective.
std::vector<Answer> unstructured_answers(const std::vector<int>& ranks,
                                         const comm::Communicator& communicator);

}  // namespace lobatto::accept
