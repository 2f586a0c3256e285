#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

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
