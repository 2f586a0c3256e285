#pragma once

#include "case/case.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// Each fills its part of the case from one table. The axes must have been read; initial needs
/// exact, scalars need the fluid.
void read_fluid(const Section& root, Case& c);
void read_exact(const Section& root, Case& c);
void read_forcing(const Section& root, Case& c);
void read_initial(const Section& root, Case& c);
void read_scalars(const Section& root, Case& c);

}  // namespace lobatto::cases
