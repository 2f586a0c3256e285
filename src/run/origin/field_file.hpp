#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/vtk/vtkhdf_reader.hpp"
#include "space/element_search.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Fields of a field file (io::write_vtkhdf) of any mesh and order at the nodes of a space, by the
/// polynomials of its elements. A box that is periodic goes on beyond its ends.
class FieldFile {
 public:
  /// Collective; throws base::Error that names the file on every rank where it cannot be read.
  FieldFile(const std::filesystem::path& file, const space::FunctionSpace& space);

  [[nodiscard]] const io::VtkhdfReader& file() const { return file_; }
  /// A field's components. Collective; throws base::Error on every rank where there is none with
  /// this name and number of components, or where the mesh of the file does not reach a node.
  [[nodiscard]] std::vector<space::Field> read(const std::string& field, int n_components) const;

 private:
  const space::FunctionSpace& space_;
  io::VtkhdfReader file_;
  space::ElementSearch search_;
};

}  // namespace lobatto::run
