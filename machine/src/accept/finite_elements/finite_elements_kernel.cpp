#include "accept/kernel_kinds.hpp"

#include <algorithm>
#include <cmath>

#include "accept/finite_elements/poisson_assembly.hpp"
#include "accept/sparse/distributed_matrix.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "perf/timing.hpp"

namespace lobatto::accept {

namespace {

const std::vector<int> default_nodes{32, 32, 32};
constexpr int n_solver_iterations = 100;

/// A Poisson problem on some ranks, assembled and solved.
class PoissonProblem {
 public:
  PoissonProblem(const RankBox& nodes, const comm::Communicator& communicator)
      : communicator_(communicator),
        assembly_(nodes),
        matrix_(assembly_.rows(), communicator),
        solver_(matrix_.n_rows()),
        solution_(matrix_.n_rows()) {}

  void assemble() {
    assembly_.assemble();
    matrix_.set_values(assembly_.rows());
  }

  krylov::SolveReport solve(const krylov::Tolerance& tolerance) {
    std::fill(solution_.begin(), solution_.end(), 0.0);
    return solver_.solve([this](auto x, auto y) { matrix_.product(x, y); },
                         [](auto r, auto z) { std::copy(r.begin(), r.end(), z.begin()); },
                         [this](auto x, auto y) { return dot(x, y, communicator_); },
                         assembly_.right_hand_side(), solution_, tolerance);
  }

  /// Root mean square over the nodes, of what solve has found.
  double error() const {
    auto difference = assembly_.solution();
    for (std::size_t n = 0; n < difference.size(); ++n) difference[n] -= solution_[n];
    return std::sqrt(dot(difference, difference, communicator_) / matrix_.n_rows_in_all());
  }

  /// |b - A x| / |b|
  double residual() {
    return relative_residual(matrix_, solution_, assembly_.right_hand_side(), communicator_);
  }

  [[nodiscard]] const DistributedMatrix& matrix() const { return matrix_; }
  [[nodiscard]] const PoissonAssembly& assembly() const { return assembly_; }

 private:
  const comm::Communicator& communicator_;
  PoissonAssembly assembly_;
  DistributedMatrix matrix_;
  krylov::ConjugateGradients solver_;
  std::vector<double> solution_;
};

class FiniteElementsKernel : public Kernel {
 public:
  FiniteElementsKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        nodes_(settings, default_nodes, 3, communicator.rank(), communicator.size()),
        problem_(nodes_, communicator) {}

  void pass() override {
    problem_.assemble();
    problem_.solve({.max_iterations = n_solver_iterations});
  }

  [[nodiscard]] Work work() const override {
    const Work assembly = assembly_work(), solver = solver_work();
    return {solver.updates, assembly.flops + solver.flops, assembly.bytes + solver.bytes};
  }

  std::vector<Figure> figures() override {
    const double assembly =
        perf::seconds_of_slowest(communicator_, [this] { problem_.assemble(); });
    const double solver = perf::seconds_of_slowest(
        communicator_, [this] { problem_.solve({.max_iterations = n_solver_iterations}); });
    const double elements = problem_.assembly().n_elements_in_all();
    return {{"assembly", assembly, "s"},
            {"elements assembled, of all ranks", 1e-6 * elements / assembly, "M/s"},
            {"100 iterations", solver, "s"},
            {"the iterations, of all ranks", 1e-9 * solver_work().flops / solver, "GFLOP/s"}};
  }

  /// On 8, 16 and 32 elements per direction, or more where there are more ranks.
  std::vector<Answer> answers() override {
    constexpr double solver_tolerance = 1e-10;
    int n = 8;
    for (const int ranks : nodes_.ranks())
      while (n - 1 < ranks) n *= 2;
    std::vector<double> errors;
    double residual = 0;
    for (int refinement = 0; refinement < 3; ++refinement, n *= 2) {
      PoissonProblem problem(nodes_.with_size({n - 1, n - 1, n - 1}), communicator_);
      problem.assemble();
      problem.solve({.relative = solver_tolerance, .max_iterations = 100 * n});
      errors.push_back(problem.error());
      residual = std::max(residual, problem.residual());
    }
    return {
        {"order of accuracy, elements halved once", std::log2(errors[0] / errors[1]), 2.0, 0.15},
        {"order of accuracy, elements halved twice", std::log2(errors[1] / errors[2]), 2.0, 0.1},
        {"residual that is left, computed anew", residual, 0.0, 2 * solver_tolerance}};
  }

  [[nodiscard]] KernelSettings settings() const override { return nodes_.settings(); }

 private:
  /// Element systems, and 64 sums into the matrix. Its columns are read, its values read and
  /// written; of nodes the place, the source and the number.
  Work assembly_work() const {
    const double elements = problem_.assembly().n_elements_in_all();
    return {elements, (hexahedron_flops + 64 + 8) * elements,
            24 * problem_.matrix().n_entries_in_all() + 48 * problem_.matrix().n_rows_in_all()};
  }

  /// A product per iteration, and one for the first residual.
  Work solver_work() const {
    const double entries = problem_.matrix().n_entries_in_all(),
                 rows = problem_.matrix().n_rows_in_all();
    const auto vectors = krylov::ConjugateGradients::cost(rows, n_solver_iterations);
    constexpr double n_products = n_solver_iterations + 1;
    return {rows * n_solver_iterations, 2 * n_products * entries + vectors.flops,
            n_products * (12 * entries + 16 * rows) + vectors.bytes};
  }

  const comm::Communicator& communicator_;
  RankBox nodes_;
  PoissonProblem problem_;
};

}  // namespace

KernelKind finite_elements_kernel() {
  return {.name = "finite-elements",
          .stands_for = "miniFE",
          .does =
              "a Poisson problem on hexahedra of eight nodes: assembly into a sparse matrix, and "
              "100 iterations of conjugate gradients",
          .left_out = "imbalance on purpose, boundary values other than zero, other solvers",
          .update = "row iteration",
          .size = default_nodes,
          .rank_directions = 3,
          .bytes_per_cell = 1280,
          .make = make_kernel<FiniteElementsKernel>};
}

}  // namespace lobatto::accept
