#include "stability/mode_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

namespace lobatto::stability {

namespace {

std::vector<std::string> scalars_of(const state::State& state) {
  std::vector<std::string> names;
  for (const auto& field : state.variables())
    if (state.find("base_" + field->name()) != nullptr && !field->kind().is_vector)
      names.push_back(field->name());
  return names;
}

/// The mass of each node of an element, for each part of a vector.
std::vector<double> energy_weight(const space::FunctionSpace& space, std::size_t n_parts) {
  std::vector<double> weight;
  for (std::size_t part = 0; part < n_parts; ++part)
    for (int e = 0; e < space.n_elements(); ++e)
      for (std::size_t q = 0; q < space.element_size(); ++q) weight.push_back(space.mass(e)(q));
  return weight;
}

}  // namespace

ModeSearch::ModeSearch(state::State& state, physics::EquationSystem& equations,
                       const ModeSettings& settings)
    : state_(state),
      equations_(equations),
      settings_(settings),
      adjoint_(settings.kind == SearchKind::modes ? nullptr : equations.make_adjoint()),
      scalars_(scalars_of(state)),
      weight_(energy_weight(state.space(), n_parts())),
      sum_{state.space().communicator()},
      krylov_(settings.eigen, {weight_, sum_}) {}

/// An adjoint wants a vector that vanishes where the boundary fixes values.
void ModeSearch::begin() {
  std::vector<double> start = random_vector();
  if (adjoint_) {
    begin_back_with(start, 0);
    start = adjoint_->result();
  }
  krylov_.begin(start);
  begin_with(krylov_.next());
}

/// The same on any number of ranks; copies of a node are equal.
std::vector<double> ModeSearch::random_vector() const {
  const auto& space = state_.space();
  const auto numbers = space.element_numbers();
  std::vector<double> vector;
  for (std::size_t part = 0; part < n_parts(); ++part)
    for (const std::int64_t number : numbers) {
      std::seed_seq seed{static_cast<std::int64_t>(part), number};
      std::mt19937 random(seed);
      const bool is_still = part == 2 && space.is_plane() && settings_.wave_number == 0;
      for (std::size_t q = 0; q < space.element_size(); ++q)
        vector.push_back(is_still ? 0.0 : static_cast<double>(random()) / 0x1p31 - 1);
    }
  for (std::size_t part = 0; part < n_parts(); ++part)
    space.gather_scatter().add(std::span(vector).subspan(part * space.size(), space.size()));
  return vector;
}

bool ModeSearch::is_going_back() const {
  return settings_.kind == SearchKind::adjoint_modes ||
         (settings_.kind == SearchKind::transient_growth &&
          state_.n_steps() % settings_.steps_of_application() >= settings_.steps);
}

physics::StepReport ModeSearch::step(double dt) {
  if (is_going_back()) return step_back(dt);
  auto report = equations_.step(dt);
  if (is_going_back()) begin_back_with(fields(), settings_.steps);
  return report;
}

/// Counted as a step; the fields stay as they are.
physics::StepReport ModeSearch::step_back(double dt) {
  adjoint_->step_back();
  state_.history().finish(state_.history().begin(dt));
  physics::StepReport report;
  report.step = state_.n_steps();
  report.time = state_.time();
  report.dt = dt;
  report.order = settings_.time_order;
  report.state = equations_.look();
  return report;
}

void ModeSearch::take() {
  krylov_.put(adjoint_ ? adjoint_->result() : fields());
  begin_with(krylov_.next());
}

std::vector<double> ModeSearch::fields() const {
  std::vector<double> vector;
  const auto append = [&](const space::Field& field) {
    vector.insert(vector.end(), field.begin(), field.end());
  };
  for (int d = 0; d < 3; ++d) append(state_["velocity"].now(d));
  for (const auto& name : scalars_) append(state_[name].now());
  return vector;
}

void ModeSearch::begin_back_with(std::span<const double> vector, long long n_steps) {
  adjoint_->begin(parts_of(vector), n_steps, dt(), settings_.time_order);
}

void ModeSearch::begin_with(std::span<const double> vector) {
  const auto parts = parts_of(vector);
  equations_.set_fields(state_.time(), state_.n_steps(),
                        {{parts[0], parts[1], parts[2]}, {}, {parts.begin() + 3, parts.end()}});
  if (settings_.kind == SearchKind::adjoint_modes) begin_back_with(vector, settings_.steps);
}

std::vector<std::span<const double>> ModeSearch::parts_of(std::span<const double> vector) const {
  const std::size_t size = state_.space().size();
  std::vector<std::span<const double>> parts;
  for (std::size_t part = 0; part < n_parts(); ++part)
    parts.push_back(vector.subspan(part * size, size));
  return parts;
}

std::vector<Mode> ModeSearch::modes() const {
  std::vector<Mode> modes;
  for (const auto& pair : krylov_.found().pairs)
    if (settings_.kind == SearchKind::transient_growth)
      modes.push_back({pair.value.real(), 0, pair.residual});
    else
      modes.push_back({std::log(std::abs(pair.value)) / settings_.horizon,
                       std::arg(pair.value) / settings_.horizon, pair.residual});
  return modes;
}

std::vector<ModeShape> ModeSearch::shapes() {
  std::vector<ModeShape> shapes;
  for (auto& pair : krylov_.with_vectors().pairs)
    shapes.push_back({std::move(pair.real), std::move(pair.imaginary)});
  return shapes;
}

std::vector<double> ModeSearch::propagated(std::span<const double> vector) {
  const double time = state_.time();
  const long long n_steps = state_.n_steps();
  begin_with(vector);
  for (long long n = 0; n < settings_.steps; ++n) equations_.step(dt());
  state_.history().restart(time, n_steps);
  return fields();
}

void ModeSearch::visit_state(base::StateVisitor& visitor) {
  if (adjoint_) adjoint_->visit_state(visitor);
  const auto& space = state_.space();
  const auto numbers = space.element_numbers();
  krylov_.visit_state(visitor, [&](const std::string& name, std::span<double> vector) {
    for (std::size_t part = 0; part < n_parts(); ++part)
      visitor.visit("stability/" + name + "/" + std::to_string(part),
                    {"elements", numbers, space.element_size()},
                    vector.subspan(part * space.size(), space.size()));
  });
}

}  // namespace lobatto::stability
