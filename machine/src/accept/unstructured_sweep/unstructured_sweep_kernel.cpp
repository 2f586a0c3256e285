#include "accept/kernel_kinds.hpp"

#include "accept/rank_box.hpp"
#include "accept/sweep/sweep_answers.hpp"
#include "accept/unstructured_sweep/hex_mesh.hpp"
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
  problem.source_at = [](const Vector&) { return in_all_groups(1); };
  return problem;
}

/// What is swept: a mesh file, or a twisted box.
struct Elements {
  Elements(const KernelSettings& asked, const comm::Communicator& communicator) {
    if (asked.mesh.empty()) {
      const RankBox box(asked, default_elements, 3, communicator.rank(), communicator.size());
      mesh = twisted_box(box, usual_lean);
      settings = box.settings();
      return;
    }
    mesh = mesh_of_file(asked.mesh, communicator);
    const auto n_elements = communicator.sum(static_cast<long long>(mesh.n_elements()));
    settings = {{static_cast<int>(n_elements)}, true, {communicator.size()}, asked.mesh};
  }
  [[nodiscard]] double n_in_all() const {
    double product = 1;
    for (const int n : settings.size) product *= n;
    return product;
  }

  HexMesh mesh;
  KernelSettings settings;  ///< as they have become
};

class UnstructuredSweepKernel : public Kernel {
 public:
  UnstructuredSweepKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        elements_(settings, communicator),
        iteration_(uniform_problem(), elements_.mesh, communicator) {}

  void pass() override { iteration_.iterate(); }

  [[nodiscard]] Work work() const override {
    const double systems = elements_.n_in_all() * n_octants * n_directions_per_octant;
    // Per element and direction its matrices, its fluxes as they were and as they are, source and
    // mean flux, read and written; fluxes of neighbours are in cache.
    const double bytes = sizeof(HexMatrices) + 5 * sizeof(CornerFluxes);
    return {systems * n_corners * n_groups,
            systems * (n_groups * element_flops + element_direction_flops), systems * bytes};
  }

  std::vector<Figure> figures() override {
    return {{"streams taken from the sweep before, of all directions",
             static_cast<double>(iteration_.n_lagged()), ""}};
  }

  std::vector<Answer> answers() override {
    if (elements_.settings.mesh.empty())
      return unstructured_answers(elements_.settings.ranks, communicator_);
    auto answers = answers_on_mesh(elements_.mesh, communicator_);
    for (Answer& answer :
         unstructured_answers(even_factors(communicator_.size(), 3), communicator_))
      answers.push_back(std::move(answer));
    return answers;
  }

  [[nodiscard]] KernelSettings settings() const override { return elements_.settings; }

 private:
  const comm::Communicator& communicator_;
  Elements elements_;
  UnstructuredIteration iteration_;
};

}  // namespace

KernelKind unstructured_sweep_kernel() {
  return {.name = "unstructured-sweep",
          .stands_for = "UMT",
          .does =
              "discrete ordinates in twisted hexahedra or those of a mesh file: 32 directions, 8 "
              "groups, discontinuous trilinear elements, each direction in an order of its own",
          .left_out =
              "corner balance, time steps and the coupling to matter, scattering that depends on "
              "the angle, threads, sweeps across ranks (what comes in from others is that of the "
              "iteration before)",
          .update = "corner, direction and group update",
          .size = default_elements,
          .rank_directions = 3,
          .takes_mesh = true,
          .bytes_per_cell = 29500,
          .make = make_kernel<UnstructuredSweepKernel>};
}

}  // namespace lobatto::accept
