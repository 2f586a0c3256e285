#pragma once

#include <string_view>
#include <vector>

#include "io/nek/reader.hpp"
#include "space/function_space.hpp"

namespace lobatto::io {

/// Where the elements of a space stand in a Nek5000 field file of the same mesh.
class NekFieldElements {
 public:
  enum class Match {
    numbers,             ///< by their numbers; the file has no coordinates
    numbers_and_places,  ///< by their numbers, and they are where the file has them
    places,              ///< by where they are; the file numbers them in another way
  };

  /// Places count as the same up to 1e-3 of an element's shortest edge; each rank looks at its own
  /// elements and its share of those of the file. Collective; throws base::Error that names the
  /// file and an element on every rank where the mesh is another one.
  NekFieldElements(NekFieldReader& file, const space::FunctionSpace& space);

  [[nodiscard]] Match match() const { return match_; }

  /// A block's components at the nodes of the space, whose order may be another one: then by the
  /// elements' polynomials. Copies of a node, which need not be equal in the file, become their
  /// mean. Collective; throws base::Error on every rank where values cannot be read.
  [[nodiscard]] std::vector<space::Field> read(std::string_view block) const;

 private:
  void match_places();

  NekFieldReader& file_;
  const space::FunctionSpace& space_;
  Match match_ = Match::numbers;
  std::vector<long long> positions_;  ///< of the local elements
};

}  // namespace lobatto::io
