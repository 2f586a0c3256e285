#include "space/element_operators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Block;
using test::Point;

void expect_equal(const std::vector<double>& values, const std::vector<double>& expected) {
  double difference = 0, largest = 0;
  for (std::size_t q = 0; q < values.size(); ++q) {
    difference = std::max(difference, std::abs(values[q] - expected[q]));
    largest = std::max(largest, std::abs(expected[q]));
  }
  EXPECT_GT(largest, 0);
  EXPECT_LT(difference, 1e-12 * largest);
}

/// Of a space and of the same moved by the identity, on smooth fields; elements of three lengths.
class MovedByTheIdentity : public testing::TestWithParam<int> {
 protected:
  MovedByTheIdentity() {
    fill(p, [](const Point& x) { return std::sin(2 * x[0] + x[1]) * std::cos(x[2]); });
    fill(f[0], [](const Point& x) { return std::cos(x[0] - 2 * x[1]); });
    fill(f[1], [](const Point& x) { return x[0] * std::sin(x[2]); });
    fill(f[2], [](const Point& x) { return 1 + x[1] * x[2]; });
  }
  template <class Function>
  void fill(Field& field, Function&& function) {
    box.evaluate(test::function_of_place(function), 0, field);
  }
  [[nodiscard]] const double* of(const Field& field, int e) const {
    return field.data() + e * size;
  }
  [[nodiscard]] std::array<const double*, 3> velocity(int e) const {
    return {of(f[0], e), of(f[1], e), of(f[2], e)};
  }
  comm::Communicator self = comm::Communicator::self();
  mesh::BoxMesh mesh = Block{{-1, 0, 2}, {1, 3, 2.5}, {2, 2, 1}}.mesh(GetParam(), self);
  FunctionSpace box{mesh, self}, same{mesh, test::vector_function(test::identity), self};
  std::unique_ptr<ElementOperators> straight = make_element_operators(box),
                                    general = make_element_operators(same);
  std::size_t size = box.element_size();
  Field p = box.make_field();
  VectorField f = box.make_vector_field();
  std::vector<double> out = std::vector<double>(size, 3.0), expected = out;
};

TEST_P(MovedByTheIdentity, GradientIsThatOfTheBox) {
  std::vector<double> y(size), z(size), y_expected(size), z_expected(size);
  for (int e = 0; e < box.n_elements(); ++e) {
    straight->gradient(e, 1, of(p, e), {expected.data(), y_expected.data(), z_expected.data()});
    general->gradient(e, 1, of(p, e), {out.data(), y.data(), z.data()});
    expect_equal(out, expected);
    expect_equal(y, y_expected);
    expect_equal(z, z_expected);
  }
}

TEST_P(MovedByTheIdentity, WeakDivergenceIsThatOfTheBox) {
  for (int e = 0; e < box.n_elements(); ++e) {
    straight->weak_divergence(e, 1, velocity(e), expected.data());
    general->weak_divergence(e, 1, velocity(e), out.data());
    expect_equal(out, expected);
  }
}

TEST_P(MovedByTheIdentity, MomentumRhsIsThatOfTheBox) {
  for (int e = 0; e < box.n_elements(); ++e) {
    for (int component = 0; component < 3; ++component) {
      straight->momentum_rhs(e, 1, component, of(f[component], e), of(p, e), expected.data());
      general->momentum_rhs(e, 1, component, of(f[component], e), of(p, e), out.data());
      expect_equal(out, expected);
    }
  }
}

TEST_P(MovedByTheIdentity, DiagnosticsAreThoseOfTheBox) {
  kernels::FlowDiagnostics of_box, sums;
  for (int e = 0; e < box.n_elements(); ++e) {
    straight->accumulate_diagnostics(e, 1, velocity(e), of_box);
    general->accumulate_diagnostics(e, 1, velocity(e), sums);
    EXPECT_NEAR(sums.kinetic_energy / of_box.kinetic_energy, 1, 1e-12);
    EXPECT_NEAR(sums.enstrophy / of_box.enstrophy, 1, 1e-12);
    EXPECT_NEAR(sums.divergence_squared / of_box.divergence_squared, 1, 1e-11);
    EXPECT_NEAR(sums.max_courant_rate / of_box.max_courant_rate, 1, 1e-12);
  }
}

TEST_P(MovedByTheIdentity, MassIsThatOfTheBox) {
  std::vector<double> values(2 * size), of_box(2 * size);
  multiply_by_mass(box, 1, 2, of(p, 1), of_box.data());
  multiply_by_mass(same, 1, 2, of(p, 1), values.data());
  for (std::size_t q = 0; q < values.size(); ++q) EXPECT_NEAR(values[q], of_box[q], 1e-13);
}

// A range of elements is one after another.
TEST_P(MovedByTheIdentity, ARangeIsItsElements) {
  const int n = box.n_elements();
  for (auto* operators : {straight.get(), general.get()}) {
    std::vector<double> all(box.size()), one(size);
    operators->weak_divergence(0, n, velocity(0), all.data());
    for (int e = 0; e < n; ++e) {
      operators->weak_divergence(e, 1, velocity(e), one.data());
      for (std::size_t q = 0; q < size; ++q) EXPECT_EQ(all[e * size + q], one[q]);
    }
    std::array<std::vector<double>, 3> three;
    for (auto& values : three) values.resize(box.size());
    operators->momentum_rhs(0, n, velocity(0), of(p, 0),
                            {three[0].data(), three[1].data(), three[2].data()});
    for (int component = 0; component < 3; ++component) {
      operators->momentum_rhs(0, n, component, of(f[component], 0), of(p, 0), all.data());
      EXPECT_EQ(three[component], all) << component;
    }
    operators->momentum_rhs(1, n - 1, 2, of(f[2], 1), of(p, 1), all.data());
    for (int e = 1; e < n; ++e) {
      operators->momentum_rhs(e, 1, 2, of(f[2], e), of(p, e), one.data());
      for (std::size_t q = 0; q < size; ++q) EXPECT_EQ(all[(e - 1) * size + q], one[q]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, MovedByTheIdentity, testing::Values(1, 2, 4, 7, 10));

/// A plane of curved elements, or of straight ones.
FunctionSpace plane_of(bool is_curved, const comm::Communicator& world) {
  const auto mesh =
      Block{{0, 0, 0}, {1, 1, 0.5}, {2, 2, 1}, {false, false, true}, true}.mesh(5, world);
  if (!is_curved) return {mesh, world};
  return {mesh, test::vector_function([](const Point& x) {
            return Point{x[0] + 0.1 * std::sin(3 * x[1]) * x[0] * (1 - x[0]), x[1], x[2]};
          }),
          world};
}

// Of waves along z the weak divergence is the adjoint of the gradient, q of cos and f a velocity.
TEST(ElementOperators, OfWavesAreAdjoint) {
  constexpr double beta = 1.7;
  const auto self = comm::Communicator::self();
  for (const bool is_curved : {false, true}) {
    const FunctionSpace space = plane_of(is_curved, self);
    const auto operators = make_element_operators(space, beta);
    const int n = space.n_elements();
    Field q = space.make_field(), divergence = space.make_field();
    VectorField f = space.make_vector_field(), slopes = f, rhs = f;
    space.evaluate(
        test::function_of_place([](const Point& x) { return std::sin(x[0] + 2 * x[1]); }), 0, q);
    for (int d = 0; d < 3; ++d)
      space.evaluate(
          test::function_of_place([d](const Point& x) { return std::cos(x[0] * x[1] + d); }), 0,
          f[d]);
    const std::array<const double*, 3> velocity{f[0].data(), f[1].data(), f[2].data()};
    operators->gradient(0, n, q.data(), {slopes[0].data(), slopes[1].data(), slopes[2].data()});
    operators->weak_divergence(0, n, velocity, divergence.data());
    operators->momentum_rhs(0, n, velocity, q.data(),
                            {rhs[0].data(), rhs[1].data(), rhs[2].data()});
    double by_gradient = 0, by_divergence = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      by_divergence += q[i] * divergence[i];
      EXPECT_DOUBLE_EQ(slopes[2][i], -beta * q[i]);
    }
    for (int d = 0; d < 3; ++d) {
      Field expected = space.make_field(), alone = f[d];
      for (std::size_t i = 0; i < q.size(); ++i) expected[i] = f[d][i] - slopes[d][i];
      multiply_by_mass(space, 0, n, expected.data(), expected.data());
      operators->momentum_rhs(0, n, d, alone.data(), q.data(), alone.data());
      for (std::size_t i = 0; i < q.size(); ++i) {
        EXPECT_NEAR(rhs[d][i], expected[i], 1e-14);
        EXPECT_NEAR(alone[i], expected[i], 1e-14);
      }
      by_gradient += space.inner_product(f[d], slopes[d]);
    }
    EXPECT_NEAR(by_divergence, by_gradient, 1e-13);
  }
}

// Of (a y, b x) cos and c sin: vorticity (beta b x, -beta a y, b - a), divergence beta c.
TEST(ElementOperators, OfWavesHaveSlopesAlongThem) {
  constexpr double beta = 1.7, a = 0.3, b = 1.1, c = 0.8;
  const auto self = comm::Communicator::self();
  for (const bool is_curved : {false, true}) {
    const FunctionSpace space = plane_of(is_curved, self);
    VectorField u = space.make_vector_field();
    space.evaluate(test::function_of_place([](const Point& x) { return a * x[1]; }), 0, u[0]);
    space.evaluate(test::function_of_place([](const Point& x) { return b * x[0]; }), 0, u[1]);
    u[2].fill(c);
    kernels::FlowDiagnostics sums;
    make_element_operators(space, beta)
        ->accumulate_diagnostics(0, space.n_elements(), {u[0].data(), u[1].data(), u[2].data()},
                                 sums);
    const double volume = 0.5;
    EXPECT_NEAR(sums.enstrophy,
                0.5 * volume * (beta * beta * (a * a + b * b) / 3 + (b - a) * (b - a)), 1e-5);
    EXPECT_NEAR(sums.divergence_squared, volume * beta * beta * c * c, 1e-5);
    EXPECT_NEAR(sums.kinetic_energy, 0.5 * volume * ((a * a + b * b) / 3 + c * c), 1e-5);
  }
}

TEST(ElementOperators, WeakDivergenceOfOnesAndPlacesIsExactOnCurvedElements) {
  // Constant functions v: the integral of grad v . f vanishes; v = x_b: that of f_b.
  const auto self = comm::Communicator::self();
  const FunctionSpace space = test::moved(Block{}, 7, test::wavy, self);
  const auto operators = make_element_operators(space);
  std::array<std::vector<double>, 3> x;
  std::vector<double> out(space.element_size());
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    operators->weak_divergence(e, 1, {x[1].data(), x[2].data(), x[0].data()}, out.data());
    double of_one = 0;
    std::array<double, 3> of_place{}, integrals{};
    for (std::size_t q = 0; q < out.size(); ++q) {
      of_one += out[q];
      for (int b = 0; b < 3; ++b) {
        of_place[b] += out[q] * x[b][q];
        integrals[b] += space.mass(e)(q) * x[(b + 1) % 3][q];
      }
    }
    EXPECT_NEAR(of_one, 0, 1e-13);
    for (int b = 0; b < 3; ++b) EXPECT_NEAR(of_place[b], integrals[b], 1e-13);
  }
}

}  // namespace
}  // namespace lobatto::space
