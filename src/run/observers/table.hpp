#pragma once

#include <array>

#include "run/observers/observer.hpp"

namespace lobatto::run {

/// Every kind of observer, in the order in which they look at a step.
ObserverMaker make_fields, make_forces, make_probes, make_monitors, make_statistics;
inline constexpr std::array observer_makers{&make_fields, &make_forces, &make_probes,
                                            &make_monitors, &make_statistics};

}  // namespace lobatto::run
