#pragma once

#include <cstring>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// What each rank gives, by rank, on the first one; nothing on the others. Lengths may differ.
/// Collective.
template <class Value>
  requires std::is_trivially_copyable_v<Value>
std::vector<std::vector<Value>> gather_to_first(const Communicator& communicator,
                                                std::span<const Value> own) {
  if (communicator.rank() != 0) {
    communicator.send(std::as_bytes(own), 0);
    return {};
  }
  std::vector<std::vector<Value>> all{{own.begin(), own.end()}};
  for (int r = 1; r < communicator.size(); ++r) {
    const std::vector<std::byte> bytes = communicator.receive(r);
    auto& values = all.emplace_back(bytes.size() / sizeof(Value));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  }
  return all;
}

/// The first rank's lines, which hold no line ends, on every rank. Collective.
inline std::vector<std::string> broadcast_lines(const Communicator& communicator,
                                                const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  communicator.broadcast(text, 0);
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

}  // namespace lobatto::comm
