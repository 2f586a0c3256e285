#include "direct/lines/lane_transform.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <variant>
#include <vector>

#include "base/aligned_array.hpp"
#include "direct/lines/line_layout.hpp"
#include "line_cases.hpp"
#include "wave_basis.hpp"

namespace lobatto {
namespace {

using direct::LaneLayout;
using direct::LaneTransform;
using direct::LineTransform;

/// S(a, m): value at unknown a of mode m.
poly::Matrix dense_modes(const LineTransform& line) {
  const auto* sums = std::get_if<direct::LineFold>(&line.fold());
  const poly::Matrix q =
      sums != nullptr
          ? sums->basis()
          : test::wave_basis(std::get<direct::ElementWaves>(line.fold()), line.layout().n_elements);
  poly::Matrix s(line.size(), line.size());
  for (std::size_t b = 0; b < line.blocks().size(); ++b) {
    const auto [begin, size] = line.blocks()[b];
    for (int a = 0; a < line.size(); ++a) {
      for (int m = 0; m < size; ++m) {
        for (int c = 0; c < size; ++c) {
          s(a, begin + m) += q(a, begin + c) * line.by_position(static_cast<int>(b))[c * size + m];
        }
      }
    }
  }
  return s;
}

void expect_products_with_modes(const test::Line& problem, int n_sheets, int n_lanes,
                                std::size_t gap) {
  SCOPED_TRACE(problem.name + ", lanes " + std::to_string(n_lanes));
  const auto line =
      std::make_shared<const LineTransform>(problem.ticks, problem.order, problem.conditions,
                                            0.5);  // of flops_per_byte: with waves, too
  const poly::Matrix s = dense_modes(*line);
  const auto sheet = static_cast<std::size_t>(n_lanes);
  const std::size_t node_stride = n_sheets * (sheet + gap) + 3, mode_stride = n_sheets * sheet + 5;
  const LaneLayout layout{n_sheets, n_lanes, sheet + gap, sheet, node_stride, mode_stride};
  const LaneTransform transform(line, layout);
  const auto nodes = test::random_values(node_stride * line->size());
  std::vector<double> modes(mode_stride * line->size()), back(nodes.size());
  base::AlignedArray<double> scratch(transform.scratch_size());
  transform.forward(nodes.data(), modes.data(), scratch.data());
  transform.backward(modes.data(), back.data(), scratch.data());
  for (int k = 0; k < n_sheets; ++k) {
    for (std::size_t l = 0; l < sheet; ++l) {
      for (int m = 0; m < line->size(); ++m) {
        double forward = 0, backward = 0;
        for (int a = 0; a < line->size(); ++a) {
          forward += s(a, m) * nodes[a * node_stride + k * (sheet + gap) + l];
          backward += s(m, a) * modes[a * mode_stride + k * sheet + l];
        }
        EXPECT_NEAR(modes[m * mode_stride + k * sheet + l], forward, 1e-11);
        EXPECT_NEAR(back[m * node_stride + k * (sheet + gap) + l], backward, 1e-9);
      }
    }
  }
}

TEST(LaneTransform, MultipliesByTheModes) {
  for (const auto& line : test::line_cases()) {
    for (const int n_lanes : {1, 7, 8, 21}) expect_products_with_modes(line, 1, n_lanes, 0);
    expect_products_with_modes(line, 3, 10, 0);
    expect_products_with_modes(line, 2, 9, 4);
  }
}

TEST(LaneTransform, CutsManyLanesIntoStrips) {
  const auto lines = test::line_cases();
  for (const auto& line : {lines[0], lines[4], lines[9]})
    expect_products_with_modes(line, 1, 203, 0);
}

TEST(LaneTransform, BlocksLongDenseLines) {
  const test::Line line{"long", mesh::geometric_ticks(0, 1, 11, 1.05), 13, {}};
  expect_products_with_modes(line, 1, 19, 0);
}

TEST(LaneTransform, CountsTheProductsOfTheBlocks) {
  using enum poly::EndCondition;
  const auto line = std::make_shared<const LineTransform>(
      mesh::geometric_ticks(0, 1, 2, 1.5), 4, poly::LineConditions{dirichlet, dirichlet});
  const LaneTransform transform(line, {2, 5, 8, 8, 16, 16});
  EXPECT_EQ(transform.flops(), 2.0 * 7 * 7 * 10);
}

}  // namespace
}  // namespace lobatto
