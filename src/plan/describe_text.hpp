#pragma once

#include <array>
#include <string>

#include "case/case.hpp"

// What the parts of describe() are written with.

namespace lobatto::plan {

inline constexpr std::array direction_names{"x", "y", "z"};

/// A label, which may be empty, and what it says.
std::string line(const std::string& label, const std::string& text);
/// Long formulas would drown the rest.
std::string shortened(const std::string& text);
std::string vector_text(const cases::VectorExpression& v);
/// The same, or that it is the exact one.
std::string velocity_text(const cases::VectorExpression& v, const cases::Case& c);
/// "1 step", "2 steps"
std::string counted(long long n, const std::string& word);
/// The same of numbers beyond all integers: "1e+18 elements".
std::string counted_large(double n, const std::string& word);

/// A row a boundary, a column for the velocity, where it is solved for, and for each scalar.
std::string conditions_text(const cases::Case& c);

}  // namespace lobatto::plan
