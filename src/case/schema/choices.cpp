#include "case/schema/choices.hpp"

namespace lobatto::cases {

const Words<SolverMethod>& solver_words() {
  using enum SolverMethod;
  static const Words<SolverMethod> words{{automatic, "auto"},
                                         {tensor_direct, "tensor-direct"},
                                         {extruded_direct, "extruded-direct"},
                                         {tensor_cg, "tensor-cg"},
                                         {schwarz_multigrid, "schwarz-multigrid"},
                                         {jacobi_cg, "jacobi-cg"}};
  return words;
}

const Words<std::optional<physics::CoarseKind>>& coarse_solver_words() {
  static const auto words = [] {
    using enum physics::CoarseKind;
    Words<std::optional<physics::CoarseKind>> all{{std::nullopt, "auto"}};
    for (const auto kind : {tensor_direct, sparse_cholesky, boomer_amg, schwarz, fft})
      all.push_back({kind, std::string(name_of(kind))});
    return all;
  }();
  return words;
}

const Words<std::optional<int>>& last_direction_words() {
  static const Words<std::optional<int>> words{
      {std::nullopt, "auto"}, {0, "x"}, {1, "y"}, {2, "z"}};
  return words;
}

const Words<bool>& precision_words() {
  static const Words<bool> words{{false, "single"}, {true, "double"}};
  return words;
}

const Words<FieldFormat>& field_format_words() {
  static const Words<FieldFormat> words{{FieldFormat::vtkhdf, "vtkhdf"},
                                        {FieldFormat::nek5000, "nek5000"},
                                        {FieldFormat::both, "both"}};
  return words;
}

const Words<int>& direction_words() {
  static const Words<int> words{{0, "x"}, {1, "y"}, {2, "z"}};
  return words;
}

const Words<mesh::Partitioner>& partitioner_words() {
  using enum mesh::Partitioner;
  static const Words<mesh::Partitioner> words{
      {automatic, "auto"}, {metis, "metis"}, {pt_scotch, "ptscotch"}};
  return words;
}

const Words<physics::VelocityCondition>& velocity_condition_words() {
  using enum physics::VelocityCondition;
  static const Words<physics::VelocityCondition> words{
      {wall, "wall"}, {symmetry, "symmetry"}, {outflow, "outflow"}};
  return words;
}

const Words<physics::ScalarCondition>& scalar_condition_words() {
  static const Words<physics::ScalarCondition> words{
      {physics::ScalarCondition::insulated, "insulated"}};
  return words;
}

}  // namespace lobatto::cases
