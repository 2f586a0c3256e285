#pragma once

#include "case/case.hpp"
#include "case/document/problems.hpp"
#include "space/element_search.hpp"
#include "space/interpolation.hpp"

namespace lobatto::residents {

/// The points of a probe on the first rank, which alone holds them; none elsewhere.
std::vector<cases::ProbePlaces::Point> points_on_root(const cases::ProbeCase& probe,
                                                      const comm::Communicator& communicator);

/// Looks for the elements that hold the points. Collective.
space::Interpolation interpolation_of(const space::FunctionSpace& space,
                                      const space::ElementSearch& search,
                                      std::span<const cases::ProbePlaces::Point> points);

/// Reports probes with points that lie in no element. Collective.
void check_probes(const cases::Case& the_case, const space::FunctionSpace& space,
                  cases::Problems& problems);

}  // namespace lobatto::residents
