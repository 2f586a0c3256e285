#include "accept/particles/plasma.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/stopwatch.hpp"
#include "comm/exchange/record_exchange.hpp"

namespace lobatto::accept {

namespace {

NodeBox nodes_of(const RankBox& box) {
  NodeBox nodes{};
  for (int d = 0; d < 3; ++d) {
    nodes.first[static_cast<std::size_t>(d)] = box.first(d);
    nodes.count[static_cast<std::size_t>(d)] = box.count(d);
  }
  return nodes;
}

std::array<double, 3> spacing_of(const RankBox& box, const std::array<double, 3>& lengths) {
  return {lengths[0] / box.size()[0], lengths[1] / box.size()[1], lengths[2] / box.size()[2]};
}

/// Around the ends of a box of n cells. What rounding puts on the upper end is at the lower one.
double wrapped(double x, int n) {
  if (x < 0) x += n * std::ceil(-x / n);
  if (x >= n) x -= n * std::floor(x / n);
  return x < n ? x : 0.0;
}

void add_seconds(double& sum, base::Stopwatch& watch) {
  sum += watch.seconds();
  watch = {};
}

}  // namespace

Plasma::Plasma(const PlasmaSetup& setup, const std::function<Particle(long long)>& particle,
               const comm::Communicator& communicator)
    : communicator_(communicator),
      setup_(setup),
      box_(setup.settings, {1, 1, 1}, 2, communicator.rank(), communicator.size()),
      nodes_(nodes_of(box_)),
      spacing_(spacing_of(box_, setup.lengths)),
      electric_field_(box_, spacing_, communicator),
      density_ghosts_(box_, nodes_, 1, communicator),
      field_ghosts_(box_, nodes_, std::tuple_size_v<FieldAtNode>, communicator),
      density_(nodes_.n_nodes()),
      field_(nodes_.n_nodes()) {
  const long long n = setup.n_particles, rank = communicator.rank(), size = communicator.size();
  for (long long i = n * rank / size; i < n * (rank + 1) / size; ++i)
    particles_.push_back(particle(i));
  exchange();
  account_ = {};
}

void Plasma::step() {
  base::Stopwatch watch;
  find_density();
  add_seconds(account_.deposit, watch);
  find_field();
  add_seconds(account_.field, watch);
  twice_kinetic_ = push(particles_, nodes_, field_.data(), setup_.dt, spacing_);
  add_seconds(account_.push, watch);
  exchange();
  add_seconds(account_.exchange, watch);
  ++account_.n_steps;
}

void Plasma::find_density() {
  density_.fill(0);
  deposit(particles_, nodes_, density_.data());
  density_ghosts_.add(density_.data());
  const double weight = box_.n_cells_in_all() / static_cast<double>(setup_.n_particles);
  for (double& value : density_) value *= weight;
}

void Plasma::find_field() {
  electric_field_.solve(nodes_, density_.data(), field_.data());
  field_ghosts_.fill(field_.data()->data());
}

int Plasma::rank_of(const Particle& particle) const {
  return box_.rank_at({box_.shares(0).part_of(static_cast<int>(particle.x[0])),
                       box_.shares(1).part_of(static_cast<int>(particle.x[1])), 0});
}

void Plasma::exchange() {
  const std::array<int, 2> end{nodes_.first[0] + nodes_.count[0],
                               nodes_.first[1] + nodes_.count[1]};
  leaving_.clear();
  std::size_t n_staying = 0;
  for (Particle& particle : particles_) {
    for (std::size_t d = 0; d < 3; ++d) particle.x[d] = wrapped(particle.x[d], box_.size()[d]);
    const bool stays = particle.x[0] >= nodes_.first[0] && particle.x[0] < end[0] &&
                       particle.x[1] >= nodes_.first[1] && particle.x[1] < end[1];
    if (stays)
      particles_[n_staying++] = particle;
    else
      leaving_.push_back(particle);
  }
  particles_.resize(n_staying);
  account_.n_moved += static_cast<double>(leaving_.size());
  if (communicator_.size() == 1) return;
  const auto arrived = comm::send_records(
      std::span<const Particle>(leaving_), [this](const Particle& p) { return rank_of(p); },
      communicator_);
  particles_.insert(particles_.end(), arrived.begin(), arrived.end());
}

Plasma::Moment Plasma::moment() const {
  // Of this rank: sums over nodes of n, n phi and n cos(k x), and the kinetic energy.
  std::array<double, 4> sums{0, 0, 0, twice_kinetic_};
  for (int k = 0; k < nodes_.count[2]; ++k)
    for (int j = 0; j < nodes_.count[1]; ++j)
      for (int i = 0; i < nodes_.count[0]; ++i) {
        const std::size_t at = static_cast<std::size_t>(k) * nodes_.plane() +
                               static_cast<std::size_t>(j) * nodes_.row() +
                               static_cast<std::size_t>(i);
        const double angle = 2 * std::numbers::pi * (nodes_.first[0] + i) / box_.size()[0];
        sums[0] += density_[at];
        sums[1] += density_[at] * field_[at][3];
        sums[2] += density_[at] * std::cos(angle);
      }
  communicator_.sum(sums);
  const double n_cells = box_.n_cells_in_all();
  const double cell = spacing_[0] * spacing_[1] * spacing_[2];
  const double mass = cell * n_cells / static_cast<double>(setup_.n_particles);
  const double field_energy = 0.5 * cell * sums[1];
  return {sums[0] / n_cells, field_energy, field_energy + 0.5 * mass * sums[3],
          2 * sums[2] / n_cells};
}

std::array<double, 3> Plasma::mean_velocity() const {
  std::array<double, 3> sums{};
  for (const Particle& particle : particles_)
    for (std::size_t d = 0; d < 3; ++d) sums[d] += particle.v[d];
  communicator_.sum(sums);
  for (double& sum : sums) sum /= static_cast<double>(setup_.n_particles);
  return sums;
}

std::size_t Plasma::bytes_sent() const {
  return electric_field_.bytes_sent() + density_ghosts_.bytes_sent() + field_ghosts_.bytes_sent();
}

}  // namespace lobatto::accept
