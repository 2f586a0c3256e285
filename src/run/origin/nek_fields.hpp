#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/nek/elements.hpp"
#include "io/nek/reader.hpp"
#include "io/nek/share.hpp"
#include "space/element_search.hpp"
#include "space/function_space.hpp"

namespace lobatto::run {

/// Fields of a Nek5000 field file, or of a set of them, at the nodes of a space.
class NekFields {
 public:
  /// interpolate: from any mesh, by the polynomials of its elements at the nodes of the space;
  /// fields of a plane always are, and hold along z. Otherwise the elements must be the same.
  /// Collective; throws base::Error that names the file on every rank where it does not fit.
  NekFields(const std::filesystem::path& file, const space::FunctionSpace& space, bool interpolate);

  [[nodiscard]] const io::NekFieldHeader& header() const { return file_.header(); }
  [[nodiscard]] const io::NekFieldReader& file() const { return file_; }
  /// Three components of U, one of others. Collective; throws base::Error on every rank.
  [[nodiscard]] std::vector<space::Field> read(std::string_view block) const;
  /// How elements or points were found, for people.
  [[nodiscard]] std::string how_found() const;

 private:
  void share_elements(const std::filesystem::path& file);

  const space::FunctionSpace& space_;
  io::NekFieldReader file_;
  std::optional<io::NekFieldElements> elements_;  ///< where they are those of the space
  std::string places_;                            ///< file that has the coordinates
  std::unique_ptr<io::NekFieldShare> share_;      ///< else
  std::optional<space::ElementSearch> search_;
};

}  // namespace lobatto::run
