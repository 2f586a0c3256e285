#include "physics/equations/scalar_transport.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "state/state.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::function_of_place;
using test::Point;

constexpr double heat_diffusivity = 0.7;
const FlowSettings tight = [] {
  FlowSettings settings;
  settings.iterative_velocity = {1e-12, 2000, 0};
  return settings;
}();

double polynomial(const Point& x) { return x[0] * x[0] * x[1] - x[2] * x[2] * x[2] + x[1]; }
double laplacian(const Point& x) { return 2 * x[1] - 6 * x[2]; }
/// diffusivity dT/dn of it on each face of the cube.
double flux(int face, const Point& x) {
  const Point slope{2 * x[0] * x[1], x[0] * x[0] + 1, -3 * x[2] * x[2]};
  return heat_diffusivity * (face % 2 == 0 ? -1 : 1) * slope[face / 2];
}

/// The value at x_min and z_max, the flux elsewhere.
std::vector<ScalarBoundaryCondition> faces_of_the_polynomial() {
  std::vector<ScalarBoundaryCondition> faces;
  for (int f = 0; f < mesh::n_faces; ++f) {
    if (f == 0 || f == 5)
      faces.push_back({ScalarCondition::value, function_of_place(polynomial), false});
    else
      faces.push_back({ScalarCondition::flux,
                       function_of_place([f](const Point& x) { return flux(f, x); }), false});
  }
  return faces;
}

/// A scalar in a fluid at rest, in steps of first order.
class Scalar {
 public:
  Scalar(const space::FunctionSpace& space, std::vector<ScalarBoundaryCondition> faces,
         SolverMethod method)
      : space_(space),
        state_(space, 1),
        velocity_(state_.declare("velocity", {.is_vector = true})),
        explicit_part_(space, velocity_, 0, profiler_),
        carried_(
            explicit_part_.carry(state_.declare("heat", {.n_levels = time::max_order}), space_)),
        coefficient_(state_, "heat_diffusivity", heat_diffusivity),
        transport_(space, {"heat", heat_diffusivity, std::move(faces), {}, method}, coefficient_,
                   explicit_part_, carried_, tight, make_workspace(), profiler_) {}

  static constexpr double dt = 0.1, leading = 1 / dt;
  /// The step to time t with this T_hat, which is T^n / dt.
  krylov::SolveReport solve(const space::SpaceTimeFunction& hat, double t) {
    space_.evaluate(hat, t, now());
    for (double& value : now()) value *= dt;
    state_.history().set_time(t - dt);
    const auto next = state_.history().begin(dt);
    explicit_part_.advance(t - dt);
    StepReport report;
    transport_.solve(next, report);
    return report.solves.at(0).report;
  }
  [[nodiscard]] space::Field& now() { return carried_.field().now(); }

 private:
  const space::FunctionSpace& space_;
  perf::Profiler profiler_;
  state::State state_;
  state::Variable& velocity_;
  ExplicitPart explicit_part_;
  CarriedField& carried_;
  Coefficient coefficient_;
  ScalarTransport transport_;
};

double largest_error(const space::FunctionSpace& space, const space::Field& field,
                     const space::SpaceTimeFunction& exact) {
  auto difference = space.make_field();
  space.evaluate(exact, 0, difference);
  for (std::size_t q = 0; q < field.size(); ++q) difference[q] -= field[q];
  return space.max_abs(difference);
}

/// T_hat of the polynomial: b_0 T - diffusivity lap T.
const auto explicit_part = function_of_place([](const Point& x) {
  return Scalar::leading * polynomial(x) - heat_diffusivity * laplacian(x);
});

TEST(ScalarTransport, HasPolynomialsExactlyWithValuesAndFluxes) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_223.mesh(4, world), world);
  for (const auto method : {SolverMethod::tensor_direct, SolverMethod::jacobi_cg}) {
    Scalar scalar(space, faces_of_the_polynomial(), method);
    EXPECT_TRUE(scalar.solve(explicit_part, 0).converged);
    EXPECT_LT(largest_error(space, scalar.now(), function_of_place(polynomial)), 1e-11);
  }
}

// The faces are those of the cube still; the elements between them are not.
TEST(ScalarTransportOnCurves, ConvergesExponentially) {
  const auto world = comm::Communicator::world();
  double before = 1;
  for (const int order : {3, 5, 7}) {
    const auto space = test::moved(test::cube_223, order, test::stirred, world);
    Scalar scalar(space, faces_of_the_polynomial(), SolverMethod::jacobi_cg);
    scalar.solve(explicit_part, 0);
    const double error = largest_error(space, scalar.now(), function_of_place(polynomial));
    EXPECT_LT(error, before / 8) << order;
    before = error;
  }
  EXPECT_LT(before, 1e-5);
}

// b_0 int T = int T_hat + oint flux, on elements of any shape.
TEST(ScalarTransport, GainsWhatFlowsIn) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved(test::cube_223, 3, test::affine, world);
  std::vector<ScalarBoundaryCondition> faces(mesh::n_faces);
  faces[2] = {ScalarCondition::flux, function_of_place([](const Point&) { return 3.0; }), false};
  Scalar scalar(space, faces, SolverMethod::jacobi_cg);
  const auto wave = [](const Point& x) { return std::sin(4 * x[0] + x[1]); };
  scalar.solve(function_of_place(wave), 0);
  // The face is spanned by the images of the edges along x and z, (1, 0, 1) and (0, -0.1, 0.5).
  const double area = std::sqrt(0.1 * 0.1 + 0.5 * 0.5 + 0.1 * 0.1);
  EXPECT_NEAR(Scalar::leading * space.integrate(scalar.now()),
              test::integral(space, wave) + 3 * area, 1e-10);
}

TEST(ScalarTransport, TakesValuesAndFluxesAtTheNewTime) {
  const auto world = comm::Communicator::world();
  const space::FunctionSpace space(test::cube_223.mesh(2, world), world);
  std::set<double> steady, varying;  // times of evaluations
  const auto linear = [](std::set<double>& times, double offset, double rate) {
    return [&times, offset, rate](const space::Points&, double t, std::span<double> out) {
      times.insert(t);
      std::ranges::fill(out, offset + rate * t);
    };
  };
  std::vector<ScalarBoundaryCondition> faces(mesh::n_faces);
  faces[0] = {ScalarCondition::value, linear(varying, 1, 2), true};
  faces[1] = {ScalarCondition::flux, linear(varying, 0, heat_diffusivity), true};
  faces[2] = faces[3] = {ScalarCondition::flux, linear(steady, 0, 0), false};
  Scalar scalar(space, faces, SolverMethod::tensor_direct);
  for (const double t : {1.0, 4.0}) {
    // T = 1 + 2 t + t x has that value and that flux, and no Laplacian.
    const auto exact = function_of_place([t](const Point& x) { return 1 + 2 * t + t * x[0]; });
    scalar.solve(
        function_of_place([t](const Point& x) { return Scalar::leading * (1 + 2 * t + t * x[0]); }),
        t);
    EXPECT_LT(largest_error(space, scalar.now(), exact), 1e-12);
  }
  EXPECT_EQ(world.max(static_cast<double>(varying.size())), 2);
  EXPECT_EQ(world.max(static_cast<double>(steady.size())), 1);
}

}  // namespace
}  // namespace lobatto::physics
