#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "io/nek/reader.hpp"
#include "space/nodal_elements.hpp"

namespace lobatto::io {

/// The elements of a Nek5000 field file dealt to the ranks, in the order of the file and whatever
/// the mesh of the run: to look for points in. Those of a plane become a slab, -1 <= z <= 1, with
/// values that do not vary along z.
class NekFieldShare {
 public:
  /// places: a file of the same elements that has their coordinates; may be the file itself.
  /// Collective; throws base::Error that names the files on every rank where they do not fit.
  NekFieldShare(NekFieldReader& file, NekFieldReader& places,
                const comm::Communicator& communicator);

  [[nodiscard]] const space::NodalElements& elements() const { return elements_; }
  /// A block at the nodes of the share, three components of U and one of others, each
  /// [n_elements][n][n][n]; there is no velocity across a plane. Collective; throws base::Error on
  /// every rank.
  [[nodiscard]] std::vector<std::vector<double>> read(std::string_view block) const;

 private:
  void read_places(NekFieldReader& places);
  void append(const std::vector<double>& of_element,
              std::vector<std::vector<double>>& fields) const;

  NekFieldReader& file_;
  const comm::Communicator& communicator_;
  long long first_, end_;  ///< positions in the file
  space::NodalElements elements_;
};

/// Where a run writes coordinates into its first field file alone: that file, x0.f00001 or
/// x0.f00000 beside x0.f00012, if it is there and has them.
std::optional<std::filesystem::path> file_with_coordinates(const std::filesystem::path& file);

}  // namespace lobatto::io
