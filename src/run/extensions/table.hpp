#pragma once

#include <array>

#include "run/extensions/extension.hpp"

namespace lobatto::run {

/// Every extension, in the order of the manual: a line each.
using ExtensionMaker = Extension();
ExtensionMaker sponges, rotating_frame, time_integrals, flow_meters, user_code_file, user_fields;
inline constexpr std::array extensions{
    &sponges, &rotating_frame, &time_integrals, &flow_meters, &user_code_file, &user_fields,
};

}  // namespace lobatto::run
