#include "particles/tracker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lobatto::particles {

namespace {

constexpr double on_face = 1e-10;  ///< outside by so much is inside
constexpr int most_hops = 200, most_bounces = 16;

/// Less the part along the unit vector n, `times` over.
Vector3 without(const Vector3& a, double times, const Vector3& n) {
  return sum(a, -times * base::dot(a, n), n);
}

/// From level 0 at the begin of a step to a new one with q at its end.
void advance_levels(Particle& particle, const Vector3& q) {
  auto& levels = particle.levels;
  levels[2] = levels[1];
  levels[1] = levels[0];
  levels[0] = {{}, q, {}};
  particle.n_known = std::min<std::int64_t>(particle.n_known + 1, Particle::n_levels);
}

}  // namespace

Flight fly(const Particle& particle, const Arc& arc, double time) {
  return {particle, arc, time, particle.x, sum(particle.x, 1.0, arc.at(time).move)};
}

Flight shift(const Particle& particle, const Vector3& by) {
  Flight flight{particle, {}, 0, particle.x, sum(particle.x, 1.0, by)};
  flight.is_straight = 1;
  return flight;
}

Tracker::Tracker(const space::FunctionSpace& space, std::vector<Wall> walls)
    : space_(space), map_(space), links_(space), walls_(std::move(walls)) {}

Tracker::Outcome Tracker::walk(Flight& flight, Tally& tally) const {
  Particle& particle = flight.particle;
  while (true) {
    if (const auto r = place_in_element(flight)) {
      particle.r = *r;
      particle.x = flight.to;
      if (!flight.is_straight) advance_levels(particle, flight.arc.at(flight.time).q);
      return Outcome::arrived;
    }
    const auto exit = ++flight.n_hops > most_hops ? std::nullopt : exit_of(flight);
    if (!exit) break;
    flight.passed += exit->part * (1 - flight.passed);
    particle.r = exit->r;
    particle.x = exit->x;
    const auto& link = links_.behind(particle.element, exit->face);
    if (link.boundary >= 0) {
      if (!meet(flight, exit->face, walls_[link.boundary], tally)) return Outcome::gone;
      continue;
    }
    if (link.element < 0) break;
    step_over(flight, exit->face);
    if (flight.rank != space_.communicator().rank()) return Outcome::goes_on;
  }
  ++tally.lost;
  return Outcome::gone;
}

std::optional<Vector3> Tracker::place_in_element(const Flight& flight) const {
  const Particle& particle = flight.particle;
  Vector3 to = flight.to;
  if (space_.is_plane()) to[2] = map_.expand(static_cast<int>(particle.element), particle.r).x[2];
  const auto r = map_.invert(static_cast<int>(particle.element), to, particle.r);
  // Where rounding sends it to and fro between two elements one of them takes it.
  const double outside = flight.n_hops > most_hops / 2 ? 1e-6 : on_face;
  if (!r || space::excess_of(*r) > outside) return std::nullopt;
  return r;
}

/// The first face that the path meets, by the coordinates of the place that it leads to; where the
/// solution then lies beside that face, another one was met before.
std::optional<Tracker::Exit> Tracker::exit_of(const Flight& flight) const {
  const Particle& particle = flight.particle;
  const int e = static_cast<int>(particle.element);
  const auto at = map_.expand(e, particle.r);
  const Vector3 way = difference(flight.to, particle.x);
  auto there = map_.invert(e, flight.to, particle.r);
  if (!there) there = sum(particle.r, 1.0, space::solve3(at.jacobian, way));
  Exit guess{-1, 2.0, {}, {}};
  for (int d = 0; d < space_.shape().n_directions(); ++d) {
    const double end = (*there)[d] > 0 ? 1.0 : -1.0;
    if (std::abs((*there)[d]) <= 1 + on_face) continue;
    const double part = std::max(0.0, (end - particle.r[d]) / ((*there)[d] - particle.r[d]));
    if (part < guess.part) guess = {2 * d + (end > 0 ? 1 : 0), part, {}, {}};
  }
  if (guess.face < 0) return std::nullopt;
  guess.r = sum(particle.r, guess.part, difference(*there, particle.r));
  for (int attempt = 0; attempt < 6; ++attempt) {
    auto exit = exit_through(flight, guess.face, guess);
    if (!exit) return std::nullopt;
    int worst = 0;
    for (int d = 1; d < 3; ++d)
      if (std::abs(exit->r[d]) > std::abs(exit->r[worst])) worst = d;
    if (std::abs(exit->r[worst]) > 1 + 1e-8) {
      guess = *exit;
      guess.face = 2 * worst + (exit->r[worst] > 0 ? 1 : 0);
      continue;
    }
    for (double& c : exit->r) c = std::clamp(c, -1.0, 1.0);
    exit->part = std::clamp(exit->part, 0.0, 1.0);
    return exit;
  }
  return std::nullopt;
}

/// Newton's method for two coordinates on the face and the part of the chord:
///   x(r) - x_0 - part (to - x_0) = 0.
std::optional<Tracker::Exit> Tracker::exit_through(const Flight& flight, int face,
                                                   Exit guess) const {
  const Particle& particle = flight.particle;
  const int d = direction_of(face);
  const Vector3 way = difference(flight.to, particle.x);
  guess.face = face;
  guess.r[d] = end_of(face);
  for (int iteration = 0; iteration < 30; ++iteration) {
    const auto at = map_.expand(static_cast<int>(particle.element), guess.r);
    auto columns = at.jacobian;
    columns[d] = scaled(-1.0, way);
    Vector3 lacks = difference(sum(particle.x, guess.part, way), at.x);
    if (space_.is_plane()) columns[d][2] = lacks[2] = 0;
    const Vector3 step = space::solve3(columns, lacks);
    double longest = 0;
    for (int c = 0; c < 3; ++c) {
      (c == d ? guess.part : guess.r[c]) += step[c];
      longest = std::max(longest, std::abs(step[c]));
    }
    if (!(longest < 1e3)) return std::nullopt;
    if (longest > 1e-12 && iteration < 29) continue;
    if (longest > 1e-6) return std::nullopt;
    guess.x = sum(particle.x, guess.part, way);
    return guess;
  }
  return std::nullopt;
}

void Tracker::step_over(Flight& flight, int face) const {
  Particle& particle = flight.particle;
  const auto& link = links_.behind(particle.element, face);
  particle.r = ElementLinks::across(link, face, particle.r);
  if (space_.is_plane()) particle.r[2] = 0;
  particle.element = link.element;
  for (Vector3* const x : {&particle.x, &flight.begin, &flight.to}) *x = sum(*x, 1.0, link.shift);
  particle.passed = difference(particle.passed, link.shift);
  flight.rank = link.rank;
}

bool Tracker::meet(Flight& flight, int face, const Wall& wall, Tally& tally) const {
  switch (wall.action) {
    case Wall::Action::absorb:
      ++tally.absorbed;
      return false;
    case Wall::Action::leave:
      ++tally.left;
      return false;
    case Wall::Action::reflect:
      ++tally.reflected;
      reflect(flight, face, wall.restitution);
  }
  return true;
}

Vector3 Tracker::normal_at(const Flight& flight, int face) const {
  const int d = direction_of(face);
  const auto at = map_.expand(static_cast<int>(flight.particle.element), flight.particle.r);
  return base::unit(
      scaled(end_of(face), base::cross(at.jacobian[(d + 1) % 3], at.jacobian[(d + 2) % 3])));
}

/// Newton's method for the time at which the arc meets the plane of the wall.
double Tracker::meet_arc(Flight& flight, int face, const Vector3& normal) const {
  Particle& particle = flight.particle;
  double s = flight.passed * flight.time;
  for (int iteration = 0; iteration < 4; ++iteration) {
    const Vector3 at = sum(flight.begin, 1.0, flight.arc.at(s).move);
    const double across = base::dot(flight.arc.velocity(s), normal);
    if (!(across > 0)) break;
    s = std::clamp(s - base::dot(difference(at, particle.x), normal) / across, 0.0, flight.time);
  }
  const Vector3 at = sum(flight.begin, 1.0, flight.arc.at(s).move);
  const int e = static_cast<int>(particle.element);
  auto r = map_.invert(e, at, particle.r);
  if (!r) return s;
  for (double& c : *r) c = std::clamp(c, -1.0, 1.0);
  (*r)[direction_of(face)] = end_of(face);
  if (space_.is_plane()) (*r)[2] = 0;
  const double z = at[2];
  particle.r = *r;
  particle.x = map_.expand(e, *r).x;
  if (space_.is_plane()) particle.x[2] = z;
  return s;
}

/// q is mirrored, less what the wall takes; the forces stay. The velocity of the fluid, which leads
/// a tracer out by the error of its path alone, is mirrored where it does so. What would meet the
/// wall again in the same step stays at it.
void Tracker::reflect(Flight& flight, int face, double restitution) const {
  Particle& particle = flight.particle;
  const Vector3 normal = normal_at(flight, face);
  particle.n_known = 0;
  if (flight.is_straight) {
    const Vector3 way = difference(flight.to, particle.x);
    flight.to = sum(particle.x, 1.0, without(way, 1 + restitution, normal));
    return;
  }
  const double s = meet_arc(flight, face, normal);
  Arc arc = flight.arc.from(s);
  if (base::dot(arc.q, normal) > 0) arc.q = without(arc.q, 1 + restitution, normal);
  for (Vector3& u : arc.u)
    if (base::dot(u, normal) > 0) u = without(u, 2.0, normal);
  flight.time -= s;
  if (base::dot(arc.at(flight.time).move, normal) > 0) {
    arc.q = without(arc.q, 1.0, normal);
    for (Vector3& n : arc.n) n = without(n, 1.0, normal);
    for (Vector3& u : arc.u) u = without(u, 1.0, normal);
  }
  if (++flight.n_bounces > most_bounces) flight.time = 0;
  flight.arc = arc;
  flight.passed = 0;
  flight.begin = particle.x;
  flight.to = sum(particle.x, 1.0, arc.at(flight.time).move);
}

}  // namespace lobatto::particles
