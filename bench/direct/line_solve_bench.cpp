// Nanoseconds a point. First the transform of a periodic line there and back, by sums and
// differences of translated elements against waves over all of them; then the solve along the last
// direction of a box, by the modes of the line against static condensation, for walls on graded
// elements and for periodic equal ones.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "../support/thread_clock.hpp"
#include "base/aligned_array.hpp"
#include "direct/directions/z_solve.hpp"
#include "direct/lines/lane_transform.hpp"
#include "mesh/grading.hpp"

namespace {

using namespace lobatto;
using bench::now;

constexpr int longest_modal = 600;

double ns_per_point(const direct::ZSolve& solve, const direct::LineLayout& line, int n_lines) {
  const std::size_t stride = direct::stride_for(static_cast<std::size_t>(line.n_nodes));
  base::AlignedArray<double> values(stride * n_lines), scratch(solve.scratch_size());
  values.fill(1e-3);
  std::vector<double> shifts;
  for (int l = 0; l < n_lines; ++l) shifts.push_back(1.0 + 0.3 * l);
  std::vector<double> times;
  for (int repetition = 0; repetition < 15; ++repetition) {
    const double start = now();
    solve(values.data(), stride, shifts, 1.0, -1, scratch.data());
    times.push_back(now() - start);
  }
  std::sort(times.begin(), times.end());
  return 1e9 * times[times.size() / 2] / (1.0 * n_lines * line.n_unknowns);
}

void print(const char* name, const std::vector<double>& ticks, int order,
           const poly::LineConditions& conditions) {
  const auto condensed = std::make_shared<const direct::CondensedLine>(ticks, order, conditions);
  const direct::LineLayout& line = condensed->layout();
  const int n_lines = std::max(64, 400000 / line.n_unknowns / 64 * 64);
  std::printf("%-10s %6d %6d ", name, order, line.n_elements);
  if (line.n_unknowns <= longest_modal) {
    const auto modes = std::make_shared<const direct::LineTransform>(ticks, order, conditions);
    std::printf("%8.2f", ns_per_point({modes, n_lines}, line, n_lines));
  } else {
    std::printf("%8s", "");
  }
  std::printf(" %8.2f\n", ns_per_point({condensed, n_lines}, line, n_lines));
}

double ns_of_transform(const std::shared_ptr<const direct::LineTransform>& line) {
  const int n_lanes = std::max(64, 200000 / line->size() / 64 * 64);
  const std::size_t stride = direct::stride_for(static_cast<std::size_t>(n_lanes));
  const direct::LaneTransform lanes(line, {1, n_lanes, 0, 0, stride, stride});
  base::AlignedArray<double> nodes(stride * line->size()), modes(stride * line->size()),
      scratch(lanes.scratch_size());
  nodes.fill(1e-3);
  std::vector<double> times;
  for (int repetition = 0; repetition < 15; ++repetition) {
    const double start = now();
    lanes.forward(nodes.data(), modes.data(), scratch.data());
    lanes.backward(modes.data(), nodes.data(), scratch.data());
    times.push_back(now() - start);
  }
  std::sort(times.begin(), times.end());
  return 1e9 * times[times.size() / 2] / (1.0 * n_lanes * line->size());
}

void print_transforms(int order, int n) {
  const auto ticks = mesh::uniform_ticks(0, 1, n);
  const poly::LineConditions ends{poly::EndCondition::periodic, poly::EndCondition::periodic};
  const auto make = [&](direct::LineTransform::Fold fold) {
    return std::make_shared<const direct::LineTransform>(ticks, order, ends, std::move(fold));
  };
  const auto sums = make(direct::LineFold(ticks, order, ends)),
             waves = make(direct::ElementWaves(n, order));
  std::printf("%6d %6d %8.2f %8.2f   flops %6.1f %6.1f\n", order, n, ns_of_transform(sums),
              ns_of_transform(waves), sums->flops() / sums->size(), waves->flops() / waves->size());
}

}  // namespace

int main() {
  using enum poly::EndCondition;
  std::printf("%6s %6s %8s %8s\n", "order", "n", "sums", "waves");
  for (const int order : {3, 5, 7, 9, 15})
    for (const int n : {2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 64})
      if (n * order < 700) print_transforms(order, n);
  std::printf("%-10s %6s %6s %8s %8s\n", "line", "order", "n", "modes", "cond.");
  for (const int order : {3, 5, 7, 9, 15}) {
    for (const int n : {2, 4, 8, 16, 24, 64, 256, 512}) {
      if (n * order > 4096) continue;
      print("walls", mesh::sine_ticks(-1, 1, n, 0.8), order, {dirichlet, dirichlet});
      print("periodic", mesh::uniform_ticks(0, 1, n), order, {periodic, periodic});
    }
  }
}
