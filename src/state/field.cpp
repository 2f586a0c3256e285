#include "state/field.hpp"

#include <utility>

namespace lobatto::state {

Field::Field(std::string name, FieldKind kind, const space::FunctionSpace& space)
    : name_(std::move(name)), kind_(std::move(kind)) {
  for (int level = 0; level < kind_.n_levels; ++level) {
    auto& components = storage_.emplace_back();
    for (int c = 0; c < n_components(); ++c) components[c] = space.make_field();
  }
}

void Field::advance() { newest_ = (newest_ + storage_.size() - 1) % storage_.size(); }

}  // namespace lobatto::state
