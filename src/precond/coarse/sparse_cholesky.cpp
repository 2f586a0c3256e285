#include "precond/coarse/coarse_solvers.hpp"

#include <memory>
#include <new>

#include "base/error.hpp"
#include "precond/coarse/replicated_vertices.hpp"
#include "precond/coarse/supernodal_factor.hpp"
#include "precond/coarse/vertex_numbering.hpp"

namespace lobatto::precond {

namespace {

class SparseCholesky {
 public:
  SparseCholesky(const CoarseProblem& problem, const VertexNumbering& numbering,
                 const comm::Communicator& communicator)
      : singular_(problem.singular && numbering.size() > 0),
        n_unknowns_(static_cast<std::size_t>(numbering.size()) - (singular_ ? 1 : 0)),
        vertices_({numbering.numbers().begin(), numbering.numbers().end()}, numbering.size(),
                  communicator),
        factor_(replicate(assemble_rows(problem, numbering, communicator), communicator),
                n_unknowns_) {}

  void solve(std::span<const double> f, std::span<double> u) {
    vertices_.gather(f);
    if (singular_) vertices_.remove_mean();
    factor_.solve(vertices_.values().first(n_unknowns_));
    if (singular_) {
      vertices_.values().back() = 0;
      vertices_.remove_mean();
    }
    vertices_.scatter(u);
  }

 private:
  bool singular_;
  std::size_t n_unknowns_;
  ReplicatedVertices vertices_;
  SupernodalFactor factor_;
};

}  // namespace

CoarseSolver make_sparse_cholesky(const CoarseProblem& problem,
                                  const comm::Communicator& communicator) {
  try {
    const auto solver = std::make_shared<SparseCholesky>(
        problem, VertexNumbering(problem.ids, communicator), communicator);
    return [solver](std::span<const double> f, std::span<double> u) { solver->solve(f, u); };
  } catch (const std::bad_alloc&) {
    throw base::Error("coarse problem: sparse Cholesky failed: out of memory");
  }
}

}  // namespace lobatto::precond
