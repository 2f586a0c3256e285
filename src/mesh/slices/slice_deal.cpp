#include "mesh/slices/slice_cut.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>

#include "comm/exchange/record_exchange.hpp"
#include "mesh/mesh_parcel.hpp"
#include "mesh/partition.hpp"
#include "mesh/slices/key.hpp"

namespace lobatto::mesh {
namespace {

/// Bytes in words, of which the first tells how many bytes there are.
std::vector<long long> words_of_bytes(std::span<const std::byte> bytes) {
  std::vector<long long> words(1 + (bytes.size() + sizeof(long long) - 1) / sizeof(long long));
  words[0] = static_cast<long long>(bytes.size());
  std::memcpy(words.data() + 1, bytes.data(), bytes.size());
  return words;
}

std::span<const std::byte> bytes_of_words(std::span<const long long> words) {
  return std::as_bytes(words.subspan(1)).first(static_cast<std::size_t>(words[0]));
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& values) {
  to.insert(to.end(), values.begin(), values.end());
}

/// What is of elements; the rest is the same in all parts of a mesh.
void append_elements(HexMesh& mesh, const HexMesh& part) {
  const int n_before = mesh.n_local_elements();
  append(mesh.element_numbers, part.element_numbers);
  append(mesh.coordinates, part.coordinates);
  append(mesh.vertices, part.vertices);
  append(mesh.lines, part.lines);
  append(mesh.faces, part.faces);
  append(mesh.volumes, part.volumes);
  append(mesh.regions.of_elements, part.regions.of_elements);
  for (BoundarySide side : part.sides) {
    side.element += n_before;
    mesh.sides.push_back(side);
  }
}

HexMesh exchange_parts(HexMesh slice, std::span<const int> rank_of_element,
                       const comm::Communicator& communicator) {
  comm::Letters letters;
  {
    std::map<int, std::vector<int>> elements;
    for (std::size_t e = 0; e < rank_of_element.size(); ++e)
      elements[rank_of_element[e]].push_back(static_cast<int>(e));
    for (const auto& [rank, some] : elements)
      letters[rank] = words_of_bytes(pack(part_of(slice, some)));
  }
  HexMesh own = part_of(slice, {});
  slice = {};
  auto received = comm::exchange_letters(std::move(letters), communicator);
  for (auto& [rank, words] : received) {
    append_elements(own, unpack(bytes_of_words(words)));
    words = {};
  }
  return own;
}

/// Whether vertices belong to elements of several ranks. [vertices] Collective.
std::vector<std::int64_t> are_shared(std::span<const std::int64_t> vertices,
                                     const comm::Communicator& communicator) {
  const auto reply = [](std::span<const std::int64_t> asked) {
    std::vector<std::int64_t> all(asked.begin(), asked.end());
    std::sort(all.begin(), all.end());
    std::vector<std::int64_t> answers;
    answers.reserve(asked.size());
    for (const std::int64_t vertex : asked) {
      const auto at = std::lower_bound(all.begin(), all.end(), vertex);
      answers.push_back(at + 1 != all.end() && at[1] == vertex ? 1 : 0);
    }
    return answers;
  };
  return comm::ask_ranks<std::int64_t>(
      vertices,
      [&](std::int64_t vertex) { return rank_of_key(Key<1>{vertex}, communicator.size()); }, reply,
      communicator);
}

/// The order of elements_of_ranks.
std::vector<int> order_of_work(const HexMesh& mesh, const comm::Communicator& communicator) {
  std::vector<std::int64_t> vertices;
  vertices.reserve(mesh.vertices.size() * 8);
  for (const auto& of_element : mesh.vertices)
    vertices.insert(vertices.end(), of_element.begin(), of_element.end());
  sort_and_drop_repeated(vertices);
  const auto shared = are_shared(vertices, communicator);
  std::vector<char> is_inner(mesh.vertices.size(), 1);
  for (std::size_t e = 0; e < is_inner.size(); ++e) {
    for (const std::int64_t vertex : mesh.vertices[e])
      if (shared[place_in(vertices, vertex)] != 0) is_inner[e] = 0;
  }
  std::vector<int> order(is_inner.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int e) {
    return std::tuple(mesh.regions.at(e), is_inner[e], mesh.element_numbers[e]);
  });
  return order;
}

}  // namespace

HexMesh deal_slices(HexMesh slice, std::span<const int> rank_of_element,
                    const comm::Communicator& communicator) {
  const HexMesh own = exchange_parts(std::move(slice), rank_of_element, communicator);
  auto order = order_of_work(own, communicator);
  // part_of looks for the sides of an element among ascending ones.
  return part_of(own, order);
}

}  // namespace lobatto::mesh
