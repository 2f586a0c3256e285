#include "mesh/slices/slice_numbering.hpp"

#include "comm/agreement/agreed_fault.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::mesh {
namespace {

std::vector<KeyLink<1>> point_links(std::span<const PeriodicFacePair> pairs) {
  std::vector<KeyLink<1>> links;
  for (const PeriodicFacePair& pair : pairs)
    for (int i = 0; i < 4; ++i) links.push_back({{pair.corners[i]}, {pair.images[i]}, 0});
  return links;
}

/// Four of each pair, as face_line_ends. The lower end of a line is its beginning.
std::vector<KeyLink<2>> line_links(std::span<const PeriodicFacePair> pairs) {
  std::vector<KeyLink<2>> links;
  for (const PeriodicFacePair& pair : pairs) {
    for (const auto& [i, j] : face_line_ends) {
      const Key<2> own{pair.corners[i], pair.corners[j]}, image{pair.images[i], pair.images[j]};
      const bool reversed = (own[0] > own[1]) != (image[0] > image[1]);
      links.push_back({ascending(own), ascending(image), reversed ? 1 : 0});
    }
  }
  return links;
}

std::vector<KeyLink<4>> face_links(std::span<const PeriodicFacePair> pairs) {
  std::vector<KeyLink<4>> links;
  for (const PeriodicFacePair& pair : pairs)
    links.push_back({ascending(pair.corners), ascending(pair.images), 0});
  return links;
}

void check_lines(const MeshSlice& slice, std::span<const PeriodicFacePair> pairs,
                 const SharedClasses<2>& lines, const comm::Communicator& communicator) {
  const auto links = line_links(pairs);
  std::vector<Key<2>> keys;
  for (const auto& link : links) keys.insert(keys.end(), {link.a, link.b});
  const auto members = lines.find_all(keys, communicator);
  comm::AgreedFault fault;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if ((members[2 * i].reversed ^ members[2 * i + 1].reversed) == links[i].reversed) continue;
    const PeriodicFacePair& pair = pairs[i / 4];
    const std::int64_t first_side = slice.first_element[communicator.rank()] * n_hex_faces;
    const auto corners = points_of_side(slice.raw, pair.slave - first_side);
    const auto& ends = face_line_ends[i % 4];
    const std::array<std::int64_t, 2> line{corners[ends[0]], corners[ends[1]]};
    fault.report(4 * pair.order + static_cast<std::int64_t>(i % 4),
                 slice.raw.file + ": periodic boundaries carry the line at " +
                     position_text(slice.raw, line.data(), 2) + " onto itself back to front");
  }
  fault.agree(communicator);
}

/// The numbers in the whole mesh of the sets of points of a table, by what is in it. [sets given]
template <std::size_t K>
class NumberedTuples {
 public:
  NumberedTuples(const TupleTable<K>& table, const SharedClasses<K>& classes,
                 const comm::Communicator& communicator, std::int64_t& n_classes)
      : table_(table), numbers_(number_keys<K>(table.keys(), classes, communicator, n_classes)) {}

  [[nodiscard]] const KeyNumber& operator[](std::size_t i) const {
    return numbers_[table_.index_of(static_cast<std::int64_t>(i))];
  }

 private:
  const TupleTable<K>& table_;
  std::vector<KeyNumber> numbers_;
};

Key<2> ends_of_line(const MeshSlice& slice, std::size_t e, int line) {
  const auto ends = line_vertices(line);
  const auto& corners = slice.raw.corners[e];
  return slice.ids_of(std::array<std::int64_t, 2>{corners[ends[0]], corners[ends[1]]});
}

void number_vertices(const MeshSlice& slice, const SharedClasses<1>& classes,
                     const comm::Communicator& communicator, HexMesh& part) {
  std::vector<Key<1>> points;
  points.reserve(slice.point_ids.size());
  for (const std::int64_t id : slice.point_ids) points.push_back({id});
  const TupleTable<1> table(std::move(points));
  const NumberedTuples<1> numbers(table, classes, communicator, part.n_vertices);
  part.vertices = slice.raw.corners;
  for (auto& of_element : part.vertices)
    for (std::int64_t& vertex : of_element) vertex = numbers[vertex].number;
}

void number_lines(const MeshSlice& slice, const SharedClasses<2>& classes,
                  const comm::Communicator& communicator, HexMesh& part) {
  const std::size_t n = slice.raw.corners.size();
  std::vector<Key<2>> lines;
  lines.reserve(n * n_hex_lines);
  for (std::size_t e = 0; e < n; ++e)
    for (int i = 0; i < n_hex_lines; ++i) lines.push_back(ends_of_line(slice, e, i));
  const TupleTable<2> table(std::move(lines));
  const NumberedTuples<2> numbers(table, classes, communicator, part.n_lines);
  part.lines.resize(n);
  for (std::size_t e = 0; e < n; ++e) {
    for (int i = 0; i < n_hex_lines; ++i) {
      const Key<2> ends = ends_of_line(slice, e, i);
      const KeyNumber& line = numbers[e * n_hex_lines + static_cast<std::size_t>(i)];
      part.lines[e][i] = {line.number, (ends[0] > ends[1]) != (line.reversed != 0)};
    }
  }
}

/// A side lies against the first side of its face, a slave against its master.
void number_faces(const MeshSlice& slice, const FaceDirectory& faces,
                  std::span<const PeriodicFacePair> pairs, const SharedClasses<4>& classes,
                  const comm::Communicator& communicator, HexMesh& part) {
  const std::size_t n = slice.raw.corners.size();
  const auto corners_of = [&](std::size_t side) {
    return slice.ids_of(points_of_side(slice.raw, static_cast<std::int64_t>(side)));
  };
  const NumberedTuples<4> numbers(faces.table(), classes, communicator, part.n_faces);
  part.faces.resize(n);
  for (std::size_t side = 0; side < n * n_hex_faces; ++side) {
    OrientedFace& face = part.faces[side / n_hex_faces][side % n_hex_faces];
    face = lie_against(corners_of(side), faces.face_of(side).corners);
    face.id = numbers[side].number;
  }
  const std::int64_t first_side = slice.first_element[communicator.rank()] * n_hex_faces;
  for (const PeriodicFacePair& pair : pairs) {
    const std::int64_t side = pair.slave - first_side;
    OrientedFace& face = part.faces[side / n_hex_faces][side % n_hex_faces];
    const std::int64_t id = face.id;
    face = lie_against(pair.images, pair.master_corners);
    face.id = id;
  }
}

}  // namespace

PeriodicClasses::PeriodicClasses(const MeshSlice& slice, std::span<const PeriodicFacePair> pairs,
                                 const comm::Communicator& communicator)
    : points(point_links(pairs), communicator),
      lines(line_links(pairs), communicator),
      faces(face_links(pairs), communicator) {
  check_lines(slice, pairs, lines, communicator);
}

void number_slice(const MeshSlice& slice, const FaceDirectory& faces,
                  std::span<const PeriodicFacePair> pairs, const PeriodicClasses& classes,
                  const comm::Communicator& communicator, HexMesh& part) {
  number_vertices(slice, classes.points, communicator, part);
  number_lines(slice, classes.lines, communicator, part);
  number_faces(slice, faces, pairs, classes.faces, communicator, part);
}

}  // namespace lobatto::mesh
