#pragma once

#include <string>
#include <vector>

#include "mesh/grading.hpp"
#include "poly/line_operators.hpp"
#include "support/random_values.hpp"

namespace lobatto::test {

/// A line of elements with conditions at its ends.
struct Line {
  std::string name;
  std::vector<double> ticks;
  int order;
  poly::LineConditions conditions;
};

/// Lines of every symmetry: none, reflection, and translations once, twice, three times and
/// all of them.
inline std::vector<Line> line_cases() {
  using enum poly::EndCondition;
  return {
      {"dense walls", mesh::geometric_ticks(0, 1, 3, 1.4), 5, {dirichlet, dirichlet}},
      {"dense mixed", mesh::uniform_ticks(0, 2, 4), 4, {dirichlet, neumann}},
      {"dense periodic", mesh::geometric_ticks(0, 1, 4, 1.2), 3, {periodic, periodic}},
      {"even-odd walls", mesh::sine_ticks(-1, 1, 5, 0.3), 4, {dirichlet, dirichlet}},
      {"even-odd free", mesh::uniform_ticks(0, 1, 3), 7, {neumann, neumann}},
      {"even-odd periodic", mesh::sine_ticks(0, 3, 4, 0.5), 3, {periodic, periodic}},
      {"odd periodic", mesh::uniform_ticks(0, 3, 5), 3, {periodic, periodic}},
      {"one translation", mesh::uniform_ticks(0, 3, 6), 4, {periodic, periodic}},
      {"two translations, odd order", mesh::uniform_ticks(0, 1, 8), 7, {periodic, periodic}},
      {"two translations, even order", mesh::uniform_ticks(0, 1, 4), 16, {periodic, periodic}},
      {"three translations", mesh::uniform_ticks(0, 6, 8), 15, {periodic, periodic}},
      {"waves over 32 elements", mesh::uniform_ticks(0, 2, 32), 7, {periodic, periodic}},
      {"waves over 25 elements", mesh::uniform_ticks(-1, 1, 25), 8, {periodic, periodic}},
      {"single element", mesh::uniform_ticks(0, 1, 1), 6, {periodic, periodic}},
      {"single node", mesh::uniform_ticks(0, 1, 1), 2, {dirichlet, dirichlet}},
  };
}

}  // namespace lobatto::test
