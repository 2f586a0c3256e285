#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "base/state_visitor.hpp"
#include "krylov/krylov_schur.hpp"
#include "physics/base_orbit.hpp"
#include "physics/equations/equation_system.hpp"
#include "stability/flow_vector.hpp"
#include "stability/perturbation.hpp"
#include "stability/search.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

/// Of what the search finds the eigenvectors, with A the propagator over T: `modes` of A;
/// `adjoint_modes` of A*, its adjoint in the inner product of the energy; `transient_growth` of A*
/// A, the perturbations whose energy grows most from 0 to T. `sensitivity`: of A, and then of A*,
/// see SensitivitySearch.
enum class SearchKind { modes, adjoint_modes, transient_growth, sensitivity };

struct ModeSettings {
  SearchKind kind = SearchKind::modes;
  krylov::EigenSettings eigen{.n_wanted = 4, .dimension = 40, .tolerance = 1e-7};
  Propagation propagation = {};
  int time_order = 3;
  /// Of sensitivities: also what a steady force changes.
  bool of_steady_force = false;
  /// About a flow that is periodic in time eigenvalues are Floquet multipliers.
  Perturbation perturbation = {};

  /// Of the operator whose eigenvectors are sought.
  [[nodiscard]] Propagation application() const {
    const int times = kind == SearchKind::transient_growth ? 2 : 1;
    return {times * propagation.steps, times * propagation.horizon};
  }
};

/// exp(s t) (real + i imaginary), s = growth + i frequency; of transient growth the perturbation
/// with which the energy grows by a factor.
struct Mode {
  double growth = 0;                ///< per time; or that factor
  double frequency = 0;             ///< radians per time
  double residual = 0;              ///< of the propagator, see krylov::Eigenpair
  std::complex<double> eigenvalue;  ///< of that; about an orbit a multiplier
};
/// Its vectors as those of the search: velocity, then scalars, one component after the other.
struct ModeShape {
  std::vector<double> real, imaginary;  ///< the latter empty of a mode without frequency
};

/// The modes of largest growth of a linearised flow: eigenvectors of its propagator over a time T,
/// A u(t) = u(t + T), whose eigenvalues are exp(s T), of the adjoint, or of A* A. It takes the
/// steps of the equations and of their adjoint; at the end of each application it begins the next
/// with the vector that Krylov-Schur asks for. Vectors are orthogonal in the inner product of the
/// energy,
///   int u . v + theta phi dx.
class ModeSearch final : public Search {
 public:
  /// state and equations must live as long. orbit: the base flow where it is periodic.
  ModeSearch(state::State& state, physics::EquationSystem& equations, const ModeSettings& settings,
             std::shared_ptr<const physics::BaseOrbit> orbit = {});

  /// Sets the fields to the first vector, waves in all directions.
  void begin() override;
  /// Forwards or backwards.
  physics::StepReport step(physics::EquationSystem& equations, double dt) override;
  [[nodiscard]] bool is_done() const override { return krylov_.is_done(); }
  [[nodiscard]] bool is_converged() const override { return krylov_.found().converged; }
  [[nodiscard]] int n_propagations() const override { return krylov_.n_applications(); }
  void visit_state(base::StateVisitor& visitor) override;
  /// Those that are known so far, of largest growth first.
  [[nodiscard]] std::vector<Mode> modes() const;
  [[nodiscard]] std::vector<ModeShape> shapes();
  /// A v: what becomes of such a vector by the time T. Takes the steps, which the run does not
  /// count, and leaves the fields there. Collective.
  [[nodiscard]] std::vector<double> propagated(std::span<const double> vector);
  /// The parts of such a vector: three components, then scalars.
  [[nodiscard]] std::vector<std::span<const double>> parts_of(
      std::span<const double> vector) const {
    return flow_.parts_of(vector);
  }
  [[nodiscard]] const ModeSettings& settings() const { return settings_; }
  /// Of a search for adjoint modes: the next propagation back begins with this vector, and ends
  /// with adjoint().result().
  void begin_back_with(std::span<const double> vector) {
    begin_back_with(vector, settings_.propagation.steps);
  }
  [[nodiscard]] physics::AdjointFlow& adjoint() { return *adjoint_; }

 private:
  void take() override;
  [[nodiscard]] double dt() const {
    return settings_.propagation.horizon / static_cast<double>(settings_.propagation.steps);
  }
  /// Whether the next step leads backwards.
  [[nodiscard]] bool is_going_back() const;
  physics::StepReport step_back(double dt);
  void begin_with(std::span<const double> vector);
  void begin_back_with(std::span<const double> vector, long long n_steps);

  state::State& state_;
  physics::EquationSystem& equations_;
  ModeSettings settings_;
  std::shared_ptr<const physics::BaseOrbit> orbit_;  ///< null about a steady flow
  std::unique_ptr<physics::AdjointFlow> adjoint_;    ///< null where nothing asks for it
  const space::FunctionSpace& space_;
  FlowVector flow_;
  std::vector<double> weight_;  ///< of the inner product
  SumOverRanks sum_;
  krylov::KrylovSchur krylov_;
};

}  // namespace lobatto::stability
