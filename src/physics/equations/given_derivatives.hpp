#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "space/boundary.hpp"
#include "space/helmholtz_operator.hpp"
#include "state/variable.hpp"

namespace lobatto::physics {

/// Of one component of a field on one part of the boundary: what is given there.
struct GivenOnPart {
  int component = 0;
  int boundary = 0;
  /// Whose values it gives, local indices; none where it gives a flux.
  std::vector<std::size_t> nodes = {};
};

/// dJ = int density . dg over the parts of the boundary of a name, of one component of a field; at
/// the nodes there, zero elsewhere.
struct BoundaryDerivative {
  std::string boundary;
  int component = 0;
  space::Field density;
};

/// The derivatives of a number J by what the steps that lead to a field u are given: its viscosity
/// or diffusivity nu, and values g on the boundary that do not change with time. A step solves
///   H u_0 = f - H g,   u = u_0 + g,   H = b M + nu K,
/// so that with the cotangents y of u and z = H^-1 y those of f
///   dJ/dnu = -z . K u,   dJ/dg = y - H z,
/// summed over the steps, and what g and nu do to f besides.
class GivenDerivatives {
 public:
  /// level: u of the step that is gone back through; all must live as long.
  GivenDerivatives(const state::Variable& field, const state::Variable& level,
                   const space::FunctionSpace& space);

  [[nodiscard]] const state::Variable& field() const { return field_; }
  void clear();
  /// Of a component of a step, with b and nu.
  void add_solve(double b, double nu, int component, const space::Field& y, const space::Field& z);
  /// dJ/dnu += s . u of the level; s has the cotangents of u for nu = 1.
  void add_to_coefficient(const space::VectorField& s);
  /// The values at the beginning are g as well: y at the nodes where they are given.
  void add_values(int component, const space::Field& y);
  /// dJ/dg at the nodes of the sides of a part, as space::Boundary has them.
  [[nodiscard]] std::vector<double>& on_sides(int component, int boundary);

  /// Collective.
  [[nodiscard]] double of_coefficient() const;
  /// Of what is given on each part. Collective.
  [[nodiscard]] std::vector<BoundaryDerivative> of_boundary(
      std::span<const GivenOnPart> given) const;

 private:
  void add_part(const GivenOnPart& part, const space::Field& of_values, space::Field& sum,
                space::Field& weights) const;

  const state::Variable& field_;
  const state::Variable& level_;
  const space::FunctionSpace& space_;
  std::unique_ptr<space::HelmholtzOperator> stiffness_;
  double of_coefficient_ = 0;               ///< of this rank
  std::vector<space::Field> of_values_;     ///< by component, of each element
  std::vector<std::vector<double>> sides_;  ///< [component][boundary]; empty of most
  std::vector<double> image_;               ///< K z of an element
};

/// Of all fields of a flow.
class FieldsGivenDerivatives {
 public:
  void add(const state::Variable& field, const state::Variable& level,
           const space::FunctionSpace& space) {
    parts_.emplace_back(field, level, space);
  }
  [[nodiscard]] std::vector<GivenDerivatives>& parts() { return parts_; }
  [[nodiscard]] const std::vector<GivenDerivatives>& parts() const { return parts_; }
  [[nodiscard]] GivenDerivatives& of(const state::Variable& field);
  void clear() {
    for (auto& part : parts_) part.clear();
  }

 private:
  std::vector<GivenDerivatives> parts_;
};

}  // namespace lobatto::physics
