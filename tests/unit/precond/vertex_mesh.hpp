#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "gs/gather_scatter.hpp"
#include "precond/coarse/coarse_problem.hpp"
#include "vertex_stiffness.hpp"

namespace lobatto::test {

/// Between -1 and 1, scrambled from two numbers: the same on any number of ranks.
inline double scrambled(std::uint64_t key, std::uint64_t seed) {
  // The finalizer of MurmurHash3.
  std::uint64_t bits = key + (seed << 40) + 1;
  bits = (bits ^ (bits >> 33)) * 0xff51afd7ed558ccdULL;
  bits = (bits ^ (bits >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  bits ^= bits >> 33;
  return static_cast<double>(bits >> 11) * 0x1p-52 - 1;
}

/// Hexahedra from a box of unit length in each direction whose vertices are moved.
struct VertexMesh {
  std::array<int, 3> n_elements;
  bool periodic = false;
  double displacement = 0;                 ///< at most, of an element length
  bool fixed = false;                      ///< u = 0 on the face x = 0
  std::array<double, 3> lengths{1, 1, 1};  ///< of the box
  bool last_rank_empty = false;
  bool lattice_ids = false;  ///< x + n_x (y + n_y z), otherwise scattered over 64 bits

  [[nodiscard]] int n_total() const { return n_elements[0] * n_elements[1] * n_elements[2]; }

  /// Elements of a rank, numbered x fastest.
  [[nodiscard]] std::array<int, 2> range(int rank, int n_ranks) const {
    const int n_parts = last_rank_empty && n_ranks > 1 ? n_ranks - 1 : n_ranks;
    const auto begin = [&](int r) { return r >= n_parts ? n_total() : n_total() / n_parts * r; };
    return {begin(rank), begin(rank + 1)};
  }
  [[nodiscard]] std::array<int, 3> lattice(int element, std::size_t corner) const {
    const int x = element % n_elements[0], y = element / n_elements[0] % n_elements[1];
    const int z = element / n_elements[0] / n_elements[1];
    return {x + static_cast<int>(corner % 2), y + static_cast<int>(corner / 2 % 2),
            z + static_cast<int>(corner / 4)};
  }
  [[nodiscard]] std::int64_t vertex(std::array<int, 3> p) const {
    std::int64_t number = 0;
    for (std::size_t d = 3; d-- > 0;) {
      const int n = n_elements[d] + (periodic ? 0 : 1);
      number = number * n + p[d] % n;
    }
    return number;
  }
  [[nodiscard]] std::array<double, 24> corners(int element) const {
    std::array<double, 24> x;
    for (std::size_t a = 0; a < 8; ++a) {
      const auto p = lattice(element, a);
      for (std::size_t d = 0; d < 3; ++d) {
        const double move = displacement * scrambled(static_cast<std::uint64_t>(vertex(p)), d);
        x[d * 8 + a] = lengths[d] * (p[d] + move) / n_elements[d];
      }
    }
    return x;
  }
  [[nodiscard]] std::int64_t id(int element, std::size_t corner) const {
    const auto p = lattice(element, corner);
    if (fixed && (p[0] == 0 || (periodic && p[0] == n_elements[0]))) return -1;
    const std::int64_t v = vertex(p);
    // An odd factor shuffles the numbers without repetition.
    return lattice_ids ? v : static_cast<std::int64_t>((v * 0x9e3779b97f4a7c15ULL) >> 8);
  }
  [[nodiscard]] precond::CoarseProblem problem(const comm::Communicator& communicator) const {
    precond::CoarseProblem result;
    result.singular = !fixed;
    const auto [begin, end] = range(communicator.rank(), communicator.size());
    for (int e = begin; e < end; ++e) {
      auto& ids = result.ids.emplace_back();
      for (std::size_t a = 0; a < 8; ++a) ids[a] = id(e, a);
      result.matrices.push_back(vertex_stiffness(corners(e)));
    }
    return result;
  }
  /// Shares of a random right-hand side; of a singular problem with sum zero.
  [[nodiscard]] std::vector<double> shares(const comm::Communicator& communicator,
                                           std::uint64_t seed = 7) const {
    const auto number = [&](int e, std::size_t a) {
      return scrambled(static_cast<std::uint64_t>(e) * 8 + a, seed);
    };
    double mean = 0;
    if (!fixed) {
      for (int e = 0; e < n_total(); ++e)
        for (std::size_t a = 0; a < 8; ++a) mean += number(e, a) / (8.0 * n_total());
    }
    const auto [begin, end] = range(communicator.rank(), communicator.size());
    std::vector<double> f;
    for (int e = begin; e < end; ++e)
      for (std::size_t a = 0; a < 8; ++a) f.push_back(number(e, a) - mean);
    return f;
  }
};

/// A problem with its operator applied element by element, and inner products that count each
/// vertex once.
class VertexOperator {
 public:
  VertexOperator(const precond::CoarseProblem& problem, const comm::Communicator& communicator)
      : problem_(problem), communicator_(communicator) {
    for (const auto& element : problem.ids) ids_.insert(ids_.end(), element.begin(), element.end());
    gather_scatter_ = std::make_unique<gs::GatherScatter>(ids_, communicator);
  }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }
  /// Sums over the copies, zero where fixed.
  void assemble(std::span<double> values) const {
    gather_scatter_->add(values);
    for (std::size_t q = 0; q < size(); ++q)
      if (ids_[q] < 0) values[q] = 0;
  }
  void multiply(std::span<const double> x, std::span<double> y) const {
    for (std::size_t e = 0; e < problem_.matrices.size(); ++e) {
      for (std::size_t a = 0; a < 8; ++a) {
        double sum = 0;
        for (std::size_t b = 0; b < 8; ++b) sum += problem_.matrices[e][a * 8 + b] * x[e * 8 + b];
        y[e * 8 + a] = sum;
      }
    }
    assemble(y);
  }
  [[nodiscard]] std::span<const double> weights() const {
    return gather_scatter_->inverse_multiplicity();
  }
  [[nodiscard]] double inner(std::span<const double> x, std::span<const double> y) const {
    double sum = 0;
    for (std::size_t q = 0; q < size(); ++q)
      if (ids_[q] >= 0) sum += weights()[q] * x[q] * y[q];
    return communicator_.sum(sum);
  }
  [[nodiscard]] double norm(std::span<const double> x) const { return std::sqrt(inner(x, x)); }
  /// |f - K u| / |f| with shares f and continuous u.
  [[nodiscard]] double residual(std::span<const double> f, std::span<const double> u) const {
    std::vector<double> assembled(f.begin(), f.end()), image(size());
    assemble(assembled);
    const double scale = norm(assembled);
    multiply(u, image);
    for (std::size_t q = 0; q < size(); ++q) assembled[q] -= image[q];
    return norm(assembled) / scale;
  }
  /// Of the values, over the vertices.
  [[nodiscard]] double mean(std::span<const double> u) const {
    const std::vector<double> ones(size(), 1.0);
    return inner(u, ones) / inner(ones, ones);
  }
  /// The largest difference between two copies of a vertex or, where fixed, from zero.
  [[nodiscard]] double jump(std::span<const double> u) const {
    const auto values = communicator_.all_gather(u);
    const std::vector<long long> own(ids_.begin(), ids_.end());
    const auto ids = communicator_.all_gather(std::span<const long long>(own));
    std::map<long long, double> value_of;
    double largest = 0;
    for (std::size_t q = 0; q < ids.size(); ++q) {
      const double expected =
          ids[q] < 0 ? 0 : value_of.try_emplace(ids[q], values[q]).first->second;
      largest = std::max(largest, std::abs(values[q] - expected));
    }
    return largest;
  }

 private:
  const precond::CoarseProblem& problem_;
  const comm::Communicator& communicator_;
  std::vector<std::int64_t> ids_;
  std::unique_ptr<gs::GatherScatter> gather_scatter_;
};

}  // namespace lobatto::test
