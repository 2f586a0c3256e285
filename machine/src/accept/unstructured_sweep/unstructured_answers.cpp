#include "accept/unstructured_sweep/unstructured_answers.hpp"

#include <algorithm>
#include <cmath>

#include "accept/sweep/sweep_answers.hpp"
#include "accept/unstructured_sweep/unstructured_iteration.hpp"

namespace lobatto::accept {

namespace {

/// A twisted box with one element per rank at least, and how many iterations are to suffice: fluxes
/// cross one rank per iteration.
struct SmallTwistedBox {
  SmallTwistedBox(const std::vector<int>& ranks, const comm::Communicator& communicator)
      : most_iterations(300 + 10 * (ranks[0] + ranks[1] + ranks[2])) {
    std::vector<int> size{5, 4, 6};
    for (std::size_t d = 0; d < 3; ++d) size[d] = std::max(size[d], ranks[d]);
    const RankBox box({size, true, ranks}, size, 3, communicator.rank(), communicator.size());
    mesh = twisted_box(box, usual_lean);
  }

  HexMesh mesh;
  int most_iterations;
};

/// Where there is nothing, psi stays the same along its direction; so does
/// 9 + (a x Omega) . x / size.
TransportProblem free_streaming(double size) {
  TransportProblem problem;
  problem.ordinates = product_quadrature(2, 2);
  problem.materials = {Material{}};
  problem.incoming = [size](const Vector& at, const Vector& omega) {
    return in_all_groups(9 + base::dot(base::cross({0.2, 0.3, 0.5}, omega), at) / size);
  };
  return problem;
}

Answer infinite_answer(const UnstructuredIteration& iteration, const ByGroup& right,
                       const comm::Communicator& communicator) {
  double worst = 0;
  for (const CornerFluxes& flux : iteration.mean_flux())
    for (const ByGroup& values : flux)
      for (std::size_t g = 0; g < n_groups; ++g)
        worst = std::max(worst, std::abs(values[g] / right[g] - 1));
  return {"flux of an infinite medium, largest part by which any corner and group differs",
          communicator.max(worst), 0, 1e-10};
}

Answer streaming_answer(const UnstructuredIteration& iteration, const AngularFunction& right,
                        const HexMesh& mesh, const comm::Communicator& communicator) {
  double worst = 0;
  for (std::size_t m = 0; m < iteration.n_directions(); ++m)
    for (std::size_t e = 0; e < mesh.n_elements(); ++e)
      for (std::size_t i = 0; i < n_corners; ++i) {
        const double expected = right(mesh.places[e][i], iteration.direction(m))[0];
        for (const double found : iteration.psi()[m * mesh.n_elements() + e][i])
          worst = std::max(worst, std::abs(found - expected));
      }
  return {"free streaming of a linear flux, largest difference at any corner and direction",
          communicator.max(worst), 0, 1e-10};
}

/// The largest coordinate.
double extent(const HexMesh& mesh, const comm::Communicator& communicator) {
  double largest = 0;
  for (const auto& places : mesh.places)
    for (const Vector& place : places)
      for (const double x : place) largest = std::max(largest, std::abs(x));
  return communicator.max(largest);
}

Answer twisted_balance(const SmallTwistedBox& box, const comm::Communicator& communicator) {
  TransportProblem problem;
  problem.ordinates = product_quadrature(2, 2);
  problem.materials = {graded_material(0.3, 0.6), graded_material(2, 0.3)};
  problem.material_at = [](const Vector& at) { return at[2] > 3 ? 1 : 0; };
  problem.source_at = [](const Vector& at) { return in_all_groups(at[2] < 2 ? 1 : 0); };
  UnstructuredIteration iteration(problem, box.mesh, communicator);
  iteration.solve(1e-14, box.most_iterations);
  const auto balance = iteration.balance();
  return {"particles absorbed and gone out, of those from the source",
          (balance.absorbed + balance.out) / balance.source, 1, 1e-12};
}

}  // namespace

std::vector<Answer> answers_on_mesh(const HexMesh& mesh, const comm::Communicator& communicator) {
  const TransportProblem medium = infinite_medium();
  const TransportProblem nothing = free_streaming(extent(mesh, communicator));
  std::vector<Answer> answers;
  {
    UnstructuredIteration iteration(medium, mesh, communicator);
    iteration.begin_with(medium.incoming);
    iteration.iterate();
    answers.push_back(infinite_answer(iteration, medium.incoming({}, {}), communicator));
  }
  UnstructuredIteration iteration(nothing, mesh, communicator);
  iteration.begin_with(nothing.incoming);
  iteration.iterate();
  answers.push_back(streaming_answer(iteration, nothing.incoming, mesh, communicator));
  for (Answer& answer : answers) answer.name += ", after a sweep of the mesh from there";
  return answers;
}

std::vector<Answer> unstructured_answers(const std::vector<int>& ranks,
                                         const comm::Communicator& communicator) {
  const SmallTwistedBox box(ranks, communicator);
  const TransportProblem medium = infinite_medium(), nothing = free_streaming(1);
  UnstructuredIteration in_medium(medium, box.mesh, communicator);
  in_medium.solve(1e-13, box.most_iterations);
  UnstructuredIteration in_nothing(nothing, box.mesh, communicator);
  in_nothing.solve(1e-14, box.most_iterations);
  return {infinite_answer(in_medium, medium.incoming({}, {}), communicator),
          streaming_answer(in_nothing, nothing.incoming, box.mesh, communicator),
          twisted_balance(box, communicator)};
}

}  // namespace lobatto::accept
