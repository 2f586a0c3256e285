#pragma once

#include "app/case.hpp"
#include "app/case_problems.hpp"
#include "space/element_search.hpp"
#include "space/interpolation.hpp"

namespace lobatto::app {

/// The points of a probe on the first rank, which alone holds them; none elsewhere.
std::vector<ProbePlaces::Point> points_on_root(const ProbeCase& probe,
                                               const comm::Communicator& communicator);

/// Looks for the elements that hold the points. Collective.
space::Interpolation interpolation_of(const space::FunctionSpace& space,
                                      const space::ElementSearch& search,
                                      std::span<const ProbePlaces::Point> points);

/// Reports probes with points that lie in no element. Collective.
void check_probes(const Case& the_case, const space::FunctionSpace& space, Problems& problems);

}  // namespace lobatto::app
