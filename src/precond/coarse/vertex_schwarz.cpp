#include "precond/coarse/coarse_solvers.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "comm/exchange/number_owners.hpp"
#include "precond/coarse/supernodal_factor.hpp"
#include "precond/coarse/vertex_layer.hpp"
#include "precond/coarse/vertex_numbering.hpp"

namespace lobatto::precond {

namespace {

/// Parts are the own vertices of the ranks that have any, counted in the order of the ranks.
struct Parts {
  std::int64_t n_vertices;  ///< of all parts
  comm::NumberOwners owners;
  std::vector<std::int64_t> numbers;  ///< [ranks] of the part, or of the next one

  Parts(const VertexNumbering& numbering, const comm::Communicator& communicator)
      : n_vertices(numbering.size()), owners(numbering.first_owned(), communicator) {
    const auto firsts = owners.firsts();
    std::int64_t n = 0;
    for (std::size_t rank = 0; rank < firsts.size(); ++rank) {
      numbers.push_back(n);
      const long long next = rank + 1 < firsts.size() ? firsts[rank + 1] : numbering.size();
      n += next > firsts[rank] ? 1 : 0;
    }
    numbers.push_back(n);
  }
  [[nodiscard]] std::int64_t size() const { return numbers.back(); }
  [[nodiscard]] std::int64_t of_vertex(std::int64_t vertex) const {
    return numbers[static_cast<std::size_t>(owners.of(vertex))];
  }
};

/// The rows of Z^T K Z, all on every rank.
VertexRows coarse_rows(const VertexRows& own, const Parts& parts,
                       const comm::Communicator& communicator) {
  std::vector<double> sums(static_cast<std::size_t>(parts.size()), 0.0);
  std::vector<std::int64_t> met;
  for (std::size_t j = 0; j < own.columns.size(); ++j) {
    const std::int64_t part = parts.of_vertex(own.columns[j]);
    met.push_back(part);
    sums[static_cast<std::size_t>(part)] += own.values[j];
  }
  std::sort(met.begin(), met.end());
  met.erase(std::unique(met.begin(), met.end()), met.end());
  VertexRows row{0, {0}, met, {}};
  for (const std::int64_t part : met) row.values.push_back(sums[static_cast<std::size_t>(part)]);
  if (own.n_rows() > 0) row.offsets.push_back(met.size());
  return replicate(row, communicator);
}

/// A factor, but for the last unknown where the matrix has the constants in its kernel: that is 0.
class ExactSolver {
 public:
  ExactSolver(const VertexRows& rows, bool is_singular)
      : n_(rows.n_rows() - (is_singular && rows.n_rows() > 0 ? 1 : 0)), factor_(rows, n_) {}

  void solve(std::span<double> values) {
    factor_.solve(values.first(n_));
    std::fill(values.begin() + static_cast<std::ptrdiff_t>(n_), values.end(), 0.0);
  }

 private:
  std::size_t n_;
  SupernodalFactor factor_;
};

class VertexSchwarz {
 public:
  VertexSchwarz(const CoarseProblem& problem, VertexNumbering numbering,
                const comm::Communicator& communicator)
      : communicator_(communicator.duplicate()),
        numbering_(std::move(numbering)),
        singular_(problem.singular),
        parts_(numbering_, communicator_),
        own_(assemble_rows(problem, numbering_, communicator_)),
        layer_(own_, communicator_),
        local_(layer_.rows(),
               singular_ && layer_.size() == static_cast<std::size_t>(numbering_.size())),
        coarse_(coarse_rows(own_, parts_, communicator_), singular_),
        rhs_(layer_.n_owned()),
        rest_(layer_.n_owned()),
        solution_(layer_.size()),
        work_(layer_.size()),
        of_parts_(static_cast<std::size_t>(parts_.size())) {
    own_ = {};  // the layer has these rows, too
  }

  void solve(std::span<const double> f, std::span<double> u) {
    check_length(f.size());
    check_length(u.size());
    numbering_.gather(f, rhs_);
    if (singular_) remove_mean(rhs_);
    std::fill(solution_.begin(), solution_.end(), 0.0);
    std::copy(rhs_.begin(), rhs_.end(), rest_.begin());
    smooth();
    if (parts_.size() > 1) {
      take_rest();
      correct();
      take_rest();
      smooth();
    }
    const auto own = std::span(solution_).first(layer_.n_owned());
    if (singular_) remove_mean(own);
    numbering_.scatter(own, u);
  }

 private:
  void take_rest() {
    layer_.fill(solution_);
    layer_.residual(rhs_, solution_, rest_);
  }
  /// Exactly around each rank's own vertices.
  void smooth() {
    std::copy(rest_.begin(), rest_.end(), work_.begin());
    layer_.fill(work_);
    local_.solve(work_);
    for (std::size_t i = 0; i < layer_.n_owned(); ++i) solution_[i] += work_[i];
  }
  /// By a constant on the own vertices of each rank.
  void correct() {
    std::fill(of_parts_.begin(), of_parts_.end(), 0.0);
    const auto part =
        static_cast<std::size_t>(parts_.numbers[static_cast<std::size_t>(communicator_.rank())]);
    if (layer_.n_owned() > 0) of_parts_[part] = std::accumulate(rest_.begin(), rest_.end(), 0.0);
    communicator_.sum(of_parts_);
    coarse_.solve(of_parts_);
    for (std::size_t i = 0; i < layer_.n_owned(); ++i) solution_[i] += of_parts_[part];
  }
  void remove_mean(std::span<double> values) const {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double mean = communicator_.sum(sum) / static_cast<double>(parts_.n_vertices);
    for (double& value : values) value -= mean;
  }
  void check_length(std::size_t length) const {
    if (length != numbering_.numbers().size())
      throw base::Error("coarse problem: a field has " + std::to_string(length) +
                        " values instead of " + std::to_string(numbering_.numbers().size()));
  }

  comm::Communicator communicator_;
  VertexNumbering numbering_;
  bool singular_;
  Parts parts_;
  VertexRows own_;
  VertexLayer layer_;
  ExactSolver local_, coarse_;
  std::vector<double> rhs_, rest_;       ///< [own]
  std::vector<double> solution_, work_;  ///< [own and layer]
  std::vector<double> of_parts_;
};

}  // namespace

CoarseSolver make_vertex_schwarz(const CoarseProblem& problem,
                                 const comm::Communicator& communicator) {
  VertexNumbering numbering(problem.ids, communicator);
  if (numbering.size() <= (problem.singular ? 1 : 0))
    return [](std::span<const double>, std::span<double> u) { std::fill(u.begin(), u.end(), 0.0); };
  const auto solver = std::make_shared<VertexSchwarz>(problem, std::move(numbering), communicator);
  return [solver](std::span<const double> f, std::span<double> u) { solver->solve(f, u); };
}

}  // namespace lobatto::precond
