#pragma once

// Writes meshes of straight elements as Gmsh lays them out, for tests.

#include <array>
#include <sstream>
#include <string>

#include "mesh/formats/gmsh_sections.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

struct GmshLayout {
  GmshVersion version = GmshVersion::v41;
  bool is_binary = true;
};

/// Labels of nodes jump; elements, quadrilaterals and nodes come in two blocks each where they are
/// many; boundaries and volumes are physical groups with their names.
class GmshWriter {
 public:
  explicit GmshWriter(const GmshLayout& layout) : layout_(layout) {}

  std::string write(const RawMesh& mesh) {
    out_.precision(17);
    out_ << "$MeshFormat\n" << version_text() << layout_.is_binary << " 8\n";
    if (layout_.is_binary) {
      put<int>(1);
      out_ << "\n";
    }
    out_ << "$EndMeshFormat\n$PhysicalNames\n"
         << mesh.boundary_names.size() + mesh.volume_names.size() << "\n";
    for (std::size_t i = 0; i < mesh.boundary_names.size(); ++i)
      out_ << "2 " << i + 1 << " \"" << mesh.boundary_names[i] << "\"\n";
    for (std::size_t i = 0; i < mesh.volume_names.size(); ++i)
      out_ << "3 " << i + 1 << " \"" << mesh.volume_names[i] << "\"\n";
    out_ << "$EndPhysicalNames\n";
    if (layout_.version == GmshVersion::v41) {
      entities(mesh);
      nodes_4(mesh);
      elements_4<std::size_t>(mesh);
      periodic_4(mesh);
    } else if (layout_.version == GmshVersion::v40) {
      entities(mesh);
      nodes_40(mesh);
      elements_4<int>(mesh);
      periodic_40(mesh);
    } else {
      nodes_2(mesh);
      elements_2(mesh);
      periodic_2(mesh);
    }
    return out_.str();
  }

  static long long label_of(std::int64_t point) { return 10 + 3 * point; }

 private:
  [[nodiscard]] bool is_version_41() const { return layout_.version == GmshVersion::v41; }
  [[nodiscard]] const char* version_text() const {
    return is_version_41() ? "4.1 " : layout_.version == GmshVersion::v40 ? "4 " : "2.2 ";
  }

  template <class T>
  void put(T value) {
    if (layout_.is_binary)
      out_.write(reinterpret_cast<const char*>(&value), sizeof value);
    else
      out_ << value << ' ';
  }
  void end_line() {
    if (!layout_.is_binary) out_ << "\n";
  }
  void put_point(const RawMesh& mesh, std::int64_t point) {
    for (const double x : mesh.points[point]) put<double>(x);
  }
  static int volume_of(const RawMesh& mesh, std::size_t e) {
    return mesh.volumes.empty() ? 1 : mesh.volumes[e] + 1;
  }

  void entities(const RawMesh& mesh) {
    const std::size_t n_volumes = std::max<std::size_t>(mesh.volume_names.size(), 1);
    out_ << "$Entities\n";
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{0}, mesh.boundary_names.size(), n_volumes})
      put<std::size_t>(n);
    end_line();
    for (const std::size_t n : {mesh.boundary_names.size(), n_volumes}) {
      for (std::size_t i = 1; i <= n; ++i) {
        put<int>(static_cast<int>(i));
        for (int k = 0; k < 6; ++k) put<double>(0.0);
        put<std::size_t>(1);
        put<int>(static_cast<int>(i));
        put<std::size_t>(0);
        end_line();
      }
    }
    out_ << "\n$EndEntities\n";
  }

  void nodes_4(const RawMesh& mesh) {
    const std::size_t n = mesh.points.size(), half = n / 2;
    out_ << "$Nodes\n";
    for (const std::size_t value : {std::size_t{2}, n, std::size_t{1}, 10 + 3 * n})
      put<std::size_t>(value);
    end_line();
    for (const auto& [begin, end] : {std::array{std::size_t{0}, half}, std::array{half, n}}) {
      for (const int value : {3, 1, 0}) put<int>(value);
      put<std::size_t>(end - begin);
      end_line();
      for (std::size_t i = begin; i < end; ++i)
        put<std::size_t>(static_cast<std::size_t>(label_of(static_cast<std::int64_t>(i))));
      for (std::size_t i = begin; i < end; ++i) put_point(mesh, static_cast<std::int64_t>(i));
      end_line();
    }
    out_ << "\n$EndNodes\n";
  }

  template <class Label>
  void hexahedron(const RawMesh& mesh, std::size_t e) {
    for (const int v : {0, 1, 3, 2, 4, 5, 7, 6})
      put<Label>(static_cast<Label>(label_of(mesh.corners[e][v])));
    end_line();
  }
  template <class Label>
  void quadrilateral(const BoundaryQuad& quad) {
    for (const std::int64_t point : quad.points) put<Label>(static_cast<Label>(label_of(point)));
    end_line();
  }

  void nodes_40(const RawMesh& mesh) {
    const std::size_t n = mesh.points.size(), half = n / 2;
    out_ << "$Nodes\n";
    for (const std::size_t value : {std::size_t{2}, n}) put<std::size_t>(value);
    end_line();
    for (const auto& [begin, end] : {std::array{std::size_t{0}, half}, std::array{half, n}}) {
      for (const int value : {1, 3, 0}) put<int>(value);
      put<std::size_t>(end - begin);
      end_line();
      for (std::size_t i = begin; i < end; ++i) {
        put<int>(static_cast<int>(label_of(static_cast<std::int64_t>(i))));
        put_point(mesh, static_cast<std::int64_t>(i));
        end_line();
      }
    }
    out_ << "\n$EndNodes\n";
  }

  /// What stands before the elements of a block.
  void block(int dimension, int entity, int type, std::size_t n) {
    if (is_version_41())
      for (const int value : {dimension, entity, type}) put<int>(value);
    else
      for (const int value : {entity, dimension, type}) put<int>(value);
    put<std::size_t>(n);
    end_line();
  }

  /// A block for each run of elements of one volume, or quadrilaterals of one boundary.
  template <class Label>
  void elements_4(const RawMesh& mesh) {
    const auto run_of_quads = [&](std::size_t i) {
      std::size_t end = i;
      while (end < mesh.quads.size() && mesh.quads[end].boundary == mesh.quads[i].boundary) ++end;
      return end;
    };
    const auto run_of_elements = [&](std::size_t e) {
      std::size_t end = e;
      while (end < mesh.corners.size() && volume_of(mesh, end) == volume_of(mesh, e)) ++end;
      return end;
    };
    std::size_t n_blocks = 0;
    for (std::size_t i = 0; i < mesh.quads.size(); i = run_of_quads(i)) ++n_blocks;
    for (std::size_t e = 0; e < mesh.corners.size(); e = run_of_elements(e)) ++n_blocks;
    out_ << "$Elements\n";
    for (const std::size_t value : {n_blocks, mesh.quads.size() + mesh.corners.size()})
      put<std::size_t>(value);
    for (int i = 0; i < 2 && is_version_41(); ++i) put<std::size_t>(1);
    end_line();
    for (std::size_t i = 0; i < mesh.quads.size();) {
      const std::size_t end = run_of_quads(i);
      block(2, mesh.quads[i].boundary + 1, 3, end - i);
      for (; i < end; ++i) {
        put<Label>(static_cast<Label>(mesh.quads[i].label));
        quadrilateral<Label>(mesh.quads[i]);
      }
    }
    for (std::size_t e = 0; e < mesh.corners.size();) {
      const std::size_t end = run_of_elements(e);
      block(3, volume_of(mesh, e), 5, end - e);
      for (; e < end; ++e) {
        put<Label>(static_cast<Label>(mesh.labels[e]));
        hexahedron<Label>(mesh, e);
      }
    }
    out_ << "\n$EndElements\n";
  }

  void periodic_4(const RawMesh& mesh) {
    if (mesh.periodic.empty()) return;
    out_ << "$Periodic\n";
    put<std::size_t>(mesh.periodic.size());
    end_line();
    int surface = 100;
    for (const PeriodicMap& map : mesh.periodic) {
      for (const int value : {2, surface + 1, surface}) put<int>(value);
      surface += 2;
      put<std::size_t>(0);
      put<std::size_t>(map.master_of.size());
      end_line();
      for (const auto& [slave, master] : map.master_of) {
        put<std::size_t>(static_cast<std::size_t>(label_of(slave)));
        put<std::size_t>(static_cast<std::size_t>(label_of(master)));
        end_line();
      }
    }
    out_ << "\n$EndPeriodic\n";
  }

  /// The first pair has the map of its translation as well, as far as it is told.
  void periodic_40(const RawMesh& mesh) {
    if (mesh.periodic.empty()) return;
    out_ << "$Periodic\n";
    put<int>(static_cast<int>(mesh.periodic.size()));
    end_line();
    int surface = 100;
    for (const PeriodicMap& map : mesh.periodic) {
      for (const int value : {2, surface + 1, surface}) put<int>(value);
      end_line();
      if (surface == 100) {
        layout_.is_binary ? put<std::int64_t>(-16) : void(out_ << "Affine ");
        for (int i = 0; i < 16; ++i) put<double>(i % 5 == 0 ? 1.0 : 0.0);
        end_line();
      }
      surface += 2;
      put<std::int64_t>(static_cast<std::int64_t>(map.master_of.size()));
      end_line();
      for (const auto& [slave, master] : map.master_of) {
        put<int>(static_cast<int>(label_of(slave)));
        put<int>(static_cast<int>(label_of(master)));
        end_line();
      }
    }
    out_ << "\n$EndPeriodic\n";
  }

  void nodes_2(const RawMesh& mesh) {
    out_ << "$Nodes\n" << mesh.points.size() << "\n";
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
      put<int>(static_cast<int>(label_of(static_cast<std::int64_t>(i))));
      put_point(mesh, static_cast<std::int64_t>(i));
      end_line();
    }
    out_ << "\n$EndNodes\n";
  }

  void elements_2(const RawMesh& mesh) {
    out_ << "$Elements\n" << mesh.quads.size() + mesh.corners.size() << "\n";
    const auto header = [&](int label, int type, int group) {
      if (layout_.is_binary)
        for (const int value : {type, 1, 2, label, group, group}) put<int>(value);
      else
        for (const int value : {label, type, 2, group, group}) put<int>(value);
    };
    for (const BoundaryQuad& quad : mesh.quads) {
      header(static_cast<int>(quad.label), 3, quad.boundary + 1);
      quadrilateral<int>(quad);
    }
    for (std::size_t e = 0; e < mesh.corners.size(); ++e) {
      header(static_cast<int>(mesh.labels[e]), 5, volume_of(mesh, e));
      hexahedron<int>(mesh, e);
    }
    out_ << "\n$EndElements\n";
  }

  void periodic_2(const RawMesh& mesh) {
    if (mesh.periodic.empty()) return;
    out_ << "$Periodic\n" << mesh.periodic.size() << "\n";
    int surface = 100;
    for (const PeriodicMap& map : mesh.periodic) {
      out_ << "2 " << surface + 1 << " " << surface << "\n" << map.master_of.size() << "\n";
      surface += 2;
      for (const auto& [slave, master] : map.master_of)
        out_ << label_of(slave) << " " << label_of(master) << "\n";
    }
    out_ << "$EndPeriodic\n";
  }

  GmshLayout layout_;
  std::ostringstream out_;
};

}  // namespace lobatto::mesh
