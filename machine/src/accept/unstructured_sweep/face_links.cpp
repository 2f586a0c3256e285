#include "accept/unstructured_sweep/face_links.hpp"

#include <algorithm>
#include <utility>

#include "comm/exchange/record_exchange.hpp"

namespace lobatto::accept {

namespace {

using FaceKey = std::array<long long, n_face_corners>;  // vertices, increasing

struct FacePlace {
  std::size_t element = 0, face = 0;
};

struct FaceQuestion {
  FaceKey key{};
  long long rank = 0;  // that asks
};

struct FaceAnswer {
  long long rank = -1;  // on the other side; -1: none
};

FaceKey key_of(const HexMesh& mesh, const FacePlace& at) {
  FaceKey key{};
  const auto corners = face_corners(at.face);
  for (std::size_t i = 0; i < n_face_corners; ++i) key[i] = mesh.vertices[at.element][corners[i]];
  std::sort(key.begin(), key.end());
  return key;
}

/// Half the product of the diagonals, each from its lower vertex to its higher one and the one with
/// the lowest vertex first, so that both sides compute the same numbers.
Vector face_area(const HexMesh& mesh, const FacePlace& at) {
  const auto corners = face_corners(at.face);
  const auto& vertices = mesh.vertices[at.element];
  std::pair<std::size_t, std::size_t> first{corners[0], corners[3]}, second{corners[1], corners[2]};
  double sign = at.face % 2 == 1 ? 0.5 : -0.5;
  const auto turn = [&](auto& a, auto& b) {
    std::swap(a, b);
    sign = -sign;
  };
  if (vertices[first.first] > vertices[first.second]) turn(first.first, first.second);
  if (vertices[second.first] > vertices[second.second]) turn(second.first, second.second);
  if (vertices[first.first] > vertices[second.first]) turn(first, second);
  Vector a{}, b{};
  for (std::size_t d = 0; d < 3; ++d) {
    a[d] = mesh.places[at.element][first.second][d] - mesh.places[at.element][first.first][d];
    b[d] = mesh.places[at.element][second.second][d] - mesh.places[at.element][second.first][d];
  }
  Vector area = base::cross(a, b);
  for (double& component : area) component *= sign;
  return area;
}

/// The corner with a vertex.
std::size_t corner_with(const std::array<long long, n_corners>& vertices, long long vertex) {
  return static_cast<std::size_t>(std::find(vertices.begin(), vertices.end(), vertex) -
                                  vertices.begin());
}

/// What is on the other side of each face. Faces meet on a rank that their vertices
/// choose. Collective.
std::vector<FaceAnswer> other_ranks(const std::vector<FaceQuestion>& questions,
                                    const comm::Communicator& communicator) {
  const auto meeting_rank = [&](const FaceQuestion& question) {
    const auto mixed = static_cast<unsigned long long>(question.key[0]) * 31 +
                       static_cast<unsigned long long>(question.key[3]);
    return static_cast<int>(mixed % static_cast<unsigned long long>(communicator.size()));
  };
  const auto reply = [](std::span<const FaceQuestion> asked) {
    std::map<FaceKey, std::vector<std::size_t>> meetings;
    for (std::size_t i = 0; i < asked.size(); ++i) meetings[asked[i].key].push_back(i);
    std::vector<FaceAnswer> answers(asked.size());
    for (const auto& [key, places] : meetings)
      if (places.size() == 2) {
        answers[places[0]].rank = asked[places[1]].rank;
        answers[places[1]].rank = asked[places[0]].rank;
      }
    return answers;
  };
  return comm::ask_ranks<FaceAnswer, FaceQuestion>(questions, meeting_rank, reply, communicator);
}

}  // namespace

FaceLinks::FaceLinks(const HexMesh& mesh, const comm::Communicator& communicator)
    : links(mesh.n_elements()) {
  std::map<FaceKey, FacePlace> alone;  // faces whose other side is not found yet
  for (std::size_t element = 0; element < mesh.n_elements(); ++element)
    for (std::size_t face = 0; face < n_faces; ++face) {
      const FacePlace here{element, face};
      links[element][face].area = face_area(mesh, here);
      const auto [found, is_new] = alone.try_emplace(key_of(mesh, here), here);
      if (is_new) continue;
      const FacePlace there = found->second;
      for (const auto& [one, other] : {std::pair{here, there}, std::pair{there, here}}) {
        FaceLink& link = links[one.element][one.face];
        link.element = static_cast<int>(other.element);
        const auto corners = face_corners(one.face);
        for (std::size_t i = 0; i < n_face_corners; ++i)
          link.corners[i] =
              corner_with(mesh.vertices[other.element], mesh.vertices[one.element][corners[i]]);
      }
      alone.erase(found);
    }
  std::vector<FaceQuestion> questions;
  for (const auto& [key, place] : alone) questions.push_back({key, communicator.rank()});
  const auto ranks = other_ranks(questions, communicator);
  std::size_t next = 0;
  for (const auto& [key, place] : alone) {  // by increasing keys, hence the same order there
    const auto rank = static_cast<int>(ranks[next++].rank);
    if (rank < 0) continue;
    FaceLink& link = links[place.element][place.face];
    SharedFace face{static_cast<int>(place.element), {}};
    const auto corners = face_corners(place.face);
    for (std::size_t i = 0; i < n_face_corners; ++i) {
      face.corners[i] = corner_with(mesh.vertices[place.element], key[i]);
      link.corners[i] = static_cast<std::size_t>(
          std::find(key.begin(), key.end(), mesh.vertices[place.element][corners[i]]) -
          key.begin());
    }
    link.rank = rank;
    link.shared = static_cast<int>(shared[rank].size());
    shared[rank].push_back(face);
  }
}

}  // namespace lobatto::accept
