#pragma once

#include <vector>

#include "accept/kernel.hpp"
#include "accept/sweep/source_iteration.hpp"

namespace lobatto::accept {

/// total: of the first group; each later one meets a tenth of it more. scattered: the part of all
/// collisions that scatter, half of it within the group and half to the next one.
Material graded_material(double total, double scattered);

/// A medium without end: what comes in is the flux that is the same everywhere.
TransportProblem infinite_medium();

/// A source in one corner of a scattering box with a thick absorber in its middle, so that fluxes
/// fall fast and fix-ups are needed; nothing comes in.
TransportProblem shielded_source();

/// Problems whose right answers are known, on small boxes. ranks: per direction. Collective.
std::vector<Answer> sweep_answers(const std::vector<int>& ranks,
                                  const comm::Communicator& communicator);

}  // namespace lobatto::accept
