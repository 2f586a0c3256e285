#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <limits>
#include <optional>

#include "comm/agreement/agreed_fault.hpp"

namespace lobatto::mesh {

/// One of several equal parts of a list, in its order.
struct Share {
  int part = 0, n_parts = 1;

  /// Where the part begins in a list of n; part + 1 is where it ends.
  [[nodiscard]] static std::size_t begin(std::size_t n, int part, int n_parts) {
    const auto parts = static_cast<std::size_t>(n_parts), i = static_cast<std::size_t>(part);
    return n / parts * i + n % parts * i / parts;
  }
};

/// A share of a list that comes in blocks.
class ShareOfList {
 public:
  /// Of n things. Lists may be longer than their file says at first: the last part has the rest.
  ShareOfList(std::size_t n, const Share& share)
      : begin_(Share::begin(n, share.part, share.n_parts)),
        end_(share.part + 1 == share.n_parts ? std::numeric_limits<std::size_t>::max()
                                             : Share::begin(n, share.part + 1, share.n_parts)) {}

  /// Which of the next n of the list belong to the share: those from the first number on, before
  /// the second.
  std::array<std::size_t, 2> next(std::size_t n) {
    const auto place = [&](std::size_t i) {
      return std::clamp(i, n_passed_, n_passed_ + n) - n_passed_;
    };
    const std::array<std::size_t, 2> own{place(begin_), place(end_)};
    n_passed_ += n;
    return own;
  }

 private:
  std::size_t begin_, end_, n_passed_ = 0;
};

/// What a parser of a file makes of this rank's share of it. Throws base::Error on every rank where
/// one throws: what a single rank, which goes through all of the file, would meet first.
/// Collective.
template <class Parser, class... Options>
auto parse_share(const std::filesystem::path& file, const comm::Communicator& communicator,
                 const Options&... options) {
  std::optional<Parser> parser;
  decltype(parser->parse()) share;
  comm::AgreedFault fault;
  try {
    parser.emplace(file, Share{communicator.rank(), communicator.size()}, options...);
    share = parser->parse();
  } catch (const std::exception& error) {
    fault.report(parser ? static_cast<long long>(parser->last_byte()) : 0, error.what());
  }
  fault.agree(communicator);
  return share;
}

}  // namespace lobatto::mesh
