#pragma once

#include <span>

#include "accept/lattice/gauge_field.hpp"

namespace lobatto::accept {

/// y = D^+ D x as StaggeredOperator::apply_normal, plain to read. Collective.
void apply_normal_reference(const RankBox& box, const GaugeField& links, double mass,
                            const comm::Communicator& communicator, std::span<const double> x,
                            std::span<double> y);

}  // namespace lobatto::accept
