#pragma once

#include <optional>

#include "case/schema/words.hpp"
#include "mesh/mesh_changes.hpp"
#include "physics/conditions/kinds.hpp"
#include "physics/settings.hpp"

namespace lobatto::cases {

using physics::SolverMethod;

/// Which files hold the fields.
enum class FieldFormat { vtkhdf, nek5000, both };

/// The words for what keys choose from, each in one place for reading, describing and the manual.
const Words<SolverMethod>& solver_words();
/// Nothing: the program chooses.
const Words<std::optional<physics::CoarseKind>>& coarse_solver_words();
const Words<std::optional<int>>& last_direction_words();
/// Whether it is double.
const Words<bool>& precision_words();
const Words<FieldFormat>& field_format_words();
/// x, y and z by their index.
const Words<int>& direction_words();
const Words<mesh::Partitioner>& partitioner_words();
/// Those that need no more than the word.
const Words<physics::VelocityCondition>& velocity_condition_words();
const Words<physics::ScalarCondition>& scalar_condition_words();

}  // namespace lobatto::cases
