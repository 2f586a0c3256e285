#include "perf/profiler.hpp"

#include <algorithm>
#include <limits>

namespace lobatto::perf {

Profiler::Profiler() { reset(); }

RegionId Profiler::add(std::string_view name) {
  const auto known = std::ranges::find(names_, name);
  const auto id = static_cast<RegionId>(known - names_.begin());
  if (known == names_.end()) names_.emplace_back(name);
  return id;
}

std::size_t Profiler::make_child(std::size_t node, std::size_t region) {
  // To be outside of all regions there is no other place than the root.
  if (node == root && region == other) return root;
  const std::size_t made = nodes_.size();
  nodes_.emplace_back();
  nodes_[made].region = region;
  nodes_[made].parent = node;
  auto& children = nodes_[node].children;
  if (children.size() <= region) children.resize(names_.size(), root);
  children[region] = made;
  return made;
}

std::size_t Profiler::find_place(std::size_t region) {
  for (std::size_t node = node_; node != root; node = nodes_[node].parent)
    if (nodes_[node].region == region) return node;
  return region == other ? root : child(node_, region);
}

void Profiler::attribute(RegionId from, RegionId to, double seconds) {
  if (seconds == 0) return;
  const std::size_t source = place_of(static_cast<std::size_t>(from));
  const std::size_t target = child(source, static_cast<std::size_t>(to));
  nodes_[source].attributed -= seconds;
  nodes_[target].attributed += seconds;
}

void Profiler::reset() {
  // The nodes stay: scopes that are open know them by number.
  for (Node& node : nodes_) {
    node.ticks = 0;
    node.calls = 0;
    node.flops = 0;
    node.bytes = 0;
    node.attributed = 0;
  }
  start_ = now();
  last_switch_ = start_.ticks;
}

Profiler::Moment Profiler::now() {
  // The two clocks cannot be read at once: of a few tries the one with the least between them, so
  // that it does not matter if the process is put to sleep there.
  constexpr int n_tries = 4;
  Moment best{};
  std::int64_t least_gap = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < n_tries; ++i) {
    const std::int64_t before = base::read_ticks();
    const auto time = std::chrono::steady_clock::now();
    const std::int64_t gap = base::read_ticks() - before;
    if (gap < least_gap) {
      least_gap = gap;
      best = {before + gap / 2, time};
    }
  }
  return best;
}

double Profiler::seconds_a_tick(const Moment& moment) const {
  const auto ticks = static_cast<double>(moment.ticks - start_.ticks);
  return ticks > 0 ? std::chrono::duration<double>(moment.time - start_.time).count() / ticks : 0.0;
}

double Profiler::seconds_of(std::size_t node, const Moment& moment) const {
  const std::int64_t running = node == node_ ? moment.ticks - last_switch_ : 0;
  return static_cast<double>(nodes_[node].ticks + running) * seconds_a_tick(moment) +
         nodes_[node].attributed;
}

double Profiler::wall_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_.time).count();
}

double Profiler::seconds(RegionId id) const {
  const Moment moment = now();
  double sum = 0;
  for (std::size_t node = 0; node < nodes_.size(); ++node)
    if (nodes_[node].region == static_cast<std::size_t>(id)) sum += seconds_of(node, moment);
  return sum;
}

double Profiler::flops() const {
  double sum = 0;
  for (const Node& node : nodes_) sum += node.flops;
  return sum;
}

/// The root, what runs, what has been entered or counted since the last reset, and the callers of
/// all these.
std::vector<bool> Profiler::used_nodes() const {
  std::vector<bool> used(nodes_.size());
  used[root] = used[node_] = true;
  for (std::size_t i = nodes_.size(); i-- > 1;) {
    const Node& node = nodes_[i];
    used[i] = used[i] || node.calls > 0 || node.ticks > 0 || node.attributed != 0 ||
              node.flops > 0 || node.bytes > 0;
    if (used[i]) used[node.parent] = true;
  }
  return used;
}

RegionTree Profiler::tree() const {
  // The same for all nodes, so that their times add to the wall time.
  const Moment moment = now();
  const std::vector<bool> used = used_nodes();
  std::vector<std::size_t> numbers(nodes_.size());
  RegionTree tree{names_, {}};
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!used[i]) continue;
    const Node& node = nodes_[i];
    numbers[i] = tree.nodes.size();
    tree.nodes.push_back({numbers[node.parent], node.region, node.calls, seconds_of(i, moment),
                          node.flops, node.bytes});
  }
  return tree;
}

}  // namespace lobatto::perf
