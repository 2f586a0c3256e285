#pragma once

#include <vector>

#include "case/case.hpp"
#include "case/schema.hpp"
#include "case/section.hpp"

namespace lobatto::cases {

/// [fluid], [parameters], [forcing], [initial] and [exact].
std::vector<Key> fluid_keys();
std::vector<Key> parameter_keys();
std::vector<Key> forcing_keys();
std::vector<Key> initial_keys();
std::vector<Key> exact_keys();

/// Each fills its part of the case from one table. The axes must have been read; initial needs
/// exact.
void read_fluid(const Section& root, Case& c);
void read_exact(const Section& root, Case& c);
void read_forcing(const Section& root, Case& c);
void read_initial(const Section& root, Case& c);

}  // namespace lobatto::cases
