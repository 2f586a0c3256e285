#include "mesh/slices/slice_numbering.hpp"

#include "comm/agreed_fault.hpp"
#include "mesh/connectivity_faults.hpp"
#include "mesh/hex_topology.hpp"

namespace lobatto::mesh {
namespace {

std::vector<KeyLink<1>> point_links(std::span<const SlicedPair> pairs) {
  std::vector<KeyLink<1>> links;
  for (const SlicedPair& pair : pairs)
    for (int i = 0; i < 4; ++i) links.push_back({{pair.corners[i]}, {pair.images[i]}, 0});
  return links;
}

/// Four of each pair, as face_line_ends. The lower end of a line is its beginning.
std::vector<KeyLink<2>> line_links(std::span<const SlicedPair> pairs) {
  std::vector<KeyLink<2>> links;
  for (const SlicedPair& pair : pairs) {
    for (const auto& [i, j] : face_line_ends) {
      const Key<2> own{pair.corners[i], pair.corners[j]}, image{pair.images[i], pair.images[j]};
      const bool reversed = (own[0] > own[1]) != (image[0] > image[1]);
      links.push_back({ascending(own), ascending(image), reversed ? 1 : 0});
    }
  }
  return links;
}

std::vector<KeyLink<4>> face_links(std::span<const SlicedPair> pairs) {
  std::vector<KeyLink<4>> links;
  for (const SlicedPair& pair : pairs)
    links.push_back({ascending(pair.corners), ascending(pair.images), 0});
  return links;
}

void check_lines(const MeshSlice& slice, std::span<const SlicedPair> pairs,
                 const SharedClasses<2>& lines, const comm::Communicator& communicator) {
  const auto links = line_links(pairs);
  std::vector<Key<2>> keys;
  for (const auto& link : links) keys.insert(keys.end(), {link.a, link.b});
  const auto members = lines.find_all(keys, communicator);
  comm::AgreedFault fault;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if ((members[2 * i].reversed ^ members[2 * i + 1].reversed) == links[i].reversed) continue;
    const SlicedPair& pair = pairs[i / 4];
    const std::int64_t first_side = slice.first_element[communicator.rank()] * n_hex_faces;
    const auto corners = points_of_side(slice.raw, pair.slave - first_side);
    const auto& ends = face_line_ends[i % 4];
    fault.report(4 * pair.order + static_cast<std::int64_t>(i % 4),
                 text_of_twisted_line(slice.raw, {corners[ends[0]], corners[ends[1]]}));
  }
  fault.agree(communicator);
}

/// The different keys of a slice and their numbers in the whole mesh.
template <std::size_t K>
class NumberedKeys {
 public:
  NumberedKeys(std::vector<Key<K>> keys, const SharedClasses<K>& classes,
               const comm::Communicator& communicator, std::int64_t& n_classes)
      : keys_(std::move(keys)) {
    sort_and_drop_repeated(keys_);
    numbers_ = number_keys<K>(keys_, classes, communicator, n_classes);
  }

  [[nodiscard]] const KeyNumber& of(const Key<K>& key) const {
    return numbers_[place_in(keys_, key)];
  }

 private:
  std::vector<Key<K>> keys_;
  std::vector<KeyNumber> numbers_;
};

Key<2> ends_of_line(const MeshSlice& slice, std::size_t e, int line) {
  const auto ends = line_vertices(line);
  const auto& corners = slice.raw.corners[e];
  return slice.ids_of(std::array<std::int64_t, 2>{corners[ends[0]], corners[ends[1]]});
}

void number_vertices(const MeshSlice& slice, const SharedClasses<1>& classes,
                     const comm::Communicator& communicator, HexMesh& part) {
  const std::size_t n = slice.raw.corners.size();
  std::vector<Key<1>> keys;
  keys.reserve(n * n_hex_vertices);
  for (const auto& corners : slice.raw.corners)
    for (const std::int64_t point : corners) keys.push_back({slice.point_ids[point]});
  const NumberedKeys<1> numbers(std::move(keys), classes, communicator, part.n_vertices);
  part.vertices.resize(n);
  for (std::size_t e = 0; e < n; ++e) {
    for (int v = 0; v < n_hex_vertices; ++v)
      part.vertices[e][v] = numbers.of({slice.point_ids[slice.raw.corners[e][v]]}).number;
  }
}

void number_lines(const MeshSlice& slice, const SharedClasses<2>& classes,
                  const comm::Communicator& communicator, HexMesh& part) {
  const std::size_t n = slice.raw.corners.size();
  std::vector<Key<2>> keys;
  keys.reserve(n * n_hex_lines);
  for (std::size_t e = 0; e < n; ++e)
    for (int i = 0; i < n_hex_lines; ++i) keys.push_back(ascending(ends_of_line(slice, e, i)));
  const NumberedKeys<2> numbers(std::move(keys), classes, communicator, part.n_lines);
  part.lines.resize(n);
  for (std::size_t e = 0; e < n; ++e) {
    for (int i = 0; i < n_hex_lines; ++i) {
      const Key<2> ends = ends_of_line(slice, e, i);
      const KeyNumber& line = numbers.of(ascending(ends));
      part.lines[e][i] = {line.number, (ends[0] > ends[1]) != (line.reversed != 0)};
    }
  }
}

/// A side lies against the first side of its face, a slave against its master.
void number_faces(const MeshSlice& slice, const FaceDirectory& faces,
                  std::span<const SlicedPair> pairs, const SharedClasses<4>& classes,
                  const comm::Communicator& communicator, HexMesh& part) {
  const std::size_t n = slice.raw.corners.size();
  const auto corners_of = [&](std::size_t side) {
    return slice.ids_of(points_of_side(slice.raw, static_cast<std::int64_t>(side)));
  };
  std::vector<Key<4>> keys;
  keys.reserve(n * n_hex_faces);
  for (std::size_t side = 0; side < n * n_hex_faces; ++side)
    keys.push_back(ascending(corners_of(side)));
  const NumberedKeys<4> numbers(std::move(keys), classes, communicator, part.n_faces);
  part.faces.resize(n);
  for (std::size_t side = 0; side < n * n_hex_faces; ++side) {
    const Key<4> corners = corners_of(side);
    OrientedFace& face = part.faces[side / n_hex_faces][side % n_hex_faces];
    face = lie_against(corners, faces.matches()[side].first_corners);
    face.id = numbers.of(ascending(corners)).number;
  }
  const std::int64_t first_side = slice.first_element[communicator.rank()] * n_hex_faces;
  for (const SlicedPair& pair : pairs) {
    const std::int64_t side = pair.slave - first_side;
    OrientedFace& face = part.faces[side / n_hex_faces][side % n_hex_faces];
    const std::int64_t id = face.id;
    face = lie_against(pair.images, pair.master_corners);
    face.id = id;
  }
}

}  // namespace

PeriodicClasses::PeriodicClasses(const MeshSlice& slice, std::span<const SlicedPair> pairs,
                                 const comm::Communicator& communicator)
    : points(point_links(pairs), communicator),
      lines(line_links(pairs), communicator),
      faces(face_links(pairs), communicator) {
  check_lines(slice, pairs, lines, communicator);
}

void number_slice(const MeshSlice& slice, const FaceDirectory& faces,
                  std::span<const SlicedPair> pairs, const PeriodicClasses& classes,
                  const comm::Communicator& communicator, HexMesh& part) {
  number_vertices(slice, classes.points, communicator, part);
  number_lines(slice, classes.lines, communicator, part);
  number_faces(slice, faces, pairs, classes.faces, communicator, part);
}

}  // namespace lobatto::mesh
