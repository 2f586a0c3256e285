#include "gpu/tensor_solver.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "random_box.hpp"

namespace {

using namespace lobatto::gpu;
namespace poly = lobatto::poly;
using poly::EndCondition;

/// The assembled problem of one field at the nodes of a box, from stiffness and mass of its lines.
class Assembled {
 public:
  Assembled(const Box& box, EndCondition at_walls) : box_(box), at_walls_(at_walls) {
    for (int d = 0; d < 3; ++d)
      lines_[d] = poly::assemble_line(box[d].ticks, box[d].order, box[d].is_periodic);
  }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(n(0)) * n(1) * n(2); }
  [[nodiscard]] double mass(std::size_t node) const {
    const auto at = place(node);
    return lines_[0].mass[at[0]] * lines_[1].mass[at[1]] * lines_[2].mass[at[2]];
  }
  /// Where the solution is wanted: not at walls where it vanishes.
  [[nodiscard]] bool is_free(std::size_t node) const {
    const auto at = place(node);
    for (int d = 0; d < 3; ++d) {
      const bool ends = !box_[d].is_periodic && at_walls_ == EndCondition::dirichlet;
      if (ends && (at[d] == 0 || at[d] == n(d) - 1)) return false;
    }
    return true;
  }
  /// (leading M + viscosity K) u
  [[nodiscard]] std::vector<double> applied(double leading, double viscosity,
                                            const double* u) const {
    std::vector<double> out(size());
    for (std::size_t q = 0; q < size(); ++q) {
      const auto at = place(q);
      out[q] = leading * mass(q) * u[q];
      for (int d = 0; d < 3; ++d) {
        double sum = 0;
        for (int l = 0; l < n(d); ++l) {
          auto from = at;
          from[d] = l;
          sum += lines_[d].stiffness(at[d], l) * u[index(from)];
        }
        out[q] += viscosity * mass(q) / lines_[d].mass[at[d]] * sum;
      }
    }
    return out;
  }
  /// What elements share, summed up at nodes.
  [[nodiscard]] std::vector<double> summed(const double* element_nodes) const {
    std::vector<double> sums(size());
    const std::array<int, 3> wide{box_[0].n_element_nodes(), box_[1].n_element_nodes(),
                                  box_[2].n_element_nodes()};
    for (int q = 0; q < wide[0] * wide[1] * wide[2]; ++q)
      sums[index({node(0, q % wide[0]), node(1, q / wide[0] % wide[1]),
                  node(2, q / wide[0] / wide[1])})] += element_nodes[q];
    return sums;
  }

 private:
  using Place = std::array<int, 3>;
  [[nodiscard]] int n(int d) const { return box_[d].n_nodes(); }
  [[nodiscard]] int node(int d, int element_node) const {
    const int order = box_[d].order;
    return box_[d].numbering().node(element_node / (order + 1), element_node % (order + 1));
  }
  [[nodiscard]] std::size_t index(const Place& at) const {
    return (static_cast<std::size_t>(at[2]) * n(1) + at[1]) * n(0) + at[0];
  }
  [[nodiscard]] Place place(std::size_t node) const {
    const int q = static_cast<int>(node);
    return {q % n(0), q / n(0) % n(1), q / n(0) / n(1)};
  }

  Box box_;
  EndCondition at_walls_;
  std::array<poly::LineOperators, 3> lines_;
};

/// A solve of random right-hand sides; its solutions and the sums of its right-hand sides.
class Solve {
 public:
  Solve(const Box& box, EndCondition at_walls, int n_fields, const TensorSolver::Problem& problem)
      : problem_(problem), assembled_(box, at_walls) {
    const auto multiplier = make_multiplier("plain");
    TensorSolver solver(box, at_walls, n_fields, *multiplier);
    std::size_t n_values = n_fields;
    for (const auto& line : box) n_values *= line.n_element_nodes();
    const auto random = test::random_values(n_values, 1);
    const DeviceArray rhs(std::max(n_values, solver.work_size())), work(solver.work_size()),
        u(n_fields * assembled_.size());
    std::copy(random.begin(), random.end(), rhs.data());
    solver.solve(problem, rhs.data(), work.data(), u.data(), {});
    force_ = solver.force();
    for (int f = 0; f < n_fields; ++f) {
      b_.push_back(assembled_.summed(random.data() + f * n_values / n_fields));
      u_.emplace_back(u.data() + f * assembled_.size(), u.data() + (f + 1) * assembled_.size());
    }
  }

  /// (leading M + viscosity K) u = b + force M 1 at free nodes, and u = 0 at the others.
  void expect_solved(int f, double force) const {
    const auto left = assembled_.applied(problem_.leading, problem_.viscosity[f], u_[f].data());
    std::vector<double> found, expected;
    for (std::size_t q = 0; q < left.size(); ++q) {
      if (!assembled_.is_free(q)) {
        EXPECT_EQ(u_[f][q], 0) << f;
        continue;
      }
      found.push_back(left[q]);
      expected.push_back(b_[f][q] + force * assembled_.mass(q));
    }
    EXPECT_LT(test::relative_difference(found, expected), 1e-11) << "field " << f;
  }
  /// Of one field over the volume.
  [[nodiscard]] double mean(const std::vector<double>& field) const {
    double integral = 0, volume = 0;
    for (std::size_t q = 0; q < field.size(); ++q) {
      integral += assembled_.mass(q) * field[q];
      volume += assembled_.mass(q);
    }
    return integral / volume;
  }
  [[nodiscard]] const std::vector<double>& u(int f) const { return u_[f]; }
  [[nodiscard]] double force() const { return force_; }
  /// What the constant mode of a problem without a leading term leaves unsolved.
  [[nodiscard]] double mean_of_rhs() const {
    double sum = 0, volume = 0;
    for (std::size_t q = 0; q < b_[0].size(); ++q) {
      sum += b_[0][q];
      volume += assembled_.mass(q);
    }
    return sum / volume;
  }

 private:
  TensorSolver::Problem problem_;
  Assembled assembled_;
  double force_ = 0;
  std::vector<std::vector<double>> u_, b_;
};

constexpr std::array<std::array<bool, 3>, 3> periodic_lines{
    {{true, true, true}, {true, false, true}, {true, false, false}}};

TEST(GpuTensorSolver, SolvesTheAssembledProblemOfEachField) {
  for (const auto& is_periodic : periodic_lines) {
    for (const int n : {8, 10}) {
      const Solve solve(test::uneven_box(n, is_periodic), EndCondition::dirichlet, 4,
                        {30, {0.1, 0.1, 0.1, 2}, 0, false});
      for (int f = 0; f < 4; ++f) solve.expect_solved(f, 0);
    }
  }
  const Solve solve(test::uneven_box(16, {true, false, true}), EndCondition::dirichlet, 3,
                    {30, {0.1, 0.1, 0.1}, 0, false});
  for (int f = 0; f < 3; ++f) solve.expect_solved(f, 0);
}

TEST(GpuTensorSolver, SolvesThePressureButForItsMean) {
  for (const auto& is_periodic : periodic_lines) {
    const Solve solve(test::uneven_box(8, is_periodic), EndCondition::neumann, 1,
                      {0, {1}, 0, false});
    solve.expect_solved(0, -solve.mean_of_rhs());
    EXPECT_NEAR(solve.mean(solve.u(0)), 0, 1e-12);
  }
}

TEST(GpuTensorSolver, HoldsTheFlowRateByAUniformForceOnTheVelocityAlongX) {
  for (const auto& is_periodic : periodic_lines) {
    const Solve solve(test::uneven_box(8, is_periodic), EndCondition::dirichlet, 3,
                      {30, {0.1, 0.1, 0.1}, 1.5, true});
    EXPECT_NEAR(solve.mean(solve.u(0)), 1.5, 1e-12);
    EXPECT_GT(std::abs(solve.force()), 1);
    solve.expect_solved(0, solve.force());
    solve.expect_solved(1, 0);
    solve.expect_solved(2, 0);
  }
}

TEST(GpuTensorSolver, RefusesLinesThatAreNotSymmetric) {
  Box box = test::uneven_box(8, {true, true, true});
  box[1].ticks = {0, 1, 3};
  const auto multiplier = make_multiplier("plain");
  EXPECT_THROW(TensorSolver(box, EndCondition::neumann, 1, *multiplier), lobatto::base::Error);
}

TEST(GpuFold, TakesPartsApartThatUnfoldPutsTogether) {
  const Octant half{3, 2, 4};
  const int n_fields = 2;
  const DeviceArray values(test::random_values(2 * 8 * half.size(), 1)), octants(values.size()),
      back(values.size());
  const Fold fold{half, n_fields, values.data(), octants.data()};
  launch(fold, fold.n_blocks(), {});
  // Without shared nodes and with walls at all ends, the way back gives eight times the values.
  const Unfold unfold{half,     {6, 4, 8},      {false, false, false},
                      n_fields, octants.data(), back.data()};
  launch(unfold, unfold.n_blocks(), {});
  auto expected = values.copied();
  for (double& value : expected) value *= 8;
  EXPECT_LT(test::relative_difference(back.copied(), expected), 1e-14);
  // Octant (1, 0, 1) is odd along x and z: its first value by hand.
  const auto at = [&](int x, int y, int z) { return values.data()[(z * 4 + y) * 6 + x]; };
  const double by_hand = at(0, 0, 0) - at(5, 0, 0) + at(0, 3, 0) - at(5, 3, 0) - at(0, 0, 7) +
                         at(5, 0, 7) - at(0, 3, 7) + at(5, 3, 7);
  EXPECT_NEAR(octants.data()[5 * n_fields * half.size()], by_hand, 1e-14);
}

}  // namespace
