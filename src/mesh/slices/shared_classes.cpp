#include "mesh/slices/shared_classes.hpp"

#include <algorithm>

#include "comm/exchange/record_exchange.hpp"

namespace lobatto::mesh {

template <std::size_t K>
SharedClasses<K>::SharedClasses(std::span<const KeyLink<K>> links,
                                const comm::Communicator& communicator) {
  const int n_ranks = communicator.size();
  std::vector<HalfLink> halves;
  halves.reserve(2 * links.size());
  for (const KeyLink<K>& link : links) {
    halves.push_back({link.a, link.b, link.reversed});
    halves.push_back({link.b, link.a, link.reversed});
  }
  links_ = comm::send_records(
      std::span<const HalfLink>(halves),
      [&](const HalfLink& half) { return rank_of_key(half.from, n_ranks); }, communicator);
  halves = {};
  sort_and_drop_repeated(links_);
  for (const HalfLink& link : links_)
    if (keys_.empty() || keys_.back() != link.from) keys_.push_back(link.from);
  for (const Key<K>& key : keys_) members_.push_back({key, 0});
  std::vector<char> has_changed(keys_.size(), 1);
  const auto count = [&] {
    return communicator.sum(
        static_cast<long long>(std::count(has_changed.begin(), has_changed.end(), 1)));
  };
  while (count() > 0) {
    const auto news = news_of(has_changed);
    has_changed = take(comm::send_records(
        std::span<const News>(news), [&](const News& one) { return rank_of_key(one.of, n_ranks); },
        communicator));
  }
}

/// What the neighbours of keys that have changed should know.
template <std::size_t K>
auto SharedClasses<K>::news_of(const std::vector<char>& has_changed) const -> std::vector<News> {
  std::vector<News> news;
  std::size_t i = 0;
  for (const HalfLink& link : links_) {
    while (keys_[i] != link.from) ++i;
    if (has_changed[i] == 0) continue;
    news.push_back({link.to, members_[i].root, members_[i].reversed ^ link.reversed});
  }
  return news;
}

/// Which keys have a lower root now.
template <std::size_t K>
std::vector<char> SharedClasses<K>::take(std::span<const News> news) {
  std::vector<char> has_changed(keys_.size(), 0);
  for (const News& one : news) {
    const std::size_t i = place_in(keys_, one.of);
    if (!(one.root < members_[i].root)) continue;
    members_[i] = {one.root, one.reversed};
    has_changed[i] = 1;
  }
  return has_changed;
}

template <std::size_t K>
auto SharedClasses<K>::find(const Key<K>& own) const -> Member {
  const std::size_t i = place_in(keys_, own);
  return i < keys_.size() && keys_[i] == own ? members_[i] : Member{own, 0};
}

template <std::size_t K>
auto SharedClasses<K>::find_all(std::span<const Key<K>> keys,
                                const comm::Communicator& communicator) const
    -> std::vector<Member> {
  return comm::ask_each<Member>(
      keys, [&](const Key<K>& key) { return rank_of_key(key, communicator.size()); },
      [&](const Key<K>& key) { return find(key); }, communicator);
}

namespace {

/// The classes whose roots are on this rank.
template <std::size_t K>
class NumberedRoots {
 public:
  NumberedRoots(std::span<const Key<K>> asked, const SharedClasses<K>& classes,
                const comm::Communicator& communicator)
      : classes_(classes), communicator_(communicator) {
    roots_.reserve(asked.size());
    for (const Key<K>& key : asked)
      if (classes.find(key).root == key) roots_.push_back(key);
    sort_and_drop_repeated(roots_);
    first_ = communicator.exclusive_sum(static_cast<long long>(roots_.size()));
  }

  [[nodiscard]] std::int64_t n_classes() const {
    return communicator_.sum(static_cast<long long>(roots_.size()));
  }

  /// Those of other roots come from their ranks.
  [[nodiscard]] std::vector<KeyNumber> numbers(std::span<const Key<K>> asked) const {
    std::vector<Key<K>> elsewhere;
    for (const Key<K>& key : asked)
      if (const auto root = classes_.find(key).root; root != key) elsewhere.push_back(root);
    const auto there = comm::ask_each<std::int64_t>(
        std::span<const Key<K>>(elsewhere),
        [&](const Key<K>& root) { return rank_of_key(root, communicator_.size()); },
        [&](const Key<K>& root) { return number_of(root); }, communicator_);
    std::vector<KeyNumber> result;
    result.reserve(asked.size());
    auto next = there.begin();
    std::size_t likely = 0;  // the keys that a rank asks for ascend
    for (const Key<K>& key : asked) {
      const auto member = classes_.find(key);
      if (member.root != key) {
        result.push_back({*next++, member.reversed});
        continue;
      }
      if (likely == roots_.size() || roots_[likely] != key) likely = place_in(roots_, key);
      result.push_back({first_ + static_cast<std::int64_t>(likely++), member.reversed});
    }
    return result;
  }

 private:
  [[nodiscard]] std::int64_t number_of(const Key<K>& root) const {
    return first_ + static_cast<std::int64_t>(place_in(roots_, root));
  }

  const SharedClasses<K>& classes_;
  const comm::Communicator& communicator_;
  std::vector<Key<K>> roots_;
  std::int64_t first_ = 0;
};

}  // namespace

template <std::size_t K>
std::vector<KeyNumber> number_keys(std::span<const Key<K>> keys, const SharedClasses<K>& classes,
                                   const comm::Communicator& communicator,
                                   std::int64_t& n_classes) {
  return comm::ask_ranks<KeyNumber>(
      keys, [&](const Key<K>& key) { return rank_of_key(key, communicator.size()); },
      [&](std::span<const Key<K>> asked) {
        const NumberedRoots<K> roots(asked, classes, communicator);
        n_classes = roots.n_classes();
        return roots.numbers(asked);
      },
      communicator);
}

template class SharedClasses<1>;
template class SharedClasses<2>;
template class SharedClasses<4>;
template std::vector<KeyNumber> number_keys<1>(std::span<const Key<1>>, const SharedClasses<1>&,
                                               const comm::Communicator&, std::int64_t&);
template std::vector<KeyNumber> number_keys<2>(std::span<const Key<2>>, const SharedClasses<2>&,
                                               const comm::Communicator&, std::int64_t&);
template std::vector<KeyNumber> number_keys<4>(std::span<const Key<4>>, const SharedClasses<4>&,
                                               const comm::Communicator&, std::int64_t&);

}  // namespace lobatto::mesh
