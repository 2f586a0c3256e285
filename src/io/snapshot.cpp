#include "io/snapshot.hpp"

#include <utility>

namespace lobatto::io {

NamedField named(std::string name, std::span<const double> scalar) {
  return {std::move(name), {scalar}};
}

NamedField named(std::string name, const space::VectorField& vector) {
  return {std::move(name), {vector[0], vector[1], vector[2]}};
}

}  // namespace lobatto::io
