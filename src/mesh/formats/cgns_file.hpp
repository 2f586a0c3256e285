#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace lobatto::mesh {

/// A zone: its nodes on a lattice [k][j][i], or in a list.
struct CgnsZone {
  std::string name, family;
  bool is_structured = false;
  std::array<long long, 3> n_nodes{1, 1, 1};  ///< along i, j, k; unstructured: all along i

  [[nodiscard]] long long size() const { return n_nodes[0] * n_nodes[1] * n_nodes[2]; }
};

/// Elements of one type that a section lists, by their numbers and nodes, from 1 in the zone.
struct CgnsCells {
  std::string section, family, type;  ///< type: "HEXA_8"
  int dimension = 3;
  int n_nodes = 8;  ///< of each; 0: as many as it likes
  std::vector<long long> labels = {}, nodes = {};
};

/// What a list of places means.
enum class CgnsPlaces { vertices, faces, elements };

/// A boundary condition: places as three indices each in structured zones, a number in others.
struct CgnsBoundary {
  std::string name;
  CgnsPlaces places = CgnsPlaces::vertices;
  bool is_range = false;  ///< from the first place to the second
  int normal = -1;        ///< of faces in structured zones: the direction across, where it is said
  std::vector<long long> indices = {};
};

/// Points of a zone that are those of another, one by one.
struct CgnsJoin {
  std::string name;
  std::size_t donor = 0;                                  ///< zone, from 0
  std::vector<long long> points = {}, donor_points = {};  ///< as in CgnsBoundary::indices
};

/// A CGNS file that is open for reading: the mesh of its base. What fails throws base::Error with
/// the file, what was asked for, and the library's reason.
class CgnsFile {
 public:
  explicit CgnsFile(const std::filesystem::path& file);
  ~CgnsFile();
  CgnsFile(const CgnsFile&) = delete;
  CgnsFile& operator=(const CgnsFile&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  /// Of the cells: 3, or 2 for a mesh of surfaces.
  [[nodiscard]] int dimension() const { return dimension_; }
  [[nodiscard]] const std::vector<CgnsZone>& zones() const { return zones_; }

  /// x, y, z of the nodes of a zone, z = 0 where the file has none.
  [[nodiscard]] std::vector<std::array<double, 3>> nodes(std::size_t zone) const;
  /// Of an unstructured zone.
  [[nodiscard]] std::vector<CgnsCells> cells(std::size_t zone) const;
  [[nodiscard]] std::vector<CgnsBoundary> boundaries(std::size_t zone) const;
  [[nodiscard]] std::vector<CgnsJoin> joins(std::size_t zone) const;

 private:
  void choose_base();
  void read_zones();
  [[nodiscard]] CgnsZone read_zone(int number) const;
  [[nodiscard]] std::vector<double> coordinate(int zone, const std::string& name,
                                               std::size_t n) const;
  void read_section(int zone, int section, std::vector<CgnsCells>& cells) const;
  [[nodiscard]] CgnsBoundary read_boundary(std::size_t zone, int number) const;
  void add_index_joins(std::size_t zone, std::vector<CgnsJoin>& joins) const;
  void add_list_joins(std::size_t zone, std::vector<CgnsJoin>& joins) const;
  [[nodiscard]] std::size_t zone_of_name(const std::string& name, const std::string& user) const;
  void check(int status, const std::string& what) const;

  std::string name_;
  int file_ = -1, base_ = 0, dimension_ = 3, space_ = 3;
  std::vector<CgnsZone> zones_;
};

}  // namespace lobatto::mesh
