#include "mesh/formats/cgns_file.hpp"

#include <cgnslib.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

/// Room for a name, which has 32 letters, and for a family, which may be a path of such.
using NameBuffer = std::array<char, 2048>;

/// The family that is named at a place of the base; empty where there is none.
template <class... Place>
std::string family_at(int file, int base, Place... place) {
  NameBuffer name{};
  if (cg_goto(file, base, place..., "end") != CG_OK || cg_famname_read(name.data()) != CG_OK)
    return {};
  return name.data();
}

std::string type_name(CGNS_ENUMT(ElementType_t) type) {
  return type >= 0 && type < NofValidElementTypes ? ElementTypeName[type] : "unknown";
}

/// Of elements that are surfaces or less: all others are volumes.
int dimension_of(const std::string& type) {
  if (type.starts_with("NODE")) return 0;
  if (type.starts_with("BAR")) return 1;
  return type.starts_with("TRI") || type.starts_with("QUAD") || type == "NGON_n" ? 2 : 3;
}

std::vector<long long> widened(const std::vector<cgsize_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}

bool is_a_range(CGNS_ENUMT(PointSetType_t) type) {
  return type == CGNS_ENUMV(PointRange) || type == ::CGNS_ENUMV(ElementRange);
}

/// The direction across faces that are counted along one direction; -1 where nothing says it.
int normal_of(CGNS_ENUMT(GridLocation_t) location) {
  if (location == CGNS_ENUMV(IFaceCenter)) return 0;
  if (location == CGNS_ENUMV(JFaceCenter)) return 1;
  return location == CGNS_ENUMV(KFaceCenter) ? 2 : -1;
}

/// The elements of a MIXED section, in a row of type and nodes each, by their types.
std::vector<CgnsCells> sorted_by_type(const CgnsCells& mixed) {
  std::map<long long, CgnsCells> of_type;
  std::size_t at = 0;
  for (const long long label : mixed.labels) {
    const auto type = static_cast<CGNS_ENUMT(ElementType_t)>(mixed.nodes.at(at));
    int n_nodes = 0;
    if (cg_npe(type, &n_nodes) != CG_OK) n_nodes = 0;
    const auto [found, is_new] = of_type.try_emplace(type, CgnsCells{mixed.section,
                                                                     mixed.family,
                                                                     type_name(type),
                                                                     dimension_of(type_name(type)),
                                                                     n_nodes,
                                                                     {},
                                                                     {}});
    CgnsCells& cells = found->second;
    cells.labels.push_back(label);
    // What has any number of nodes is refused, and ends the row.
    if (n_nodes == 0 || at + static_cast<std::size_t>(n_nodes) >= mixed.nodes.size()) break;
    const auto first = mixed.nodes.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    cells.nodes.insert(cells.nodes.end(), first, first + n_nodes);
    at += static_cast<std::size_t>(n_nodes) + 1;
    if (at == mixed.nodes.size()) break;
  }
  std::vector<CgnsCells> all;
  for (auto& [type, cells] : of_type) all.push_back(std::move(cells));
  return all;
}

/// The points of a range, in the order in which `transform` counts them: point p of the range is
/// begin + sum over the directions of what p - first is along each, turned as transform says.
std::vector<long long> turned_range(const std::vector<long long>& range,
                                    const std::vector<cgsize_t>& donor_range,
                                    const std::array<int, 3>& transform, std::size_t d) {
  std::vector<long long> places;
  for (std::size_t first = 0; first < range.size(); first += d) {
    std::array<long long, 3> place{};
    for (std::size_t c = 0; c < d; ++c) place[c] = donor_range[c];
    for (std::size_t c = 0; c < d; ++c) {
      const int to = transform[c];
      const auto axis = static_cast<std::size_t>(std::abs(to)) - 1;
      if (to != 0 && axis < d) place[axis] += (range[first + c] - range[c]) * (to > 0 ? 1 : -1);
    }
    places.insert(places.end(), place.begin(), place.begin() + static_cast<std::ptrdiff_t>(d));
  }
  return places;
}

/// All indices of a range, which may run backwards, the first index fastest.
std::vector<long long> all_of_range(const std::vector<cgsize_t>& range, std::size_t d) {
  std::array<long long, 3> n{1, 1, 1}, step{1, 1, 1};
  for (std::size_t c = 0; c < d; ++c) {
    n[c] = std::abs(static_cast<long long>(range[d + c]) - range[c]) + 1;
    step[c] = range[d + c] < range[c] ? -1 : 1;
  }
  std::vector<long long> indices;
  for (long long k = 0; k < n[2]; ++k)
    for (long long j = 0; j < n[1]; ++j)
      for (long long i = 0; i < n[0]; ++i) {
        const std::array<long long, 3> at{i, j, k};
        for (std::size_t c = 0; c < d; ++c) indices.push_back(range[c] + step[c] * at[c]);
      }
  return indices;
}

}  // namespace

CgnsFile::CgnsFile(const std::filesystem::path& file) : name_(file.string()) {
  check(cg_open(name_.c_str(), CG_MODE_READ, &file_), "a CGNS file");
  try {
    choose_base();
    read_zones();
  } catch (...) {
    cg_close(file_);
    throw;
  }
}

CgnsFile::~CgnsFile() { cg_close(file_); }

void CgnsFile::check(int status, const std::string& what) const {
  if (status != CG_OK)
    throw base::Error(name_ + ": expected " + what + ", found: " + cg_get_error());
}

void CgnsFile::choose_base() {
  int n_bases = 0;
  check(cg_nbases(file_, &n_bases), "bases");
  std::string names;
  for (int b = 1; b <= n_bases; ++b) {
    NameBuffer name{};
    int dimension = 0, space = 0, n_zones = 0;
    check(cg_base_read(file_, b, name.data(), &dimension, &space), "a base");
    check(cg_nzones(file_, b, &n_zones), "the zones of a base");
    if (n_zones == 0) continue;
    names += (names.empty() ? "'" : ", '") + std::string(name.data()) + "'";
    if (base_ != 0)
      throw base::Error(name_ + ": has several bases with zones (" + names +
                        "), expected one; write each into a file of its own");
    base_ = b;
    dimension_ = dimension;
    space_ = space;
  }
  if (base_ == 0) throw base::Error(name_ + ": has no base with a zone, expected a mesh");
  if (dimension_ < 2 || dimension_ > 3)
    throw base::Error(name_ + ": the cells of the base " + names + " have " +
                      std::to_string(dimension_) + " dimensions, expected 3, or 2 in a plane");
}

void CgnsFile::read_zones() {
  int n_zones = 0;
  check(cg_nzones(file_, base_, &n_zones), "zones");
  for (int z = 1; z <= n_zones; ++z) zones_.push_back(read_zone(z));
}

CgnsZone CgnsFile::read_zone(int number) const {
  NameBuffer name{};
  std::array<cgsize_t, 9> sizes{};
  CGNS_ENUMT(ZoneType_t) type = CGNS_ENUMV(ZoneTypeNull);
  check(cg_zone_type(file_, base_, number, &type), "the type of a zone");
  check(cg_zone_read(file_, base_, number, name.data(), sizes.data()), "a zone");
  CgnsZone zone{.name = name.data(),
                .family = family_at(file_, base_, "Zone_t", number),
                .is_structured = type == CGNS_ENUMV(Structured)};
  if (!zone.is_structured && type != CGNS_ENUMV(Unstructured))
    throw base::Error(name_ + ": the zone '" + zone.name +
                      "' is neither Structured nor Unstructured, expected one of these");
  const int n_indices = zone.is_structured ? dimension_ : 1;
  for (int c = 0; c < n_indices; ++c) {
    zone.n_nodes[c] = sizes[c];
    if (sizes[c] < 2)
      throw base::Error(name_ + ": the zone '" + zone.name + "' has " + std::to_string(sizes[c]) +
                        " nodes along a direction, expected at least 2");
  }
  return zone;
}

std::vector<double> CgnsFile::coordinate(int zone, const std::string& name, std::size_t n) const {
  const CgnsZone& read = zones_[static_cast<std::size_t>(zone) - 1];
  std::array<cgsize_t, 3> first{1, 1, 1}, last{1, 1, 1};
  for (int c = 0; c < 3; ++c) last[c] = static_cast<cgsize_t>(read.n_nodes[c]);
  std::vector<double> values(n);
  check(cg_coord_read(file_, base_, zone, name.c_str(), CGNS_ENUMV(RealDouble), first.data(),
                      last.data(), values.data()),
        name + " of the zone '" + read.name +
            "' (meshes in other coordinates, converted to Cartesian ones)");
  return values;
}

std::vector<std::array<double, 3>> CgnsFile::nodes(std::size_t zone) const {
  const auto n = static_cast<std::size_t>(zones_[zone].size());
  std::vector<std::array<double, 3>> nodes(n);
  constexpr std::array names{"CoordinateX", "CoordinateY", "CoordinateZ"};
  for (std::size_t c = 0; c < static_cast<std::size_t>(std::clamp(space_, 2, 3)); ++c) {
    const auto values = coordinate(static_cast<int>(zone) + 1, names[c], n);
    for (std::size_t i = 0; i < n; ++i) nodes[i][c] = values[i];
  }
  return nodes;
}

std::vector<CgnsCells> CgnsFile::cells(std::size_t zone) const {
  const int number = static_cast<int>(zone) + 1;
  int n_sections = 0;
  check(cg_nsections(file_, base_, number, &n_sections),
        "the sections of the zone '" + zones_[zone].name + "'");
  std::vector<CgnsCells> cells;
  for (int s = 1; s <= n_sections; ++s) read_section(number, s, cells);
  return cells;
}

void CgnsFile::read_section(int zone, int section, std::vector<CgnsCells>& cells) const {
  NameBuffer name{};
  CGNS_ENUMT(ElementType_t) type = CGNS_ENUMV(ElementTypeNull);
  cgsize_t first = 0, last = 0, n_numbers = 0;
  int n_boundary = 0, has_parents = 0;
  check(cg_section_read(file_, base_, zone, section, name.data(), &type, &first, &last, &n_boundary,
                        &has_parents),
        "a section of elements");
  const std::string what = "the elements of the section '" + std::string(name.data()) + "'";
  CgnsCells read{.section = name.data(),
                 .family = family_at(file_, base_, "Zone_t", zone, "Elements_t", section),
                 .type = type_name(type),
                 .dimension = dimension_of(type_name(type)),
                 .n_nodes = 0};
  for (long long label = first; label <= last; ++label) read.labels.push_back(label);
  const bool is_mixed = type == CGNS_ENUMV(MIXED);
  int n_nodes = 0;
  if (!is_mixed && cg_npe(type, &n_nodes) == CG_OK) read.n_nodes = n_nodes;
  if (read.n_nodes == 0 && !is_mixed) {  // polygons and polyhedra
    cells.push_back(std::move(read));
    return;
  }
  check(cg_ElementDataSize(file_, base_, zone, section, &n_numbers), what);
  std::vector<cgsize_t> numbers(static_cast<std::size_t>(n_numbers));
  if (is_mixed) {
    std::vector<cgsize_t> offsets(read.labels.size() + 1);
    check(
        cg_poly_elements_read(file_, base_, zone, section, numbers.data(), offsets.data(), nullptr),
        what);
    read.nodes = widened(numbers);
    for (CgnsCells& of_type : sorted_by_type(read)) cells.push_back(std::move(of_type));
    return;
  }
  check(cg_elements_read(file_, base_, zone, section, numbers.data(), nullptr), what);
  read.nodes = widened(numbers);
  cells.push_back(std::move(read));
}

std::vector<CgnsBoundary> CgnsFile::boundaries(std::size_t zone) const {
  int n = 0;
  check(cg_nbocos(file_, base_, static_cast<int>(zone) + 1, &n),
        "the boundary conditions of the zone '" + zones_[zone].name + "'");
  std::vector<CgnsBoundary> boundaries;
  for (int b = 1; b <= n; ++b) boundaries.push_back(read_boundary(zone, b));
  return boundaries;
}

CgnsBoundary CgnsFile::read_boundary(std::size_t zone, int number) const {
  const int z = static_cast<int>(zone) + 1;
  NameBuffer name{};
  CGNS_ENUMT(BCType_t) kind = CGNS_ENUMV(BCTypeNull);
  CGNS_ENUMT(PointSetType_t) set = CGNS_ENUMV(PointSetTypeNull);
  CGNS_ENUMT(DataType_t) normal_type = CGNS_ENUMV(DataTypeNull);
  CGNS_ENUMT(GridLocation_t) location = CGNS_ENUMV(Vertex);
  cgsize_t n_points = 0, n_normals = 0;
  std::array<int, 3> normal{};
  int n_data_sets = 0;
  check(cg_boco_info(file_, base_, z, number, name.data(), &kind, &set, &n_points, normal.data(),
                     &n_normals, &normal_type, &n_data_sets),
        "a boundary condition");
  check(cg_boco_gridlocation_read(file_, base_, z, number, &location),
        "where the boundary condition '" + std::string(name.data()) + "' lies");
  const std::string family = family_at(file_, base_, "Zone_t", z, "ZoneBC_t", 1, "BC_t", number);
  CgnsBoundary boundary{.name = family.empty() ? name.data() : family,
                        .is_range = is_a_range(set),
                        .normal = normal_of(location)};
  const bool lists_elements = set == ::CGNS_ENUMV(ElementRange) || set == CGNS_ENUMV(ElementList);
  if (lists_elements || location != CGNS_ENUMV(Vertex))
    boundary.places = zones_[zone].is_structured ? CgnsPlaces::faces : CgnsPlaces::elements;
  const int n_indices = zones_[zone].is_structured ? dimension_ : 1;
  std::vector<cgsize_t> points(static_cast<std::size_t>(n_points * n_indices));
  std::vector<double> normals(static_cast<std::size_t>(n_normals));
  if (n_points > 0)
    check(cg_boco_read(file_, base_, z, number, points.data(),
                       normals.empty() ? nullptr : normals.data()),
          "the places of the boundary condition '" + std::string(name.data()) + "'");
  boundary.indices = widened(points);
  return boundary;
}

std::size_t CgnsFile::zone_of_name(const std::string& name, const std::string& user) const {
  // With the name of its base before it, perhaps.
  const std::string last = name.substr(name.rfind('/') + 1);
  const auto found = std::ranges::find(zones_, last, &CgnsZone::name);
  if (found == zones_.end())
    throw base::Error(name_ + ": the connection '" + user + "' leads to a zone '" + name +
                      "', which the file does not have");
  return static_cast<std::size_t>(found - zones_.begin());
}

std::vector<CgnsJoin> CgnsFile::joins(std::size_t zone) const {
  std::vector<CgnsJoin> joins;
  if (zones_[zone].is_structured) add_index_joins(zone, joins);
  add_list_joins(zone, joins);
  return joins;
}

void CgnsFile::add_index_joins(std::size_t zone, std::vector<CgnsJoin>& joins) const {
  const int z = static_cast<int>(zone) + 1;
  const auto d = static_cast<std::size_t>(dimension_);
  int n = 0;
  check(cg_n1to1(file_, base_, z, &n), "the connections of the zone '" + zones_[zone].name + "'");
  for (int i = 1; i <= n; ++i) {
    NameBuffer name{}, donor{};
    std::vector<cgsize_t> range(2 * d), donor_range(2 * d);
    std::array<int, 3> transform{};
    check(cg_1to1_read(file_, base_, z, i, name.data(), donor.data(), range.data(),
                       donor_range.data(), transform.data()),
          "a connection of the zone '" + zones_[zone].name + "'");
    CgnsJoin join{.name = name.data(), .donor = zone_of_name(donor.data(), name.data())};
    join.points = all_of_range(range, d);
    join.donor_points = turned_range(join.points, donor_range, transform, d);
    joins.push_back(std::move(join));
  }
}

void CgnsFile::add_list_joins(std::size_t zone, std::vector<CgnsJoin>& joins) const {
  const int z = static_cast<int>(zone) + 1;
  int n = 0;
  check(cg_nconns(file_, base_, z, &n), "the connections of the zone '" + zones_[zone].name + "'");
  for (int i = 1; i <= n; ++i) {
    NameBuffer name{}, donor{};
    CGNS_ENUMT(GridLocation_t) location{};
    CGNS_ENUMT(GridConnectivityType_t) type{};
    CGNS_ENUMT(PointSetType_t) set{}, donor_set{};
    CGNS_ENUMT(ZoneType_t) donor_type{};
    CGNS_ENUMT(DataType_t) donor_data{};
    cgsize_t n_points = 0, n_donors = 0;
    check(cg_conn_info(file_, base_, z, i, name.data(), &location, &type, &set, &n_points,
                       donor.data(), &donor_type, &donor_set, &donor_data, &n_donors),
          "a connection of the zone '" + zones_[zone].name + "'");
    if (type != CGNS_ENUMV(Abutting1to1))
      throw base::Error(name_ + ": the zones '" + zones_[zone].name + "' and '" + donor.data() +
                        "' do not share their points (the connection '" + name.data() +
                        "'), expected zones that fit point by point; make the mesh so, or as one "
                        "zone");
    // Faces without an order of their corners say nothing that places do not say.
    if (location != CGNS_ENUMV(Vertex) || set != CGNS_ENUMV(PointList) || n_points != n_donors)
      continue;
    const std::size_t other = zone_of_name(donor.data(), name.data());
    const auto indices = [&](std::size_t of) {
      return static_cast<std::size_t>(n_points) *
             (zones_[of].is_structured ? static_cast<std::size_t>(dimension_) : 1);
    };
    std::vector<cgsize_t> points(indices(zone)), donors(indices(other));
    check(cg_conn_read(file_, base_, z, i, points.data(), CGNS_ENUMV(Integer), donors.data()),
          "the points of the connection '" + std::string(name.data()) + "'");
    joins.push_back({name.data(), other, widened(points), widened(donors)});
  }
}

}  // namespace lobatto::mesh
