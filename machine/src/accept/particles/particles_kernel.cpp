#include "accept/kernel_kinds.hpp"

#include "accept/particles/loading.hpp"
#include "accept/particles/plasma.hpp"
#include "accept/particles/waves_of_plasma.hpp"
#include "base/stopwatch.hpp"

namespace lobatto::accept {

namespace {

/// A function: kinds of kernels may be asked for before main.
std::vector<int> size_of_plasma() { return {32, 32, 32}; }
constexpr int particles_per_cell = 16;

/// Warm, a Debye length from node to node: particles change cells and ranks as in a production run.
PlasmaSetup warm_plasma(const KernelSettings& settings, const comm::Communicator& communicator) {
  const RankBox box(settings, size_of_plasma(), 2, communicator.rank(), communicator.size());
  PlasmaSetup setup{.settings = box.settings(), .lengths = {}, .n_particles = 0, .dt = 0.1};
  for (std::size_t d = 0; d < 3; ++d) setup.lengths[d] = box.size()[d];
  setup.settings.ranks.resize(2);
  setup.n_particles = static_cast<long long>(box.n_cells_in_all()) * particles_per_cell;
  return setup;
}

class ParticlesKernel : public Kernel {
 public:
  ParticlesKernel(const KernelSettings& settings, const comm::Communicator& communicator)
      : communicator_(communicator),
        setup_(warm_plasma(settings, communicator)),
        plasma_(setup_,
                quiet_maxwellian(
                    {setup_.settings.size[0], setup_.settings.size[1], setup_.settings.size[2]},
                    setup_.n_particles, 0.0),
                communicator) {}

  void pass() override { plasma_.step(); }

  [[nodiscard]] Work work() const override {
    const auto n = static_cast<double>(setup_.n_particles);
    const ElectricField& field = plasma_.electric_field();
    return {n, (deposit_flops + push_flops) * n + field.flops(),
            particle_bytes * n + field.bytes()};
  }

  std::vector<Figure> figures() override {
    const auto& account = plasma_.account();
    std::array<double, 4> slowest{account.deposit, account.field, account.push, account.exchange};
    communicator_.max(slowest);
    const double passes = account.n_steps;
    const auto n = static_cast<double>(setup_.n_particles);
    const double moved = communicator_.sum(account.n_moved) / passes;
    return {{"deposit, a pass", slowest[0] / passes, "s"},
            {"field, a pass", slowest[1] / passes, "s"},
            {"push, a pass", slowest[2] / passes, "s"},
            {"exchange, a pass", slowest[3] / passes, "s"},
            {"field, per rank",
             1e-9 * plasma_.electric_field().flops() * passes / slowest[1] / communicator_.size(),
             "GFLOP/s"},
            {"particles that change rank in a pass", 100 * moved / n, "%"},
            {"sent per rank and pass, without particles",
             1e-6 * static_cast<double>(plasma_.bytes_sent()), "MB"}};
  }

  std::vector<Answer> answers() override {
    return waves_of_plasma(setup_.settings.ranks, communicator_);
  }

  [[nodiscard]] KernelSettings settings() const override { return plasma_.box().settings(); }

 private:
  const comm::Communicator& communicator_;
  PlasmaSetup setup_;
  Plasma plasma_;
};

}  // namespace

KernelKind particles_kernel() {
  return {.name = "particles",
          .stands_for = "GTC",
          .does =
              "electrostatic particle-in-cell in a periodic box: clouds in cells, field by Fourier "
              "transforms, leapfrog, particles that change rank",
          .left_out =
              "the torus and its magnetic field, gyro-averages, several species, collisions, ranks "
              "that share the particles of one domain",
          .update = "particle update",
          .size = size_of_plasma(),
          .rank_directions = 2,
          .bytes_per_cell = 1750,
          .make = make_kernel<ParticlesKernel>};
}

}  // namespace lobatto::accept
