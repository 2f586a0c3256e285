#include "stats/moments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include "support/curved_spaces.hpp"

namespace lobatto::stats {
namespace {

using test::Block;
using test::Point;

using std::numbers::pi;

/// A field and its gradient, known.
struct Known {
  double value;
  Point gradient;
};

/// a + sin(b . x + c): periodic with 1 along each direction where b is a multiple of 2 pi.
Known wave(const Point& x, double a, const Point& b, double c) {
  const double phase = b[0] * x[0] + b[1] * x[1] + b[2] * x[2] + c;
  return {a + std::sin(phase),
          {b[0] * std::cos(phase), b[1] * std::cos(phase), b[2] * std::cos(phase)}};
}

/// By name: u, v, w, p, T, and x, y, z of the force.
const std::map<char, Known (*)(const Point&)> fields{
    {'u', [](const Point& x) { return wave(x, 0.3, {2 * pi, 2 * pi, 2 * pi}, 0.2); }},
    {'v', [](const Point& x) { return wave(x, -0.1, {-2 * pi, 0, 2 * pi}, 1.1); }},
    {'w', [](const Point& x) { return wave(x, 0.2, {2 * pi, -2 * pi, 2 * pi}, 0.7); }},
    {'p', [](const Point& x) { return wave(x, 0.1, {0, 2 * pi, -2 * pi}, 0.4); }},
    {'T', [](const Point& x) { return wave(x, 0.5, {2 * pi, 0, -2 * pi}, 2.0); }},
    {'x', [](const Point& x) { return wave(x, 0.4, {0, 2 * pi, 2 * pi}, 0.9); }},
    {'y', [](const Point& x) { return wave(x, 0.0, {2 * pi, 2 * pi, 0}, 1.7); }},
    {'z', [](const Point& x) { return wave(x, -0.3, {0, 0, 2 * pi}, 0.1); }}};

/// "u", "du/dy" or, with k for x_k, "du/dx_k".
double factor(const std::string& text, int k, const Point& x) {
  if (text[0] == 'f') return fields.at(text[1])(x).value;
  if (text.size() == 1) return fields.at(text[0])(x).value;
  const int direction = text.ends_with("_k") ? k : text.back() - 'x';
  return fields.at(text[1])(x).gradient[direction];
}

/// The factors of a quantity, as its formula says.
std::vector<std::string> factors_of(const Average& quantity) {
  std::istringstream in(quantity.formula);
  std::vector<std::string> factors;
  for (std::string text; in >> text;) factors.push_back(text);
  return factors;
}

double evaluate(const std::vector<std::string>& factors, const Point& x) {
  const bool is_sum = factors[0].ends_with("_k");
  double sum = 0;
  for (int k = 0; k < (is_sum ? 3 : 1); ++k) {
    double product = 1;
    for (const std::string& text : factors) product *= factor(text, k, x);
    sum += product;
  }
  return sum;
}

/// The mean along the averaged directions of the unit box through x. Products of three waves have
/// at most three periods, so that four equidistant points are exact.
double mean(const std::vector<std::string>& factors, const std::array<bool, 3>& averaged, Point x) {
  constexpr int n = 4;
  std::array<int, 3> count{};
  for (int d = 0; d < 3; ++d) count[d] = averaged[d] ? n : 1;
  double sum = 0;
  const Point begin = x;
  for (int i = 0; i < count[0]; ++i)
    for (int j = 0; j < count[1]; ++j)
      for (int k = 0; k < count[2]; ++k) {
        const std::array<int, 3> at{i, j, k};
        for (int d = 0; d < 3; ++d) x[d] = begin[d] + static_cast<double>(at[d]) / n;
        sum += evaluate(factors, x);
      }
  return sum / (count[0] * count[1] * count[2]);
}

space::Field field(const space::FunctionSpace& space, char name) {
  auto values = space.make_field();
  space.evaluate(test::function_of_place([&](const Point& x) { return fields.at(name)(x).value; }),
                 0, values);
  return values;
}

/// Compares all averages to the known ones at the nodes of the columns.
void expect_known_averages(const space::FunctionSpace& space, const std::array<bool, 3>& averaged,
                           Extent extent, double tolerance, bool has_pressure = true) {
  const AveragedMesh mesh(space, averaged);
  Moments moments(mesh, {extent, 1, 0, has_pressure, true});
  const auto u = field(space, 'u'), v = field(space, 'v'), w = field(space, 'w'),
             p = field(space, 'p'), T = field(space, 'T'), f_x = field(space, 'x'),
             f_y = field(space, 'y'), f_z = field(space, 'z');
  // The pressure comes with a level that is to be taken off.
  auto raised = space.make_field();
  for (std::size_t q = 0; q < raised.size(); ++q) raised[q] = p[q] + 3;
  const auto pressure = has_pressure ? std::span<const double>(raised) : std::span<double>();
  moments.add({{u, v, w}, pressure, 3.0, {T}, {}, {f_x, f_y, f_z}}, 0.25);
  moments.combine();
  // Collective, so before some ranks leave.
  const std::array x{mesh.coordinates(0), mesh.coordinates(1), mesh.coordinates(2)};
  if (!mesh.is_owner()) return;
  const auto compare = [&](const Average& quantity, const std::vector<double>& averages) {
    const auto factors = factors_of(quantity);
    double difference = 0, largest = 1;
    for (std::size_t q = 0; q < averages.size(); ++q) {
      const double expected = mean(factors, averaged, {x[0][q], x[1][q], x[2][q]});
      difference = std::max(difference, std::abs(averages[q] - expected));
      largest = std::max(largest, std::abs(expected));
    }
    EXPECT_LT(difference, tolerance * largest)
        << quantity.name << " averaged " << mesh.averaged_text();
  };
  for (std::size_t i = 0; i < moments.flow_averages().size(); ++i)
    compare(moments.flow_averages()[i], moments.flow_average(i));
  for (std::size_t i = 0; i < force_averages().size(); ++i)
    compare(force_averages()[i], moments.force_average(i));
  for (std::size_t i = 0; i < moments.scalar_averages().size(); ++i)
    compare(moments.scalar_averages()[i], moments.scalar_average(0, i));
}

class MomentsTest : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world();
  Block unit_box_{.begin = {0, 0, 0},
                  .end = {1, 1, 1},
                  .n_elements = {2, 2, 2},
                  .periodic = {true, true, true}};
};

TEST_F(MomentsTest, AreThoseOfKnownFieldsOnABox) {
  const space::FunctionSpace space(unit_box_.mesh(10, world_), world_);
  for (int bits = 0; bits < 8; ++bits)
    expect_known_averages(space, {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0}, Extent::full,
                          1e-5);
  expect_known_averages(space, {false, false, true}, Extent::basic, 1e-7);
  expect_known_averages(space, {false, true, false}, Extent::full, 1e-5, false);
}

TEST_F(MomentsTest, AreThoseOfKnownFieldsOnAMovedBox) {
  // The same along z; the elements are curved in x and y and of different lengths in z.
  const auto move = [](const Point& x) -> Point {
    return {x[0] + 0.02 * std::sin(2 * pi * x[1]), x[1] + 0.02 * std::sin(2 * pi * x[0]),
            x[2] + 0.03 * std::sin(2 * pi * x[2])};
  };
  const auto space = test::moved(unit_box_, 15, move, world_);
  expect_known_averages(space, {false, false, true}, Extent::full, 1e-5);
  expect_known_averages(space, {false, false, false}, Extent::full, 1e-5);
}

TEST_F(MomentsTest, SamplesWeighAsTold) {
  const space::FunctionSpace space(unit_box_.mesh(3, world_), world_);
  const AveragedMesh mesh(space, {true, true, true});
  Moments moments(mesh, {.extent = Extent::full});
  auto one = space.make_field(), none = space.make_field();
  const auto sample = [&](double value, double weight) {
    one.fill(value);
    moments.add({{one, none, none}, none, 0.0, {}}, weight);
  };
  sample(1, 0.5);
  sample(3, 1.5);
  moments.combine();
  EXPECT_DOUBLE_EQ(moments.weight(), 2.0);
  if (mesh.is_owner()) {
    EXPECT_NEAR(moments.flow_average(0)[0], 0.25 * 1 + 0.75 * 3, 1e-13);
    EXPECT_NEAR(moments.flow_average(4)[0], 0.25 * 1 + 0.75 * 9, 1e-13);  // uu
  }
}

TEST_F(MomentsTest, CostGrowsWithWhatIsGathered) {
  const auto basic = moments_cost(8, 64, {Extent::basic}),
             full = moments_cost(8, 64, {Extent::full});
  EXPECT_GT(full.flops, 3 * basic.flops);
  // Four fields are read, and for each of the 11 quantities 64 sums are read and written.
  EXPECT_EQ(basic.bytes, 8.0 * 512 * 4 + 16.0 * 11 * 64);
  EXPECT_GT(moments_cost(8, 512, {Extent::full, 2}).bytes, full.bytes);
  // Without the pressure three fields, and nine quantities.
  EXPECT_EQ(moments_cost(8, 64, {Extent::basic, 0, 0, false}).bytes, 8.0 * 512 * 3 + 16.0 * 9 * 64);
}

}  // namespace
}  // namespace lobatto::stats
