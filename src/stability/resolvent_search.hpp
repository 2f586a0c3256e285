#pragma once

#include <complex>
#include <cstddef>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "krylov/hermitian_lanczos.hpp"
#include "physics/equations/equation_system.hpp"
#include "stability/flow_vector.hpp"
#include "stability/harmonic_fit.hpp"
#include "stability/perturbation.hpp"
#include "stability/search.hpp"
#include "state/state.hpp"

namespace lobatto::stability {

struct ResolventSettings {
  std::vector<double> frequencies;  ///< radians per time, see HarmonicFit
  /// Of the eigenvalues of R* R at each of them.
  krylov::EigenSettings eigen{.n_wanted = 1, .dimension = 20, .tolerance = 1e-5};
  int max_propagations = 1000;
  Propagation propagation = {};
  int time_order = 3;
  Perturbation perturbation = {};
};

/// The harmonic force of one frequency to which a flow responds most, and its response: of length 1
/// and of length gain.
struct Resonance {
  double gain = 0;      ///< |u| / |f|
  double residual = 0;  ///< of gain^2, see krylov::HermitianPair
};
struct ResonanceShape {
  std::vector<double> force, response;  ///< complex vectors of the search
};

/// Optimal harmonic forces and responses of a flow that is linearised about a steady one, all of
/// whose perturbations decay: with du/dt = L u + f, f = Re(F exp(i w t)), u = Re(U exp(i w t)) in
/// the end,
///   U = R F,   R = (i w - L)^-1,   gain = |R F| / |F|,
/// in the norm of the energy. F are the eigenvectors of R* R of largest eigenvalue, gain^2, by
/// Lanczos's method. R F is what the steps of the flow make of a force, and R* U what their
/// transpose makes of one, once transients have died away (Monokrousos, Akervik, Brandt &
/// Henningson, J. Fluid Mech. 650, 2010). All frequencies are in one run, whose levels tell them
/// apart (Martini, Rodriguez, Towne & Cavalieri, J. Fluid Mech. 919, A3, 2021): HarmonicFit.
///
/// A propagation is the time in which one set of amplitudes is found. A phase, forwards or back,
/// ends when they have changed by less than a tenth of the tolerance since the one before.
///
/// Vectors are complex here, [2][n_parts][space.size()], the real parts first.
class ResolventSearch final : public Search {
 public:
  /// Of a flow with physics::forced; state and equations must live as long.
  ResolventSearch(state::State& state, physics::EquationSystem& equations,
                  const ResolventSettings& settings);

  /// Back first, from waves in all directions: what is found lies in what R* can give.
  void begin() override;
  physics::StepReport step(physics::EquationSystem& equations, double dt) override;
  [[nodiscard]] bool is_converged() const override;
  [[nodiscard]] bool is_done() const override;
  [[nodiscard]] int n_propagations() const override { return n_propagations_; }
  [[nodiscard]] double progress() const override;
  void visit_state(base::StateVisitor& visitor) override;

  [[nodiscard]] const ResolventSettings& settings() const { return settings_; }
  /// Those that are known so far of a frequency, of largest gain first.
  [[nodiscard]] std::vector<Resonance> resonances(std::size_t frequency) const;
  [[nodiscard]] ResonanceShape shape(std::size_t frequency, std::size_t resonance) const;
  /// Products with R* R so far, the one that begins each search not among them.
  [[nodiscard]] int n_applications() const;
  [[nodiscard]] bool is_going_back() const { return is_going_back_; }
  /// Of the way forwards or back.
  [[nodiscard]] long long n_steps_in_phase() const { return n_in_phase_; }
  /// How much the amplitudes have changed in the last propagation, of themselves.
  [[nodiscard]] double transient() const { return transient_; }

 private:
  using Complex = std::complex<double>;
  struct Harmonic {
    krylov::HermitianLanczos lanczos;
    std::vector<std::vector<double>> responses;  ///< R of what lanczos has given
    std::vector<double> force;                   ///< of this phase; U of one that goes back
    std::vector<double> amplitude, before;       ///< of this propagation, and of the one before
  };

  void take() override;
  void begin_phase(bool is_back);
  void end_phase();
  void end_phase_back(Harmonic& harmonic);
  /// Whether a harmonic still wants products.
  [[nodiscard]] bool is_active(const Harmonic& harmonic) const {
    return harmonic.lanczos.n_applications() == 0 || !harmonic.lanczos.is_done();
  }
  physics::StepReport step_back(double dt);
  /// Sum of all forces of this phase at its time n dt, before its beginning for n < 0.
  [[nodiscard]] std::vector<double> force_at(long long n) const;
  void set_force();
  /// Of level n of the propagation.
  void add_to_amplitudes(std::span<const double> level);
  void turn_amplitudes();
  /// Of the amplitudes since the propagation before.
  struct Change {
    double absolute = 0, relative = 0;
  };
  [[nodiscard]] Change change() const;
  void visit_harmonic(base::StateVisitor& visitor, Harmonic& harmonic, const std::string& name);
  void visit_complex(base::StateVisitor& visitor, const std::string& name,
                     std::span<double> vector) const;
  [[nodiscard]] double dt() const {
    return propagation().horizon / static_cast<double>(propagation().steps);
  }

  state::State& state_;
  physics::EquationSystem& equations_;
  ResolventSettings settings_;
  FlowVector flow_;
  std::vector<double> weight_;  ///< of the inner product
  SumOverRanks sum_;
  std::unique_ptr<physics::AdjointFlow> adjoint_;
  HarmonicFit fit_;
  std::list<Harmonic> harmonics_;  ///< by frequency
  bool is_going_back_ = true;
  bool is_begun_ = false;     ///< the phase that leads to the first vectors is over
  long long n_in_phase_ = 0;  ///< steps
  int n_propagations_ = 0;
  double transient_ = 1;
  double least_change_ = 0;  ///< of this phase
};

}  // namespace lobatto::stability
