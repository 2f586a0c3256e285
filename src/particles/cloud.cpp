#include "particles/cloud.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

#include "comm/exchange/record_exchange.hpp"
#include "space/point_basis.hpp"

namespace lobatto::particles {

namespace {

constexpr std::size_t row_length = sizeof(Particle) / sizeof(double);

}  // namespace

Cloud::Cloud(const space::FunctionSpace& space, const Settings& settings)
    : space_(space),
      name_(settings.name),
      motion_(settings.material),
      order_(settings.order),
      tracker_(space, settings.walls) {}

void Cloud::look(Particle& particle, const space::VectorField& u) const {
  const space::PointBasis basis(tracker_.map(), particle.r);
  const std::size_t first = particle.element * space_.element_size();
  auto& now = particle.levels[0];
  Vector3 along{};
  if (motion_.has_gradient()) {
    std::array<std::array<double, 4>, 3> values;
    for (int c = 0; c < 3; ++c) {
      values[c] = basis.value_and_slopes(u[c].data() + first);
      now.u[c] = values[c][0];
    }
    const auto at = tracker_.map().expand(static_cast<int>(particle.element), particle.r);
    const Vector3 slip = difference(now.u, motion_.velocity(now));
    const Vector3 in_element = space::solve3(at.jacobian, slip);
    for (int c = 0; c < 3; ++c)
      for (int a = 0; a < 3; ++a) along[c] += in_element[a] * values[c][1 + a];
  } else {
    for (int c = 0; c < 3; ++c) now.u[c] = basis.value(u[c].data() + first);
  }
  now.rate = motion_.rate(now, along);
}

void Cloud::add(std::span<const Vector3> points, std::span<const PointFinder::Place> here,
                const std::optional<Vector3>& velocity, const space::VectorField& u) {
  for (const auto& [point, element, r] : here) {
    Particle& particle = particles_.emplace_back();
    particle.id = n_added_ + static_cast<std::int64_t>(point);
    particle.element = element;
    particle.x = points[point];
    particle.r = r;
    particle.n_known = 1;
    look(particle, u);
    auto& now = particle.levels[0];
    now.q = motion_.q_of(velocity.value_or(now.u), now.u);
    look(particle, u);
  }
  n_added_ += static_cast<std::int64_t>(points.size());
  sort();
}

void Cloud::sort() {
  const auto key = [](const Particle& particle) {
    return std::pair(particle.element, particle.id);
  };
  if (std::ranges::is_sorted(particles_, {}, key)) return;
  std::vector<std::array<std::int64_t, 3>> order;
  order.reserve(particles_.size());
  for (std::size_t i = 0; i < particles_.size(); ++i)
    order.push_back({particles_[i].element, particles_[i].id, static_cast<std::int64_t>(i)});
  std::ranges::sort(order);
  std::vector<Particle> sorted;
  sorted.reserve(particles_.size());
  for (const auto& entry : order) sorted.push_back(particles_[entry[2]]);
  particles_ = std::move(sorted);
}

void Cloud::finish(std::vector<Flight> flights, std::vector<Particle>& arrived) {
  const auto& communicator = space_.communicator();
  while (communicator.sum(static_cast<long long>(flights.size())) > 0) {
    auto here = comm::send_records(
        std::span<const Flight>(flights),
        [](const Flight& flight) { return static_cast<int>(flight.rank); }, communicator);
    flights.clear();
    for (Flight& flight : here) {
      const auto outcome = tracker_.walk(flight, tally_);
      if (outcome == Tracker::Outcome::arrived) arrived.push_back(flight.particle);
      if (outcome == Tracker::Outcome::goes_on) flights.push_back(flight);
    }
  }
}

void Cloud::step(double dt, const space::VectorField& u) {
  steps_.next = dt;
  std::vector<Flight> travelling;
  std::size_t n_kept = 0;
  for (const Particle& particle : particles_) {  // those that stay move to its front
    Flight flight = fly(particle, arc_of(particle, motion_, steps_, order_), dt);
    const auto outcome = tracker_.walk(flight, tally_);
    if (outcome == Tracker::Outcome::arrived) particles_[n_kept++] = flight.particle;
    if (outcome == Tracker::Outcome::goes_on) travelling.push_back(flight);
  }
  particles_.resize(n_kept);
  finish(std::move(travelling), particles_);
  steps_.before = {dt, steps_.before[0]};
  sort();
  for (Particle& particle : particles_) look(particle, u);
  if (order_ > 1) correct(dt, u);
}

void Cloud::correct(double dt, const space::VectorField& u) {
  std::vector<Flight> flights;
  std::vector<Particle> kept;
  const auto was_first = [](const Particle& particle) { return particle.n_known == 2; };
  const long long n_first = std::ranges::count_if(particles_, was_first);
  if (space_.communicator().sum(n_first) == 0) return;
  for (const Particle& particle : particles_) {
    if (!was_first(particle)) {
      kept.push_back(particle);
      continue;
    }
    const auto lacks = correction_of(particle, motion_, dt);
    Flight& flight = flights.emplace_back(shift(particle, lacks.move));
    auto& q = flight.particle.levels[0].q;
    q = sum(q, 1.0, lacks.q);
    flight.rank = space_.communicator().rank();
  }
  std::vector<Particle> corrected;
  finish(std::move(flights), corrected);
  for (Particle& particle : corrected) {
    look(particle, u);
    if (particle.n_known == 0) particle.n_known = 1;  // it has met a wall
    kept.push_back(particle);
  }
  particles_ = std::move(kept);
  sort();
}

Cloud::Summary Cloud::summary() const {
  std::array<double, 15> sums{};
  sums[0] = static_cast<double>(particles_.size());
  const std::array counts{tally_.reflected, tally_.absorbed, tally_.left, tally_.lost};
  for (std::size_t i = 0; i < counts.size(); ++i) sums[1 + i] = static_cast<double>(counts[i]);
  for (const Particle& particle : particles_) {
    const Vector3 v = motion_.velocity(particle.levels[0]);
    const Vector3 drag = motion_.drag(particle.levels[0]);
    for (int d = 0; d < 3; ++d) {
      sums[5 + d] += v[d];
      sums[8 + d] += v[d] * v[d];
      sums[11 + d] += drag[d];
    }
  }
  space_.communicator().sum(sums);
  const auto count = [&](std::size_t i) { return static_cast<long long>(sums[i]); };
  Summary summary{count(0), {count(1), count(2), count(3), count(4)}};
  for (int d = 0; d < 3 && summary.count > 0; ++d) {
    summary.mean_velocity[d] = sums[5 + d] / sums[0];
    const double square = sums[8 + d] / sums[0] - std::pow(summary.mean_velocity[d], 2);
    summary.rms_velocity[d] = std::sqrt(std::max(0.0, square));
    summary.mean_drag[d] = sums[11 + d] / sums[0];
  }
  return summary;
}

void Cloud::add_reaction(double number, space::VectorField& force) const {
  const std::size_t size = space_.element_size();
  for (auto next = particles_.begin(); next != particles_.end();) {
    const auto element = static_cast<int>(next->element);
    Vector3 felt{};
    for (; next != particles_.end() && next->element == element; ++next)
      felt = sum(felt, -number * motion_.mass(), motion_.drag(next->levels[0]));
    const auto mass = space_.mass(element);
    double volume = 0;
    for (std::size_t q = 0; q < size; ++q) volume += mass(q);
    for (int c = 0; c < 3; ++c)
      for (std::size_t q = 0; q < size; ++q)
        force[c][element * size + q] += felt[c] * mass(q) / volume;
  }
}

bool Cloud::visit_state(base::StateVisitor& visitor) {
  const std::string path = "particles/" + name_;
  if (!visitor.has(path + "/count")) return false;
  visitor.visit(path + "/added", n_added_);
  visitor.visit(path + "/last_step", steps_.before[0]);
  visitor.visit(path + "/step_before", steps_.before[1]);
  visit_tally(visitor, path);
  std::int64_t n_all = space_.communicator().sum(static_cast<long long>(particles_.size()));
  visitor.visit(path + "/count", n_all);
  visit_particles(visitor, path, n_all);
  return true;
}

/// What all ranks have counted is counted by the first one after a restart.
void Cloud::visit_tally(base::StateVisitor& visitor, const std::string& path) {
  const auto& communicator = space_.communicator();
  for (auto& [name, value] :
       {std::pair("reflected", &tally_.reflected), std::pair("absorbed", &tally_.absorbed),
        std::pair("left", &tally_.left), std::pair("lost", &tally_.lost)}) {
    std::int64_t all = communicator.sum(*value);
    visitor.visit(path + "/" + name, all);
    if (visitor.loads()) *value = communicator.rank() == 0 ? all : 0;
  }
}

/// A row each; a load deals them to the ranks as they come, and then to those that have their
/// elements.
void Cloud::visit_particles(base::StateVisitor& visitor, const std::string& path,
                            std::int64_t n_all) {
  const auto& communicator = space_.communicator();
  const std::int64_t rank = communicator.rank(), size = communicator.size();
  const auto count = static_cast<long long>(particles_.size());
  std::int64_t first = communicator.exclusive_sum(count), end = first + count;
  if (visitor.loads()) {
    first = n_all * rank / size;
    end = n_all * (rank + 1) / size;
  } else {
    for (Particle& particle : particles_)
      particle.element = space_.element_number(static_cast<int>(particle.element));
  }
  std::vector<std::int64_t> keys;
  for (std::int64_t key = first; key < end; ++key) keys.push_back(key);
  std::vector<double> rows(keys.size() * row_length);
  if (!visitor.loads() && count > 0)
    std::memcpy(rows.data(), particles_.data(), rows.size() * sizeof(double));
  visitor.visit(path + "/rows", {"particles_" + name_, keys, row_length}, rows);
  particles_.resize(keys.size());
  if (!keys.empty())
    std::memcpy(static_cast<void*>(particles_.data()), rows.data(), rows.size() * sizeof(double));
  distribute(std::exchange(particles_, {}));
}

void Cloud::distribute(std::vector<Particle> particles) {
  struct Owner {
    std::int64_t number, rank, element;
  };
  const auto& communicator = space_.communicator();
  const auto desk_of = [&](std::int64_t number) {
    return static_cast<int>(number % communicator.size());
  };
  std::vector<Owner> own;
  for (int e = 0; e < space_.n_elements(); ++e)
    own.push_back({space_.element_number(e), communicator.rank(), e});
  std::map<std::int64_t, Owner> listed;
  for (const Owner& owner : comm::send_records(
           std::span<const Owner>(own), [&](const Owner& o) { return desk_of(o.number); },
           communicator))
    listed[owner.number] = owner;
  const auto owners = comm::ask_each<Owner>(
      std::span<const Particle>(particles),
      [&](const Particle& particle) { return desk_of(particle.element); },
      [&](const Particle& particle) { return listed.at(particle.element); }, communicator);
  std::vector<Flight> flights;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    Flight& flight = flights.emplace_back();
    flight.particle = particles[i];
    flight.particle.element = owners[i].element;
    flight.rank = owners[i].rank;
  }
  particles_.clear();
  for (const Flight& flight : comm::send_records(
           std::span<const Flight>(flights),
           [](const Flight& flight) { return static_cast<int>(flight.rank); }, communicator))
    particles_.push_back(flight.particle);
  sort();
}

}  // namespace lobatto::particles
