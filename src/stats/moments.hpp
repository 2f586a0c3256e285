#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/aligned_array.hpp"
#include "base/state_visitor.hpp"
#include "kernels/cost.hpp"
#include "space/element_blocks.hpp"
#include "space/element_operators.hpp"
#include "stats/averaged_mesh.hpp"
#include "stats/averages.hpp"

namespace lobatto::stats {

/// The fields of one moment, [n_elem][k][j][i] each.
struct Sample {
  std::array<std::span<const double>, 3> velocity;
  std::span<const double> pressure;  ///< empty where none is gathered
  double pressure_level = 0;         ///< taken off the pressure
  std::vector<std::span<const double>> scalars;
  std::vector<std::span<const double>> fields = {};   ///< further ones
  std::array<std::span<const double>, 3> force = {};  ///< empty where none is gathered
};

/// Weighted sums, over samples and over the averaged directions of a mesh, of the products that a
/// list of averages is made of: [quantity][column][node].
class MomentSums {
 public:
  MomentSums(const AveragedMesh& mesh, const std::vector<Average>& averages);

  [[nodiscard]] const std::vector<Average>& averages() const { return *averages_; }
  /// Adds weights * products of a block. Weights and the factors that occur in averages are its
  /// values, [element][k][j][i].
  void add(const space::ElementBlock& block, const double* weights,
           const std::array<const double*, n_factors>& factors);
  [[nodiscard]] std::span<double> of(std::size_t quantity) {
    return {sums_.data() + quantity * mesh_->size(), mesh_->size()};
  }
  [[nodiscard]] std::span<const double> of(std::size_t quantity) const {
    return {sums_.data() + quantity * mesh_->size(), mesh_->size()};
  }
  void clear() { sums_.fill(0.0); }

 private:
  /// The values of element e begin at `first` of weights and factors.
  void add_element(int e, std::size_t first, const double* weights,
                   const std::array<const double*, n_factors>& factors);

  const AveragedMesh* mesh_;
  const std::vector<Average>* averages_;
  base::AlignedArray<double> sums_;
};

/// What is gathered of a flow.
struct Gathered {
  Extent extent = Extent::full;
  std::size_t n_scalars = 0;
  std::size_t n_fields = 0;
  bool pressure = true;
  bool force = false;
};

/// Raw moments of velocity, pressure and scalars: sums of weight * mass * product, which divided by
/// the weight of all samples and the mass of a column are averages. Gradients are those of the
/// polynomials of each element.
class Moments {
 public:
  /// `mesh` must live as long.
  Moments(const AveragedMesh& mesh, const Gathered& gathered);

  /// Adds a sample. Not collective.
  void add(const Sample& sample, double weight);
  /// Brings all sums to the owners of their columns. Collective.
  void combine();
  void clear();
  [[nodiscard]] double weight() const { return weight_; }

  [[nodiscard]] const std::vector<Average>& flow_averages() const { return flow_.averages(); }
  [[nodiscard]] const std::vector<Average>& scalar_averages() const { return scalar_averages_; }
  [[nodiscard]] bool has_force() const { return force_.has_value(); }
  /// Averages for the owners of columns, [n_columns][column_size]; zeros elsewhere. The sums must
  /// have been combined.
  [[nodiscard]] std::vector<double> flow_average(std::size_t quantity) const;
  [[nodiscard]] std::vector<double> scalar_average(std::size_t scalar, std::size_t quantity) const;
  /// quantity: of force_averages().
  [[nodiscard]] std::vector<double> force_average(std::size_t quantity) const;
  /// quantity: of field_averages().
  [[nodiscard]] std::vector<double> field_average(std::size_t field, std::size_t quantity) const;

  /// Combines the sums, then names them. Collective.
  void visit_state(base::StateVisitor& visitor, const std::string& path);

 private:
  using Block = space::ElementBlock;
  void add_block(const Sample& sample, const Block& block, double weight);
  void load_weights(const Block& block, double weight);
  void load_flow(const Sample& sample, const Block& block);
  void load_scalar(std::span<const double> scalar, const Block& block);
  /// Of a field, the three that begin with `first`.
  void load_gradient(std::span<const double> field, const Block& block, Factor first);
  [[nodiscard]] std::vector<double> average(std::span<const double> sums) const;
  /// Calls action(name, sums of one quantity) for all.
  template <class Action>
  void for_each(Action action);

  const AveragedMesh* mesh_;
  const std::vector<Average>& scalar_averages_;
  bool needs_gradients_, has_pressure_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::vector<Block> blocks_;
  MomentSums flow_;
  std::optional<MomentSums> force_;
  std::vector<MomentSums> scalars_;
  std::vector<MomentSums> fields_;
  double weight_ = 0;
  /// Of a block: what is not read from the fields where they are.
  base::AlignedArray<double> scratch_;
  std::array<double*, n_factors> scratch_of_{};
  std::array<const double*, n_factors> factors_{};
  double* weights_ = nullptr;
};

/// One sample of one box element of n^3 nodes with sums of column_size values a quantity.
kernels::Cost moments_cost(const kernels::ElementShape& shape, std::size_t column_size,
                           const Gathered& gathered);

}  // namespace lobatto::stats
