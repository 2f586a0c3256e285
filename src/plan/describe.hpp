#pragma once

#include <array>
#include <string>

#include "case/case.hpp"
#include "case/format.hpp"
#include "plan/shares.hpp"

namespace lobatto::plan {

/// The resolved set-up as text for people: mesh and unknowns, fluid, conditions a face, forcing,
/// scalars, what extensions of the format say, time, solvers, output. Lines end in newlines.
std::string describe(const cases::Case& c, const cases::CaseFormat& format, const MeshSize& size);

/// The condition on one part of the boundary, "wall", "insulated" or the formulas.
std::string condition_text(const cases::FaceCondition& condition);
std::string condition_text(const cases::ScalarFaceCondition& condition);

/// A row a boundary, a column for the velocity, where it is solved for, and for each scalar.
std::string conditions_text(const cases::Case& c);

// What the parts of describe() are written with.

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

}  // namespace lobatto::plan
