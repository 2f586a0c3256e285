#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "comm/communicator.hpp"
#include "krylov/krylov_schur.hpp"
#include "physics/equations/equation_system.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

/// Of what the search finds the eigenvectors, with A the propagator over T: `modes` of A;
/// `adjoint_modes` of A*, its adjoint in the inner product of the energy; `transient_growth` of A*
/// A, the perturbations whose energy grows most from 0 to T.
enum class SearchKind { modes, adjoint_modes, transient_growth };

struct ModeSettings {
  SearchKind kind = SearchKind::modes;
  krylov::EigenSettings eigen{.n_wanted = 4, .dimension = 40, .tolerance = 1e-7};
  long long steps = 1;  ///< to T
  double horizon = 1;   ///< T
  int time_order = 3;
  /// Of modes in a plane that are waves along z (physics::linearised); 0: they do not change along
  /// z.
  double wave_number = 0;

  /// Steps of one application of the operator.
  [[nodiscard]] long long steps_of_application() const {
    return kind == SearchKind::transient_growth ? 2 * steps : steps;
  }
};

/// exp(s t) (real + i imaginary), s = growth + i frequency; of transient growth the perturbation
/// with which the energy grows by a factor.
struct Mode {
  double growth = 0;     ///< per time; or that factor
  double frequency = 0;  ///< radians per time
  double residual = 0;   ///< of the propagator, see krylov::Eigenpair
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
class ModeSearch {
 public:
  /// state and equations must live as long.
  ModeSearch(state::State& state, physics::EquationSystem& equations, const ModeSettings& settings);

  ModeSearch(const ModeSearch&) = delete;
  ModeSearch& operator=(const ModeSearch&) = delete;

  /// Sets the fields to the first vector, waves in all directions. Collective.
  void begin();
  /// Takes a step, forwards or backwards. Collective.
  physics::StepReport step(double dt);
  /// Of the step that was just taken: an application ends there.
  [[nodiscard]] bool is_due() const {
    return state_.n_steps() % settings_.steps_of_application() == 0;
  }
  /// At the end of an application. Collective.
  void take();
  [[nodiscard]] bool is_done() const { return krylov_.is_done(); }
  [[nodiscard]] bool is_converged() const { return krylov_.found().converged; }
  [[nodiscard]] int n_propagations() const { return krylov_.n_applications(); }
  /// Those that are known so far, of largest growth first.
  [[nodiscard]] std::vector<Mode> modes() const;
  [[nodiscard]] std::vector<ModeShape> shapes();
  /// A v: what becomes of such a vector by the time T. Takes the steps, which the run does not
  /// count, and leaves the fields there. Collective.
  [[nodiscard]] std::vector<double> propagated(std::span<const double> vector);
  /// The parts of such a vector: three components, then scalars.
  [[nodiscard]] std::vector<std::span<const double>> parts_of(std::span<const double> vector) const;
  [[nodiscard]] const ModeSettings& settings() const { return settings_; }
  void visit_state(base::StateVisitor& visitor);

 private:
  struct SumOverRanks {
    const comm::Communicator& communicator;
    void operator()(std::span<double> values) const { communicator.sum(values); }
  };
  [[nodiscard]] std::size_t n_parts() const { return 3 + scalars_.size(); }
  [[nodiscard]] double dt() const {
    return settings_.horizon / static_cast<double>(settings_.steps);
  }
  [[nodiscard]] std::vector<double> random_vector() const;
  [[nodiscard]] std::vector<double> fields() const;
  /// Whether the next step leads backwards.
  [[nodiscard]] bool is_going_back() const;
  physics::StepReport step_back(double dt);
  void begin_with(std::span<const double> vector);
  void begin_back_with(std::span<const double> vector, long long n_steps);

  state::State& state_;
  physics::EquationSystem& equations_;
  ModeSettings settings_;
  std::unique_ptr<physics::AdjointFlow> adjoint_;  ///< null where nothing asks for it
  std::vector<std::string> scalars_;
  std::vector<double> weight_;  ///< of the inner product
  SumOverRanks sum_;
  krylov::KrylovSchur krylov_;
};

}  // namespace lobatto::stability
