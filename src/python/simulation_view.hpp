#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "physics/solvers/elliptic_solver.hpp"
#include "run/records/progress.hpp"
#include "run/simulation.hpp"
#include "space/element_operators.hpp"
#include "space/element_search.hpp"
#include "stability/flow_gradient.hpp"

namespace lobatto::python {

/// What Python sees of a simulation between two steps: fields by name, the mesh, and what is
/// computed of fields. Fields are of all elements of this rank, or of those with fluid. Memory that
/// was shown lives as long as the view.
class SimulationView {
 public:
  /// The simulation must live until end().
  explicit SimulationView(run::Simulation& simulation) : simulation_(&simulation) {}

  /// The simulation goes: all that asks for it throws base::Error from now on.
  void end();
  [[nodiscard]] bool has_ended() const { return simulation_ == nullptr; }

  [[nodiscard]] run::Simulation& simulation() const;
  [[nodiscard]] const space::FunctionSpace& space() const { return simulation().space(); }

  /// u, v, w, p and the other fields of the state, in its order.
  [[nodiscard]] std::vector<std::string> field_names() const;
  /// Level 0 of the field, and whether it may be changed. Throws base::Error with the nearest name.
  struct LiveField {
    std::span<double> values;
    bool is_writable;
  };
  [[nodiscard]] LiveField field(const std::string& name);

  /// The next step begins without a past, from the fields as they are: their past, which somebody
  /// who has changed them did not change, counts no more. Boundary values are imposed. Collective.
  void begin_anew();

  /// Throws base::Error unless these are as many values as there are nodes.
  void require_values(std::span<const double> values) const { static_cast<void>(space_of(values)); }

  /// x, y, z at the nodes of all elements. [3][n_elem][k][j][i]
  [[nodiscard]] const space::VectorField& coordinates();
  /// The diagonal of the mass matrix: quadrature weights times Jacobian.
  [[nodiscard]] const space::Field& mass();
  /// Local indices of the nodes on the boundaries of this name. Throws base::Error. Collective.
  [[nodiscard]] std::vector<std::size_t> boundary(const std::string& name) const;

  /// d(values)/dx_b at the nodes, element by element: two sided at their faces.
  [[nodiscard]] space::VectorField gradient(std::span<const double> values);
  /// Makes copies of nodes equal to their mean. Collective.
  void make_continuous(std::span<double> values) const { space_of(values).make_continuous(values); }
  /// Collective.
  [[nodiscard]] double integrate(std::span<const double> values) const {
    return space_of(values).integrate(values);
  }
  /// Over the parts of a name. Throws base::Error with the nearest name. Collective.
  [[nodiscard]] double integrate_over_boundary(std::span<const double> values,
                                               const std::string& name) const;
  [[nodiscard]] double mean(std::span<const double> values) const {
    return space_of(values).mean(values);
  }
  /// sqrt(integral of values^2). Collective.
  [[nodiscard]] double norm(std::span<const double> values) const;
  struct SensitivityRun {
    long long n_steps;
    std::optional<double> dt;  ///< none: that of the case
    int n_snapshots, n_on_disk;
    std::filesystem::path scratch;  ///< of those on disk
    run::ProgressStyle progress;    ///< of what takes long
  };
  /// The gradient of an objective over steps from the fields as they are, which stay so, see
  /// stability::FlowGradient. Collective.
  [[nodiscard]] stability::FlowGradient::Result find_sensitivity(
      const SensitivityRun& run, stability::FlowGradient::Objective objective);
  /// Collective.
  [[nodiscard]] stability::FlowGradient::Plan plan_sensitivity(long long n_steps, int n_snapshots,
                                                               int n_on_disk);
  /// What is given on the boundaries of a name: u, or the outward du/dn.
  struct GivenSide {
    std::string boundary;
    bool gives_value;
    std::span<const double> field;  ///< at all nodes
  };
  /// u of lambda u - laplace u = f, see physics::EllipticSolver. method: auto, direct or iterative.
  /// Collective.
  [[nodiscard]] space::Field solve_helmholtz(double lambda, std::span<const double> f,
                                             const std::vector<GivenSide>& sides,
                                             const std::string& method, double tolerance);
  /// Values of fields at points of this rank, [field][point]; NaN where a point is in no element.
  /// Collective.
  [[nodiscard]] std::vector<std::vector<double>> interpolate(
      std::span<const std::array<double, 3>> points,
      std::span<const std::span<const double>> fields);

 private:
  [[nodiscard]] stability::FlowGradient& flow_gradient();
  /// Level 0 of a field that there is, whose memory stays.
  std::span<double> show(std::string_view name, int component);
  /// The indices of a boundary's parts. Throws base::Error with the nearest name.
  [[nodiscard]] std::vector<int> boundaries_named(const std::string& name) const;
  /// The whole or its fluid, by the number of values. Throws base::Error.
  [[nodiscard]] const space::FunctionSpace& space_of(std::span<const double> values) const;

  /// What stands on places serves one call alone then.
  [[nodiscard]] bool mesh_moves() const { return simulation().the_case().mesh_moves; }

  run::Simulation* simulation_;
  std::vector<std::shared_ptr<state::Variable>> shown_;
  std::optional<space::VectorField> coordinates_;
  std::optional<space::Field> mass_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::unique_ptr<space::ElementSearch> search_;
  std::unique_ptr<physics::EllipticSolver> elliptic_;
  std::unique_ptr<stability::FlowGradient> flow_gradient_;
};

}  // namespace lobatto::python
