#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "predict/schedule.hpp"

namespace lobatto::test {

/// An exchange of messages (from, to, bytes) that a test lists.
class FixedMessages final : public predict::Exchange {
 public:
  using Message = std::tuple<int, int, double>;
  explicit FixedMessages(std::vector<Message> messages,
                         std::optional<predict::RankSet> group = std::nullopt)
      : messages_(std::move(messages)), group_(group) {}

  void sends(int rank, Visit visit) const override {
    for (const auto& [from, to, bytes] : messages_)
      if (from == rank) visit(to, bytes);
  }
  void receives(int rank, Visit visit) const override {
    for (const auto& [from, to, bytes] : messages_)
      if (to == rank) visit(from, bytes);
  }
  [[nodiscard]] std::optional<predict::RankSet> group_of(int /*rank*/) const override {
    return group_;
  }

 private:
  std::vector<Message> messages_;
  std::optional<predict::RankSet> group_;
};

}  // namespace lobatto::test
