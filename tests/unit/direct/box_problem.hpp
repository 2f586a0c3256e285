#pragma once

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "comm/communicator.hpp"
#include "direct/solver_frame.hpp"
#include "direct/tensor_solver.hpp"
#include "gs/gather_scatter.hpp"
#include "mesh/box_mesh.hpp"
#include "mesh/grading.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::test {

/// A box mesh on some ranks with random right-hand sides that do not depend on their number, and
/// the plainest operator.
class BoxProblem {
 public:
  BoxProblem(std::array<mesh::Axis, 3> axes, int order, const direct::BoxConditions& conditions,
             const comm::Communicator& communicator)
      : BoxProblem(
            mesh::make_box_mesh(std::move(axes), order, communicator.rank(), communicator.size()),
            conditions, communicator) {}
  BoxProblem(mesh::BoxMesh mesh, const direct::BoxConditions& conditions,
             const comm::Communicator& communicator)
      : communicator_(communicator),
        mesh_(std::move(mesh)),
        conditions_(conditions),
        gll_(poly::gauss_lobatto_legendre(mesh_.n_nodes())),
        stiffness_(line_stiffness(gll_)),
        sum_(mesh::global_node_ids(mesh_), communicator) {}

  [[nodiscard]] const mesh::BoxMesh& mesh() const { return mesh_; }
  [[nodiscard]] int n() const { return mesh_.n_nodes(); }
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(mesh_.n_local_elements()) * n() * n() * n();
  }

  /// Puts f, column by column, into a solver of this box.
  void put_columns(direct::TensorSolver& solver, std::span<const double> f) const {
    const std::size_t size = static_cast<std::size_t>(mesh_.local.n_x()) * n() * n() * n();
    for (const int column : direct::column_order(mesh_.local, mesh_.grid.last))
      solver.put(column, f.data() + column * size);
  }

  /// Unassembled; with `mean_free` without the part that a constant sees.
  [[nodiscard]] std::vector<double> random_rhs(bool mean_free) const {
    std::vector<double> f(size());
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int e = 0; e < mesh_.n_local_elements(); ++e) {
      const auto [x, y, z] = mesh_.element_index(e);
      std::mt19937 random(static_cast<unsigned>(x + 100 * (y + 100 * z)));
      for (int q = 0; q < n() * n() * n(); ++q) f[index(e, q)] = uniform(random);
    }
    if (mean_free) {
      double total = 0;
      for (const double v : f) total += v;
      const double mean = communicator_.sum(total) / mesh_.volume();
      for (int e = 0; e < mesh_.n_local_elements(); ++e) {
        for (int q = 0; q < n() * n() * n(); ++q) f[index(e, q)] -= mean * mass(e, q);
      }
    }
    return f;
  }

  /// (mass_coefficient M + stiffness_coefficient K) u element by element, unassembled.
  [[nodiscard]] std::vector<double> apply(double mass_coefficient, double stiffness_coefficient,
                                          const std::vector<double>& u) const {
    std::vector<double> w(size());
    for (int e = 0; e < mesh_.n_local_elements(); ++e) {
      for (int q = 0; q < n() * n() * n(); ++q) {
        w[index(e, q)] = mass_coefficient * mass(e, q) * u[index(e, q)];
        for (int d = 0; d < 3; ++d)
          w[index(e, q)] += stiffness_coefficient * stiffness_row(e, q, d, u);
      }
    }
    return w;
  }

  /// || Q Q^T (f - A u) || / || Q Q^T f || over the nodes that are not Dirichlet.
  [[nodiscard]] double relative_residual(double mass_coefficient, double stiffness_coefficient,
                                         const std::vector<double>& u,
                                         std::vector<double> f) const {
    std::vector<double> r = apply(mass_coefficient, stiffness_coefficient, u);
    for (std::size_t k = 0; k < r.size(); ++k) r[k] -= f[k];
    return std::sqrt(assembled_square(std::move(r)) / assembled_square(std::move(f)));
  }

  /// The largest difference between a value and the mean of all values at the same node, over the
  /// largest value.
  [[nodiscard]] double jump(const std::vector<double>& u) const {
    std::vector<double> mean = u;
    sum_.add(mean);
    double difference = 0, largest = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      difference = std::max(difference, std::abs(mean[k] * sum_.inverse_multiplicity()[k] - u[k]));
      largest = std::max(largest, std::abs(u[k]));
    }
    return communicator_.max(difference) / communicator_.max(largest);
  }

  /// The largest value on a Dirichlet face.
  [[nodiscard]] double fixed_value(const std::vector<double>& u) const {
    double largest = 0;
    for (int e = 0; e < mesh_.n_local_elements(); ++e) {
      for (int q = 0; q < n() * n() * n(); ++q) {
        if (fixed(e, q)) largest = std::max(largest, std::abs(u[index(e, q)]));
      }
    }
    return communicator_.max(largest);
  }

  /// Integral of u by quadrature.
  [[nodiscard]] double integral(const std::vector<double>& u) const {
    double sum = 0;
    for (int e = 0; e < mesh_.n_local_elements(); ++e) {
      for (int q = 0; q < n() * n() * n(); ++q) sum += mass(e, q) * u[index(e, q)];
    }
    return communicator_.sum(sum);
  }

 private:
  [[nodiscard]] std::size_t index(int e, int q) const {
    return static_cast<std::size_t>(e) * n() * n() * n() + q;
  }
  [[nodiscard]] std::array<int, 3> node(int q) const {
    return {q % n(), q / n() % n(), q / (n() * n())};
  }

  [[nodiscard]] double mass(int e, int q) const {
    double m = 1;
    for (int d = 0; d < 3; ++d) m *= gll_.weights[node(q)[d]] * mesh_.element_lengths(e)[d] / 2;
    return m;
  }

  /// K(i, l) = sum over the nodes r of w_r l'_i(x_r) l'_l(x_r).
  [[nodiscard]] static poly::Matrix line_stiffness(const poly::Quadrature& gll) {
    const poly::Matrix derivative = poly::derivative_matrix(gll.nodes);
    const int n = derivative.rows;
    poly::Matrix stiffness(n, n);
    for (int i = 0; i < n; ++i)
      for (int l = 0; l < n; ++l)
        for (int r = 0; r < n; ++r)
          stiffness(i, l) += gll.weights[r] * derivative(r, i) * derivative(r, l);
    return stiffness;
  }

  /// Row q of the stiffness along direction d.
  [[nodiscard]] double stiffness_row(int e, int q, int d, const std::vector<double>& u) const {
    const int stride = d == 0 ? 1 : d == 1 ? n() : n() * n();
    const int i = node(q)[d];
    const double scale = 2 / mesh_.element_lengths(e)[d];
    double sum = 0;
    for (int l = 0; l < n(); ++l) sum += stiffness_(i, l) * u[index(e, q + (l - i) * stride)];
    return sum * scale * mass(e, q) / (gll_.weights[i] / scale);
  }

  [[nodiscard]] bool fixed(int e, int q) const {
    bool any = false;
    for (int d = 0; d < 3; ++d) {
      const int element = mesh_.element_index(e)[d];
      any |=
          conditions_[d].lower == poly::EndCondition::dirichlet && element == 0 && node(q)[d] == 0;
      any |= conditions_[d].upper == poly::EndCondition::dirichlet && node(q)[d] == n() - 1 &&
             element == mesh_.axes[d].n_elements() - 1;
    }
    return any;
  }

  [[nodiscard]] double assembled_square(std::vector<double> v) const {
    sum_.add(v);
    double square = 0;
    for (int e = 0; e < mesh_.n_local_elements(); ++e) {
      for (int q = 0; q < n() * n() * n(); ++q) {
        const std::size_t k = index(e, q);
        if (!fixed(e, q)) square += v[k] * v[k] * sum_.inverse_multiplicity()[k];
      }
    }
    return communicator_.sum(square);
  }

  const comm::Communicator& communicator_;
  mesh::BoxMesh mesh_;
  direct::BoxConditions conditions_;
  poly::Quadrature gll_;
  poly::Matrix stiffness_;
  gs::GatherScatter sum_;
};

}  // namespace lobatto::test
