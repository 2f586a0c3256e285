#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "io/hdf5/inventory.hpp"
#include "mesh/box_mesh.hpp"
#include "space/nodal_elements.hpp"

namespace lobatto::io {

/// Whether it is a field file that write_vtkhdf has made; false where it cannot be read.
/// Collective.
bool is_vtkhdf_field(const std::filesystem::path& file, const comm::Communicator& communicator);

/// The solution in a field file of write_vtkhdf, its elements dealt to the ranks in the order of
/// the file and whatever the mesh of the run: to look for points in.
class VtkhdfReader {
 public:
  /// Compares all of the file with its check sums, each rank a part. Collective; throws base::Error
  /// that names the file on every rank where it is damaged.
  VtkhdfReader(const std::filesystem::path& file, const comm::Communicator& communicator);

  [[nodiscard]] std::string name() const { return inventory_->file().string(); }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] long long step() const { return step_; }
  [[nodiscard]] int order() const { return static_cast<int>(elements_.nodes.nodes.size()) - 1; }
  [[nodiscard]] long long n_elements() const { return n_elements_; }
  /// Of a box; null where the elements have nodes of their own.
  [[nodiscard]] const std::array<mesh::Axis, 3>* axes() const { return axes_ ? &*axes_ : nullptr; }
  /// Names without "fields/", in their order.
  [[nodiscard]] std::vector<std::string> field_names() const;
  [[nodiscard]] bool has(const std::string& field) const;

  [[nodiscard]] const space::NodalElements& elements() const { return elements_; }
  /// The components of a field at the nodes of the share, each [n_elements][n][n][n]. Collective;
  /// throws base::Error on every rank where there is none of this name, of `n_components`.
  [[nodiscard]] std::vector<std::vector<double>> read(const std::string& field,
                                                      int n_components) const;

 private:
  void open(const std::filesystem::path& file);
  /// Gives this rank its share of the elements.
  void deal(long long n_elements);
  void read_axes(const std::vector<int>& periodic);
  void place_box_nodes();
  /// Throws base::Error where there is none, or one of other rows than n_elements of n_components
  /// times n^3 values.
  [[nodiscard]] const Hdf5Item& item(const std::string& path, int n_components) const;
  /// Of the share's rows, [row][component][n^3] in the file.
  [[nodiscard]] std::vector<std::vector<double>> components(const Hdf5Item& item, int n) const;

  const comm::Communicator& communicator_;
  std::optional<Hdf5Inventory> inventory_;
  double time_ = 0;
  long long step_ = 0, n_elements_ = 0;
  long long first_ = 0, end_ = 0;  ///< rows of the share
  std::optional<std::array<mesh::Axis, 3>> axes_;
  space::NodalElements elements_;
};

}  // namespace lobatto::io
