#include "mesh/formats/node_directory.hpp"

#include <algorithm>

#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/slices/key.hpp"

namespace lobatto::mesh {

NodeDirectory::NodeDirectory(const GmshFile& share, const comm::Communicator& communicator)
    : communicator_(communicator) {
  std::vector<Node> own;
  own.reserve(share.nodes.size());
  for (const auto& [label, node] : share.node_labels) own.push_back({label, share.nodes[node], 0});
  nodes_ = comm::send_records(
      std::span<const Node>(own), [&](const Node& node) { return rank_of(node.label); },
      communicator);
  std::ranges::sort(nodes_, {}, &Node::label);
  comm::AgreedFault fault;
  const auto twice = std::ranges::adjacent_find(nodes_, {}, &Node::label);
  if (twice != nodes_.end())
    fault.report(std::max<long long>(twice->label, 0),
                 share.name + ": node " + std::to_string(twice->label) + " is listed twice");
  fault.agree(communicator);
}

int NodeDirectory::rank_of(std::int64_t label) const {
  return rank_of_key(Key<1>{label}, communicator_.size());
}

std::int64_t NodeDirectory::place_of(std::int64_t label) const {
  const auto at = std::ranges::lower_bound(nodes_, label, {}, &Node::label);
  return at != nodes_.end() && at->label == label ? at - nodes_.begin() : -1;
}

void NodeDirectory::fetch(std::span<const std::int64_t> labels, GmshFile& share) const {
  const auto nodes = comm::ask_each<Node>(
      labels, [&](std::int64_t label) { return rank_of(label); },
      [&](std::int64_t label) {
        const std::int64_t place = place_of(label);
        // Corners are of no interest here: -1 says that there is no such node.
        return place < 0 ? Node{label, {}, -1} : nodes_[place];
      },
      communicator_);
  share.node_labels.clear();
  share.nodes.clear();
  share.node_labels.reserve(nodes.size());
  share.nodes.reserve(nodes.size());
  for (const Node& node : nodes) {
    if (node.is_corner < 0) continue;
    share.node_labels.emplace_back(node.label, static_cast<std::int64_t>(share.nodes.size()));
    share.nodes.push_back(node.at);
  }
}

void NodeDirectory::mark_corners(std::span<const std::int64_t> labels) {
  const auto marked =
      comm::send_records(labels, [&](std::int64_t label) { return rank_of(label); }, communicator_);
  for (const std::int64_t label : marked) nodes_[place_of(label)].is_corner = 1;
}

std::vector<std::int64_t> NodeDirectory::are_corners(std::span<const std::int64_t> labels) const {
  return comm::ask_each<std::int64_t>(
      labels, [&](std::int64_t label) { return rank_of(label); },
      [&](std::int64_t label) {
        const std::int64_t place = place_of(label);
        return place >= 0 ? nodes_[place].is_corner : 0;
      },
      communicator_);
}

}  // namespace lobatto::mesh
