#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "physics/scalar_limits.hpp"
#include "space/boundary.hpp"
#include "space/element_blocks.hpp"
#include "space/function_space.hpp"
#include "space/helmholtz_operator.hpp"

namespace lobatto::physics {

/// Inhomogeneous Dirichlet values g of one field, and what they do to a Helmholtz problem: with the
/// extension g_h that is g on the boundary nodes and zero elsewhere, u = u_0 + g_h where A u_0 = f
/// - A g_h and u_0 = 0 on the boundary. Where parts of the boundary meet, the one that was added
/// last holds; homogeneous ones are not added.
class DirichletValues {
 public:
  explicit DirichletValues(const space::FunctionSpace& space,
                           space::VectorPart part = space::VectorPart::scalar);

  /// Gives a part of the boundary its values; a function that does not depend on time is evaluated
  /// only once. It is told nodes and normals. Collective.
  void add_boundary(int index, space::SpaceTimeFunction function, bool depends_on_time);
  /// The same of the part of a velocity along some directions, which FaceFrames impose.
  void add_partial_boundary(int index, space::SpaceTimeFunction function, bool depends_on_time);
  [[nodiscard]] bool empty() const { return parts_.empty(); }

  /// Evaluates the functions at time t.
  void update(double t);
  /// The space has moved: all functions are evaluated anew. Collective.
  void follow_mesh();

  /// rhs -= (mass_coefficient M + K) g_h on the elements of a block, K the stiffness with this
  /// coefficient, of which a field must live as long; rhs [n_elements][n][n][n].
  void subtract_lift(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
                     const space::ElementBlock& block, double* rhs);
  /// g_h; empty where nothing is given.
  [[nodiscard]] std::span<const double> extension() const { return extension_; }
  /// u = g on the boundary nodes, but for those of partial values.
  void impose(std::span<double> u) const;

  /// The nodes whose values a part of the boundary gives, ascending.
  [[nodiscard]] std::vector<std::size_t> nodes_given_by(int index) const;

  /// Takes down what the right-hand side of a block is at the boundary nodes, without the lift, for
  /// `power`. rhs as above.
  void record(const space::ElementBlock& block, const double* rhs);
  /// sum g . (A u - f) over the boundary nodes of this rank's elements, with A as in subtract_lift
  /// and f recorded: u . (A u - f) is zero at all other nodes, so this is the work per time by
  /// which the given values feed the energy of u.
  [[nodiscard]] double power(double mass_coefficient, const space::StiffnessCoefficient& stiffness,
                             std::span<const double> u);
  /// int g over the boundary nodes alone, as the mass matrix of this rank has it.
  [[nodiscard]] double integral() const;
  /// Of the values g, this rank's.
  [[nodiscard]] Range range() const;

 private:
  struct Part {
    int index;  ///< of the boundary
    space::SpaceTimeFunction function;
    bool depends_on_time;
    bool is_partial = false;
    bool is_known = false;
    std::vector<std::size_t> nodes;             ///< those whose value this part gives
    std::array<std::vector<double>, 3> points;  ///< their coordinates
    std::array<std::vector<double>, 3> normals;
    std::vector<double> values;

    /// Leaves nodes, ascending, to another part.
    void leave(const std::vector<std::size_t>& others);
  };
  /// Where the values are that one element lifts.
  struct Lift {
    int element;
    std::vector<std::size_t> nodes;  ///< local indices
    std::vector<double> load;        ///< the recorded right-hand side there
  };
  void find_lifts();
  void find_places(Part& part) const;
  [[nodiscard]] std::span<Lift> lifts_of(const space::ElementBlock& block);
  /// work(run) of each run of elements that follow each other.
  template <class Work>
  static void for_runs(std::span<const Lift> lifts, const Work& work);
  /// image_ = (mass_coefficient M + K) u on a run. u [run][n][n][n]
  void apply_operator(std::span<const Lift> run, double mass_coefficient,
                      const space::StiffnessCoefficient& stiffness, const double* u);

  const space::FunctionSpace& space_;
  space::VectorPart part_;
  const space::ScaledStiffness* field_ = nullptr;  ///< what operator_ was made for
  std::unique_ptr<space::HelmholtzOperator> operator_;
  std::vector<Part> parts_;
  space::Field extension_;     ///< g_h; empty without parts
  std::vector<Lift> lifts_;    ///< one per element that touches a part, ascending
  bool has_lifts_ = false;     ///< they are those of the parts
  std::vector<double> image_;  ///< of a run of elements
};

}  // namespace lobatto::physics
