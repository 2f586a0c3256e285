#include "stability/flow_vector.hpp"

#include <algorithm>
#include <cstdint>
#include <random>

#include "space/element_operators.hpp"

namespace lobatto::stability {

FlowVector::FlowVector(state::State& state, physics::EquationSystem& equations)
    : state_(state), equations_(equations), scalars_(equations.scalar_fields()) {}

std::vector<std::span<const double>> FlowVector::parts_of(std::span<const double> vector) const {
  const std::size_t size = state_.space().size();
  std::vector<std::span<const double>> parts;
  for (std::size_t part = 0; part < n_parts(); ++part)
    parts.push_back(vector.subspan(part * size, size));
  return parts;
}

space::Field& FlowVector::part_at(std::size_t level, std::size_t part) const {
  if (part < 3) return state_["velocity"].at(level, static_cast<int>(part));
  return state_[scalars_[part - 3]->name()].at(level);
}

std::vector<double> FlowVector::at(std::size_t level) const {
  std::vector<double> vector;
  for (std::size_t part = 0; part < n_parts(); ++part) {
    const space::Field& field = part_at(level, part);
    vector.insert(vector.end(), field.begin(), field.end());
  }
  return vector;
}

void FlowVector::set(std::span<const double> vector) {
  const auto parts = parts_of(vector);
  equations_.set_fields(state_.time(), state_.n_steps(),
                        {{parts[0], parts[1], parts[2]}, {}, {parts.begin() + 3, parts.end()}});
}

void FlowVector::set_force(std::span<const double> vector) {
  const auto parts = parts_of(vector);
  for (std::size_t part = 0; part < n_parts(); ++part) {
    const std::string of = part < 3 ? "velocity" : scalars_[part - 3]->name();
    const int component = part < 3 ? static_cast<int>(part) : 0;
    std::ranges::copy(parts[part], state_["force_" + of].now(component).begin());
  }
}

std::vector<double> FlowVector::waves(bool moves_along_z, int number) const {
  const auto& space = state_.space();
  const auto numbers = space.element_numbers();
  std::vector<double> vector;
  for (std::size_t part = 0; part < n_parts(); ++part)
    for (const std::int64_t element : numbers) {
      std::seed_seq seed{static_cast<std::int64_t>(part + n_parts() * number), element};
      std::mt19937 random(seed);
      const bool is_still = part == 2 && !moves_along_z;
      for (std::size_t q = 0; q < space.element_size(); ++q)
        vector.push_back(is_still ? 0.0 : static_cast<double>(random()) / 0x1p31 - 1);
    }
  for (std::size_t part = 0; part < n_parts(); ++part)
    space.gather_scatter().add(std::span(vector).subspan(part * space.size(), space.size()));
  return vector;
}

std::vector<double> FlowVector::mass() const {
  const space::Field of_part = space::mass_of_elements(state_.space());
  std::vector<double> mass;
  for (std::size_t part = 0; part < n_parts(); ++part)
    mass.insert(mass.end(), of_part.begin(), of_part.end());
  return mass;
}

void FlowVector::visit(base::StateVisitor& visitor, const std::string& name,
                       std::span<double> vector) const {
  const auto& space = state_.space();
  const auto numbers = space.element_numbers();
  for (std::size_t part = 0; part < n_parts(); ++part)
    visitor.visit("stability/" + name + "/" + std::to_string(part),
                  {"elements", numbers, space.element_size()},
                  vector.subspan(part * space.size(), space.size()));
}

}  // namespace lobatto::stability
