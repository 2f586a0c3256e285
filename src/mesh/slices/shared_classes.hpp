#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/slices/key.hpp"

namespace lobatto::mesh {

/// Two keys that are the same thing, the other way round if `reversed` (0 or 1).
template <std::size_t K>
struct KeyLink {
  Key<K> a{}, b{};
  std::int64_t reversed = 0;
};

/// SignedClasses of keys that many ranks have: classes of things that are the same. The lowest key
/// of a class is its root. What is known of a key lies on its rank_of_key; keys without links are
/// known nowhere. Roots travel along links until none changes: as many exchanges as a class is
/// long, which is a few for periodic boundaries and points at one place.
template <std::size_t K>
class SharedClasses {
 public:
  /// Of the links of all ranks. Collective.
  SharedClasses(std::span<const KeyLink<K>> links, const comm::Communicator& communicator);

  struct Member {
    Key<K> root{};
    std::int64_t reversed = 0;  ///< 1: against the root
  };
  /// Of a key of this rank.
  [[nodiscard]] Member find(const Key<K>& own) const;
  /// Of any keys. Collective.
  [[nodiscard]] std::vector<Member> find_all(std::span<const Key<K>> keys,
                                             const comm::Communicator& communicator) const;

 private:
  struct HalfLink {
    Key<K> from{}, to{};
    std::int64_t reversed = 0;
    auto operator<=>(const HalfLink&) const = default;
  };
  struct News {
    Key<K> of{}, root{};
    std::int64_t reversed = 0;
  };
  [[nodiscard]] std::vector<News> news_of(const std::vector<char>& has_changed) const;
  std::vector<char> take(std::span<const News> news);

  std::vector<HalfLink> links_;  ///< ascending
  std::vector<Key<K>> keys_;     ///< ascending
  std::vector<Member> members_;  ///< [keys]
};

/// The number that a key has in the whole mesh, and whether it counts the other way round.
struct KeyNumber {
  std::int64_t number = 0;
  std::int64_t reversed = 0;
};

/// Numbers the classes of the keys of all ranks from 0, without gaps; keys of one class have one
/// number. `keys` are ascending and different; [keys]. Collective.
template <std::size_t K>
std::vector<KeyNumber> number_keys(std::span<const Key<K>> keys, const SharedClasses<K>& classes,
                                   const comm::Communicator& communicator, std::int64_t& n_classes);

/// coincident_points over ranks: the points of all ranks count one after another. [points] the
/// number of the first point of each class. Points at exactly the same place meet at the rank of
/// their coordinates, places that may be close at the rank of a cell of a grid. Collective.
std::vector<std::int64_t> shared_points(std::span<const std::array<double, 3>> points,
                                        std::span<const double> tolerances,
                                        const comm::Communicator& communicator);

}  // namespace lobatto::mesh
