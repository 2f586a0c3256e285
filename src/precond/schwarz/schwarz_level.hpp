#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "gs/gather_scatter.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/batches/element_batches.hpp"
#include "kernels/cost.hpp"
#include "precond/schwarz/schwarz_smoother.hpp"
#include "space/function_space.hpp"

namespace lobatto::precond {

/// The stiffness operator of batches of elements of a space in one precision, whichever its
/// geometry. Holds its workspace: one object a thread.
template <class Real>
class ElementStiffness {
 public:
  virtual ~ElementStiffness() = default;
  /// out = K u on the elements of one batch; u and out [k][j][i][lane], not the same.
  virtual void apply(int batch, const Real* u, Real* out) = 0;
  /// Of one element.
  [[nodiscard]] virtual kernels::Cost cost() const = 0;
};

/// `arithmetic` must live as long.
template <class Real>
std::unique_ptr<ElementStiffness<Real>> make_element_stiffness(
    const space::FunctionSpace& space, const kernels::ElementBatches& batches,
    const kernels::BatchArithmetic<Real>& arithmetic);

/// One level of the multigrid that is smoothed: the mesh at one polynomial order, its stiffness
/// operator and its Schwarz smoother, in one precision. Fields are in batches of elements
/// (kernels/batches/element_batches.hpp). A residual is assembled: its copies are sums over the
/// elements. A correction in the making is a field of shares: what becomes of it when its copies
/// are summed (assemble) and averaged (average).
template <class Real>
class SchwarzLevel {
 public:
  /// The mesh of `space` with n nodes per direction. Smooths twenty times to find omega. `batches`,
  /// the first of which hold all elements with values of other ranks, and `arithmetic` must live as
  /// long. Collective.
  SchwarzLevel(const space::FunctionSpace& space, const space::BoundaryConditions& conditions,
               int n, const kernels::ElementBatches& batches,
               const kernels::BatchArithmetic<Real>& arithmetic);
  SchwarzLevel(const SchwarzLevel&) = delete;
  SchwarzLevel& operator=(const SchwarzLevel&) = delete;
  ~SchwarzLevel() = default;

  [[nodiscard]] int n() const { return shape_.n; }
  [[nodiscard]] const kernels::ElementShape& shape() const { return shape_; }
  [[nodiscard]] std::size_t size() const { return inverse_multiplicity_.size(); }
  [[nodiscard]] std::size_t element_size() const { return element_size_; }
  /// Of a field: [k][j][i][lane]
  [[nodiscard]] std::size_t batch_size() const { return batches_.batch_size(element_size_); }
  /// 1 / (number of copies)
  [[nodiscard]] std::span<const Real> weights() const { return inverse_multiplicity_; }

  /// shares (+)= those of S r = omega W sum_e A_e^-1 r on the elements of a batch, of each solution
  /// the nodes of its element, W = 1 / (number of copies). omega is less than 1 where S A would
  /// have eigenvalues near 2 or above. Between send_layers and, for the first batches, take_layers.
  void smooth(int batch, std::span<const Real> r, bool add, std::span<Real> shares) {
    smoother_.solve(batch, r, damping_, add, shares);
  }
  /// What the ranks know of each other's residuals. Both collective.
  void send_layers(std::span<const Real> r) { smoother_.send(r); }
  void take_layers() { smoother_.take(); }
  /// Sums the copies, zero on Dirichlet nodes: sends what other ranks wait for, the shares of the
  /// first batches; then, when all batches are done, takes what they have sent. Both collective.
  void send_shares(std::span<Real> shares) const;
  void take_shares(std::span<Real> shares) const { take_shares(shares, 0); }
  /// Sums what this rank alone holds of the batches up to `batch`, which are done: from where it
  /// has stopped, 0 at first, to where it stops now. take_shares goes on from there.
  std::size_t add_within(std::span<Real> shares, std::size_t from, int batch) const {
    return gather_scatter_.add_within(shares, from, (batch + 1) * batch_size());
  }
  void take_shares(std::span<Real> shares, std::size_t from) const;
  /// Lets messages move on that are under way, if any.
  void progress() const {
    smoother_.progress();
    gather_scatter_.progress();
  }
  /// Divides the sums of one batch by their numbers of copies. sums [batch_size()]
  void average(int batch, Real* sums) const;
  /// shares = those of the elements of a batch in r - A z. [batch_size()]
  void residual(int batch, const Real* r, const Real* z, Real* shares);

  [[nodiscard]] kernels::Cost smoothing_cost() const { return smoother_.cost(); }
  [[nodiscard]] kernels::Cost image_cost() const;

 private:
  SchwarzLevel(const space::FunctionSpace& level, const space::BoundaryConditions& conditions,
               const kernels::ElementBatches& batches,
               const kernels::BatchArithmetic<Real>& arithmetic);
  [[nodiscard]] double largest_eigenvalue(std::span<const std::int64_t> ids,
                                          const comm::Communicator& communicator);
  void assemble(std::span<Real> shares) const;

  kernels::ElementShape shape_;
  std::size_t element_size_;
  const kernels::ElementBatches& batches_;
  gs::GatherScatter gather_scatter_;
  std::unique_ptr<ElementStiffness<Real>> stiffness_;
  SchwarzSmoother<Real> smoother_;
  base::AlignedArray<Real> inverse_multiplicity_;
  std::vector<std::size_t> dirichlet_nodes_;  ///< indices into fields
  Real damping_ = 1;                          ///< omega
};

}  // namespace lobatto::precond
