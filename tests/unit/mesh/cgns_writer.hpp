#pragma once

// Writes CGNS files with the library, for tests. Only where the program has it.

#include <cgnslib.h>

#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "mesh/point.hpp"
#include "temporary_file.hpp"

namespace lobatto::mesh {

class CgnsWriter {
 public:
  explicit CgnsWriter(int dimension = 3, int space = 3) : dimension_(dimension), space_(space) {
    check(cg_open(file_.path().c_str(), CG_MODE_WRITE, &id_));
    add_base("Base");
  }

  void add_base(const char* name) { check(cg_base_write(id_, name, dimension_, space_, &base_)); }

  /// Nodes of a lattice along i, j, k at map(i, j, k), each from 0.
  void structured_zone(const std::string& name, std::array<cgsize_t, 3> n,
                       const std::function<Point(double, double, double)>& map) {
    const auto d = static_cast<std::size_t>(dimension_);
    std::vector<cgsize_t> sizes(3 * d);
    for (std::size_t c = 0; c < d; ++c) {
      sizes[c] = n[c];
      sizes[d + c] = n[c] - 1;
    }
    check(cg_zone_write(id_, base_, name.c_str(), sizes.data(), CGNS_ENUMV(Structured), &zone_));
    std::vector<Point> nodes;
    for (cgsize_t k = 0; k < n[2]; ++k)
      for (cgsize_t j = 0; j < n[1]; ++j)
        for (cgsize_t i = 0; i < n[0]; ++i) nodes.push_back(map(i, j, k));
    coordinates(nodes);
  }

  void zone(const std::string& name, const std::vector<Point>& nodes, cgsize_t n_cells) {
    std::array<cgsize_t, 3> sizes{static_cast<cgsize_t>(nodes.size()), n_cells, 0};
    check(cg_zone_write(id_, base_, name.c_str(), sizes.data(), CGNS_ENUMV(Unstructured), &zone_));
    coordinates(nodes);
  }

  void coordinates(const std::vector<Point>& nodes,
                   const std::array<const char*, 3>& names = {"CoordinateX", "CoordinateY",
                                                              "CoordinateZ"}) {
    for (std::size_t c = 0; c < static_cast<std::size_t>(space_); ++c) {
      std::vector<double> values;
      for (const Point& x : nodes) values.push_back(x[c]);
      int id = 0;
      check(
          cg_coord_write(id_, base_, zone_, CGNS_ENUMV(RealDouble), names[c], values.data(), &id));
    }
  }

  void section(const std::string& name, CGNS_ENUMT(ElementType_t) type, cgsize_t first,
               cgsize_t last, const std::vector<cgsize_t>& nodes) {
    int id = 0;
    check(
        cg_section_write(id_, base_, zone_, name.c_str(), type, first, last, 0, nodes.data(), &id));
  }
  void polygons(const std::string& name, CGNS_ENUMT(ElementType_t) type, cgsize_t first,
                cgsize_t last, const std::vector<cgsize_t>& nodes,
                const std::vector<cgsize_t>& offsets) {
    int id = 0;
    check(cg_poly_section_write(id_, base_, zone_, name.c_str(), type, first, last, 0, nodes.data(),
                                offsets.data(), &id));
  }

  /// Places as the library takes them; with a family where one is given.
  void boundary(const std::string& name, CGNS_ENUMT(PointSetType_t) set,
                const std::vector<cgsize_t>& places,
                CGNS_ENUMT(GridLocation_t) location = CGNS_ENUMV(Vertex),
                const std::string& family = {}, int indices = 1) {
    int id = 0;
    const auto n = static_cast<cgsize_t>(places.size()) / indices;
    check(cg_boco_write(id_, base_, zone_, name.c_str(),
                        family.empty() ? CGNS_ENUMV(BCWall) : CGNS_ENUMV(FamilySpecified), set, n,
                        places.data(), &id));
    check(cg_boco_gridlocation_write(id_, base_, zone_, id, location));
    if (family.empty()) return;
    check(cg_goto(id_, base_, "Zone_t", zone_, "ZoneBC_t", 1, "BC_t", id, "end"));
    check(cg_famname_write(family.c_str()));
  }
  /// Of a structured zone: from one corner to the other.
  void range(const std::string& name, const std::vector<cgsize_t>& corners,
             CGNS_ENUMT(GridLocation_t) location = CGNS_ENUMV(Vertex),
             const std::string& family = {}) {
    boundary(name, CGNS_ENUMV(PointRange), corners, location, family, dimension_);
  }

  void zone_family(const std::string& family) {
    check(cg_goto(id_, base_, "Zone_t", zone_, "end"));
    check(cg_famname_write(family.c_str()));
  }

  void join(const std::string& name, const std::string& donor, const std::vector<cgsize_t>& range,
            const std::vector<cgsize_t>& donor_range, const std::vector<int>& transform) {
    int id = 0;
    check(cg_1to1_write(id_, base_, zone_, name.c_str(), donor.c_str(), range.data(),
                        donor_range.data(), transform.data(), &id));
  }
  void list_join(const std::string& name, const std::string& donor,
                 const std::vector<cgsize_t>& points, const std::vector<cgsize_t>& donor_points,
                 CGNS_ENUMT(GridConnectivityType_t) type = CGNS_ENUMV(Abutting1to1)) {
    int id = 0;
    const auto n = static_cast<cgsize_t>(points.size());
    check(cg_conn_write(id_, base_, zone_, name.c_str(), CGNS_ENUMV(Vertex), type,
                        CGNS_ENUMV(PointList), n, points.data(), donor.c_str(),
                        CGNS_ENUMV(Unstructured), CGNS_ENUMV(PointListDonor), CGNS_ENUMV(Integer),
                        n, donor_points.data(), &id));
  }

  /// Closes the file, which is there as long as this.
  const std::filesystem::path& write() {
    if (id_ >= 0) check(cg_close(id_));
    id_ = -1;
    return file_.path();
  }

 private:
  static void check(int status) {
    if (status != CG_OK) throw std::runtime_error(cg_get_error());
  }

  TemporaryFile file_{"mesh.cgns", ""};
  int dimension_, space_;
  int id_ = -1, base_ = 1, zone_ = 0;
};

}  // namespace lobatto::mesh
