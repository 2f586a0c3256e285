#include "accept/kernel_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "accept/multigrid/amg_solver.hpp"
#include "accept/sparse/box_stencil.hpp"
#include "accept/sparse/distributed_matrix.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "machine/trials/random_number.hpp"
#include "perf/timing.hpp"

namespace lobatto::accept {

namespace {

const std::vector<int> default_grid{24, 24, 24};
constexpr double amg_tolerance = 1e-8, jump = 1000;
constexpr int n_blocks = 4, max_amg_iterations = 200;
/// How many iterations more eight times as many points may take.
constexpr double allowed_growth = 4;

/// 1 or 1000, in 4 x 4 x 4 blocks of the box in turn.
double blocks_in_turn(const std::vector<int>& size, int i, int j, int k) {
  const auto block = [&](int place, std::size_t d) { return n_blocks * place / size[d]; };
  return (block(i, 0) + block(j, 1) + block(k, 2)) % 2 == 0 ? 1.0 : jump;
}

/// Diffusion with jumps, and random numbers on the right.
class JumpProblem {
 public:
  JumpProblem(const RankBox& box, Stencil stencil, const comm::Communicator& communicator)
      : JumpProblem(
            box,
            box_stencil(BoxNumbering(box), stencil,
                        [&](int i, int j, int k) { return blocks_in_turn(box.size(), i, j, k); }),
            communicator) {}

  void set_up() { solver_->set_up(); }
  void solve() {
    n_iterations_ = solver_->solve(rhs_, solution_, amg_tolerance, max_amg_iterations);
  }
  [[nodiscard]] int n_iterations() const { return n_iterations_; }

  /// |b - A x| / |b| of what solve has found, by a product of our own.
  double residual() { return relative_residual(matrix_, solution_, rhs_, communicator_); }

  /// Of the iterations of the last solve, on the finest level alone: of the cycle a sweep down, the
  /// residual and a sweep up, and the product and vectors of the conjugate gradients.
  [[nodiscard]] Work finest_work() const {
    const double entries = matrix_.n_entries_in_all(), rows = matrix_.n_rows_in_all();
    const auto vectors = krylov::ConjugateGradients::cost(rows, n_iterations_);
    return {rows, 8 * entries * n_iterations_ + vectors.flops,
            4 * (12 * entries + 16 * rows) * n_iterations_ + vectors.bytes};
  }

 private:
  JumpProblem(const RankBox& box, const NumberedRows& rows, const comm::Communicator& communicator)
      : communicator_(communicator),
        matrix_(rows, communicator),
        solver_(make_amg_solver(rows, communicator)) {
    for_points(box, [&](int i, int j, int k) {
      rhs_.push_back(machine::random_number(place_among_all(box, i, j, k)));
    });
    solution_.resize(rhs_.size());
  }

  const comm::Communicator& communicator_;
  DistributedMatrix matrix_;
  std::unique_ptr<AmgSolver> solver_;
  std::vector<double> rhs_, solution_;
  int n_iterations_ = 0;
};

struct NamedStencil {
  Stencil stencil;
  const char* name;
};
constexpr std::array stencils{NamedStencil{Stencil::seven_points, "7 points"},
                              NamedStencil{Stencil::twenty_seven_points, "27 points"}};

class MultigridKernel : public Kernel {
 public:
  MultigridKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        box_(settings, default_grid, 3, communicator.rank(), communicator.size()) {
    for (const auto& kind : stencils) {
      problems_.push_back(std::make_unique<JumpProblem>(box_, kind.stencil, communicator));
      problems_.back()->set_up();
      problems_.back()->solve();
    }
  }

  void pass() override {
    for (const auto& problem : problems_) {
      problem->set_up();
      problem->solve();
    }
  }

  [[nodiscard]] Work work() const override {
    Work sum;
    for (const auto& problem : problems_) {
      const Work work = problem->finest_work();
      sum = {sum.updates + work.updates, sum.flops + work.flops, sum.bytes + work.bytes};
    }
    return sum;
  }

  std::vector<Figure> figures() override {
    std::vector<Figure> figures;
    for (std::size_t p = 0; p < stencils.size(); ++p) {
      JumpProblem& problem = *problems_[p];
      const std::string name = stencils[p].name;
      figures.push_back({name + ", set-up",
                         perf::seconds_of_slowest(communicator_, [&] { problem.set_up(); }), "s"});
      figures.push_back({name + ", solution",
                         perf::seconds_of_slowest(communicator_, [&] { problem.solve(); }), "s"});
      figures.push_back({name + ", iterations", static_cast<double>(problem.n_iterations())});
    }
    return figures;
  }

  /// On 12 x 12 x 12 points and eight times as many, or more where there are more ranks.
  std::vector<Answer> answers() override {
    int n = 12;
    for (const int ranks : box_.ranks())
      while (n < 2 * ranks) n *= 2;
    std::vector<Answer> answers;
    double residual = 0;
    for (const auto& kind : stencils) {
      std::vector<int> iterations;
      for (const int size : {n, 2 * n}) {
        JumpProblem problem(box_.with_size({size, size, size}), kind.stencil, communicator_);
        problem.set_up();
        problem.solve();
        iterations.push_back(problem.n_iterations());
        residual = std::max(residual, problem.residual());
      }
      answers.push_back({fmt::format("{}: iterations of 8 times as many points, less {}", kind.name,
                                     iterations[0]),
                         static_cast<double>(iterations[1] - iterations[0]), 0.0, allowed_growth});
    }
    answers.push_back({"residual that is left, computed anew", residual, 0.0, 1.1 * amg_tolerance});
    return answers;
  }

  [[nodiscard]] KernelSettings settings() const override { return box_.settings(); }

 private:
  const comm::Communicator& communicator_;
  RankBox box_;
  std::vector<std::unique_ptr<JumpProblem>> problems_;
};

}  // namespace

KernelKind multigrid_kernel() {
  return {.name = "multigrid",
          .stands_for = "AMG",
          .does =
              "set-up and solution of diffusion with jumps of 1000 on 7 and on 27 points, by "
              "conjugate gradients with hypre's BoomerAMG",
          .left_out = "other shapes than boxes, systems of equations, GMRES",
          .update = "row solution",
          .size = default_grid,
          .rank_directions = 3,
          .bytes_per_cell = 2660,
          .make = make_kernel<MultigridKernel>};
}

}  // namespace lobatto::accept
