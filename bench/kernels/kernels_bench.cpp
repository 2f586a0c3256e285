// Time a point, GFLOP/s and GB/s of every element kernel, beside the rate of a generated n x n^2 x
// n product. Arguments: the numbers of nodes per direction to run (default 8 16 32).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "../support/thread_clock.hpp"
#include "base/aligned_array.hpp"
#include "kernels/advection/advection.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/box_operators.hpp"
#include "kernels/operators/general_helmholtz.hpp"
#include "kernels/operators/general_operators.hpp"
#include "kernels/products/contraction.hpp"
#include "kernels/vectors/conjugate_updates.hpp"
#include "kernels/vectors/vector_updates.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace {

using namespace lobatto;
using bench::now;
using Field = base::AlignedArray<double>;

/// Best of a dozen repetitions, each at least ten milliseconds long: seconds a call.
double seconds_a_call(const std::function<void()>& call) {
  call();
  double best = 1e300;
  for (int repetition = 0; repetition < 12; ++repetition) {
    int n_calls = 0;
    const double start = now();
    do {
      call();
      ++n_calls;
    } while (now() - start < 0.01);
    best = std::min(best, (now() - start) / n_calls);
  }
  return best;
}

void print(const char* name, int n, double points, const kernels::Cost& cost, double seconds) {
  std::printf("%-34s n %2d  %8.3f ns/point  %7.1f GFLOP/s  %7.1f GB/s\n", name, n,
              1e9 * seconds / points, 1e-9 * cost.flops / seconds, 1e-9 * cost.bytes / seconds);
}

struct Problem {
  Problem(int n_nodes, std::size_t n_points)
      : n(n_nodes),
        element(static_cast<std::size_t>(n) * n * n),
        n_elements(std::max<std::size_t>(1, n_points / element)),
        points(static_cast<double>(element * n_elements)),
        nodes(poly::gauss_lobatto_legendre(n)),
        derivative(poly::derivative_matrix(nodes.nodes)),
        lengths(n_elements, kernels::Lengths{0.5, 0.6, 0.7}) {
    for (std::size_t c = 0; c < 8; ++c) {
      fields.emplace_back(element * n_elements);
      for (std::size_t q = 0; q < fields[c].size(); ++q)
        fields[c][q] = std::sin(0.001 * static_cast<double>(q + c));
    }
  }

  int n;
  std::size_t element, n_elements;
  double points;
  poly::Quadrature nodes;
  poly::Matrix derivative;
  std::vector<kernels::Lengths> lengths;
  std::vector<Field> fields;
};

void bench_product(int n) {
  const auto shape = kernels::ContractionShape::packed(n, n * n, n);
  const kernels::Contraction product(shape);
  constexpr int repeats = 200;  // reading the clock takes as long as a small product
  Field a(n * n), b(n * n * n), c(n * n * n);
  const double seconds = seconds_a_call([&] {
    for (int repeat = 0; repeat < repeats; ++repeat) product(a.data(), b.data(), c.data());
  });
  print("generated product, in cache", n, repeats * kernels::cube(n),
        kernels::contraction_cost(shape) * repeats, seconds);
}

void bench_advection(Problem& p, int m, int n_scalars) {
  const auto points = poly::gauss_legendre(m);
  kernels::BoxAdvection advection({p.n, m,
                                   poly::interpolation_matrix(p.nodes.nodes, points.nodes).values,
                                   poly::derivative_at_points(p.nodes.nodes, points.nodes).values,
                                   points.weights, p.nodes.weights});
  std::vector<const double*> fields;
  std::vector<double*> out;
  for (int f = 0; f < 3 + n_scalars; ++f) {
    fields.push_back(p.fields[f].data());
    out.push_back(p.fields[4 + f].data());
  }
  const kernels::AdvectionFields call{{fields[0], fields[1], fields[2]}, fields, out};
  const double seconds = seconds_a_call([&] { advection.apply(p.lengths, call); });
  const double count = static_cast<double>(p.n_elements);
  char name[64];
  std::snprintf(name, sizeof name, "advection m %d%s: %s", m, n_scalars > 0 ? " + scalar" : "",
                advection.method());
  print(name, p.n, p.points, kernels::advection_cost(p.n, m, 3 + n_scalars) * count, seconds);
}

void bench_operators(Problem& p, const char* where) {
  kernels::BoxOperators operators(p.n, p.derivative.values, p.nodes.weights);
  const double count = static_cast<double>(p.n_elements);
  const auto at = [&](std::size_t field, std::size_t e) {
    return p.fields[field].data() + e * p.element;
  };
  const auto run = [&](const char* kernel, const kernels::Cost& cost,
                       const std::function<void(std::size_t)>& body) {
    const double seconds = seconds_a_call([&] {
      for (std::size_t e = 0; e < p.n_elements; ++e) body(e);
    });
    char name[64];
    std::snprintf(name, sizeof name, "%s, %s", kernel, where);
    print(name, p.n, p.points, cost * count, seconds);
  };
  run("gradient", kernels::gradient_cost(p.n), [&](std::size_t e) {
    operators.gradient(p.lengths[e], {at(0, e), p.element}, {at(4, e), at(5, e), at(6, e)});
  });
  run("weak divergence", kernels::weak_divergence_cost(p.n), [&](std::size_t e) {
    operators.weak_divergence(p.lengths[e], {at(0, e), at(1, e), at(2, e)}, {at(4, e), p.element});
  });
  for (int d = 0; d < 3; ++d) {
    const std::array<const char*, 3> names = {"momentum rhs x", "momentum rhs y", "momentum rhs z"};
    run(names[d], kernels::momentum_rhs_cost(p.n), [&](std::size_t e) {
      operators.momentum_rhs(p.lengths[e], d, {at(0, e), p.element}, {at(1, e), p.element},
                             {at(4, e), p.element});
    });
  }
  kernels::FlowDiagnostics sums;
  run("diagnostics", kernels::diagnostics_cost(p.n), [&](std::size_t e) {
    operators.accumulate_diagnostics(p.lengths[e], {at(0, e), at(1, e), at(2, e)}, p.nodes.weights,
                                     sums);
  });
}

/// The fused operators of box and of curved elements; factors of any value cost the same.
void bench_helmholtz(Problem& p, const char* where) {
  const kernels::LineRule rule{p.n, p.derivative.values, p.nodes.weights};
  const double count = static_cast<double>(p.n_elements);
  double energy = 0.0;
  const auto run = [&](const char* kernel, const kernels::Cost& cost,
                       const std::function<double()>& body) {
    const double seconds = seconds_a_call([&] { energy += body(); });
    char name[64];
    std::snprintf(name, sizeof name, "%s, %s", kernel, where);
    print(name, p.n, p.points, cost * count, seconds);
  };
  kernels::BoxHelmholtz box(rule);
  run("fused Helmholtz", kernels::box_helmholtz_cost(p.n),
      [&] { return box.apply(p.lengths, {1.0, 0.1}, p.fields[0].data(), p.fields[4].data()); });
  Field factors(6 * p.fields[0].size());
  factors.fill(0.5);
  kernels::GeneralHelmholtz general(rule);
  const kernels::HelmholtzGeometry geometry{factors.data(), p.fields[1].data()};
  run("general stiffness", kernels::general_helmholtz_cost(p.n, false), [&] {
    return general.apply(p.n_elements, geometry, {0.0, 0.1}, p.fields[0].data(),
                         p.fields[4].data());
  });
  run("general Helmholtz", kernels::general_helmholtz_cost(p.n, true), [&] {
    return general.apply(p.n_elements, geometry, {1.0, 0.1}, p.fields[0].data(),
                         p.fields[4].data());
  });
}

void bench_general_derivatives(Problem& p, const char* where) {
  kernels::GeneralOperators operators({p.n, p.derivative.values, p.nodes.weights});
  Field metric(9 * p.fields[0].size());
  metric.fill(0.5);
  const auto at = [&](std::size_t field, std::size_t e) {
    return p.fields[field].data() + e * p.element;
  };
  const auto metric_of = [&](std::size_t e) {
    return std::span<const double>(metric.data() + 9 * e * p.element, 9 * p.element);
  };
  const auto run = [&](const char* kernel, const kernels::Cost& cost,
                       const std::function<void(std::size_t)>& body) {
    const double seconds = seconds_a_call([&] {
      for (std::size_t e = 0; e < p.n_elements; ++e) body(e);
    });
    char name[64];
    std::snprintf(name, sizeof name, "%s, %s", kernel, where);
    print(name, p.n, p.points, cost * static_cast<double>(p.n_elements), seconds);
  };
  run("general gradient", kernels::general_gradient_cost(p.n), [&](std::size_t e) {
    operators.gradient(metric_of(e), {at(0, e), p.element}, {at(4, e), at(5, e), at(6, e)});
  });
  run("general weak divergence", kernels::general_weak_divergence_cost(p.n), [&](std::size_t e) {
    operators.weak_divergence(metric_of(e), {at(3, e), p.element}, {at(0, e), at(1, e), at(2, e)},
                              {at(4, e), p.element});
  });
}

void bench_conjugate_updates(Problem& p, const char* where) {
  char name[64];
  const std::size_t size = p.fields[0].size();
  std::snprintf(name, sizeof name, "direction and step of CG, %s", where);
  print(name, p.n, p.points, kernels::turn_direction_cost(p.points, false), seconds_a_call([&] {
          kernels::turn_direction(1e-9, 0.5, p.fields[0].data(), nullptr, p.fields[1].data(),
                                  p.fields[2].data(), size);
        }));
  std::snprintf(name, sizeof name, "residual of CG, %s", where);
  print(name, p.n, p.points, kernels::reduce_residual_cost(p.points, false), seconds_a_call([&] {
          kernels::reduce_residual(1e-9, p.fields[3].data(), {nullptr, p.fields[5].data(), nullptr},
                                   p.fields[0].data(), size);
        }));
}

void bench_updates(Problem& p, const char* where) {
  const std::array<kernels::Term, 6> terms = {{{1.0, p.fields[0].data()},
                                               {0.5, p.fields[1].data()},
                                               {0.3, p.fields[2].data()},
                                               {0.1, p.fields[3].data()},
                                               {0.7, p.fields[5].data()},
                                               {0.9, p.fields[6].data()}}};
  const double seconds = seconds_a_call([&] { kernels::linear_combination(terms, p.fields[4]); });
  char name[64];
  std::snprintf(name, sizeof name, "combination of 6, %s", where);
  print(name, p.n, p.points, kernels::linear_combination_cost(6, p.points), seconds);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> sizes;
  for (int a = 1; a < argc; ++a) sizes.push_back(std::atoi(argv[a]));
  if (sizes.empty()) sizes = {8, 16, 32};
  for (const int n : sizes) {
    bench_product(n);
    Problem large(n, 262144);
    bench_advection(large, (3 * n + 1) / 2, 0);
    bench_advection(large, (3 * n + 1) / 2, 1);
    bench_advection(large, n, 0);
    Problem small(n, 20000);
    for (auto [problem, where] : {std::pair{&small, "cache"}, {&large, "memory"}}) {
      bench_operators(*problem, where);
      bench_helmholtz(*problem, where);
      bench_general_derivatives(*problem, where);
      bench_updates(*problem, where);
      bench_conjugate_updates(*problem, where);
    }
    Problem beyond(n, 4194304);
    bench_helmholtz(beyond, "beyond caches");
  }
}
