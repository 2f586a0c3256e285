#include "mesh/mesh_parcel.hpp"

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lobatto::mesh {
namespace {

/// Makes bytes of values, for another rank or process of the same program.
class Packer {
 public:
  template <class T>
  void operator()(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  template <class T>
  void operator()(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    (*this)(values.size());
    append(values.data(), values.size() * sizeof(T));
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    append(text.data(), text.size());
  }
  void operator()(const std::vector<std::string>& texts) {
    (*this)(texts.size());
    for (const std::string& text : texts) (*this)(text);
  }

  std::vector<std::byte> bytes;

 private:
  void append(const void* data, std::size_t n) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + n);
  }
};

/// The inverse: into values of the same types in the same order.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(T& value) {
    take(&value, sizeof(T));
  }
  template <class T>
  void operator()(std::vector<T>& values) {
    values.resize(size());
    take(values.data(), values.size() * sizeof(T));
  }
  void operator()(std::string& text) {
    text.resize(size());
    take(text.data(), text.size());
  }
  void operator()(std::vector<std::string>& texts) {
    texts.resize(size());
    for (std::string& text : texts) (*this)(text);
  }

 private:
  std::size_t size() {
    std::size_t n = 0;
    take(&n, sizeof n);
    return n;
  }
  void take(void* data, std::size_t n) {
    if (n > 0) std::memcpy(data, bytes_.data(), n);
    bytes_ = bytes_.subspan(n);
  }

  std::span<const std::byte> bytes_;
};

/// Hands every member to a packer or unpacker, in one order for both.
template <class Mesh, class Action>
void visit(Mesh& mesh, Action& action) {
  action(mesh.n_elements);
  action(mesh.element_numbers);
  action(mesh.geometry_order);
  action(mesh.coordinates);
  action(mesh.vertices);
  action(mesh.lines);
  action(mesh.faces);
  action(mesh.n_vertices);
  action(mesh.n_lines);
  action(mesh.n_faces);
  action(mesh.boundary_names);
  action(mesh.sides);
  action(mesh.rotation);
  action(mesh.volume_names);
  action(mesh.volumes);
  action(mesh.solid_volume);
  action(mesh.regions.solids);
  action(mesh.regions.of_elements);
}

/// All but the periodic pairs.
template <class Mesh, class Action>
void visit_plain(Mesh& mesh, Action& action) {
  action(mesh.file);
  action(mesh.dimension);
  action(mesh.geometry_order);
  action(mesh.points);
  action(mesh.corners);
  action(mesh.coordinates);
  action(mesh.labels);
  action(mesh.volume_names);
  action(mesh.volumes);
  action(mesh.solid_volume);
  action(mesh.names_are_conditions);
  action(mesh.boundary_names);
  action(mesh.quads);
}

/// A point and its partner.
using PointPair = std::array<std::int64_t, 2>;

}  // namespace

std::vector<std::byte> pack(const HexMesh& mesh) {
  Packer packer;
  visit(mesh, packer);
  return std::move(packer.bytes);
}

HexMesh unpack(std::span<const std::byte> bytes) {
  HexMesh mesh;
  Unpacker unpacker(bytes);
  visit(mesh, unpacker);
  return mesh;
}

std::vector<std::byte> pack(const RawMesh& mesh) {
  Packer packer;
  visit_plain(mesh, packer);
  packer(mesh.periodic.size());
  for (const PeriodicMap& map : mesh.periodic) {
    std::vector<PointPair> pairs;
    for (const auto& [slave, master] : map.master_of) pairs.push_back({slave, master});
    packer(map.name);
    packer(pairs);
  }
  return std::move(packer.bytes);
}

RawMesh unpack_raw_mesh(std::span<const std::byte> bytes) {
  RawMesh mesh;
  Unpacker unpacker(bytes);
  visit_plain(mesh, unpacker);
  std::size_t n_maps = 0;
  unpacker(n_maps);
  mesh.periodic.resize(n_maps);
  for (PeriodicMap& map : mesh.periodic) {
    std::vector<PointPair> pairs;
    unpacker(map.name);
    unpacker(pairs);
    for (const auto& [slave, master] : pairs) map.master_of[slave] = master;
  }
  return mesh;
}

}  // namespace lobatto::mesh
