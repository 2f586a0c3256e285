#include "accept/unstructured_sweep/unstructured_sweep_kernel.hpp"

#include "accept/rank_box.hpp"
#include "accept/sweep/sweep_answers.hpp"
#include "accept/unstructured_sweep/unstructured_answers.hpp"
#include "accept/unstructured_sweep/unstructured_iteration.hpp"

namespace lobatto::accept {

namespace {

const std::vector<int> default_elements{12, 12, 12};
constexpr int n_directions_per_octant = 4;

TransportProblem uniform_problem() {
  TransportProblem problem;
  problem.ordinates = product_quadrature(2, 2);
  problem.materials = {graded_material(0.5, 0.6)};
  problem.source_at = [](const Vector&) {
    ByGroup source{};
    source.fill(1);
    return source;
  };
  return problem;
}

class UnstructuredSweepKernel : public Kernel {
 public:
  UnstructuredSweepKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        box_(settings, default_elements, 3, communicator.rank(), communicator.size()),
        iteration_(uniform_problem(), twisted_box(box_, usual_lean), communicator) {}

  void pass() override { iteration_.iterate(); }

  [[nodiscard]] Work work() const override {
    const double systems = box_.n_cells_in_all() * n_octants * n_directions_per_octant;
    // Per element and direction its matrices, its fluxes as they were and as they are, source and
    // mean flux, read and written; fluxes of neighbours are in cache.
    const double bytes = sizeof(HexMatrices) + 5 * sizeof(CornerValues);
    return {systems * n_corners * n_groups,
            systems * (n_groups * element_flops + element_direction_flops), systems * bytes};
  }

  std::vector<Figure> figures() override {
    return {{"streams taken from the sweep before, of all directions",
             static_cast<double>(iteration_.n_lagged()), ""}};
  }

  std::vector<Answer> answers() override {
    return unstructured_answers(box_.ranks(), communicator_);
  }

  [[nodiscard]] KernelSettings settings() const override { return box_.settings(); }

 private:
  const comm::Communicator& communicator_;
  RankBox box_;
  UnstructuredIteration iteration_;
};

}  // namespace

KernelKind unstructured_sweep_kernel() {
  return {.name = "unstructured-sweep",
          .stands_for = "UMT",
          .does =
              "discrete ordinates in twisted hexahedra: 32 directions, 8 groups, discontinuous "
              "trilinear elements, each direction in an order of its own",
          .left_out =
              "corner balance, time steps and the coupling to matter, scattering that depends on "
              "the angle, threads, sweeps across ranks (what comes in from others is that of the "
              "iteration before)",
          .update = "corner, direction and group update",
          .size = default_elements,
          .rank_directions = 3,
          .make = make_kernel<UnstructuredSweepKernel>};
}

}  // namespace lobatto::accept
