#include "accept/kernel_kinds.hpp"

#include <algorithm>
#include <array>

#include "accept/spectral_elements/element_poisson.hpp"
#include "krylov/merged_conjugate_gradients.hpp"

namespace lobatto::accept {

namespace {

/// A function: kinds of kernels may be asked for before main.
std::vector<int> elements_of_pass() { return {8, 8, 8}; }
constexpr int order_of_pass = 7, n_iterations_of_pass = 100;

class SpectralElementsKernel : public Kernel {
 public:
  SpectralElementsKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        elements_(settings, elements_of_pass(), 3, communicator.rank(), communicator.size()),
        problem_(elements_, order_of_pass, {.max_iterations = n_iterations_of_pass}, communicator) {
  }

  void pass() override { problem_.solve(); }

  /// As Nekbone counts the operator, with the diagonal besides; per node and iteration six factors
  /// are read.
  [[nodiscard]] Work work() const override {
    constexpr int n_factors = 6, n_iterations = n_iterations_of_pass;
    const auto points = static_cast<double>(problem_.space().global_size());
    const auto vectors =
        krylov::MergedConjugateGradients::solve_cost(points, true, n_iterations_of_pass);
    // One application more for the first residual.
    const double applications = (n_iterations + 1) * points;
    return {n_iterations * points,
            nekbone_operator_flops(order_of_pass + 1) * applications + vectors.flops,
            n_factors * sizeof(double) * applications + vectors.bytes};
  }

  std::vector<Answer> answers() override {
    constexpr std::array orders{2, 4, 6, 8, 10};
    constexpr double solver_tolerance = 1e-13;
    std::vector<double> errors;
    double residual = 0;
    for (const int order : orders) {
      ElementPoisson problem(few_elements(), order,
                             {.relative = solver_tolerance, .max_iterations = 2000}, communicator_);
      problem.solve();
      errors.push_back(problem.error());
      residual = std::max(residual, problem.residual());
    }
    int n_slow = 0;
    for (std::size_t i = 1; i < errors.size(); ++i) n_slow += !(errors[i] < errors[i - 1] / 10);
    return {{"orders of 4, 6, 8 and 10 whose error is no tenth of that of the order before",
             static_cast<double>(n_slow), 0, 0},
            {"error against sines, order 10", errors.back(), 0, 1e-8},
            {"residual that is left, computed anew", residual, 0, 1e-11}};
  }

  [[nodiscard]] KernelSettings settings() const override { return elements_.settings(); }

 private:
  /// Two elements per direction, or as many as there are ranks.
  [[nodiscard]] RankBox few_elements() const {
    std::vector<int> size;
    for (const int ranks : elements_.ranks()) size.push_back(std::max(2, ranks));
    return elements_.with_size(size);
  }

  /// At one node of n per direction: six products of lines, the factors, and the sum over elements.
  static constexpr double nekbone_operator_flops(int n) { return 12.0 * n + 19; }

  const comm::Communicator& communicator_;
  RankBox elements_;
  ElementPoisson problem_;
};

}  // namespace

KernelKind spectral_elements_kernel() {
  return {
      .name = "spectral-elements",
      .stands_for = "Nekbone",
      .does =
          "100 iterations of conjugate gradients on a Poisson problem, on curved spectral "
          "elements of 8 x 8 x 8 nodes",
      .left_out = "other numbers of nodes, multigrid, a whole time step: lobatto bench has them",
      .update = "node iteration",
      .size = elements_of_pass(),
      .rank_directions = 3,
      .bytes_per_cell = 138000,
      .make = make_kernel<SpectralElementsKernel>};
}

}  // namespace lobatto::accept
