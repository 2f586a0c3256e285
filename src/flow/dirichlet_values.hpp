#pragma once

#include <span>
#include <vector>

#include "kernels/box_operators.hpp"
#include "space/box_boundary.hpp"
#include "space/box_space.hpp"

namespace lobatto::flow {

/// Inhomogeneous Dirichlet values g of one field, and what they do to a Helmholtz problem: with the
/// extension g_h that is g on the boundary nodes and zero elsewhere, u = u_0 + g_h where A u_0 = f
/// - A g_h and u_0 = 0 on the boundary. Where Dirichlet faces meet, the face that was added last
/// holds at the edge; homogeneous faces are not added.
class DirichletValues {
 public:
  explicit DirichletValues(const space::BoxSpace& space);

  /// Adds the face's values as a function; one that does not depend on time is evaluated only once.
  void add_face(const space::BoxBoundary& boundary, space::SpaceTimeFunction function,
                bool depends_on_time);
  [[nodiscard]] bool empty() const { return faces_.empty(); }

  /// Evaluates the functions at time t.
  void update(double t);

  /// rhs -= (mass_coefficient M + stiffness_coefficient K) g_h on the elements of one column; rhs
  /// [n_x][n][n][n].
  void subtract_lift(double mass_coefficient, double stiffness_coefficient, int column,
                     std::span<double> rhs);
  /// u = g on the boundary nodes.
  void impose(std::span<double> u) const;

 private:
  struct FaceValues {
    space::BoxBoundary boundary;
    space::SpaceTimeFunction function;
    bool depends_on_time;
    std::vector<double> values;  ///< [element][b][a]; empty until first evaluated
  };
  struct Node {
    std::size_t offset;  ///< within the element
    std::size_t face;    ///< whose values hold at this node
    std::size_t index;   ///< into the values of that face
    double value;
  };
  struct Lift {
    int element;
    std::vector<Node> nodes;
  };
  void find_nodes();

  const space::BoxSpace& space_;
  kernels::BoxOperators operators_;
  std::vector<FaceValues> faces_;
  std::vector<Lift> lifts_;  ///< one an element that touches a face, ascending
  std::vector<std::vector<std::size_t>> by_column_;  ///< column -> indices into lifts_
};

}  // namespace lobatto::flow
