#include "accept/kernel_kinds.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "accept/hpcg/hpcg_count.hpp"
#include "accept/sparse/box_numbering.hpp"
#include "base/stopwatch.hpp"
#include "krylov/conjugate_gradients.hpp"
#include "machine/trials/random_number.hpp"
#include "perf/timing.hpp"

namespace lobatto::accept {

namespace {

const std::vector<int> default_hpcg_size{32, 32, 32};
constexpr int n_iterations_of_set = 50;
constexpr int n_sets_per_set_up = 10;  // HPCG adds a tenth of the set-up to the time of each set

/// Points of the box within one of a place along a direction of n.
int n_near(int place, int n) { return 3 - (place == 0) - (place == n - 1); }

class HpcgKernel : public Kernel {
 public:
  HpcgKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        box_(settings, default_hpcg_size, 3, communicator.rank(), communicator.size()),
        grids_(box_, communicator),
        solver_(box_.n_cells()),
        rhs_(right_hand_side()),
        solution_(rhs_.size()),
        set_up_seconds_(communicator.max(set_up_watch_.seconds())),
        sizes_(sizes_of_levels(grids_)) {}

  void pass() override { solve(tuned(), {.max_iterations = n_iterations_of_set}); }

  [[nodiscard]] Work work() const override {
    return {box_.n_cells_in_all() * n_iterations_of_set, hpcg_flops(sizes_, n_iterations_of_set),
            hpcg_bytes(sizes_, n_iterations_of_set)};
  }

  std::vector<Figure> figures() override {
    const Timed plain = timed(plainly(), {.max_iterations = n_iterations_of_set});
    // As many iterations as bring the residual down as far as the plain version does.
    const Timed fast = timed(tuned(), {.absolute = plain.report.residual * (1 + 1e-6),
                                       .max_iterations = 10 * n_iterations_of_set});
    const double flops = 1e-9 * hpcg_flops(sizes_, n_iterations_of_set);
    const double set_up = set_up_seconds_ / n_sets_per_set_up;
    const double bytes =
        tuned_bytes(sizes_, bytes_of_levels(grids_, communicator_), n_iterations_of_set);
    return {{"rate as HPCG defines it, of all ranks", flops / (fast.seconds + set_up), "GFLOP/s"},
            {"the same without the set-up", flops / fast.seconds, "GFLOP/s"},
            {"the same of the plain version", flops / plain.seconds, "GFLOP/s"},
            {"iterations for what 50 of the plain version reach",
             static_cast<double>(fast.report.iterations)},
            {"bytes read and written, of those that HPCG counts",
             bytes / hpcg_bytes(sizes_, n_iterations_of_set)}};
  }

  std::vector<Answer> answers() override {
    std::vector<Answer> answers;
    answers.push_back({"departure of the operator from symmetry, in units of rounding",
                       asymmetry(product_with_matrix()), 0.0, 1.0});
    answers.push_back({"departure of the preconditioner from symmetry, in units of rounding",
                       asymmetry(tuned()), 0.0, 1.0});
    add_dominant_diagonal(answers);
    add_solution(answers);
    return answers;
  }

  [[nodiscard]] KernelSettings settings() const override { return box_.settings(); }

 private:
  using Map = std::function<void(std::span<const double>, std::span<double>)>;
  struct Timed {
    krylov::SolveReport report;
    double seconds;
  };

  Map product_with_matrix() {
    return [this](auto x, auto y) { grids_.matrix().product(x, y); };
  }
  Map tuned() {
    return [this](auto r, auto z) { grids_.precondition(r, z); };
  }
  Map plainly() {
    return [this](auto r, auto z) { grids_.precondition_reference(r, z); };
  }
  static Map nothing() {
    return [](auto r, auto z) { std::copy(r.begin(), r.end(), z.begin()); };
  }

  /// A 1: 26 less the neighbours inside.
  std::vector<double> right_hand_side() const {
    std::vector<double> rhs;
    const auto& n = box_.size();
    for_points(box_, [&](int i, int j, int k) {
      rhs.push_back(27.0 - n_near(i, n[0]) * n_near(j, n[1]) * n_near(k, n[2]));
    });
    return rhs;
  }

  /// From x = 0, into solution_.
  krylov::SolveReport solve(const Map& precondition, const krylov::Tolerance& tolerance) {
    std::fill(solution_.begin(), solution_.end(), 0.0);
    return solver_.solve(
        product_with_matrix(), precondition,
        [this](auto x, auto y) { return dot(x, y, communicator_); }, rhs_, solution_, tolerance);
  }

  Timed timed(const Map& precondition, const krylov::Tolerance& tolerance) {
    Timed result{};
    result.seconds = perf::seconds_of_slowest(
        communicator_, [&] { result.report = solve(precondition, tolerance); });
    return result;
  }

  /// From 1 to 2, by the place among all.
  std::vector<double> random_vector(std::uint64_t seed) const {
    std::vector<double> values;
    for_points(box_, [&](int i, int j, int k) {
      const std::uint64_t place = place_among_all(box_, i, j, k);
      values.push_back(1.5 + machine::random_number(seed << 60 | place));
    });
    return values;
  }

  /// |x'My - y'Mx| / (2 |x| |A| |y| eps), with |A| = 52 above any eigenvalue.
  double asymmetry(const Map& map) {
    constexpr double matrix_norm = 52, epsilon = std::numeric_limits<double>::epsilon();
    const auto x = random_vector(1), y = random_vector(2);
    std::vector<double> image(x.size());
    map(y, image);
    const double x_with_y = dot(x, image, communicator_);
    map(x, image);
    const double y_with_x = dot(y, image, communicator_);
    const double norms = std::sqrt(dot(x, x, communicator_) * dot(y, y, communicator_));
    return std::abs(x_with_y - y_with_x) / (2 * norms * matrix_norm * epsilon);
  }

  /// Nine rows with diagonals of their own, all others with the same, each a million times as large
  /// as before or more: ten eigenvalues, near enough, so about ten iterations; and one with a
  /// preconditioner that is nearly exact. HPCG allows 12 and 2.
  void add_dominant_diagonal(std::vector<Answer>& answers) {
    constexpr double large = 1e6;
    constexpr int n_distinct = 9, allowed = 12, allowed_preconditioned = 2;
    const auto diagonal = grids_.matrix().diagonal(), rhs = rhs_;
    auto dominant = diagonal;
    for (std::size_t row = 0; row < dominant.size(); ++row) {
      const bool is_distinct = communicator_.rank() == 0 && row < n_distinct;
      const double scale = is_distinct ? (static_cast<double>(row) + 2) * large : large;
      dominant[row] *= scale;
      rhs_[row] *= scale;
    }
    grids_.replace_diagonal(dominant);
    const krylov::Tolerance tolerance{.relative = 1e-12, .max_iterations = n_iterations_of_set};
    const int plain = solve(nothing(), tolerance).iterations;
    const int preconditioned = solve(tuned(), tolerance).iterations;
    grids_.replace_diagonal(diagonal);
    rhs_ = rhs;
    answers.push_back({"iterations beyond 12 with a dominant diagonal, not preconditioned",
                       std::max(0.0, static_cast<double>(plain - allowed)), 0.0, 0.0});
    answers.push_back({"iterations beyond 2 with a dominant diagonal, preconditioned",
                       std::max(0.0, static_cast<double>(preconditioned - allowed_preconditioned)),
                       0.0, 0.0});
  }

  void add_solution(std::vector<Answer>& answers) {
    constexpr double tolerance = 1e-11;
    solve(tuned(), {.relative = tolerance, .max_iterations = 10 * n_iterations_of_set});
    double largest = 0;
    for (const double value : solution_) largest = std::max(largest, std::abs(value - 1));
    const double part = relative_residual(grids_.matrix(), solution_, rhs_, communicator_);
    answers.push_back({"residual that is left, computed anew", part, 0.0, 2 * tolerance});
    answers.push_back({"largest error of the solution", communicator_.max(largest), 0.0, 1e-6});
  }

  base::Stopwatch set_up_watch_;
  const comm::Communicator& communicator_;
  RankBox box_;
  GridHierarchy grids_;
  krylov::ConjugateGradients solver_;
  std::vector<double> rhs_, solution_;
  double set_up_seconds_;
  LevelSizes sizes_;
};

}  // namespace

KernelKind hpcg_kernel() {
  return {.name = "hpcg",
          .stands_for = "HPCG",
          .does =
              "50 iterations of conjugate gradients on a 27-point operator, preconditioned by a "
              "V-cycle of symmetric Gauss-Seidel steps on four grids",
          .left_out =
              "runs of half an hour, the largest problem that memory holds, the test of repeated "
              "residuals; its rate is no HPCG result",
          .update = "row iteration",
          .size = default_hpcg_size,
          .rank_directions = 3,
          .bytes_per_cell = 1540,
          .make = make_kernel<HpcgKernel>};
}

}  // namespace lobatto::accept
