#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "comm/communicator.hpp"

namespace lobatto::test {

/// What a run would remember, as every rank has all of it.
struct MemoryState {
  std::map<std::string, double> numbers;
  std::map<std::string, std::int64_t> integers;
  std::map<std::string, std::vector<double>> lists;
  /// Those in single precision too, which double precision holds exactly.
  std::map<std::string, std::map<std::int64_t, std::vector<double>>> rows;
};

/// Keeps what it visits; no key may be held by two ranks.
class StateKeeper final : public base::StateVisitor {
 public:
  StateKeeper(MemoryState& state, const comm::Communicator& communicator)
      : state_(state), communicator_(communicator) {}

  [[nodiscard]] bool loads() const override { return false; }
  [[nodiscard]] bool has(const std::string&) const override { return true; }
  void visit(const std::string& name, double& value) override {
    EXPECT_TRUE(state_.numbers.emplace(name, value).second) << name;
  }
  void visit(const std::string& name, std::int64_t& value) override {
    EXPECT_TRUE(state_.integers.emplace(name, value).second) << name;
  }
  void visit(const std::string& name, std::vector<double>& values) override {
    EXPECT_TRUE(state_.lists.emplace(name, values).second) << name;
  }
  void visit(const std::string& name, const base::RowSet& rows, std::span<double> values) override {
    keep(name, rows, values);
  }
  void visit(const std::string& name, const base::RowSet& rows, std::span<float> values) override {
    keep(name, rows, std::vector<double>(values.begin(), values.end()));
  }

 private:
  void keep(const std::string& name, const base::RowSet& rows, std::span<const double> values) {
    const std::vector<long long> local(rows.keys.begin(), rows.keys.end());
    const auto keys = communicator_.all_gather(std::span<const long long>(local));
    const auto all = communicator_.all_gather(values);
    const std::size_t length = keys.empty() ? 0 : all.size() / keys.size();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * length);
      const std::vector<double> row(begin, begin + static_cast<std::ptrdiff_t>(length));
      EXPECT_TRUE(state_.rows[name].emplace(keys[i], row).second) << name << " " << keys[i];
    }
  }

  MemoryState& state_;
  const comm::Communicator& communicator_;
};

/// Gives back what was kept.
class StateGiver final : public base::StateVisitor {
 public:
  explicit StateGiver(const MemoryState& state) : state_(state) {}

  [[nodiscard]] bool loads() const override { return true; }
  [[nodiscard]] bool has(const std::string& name) const override {
    return state_.numbers.contains(name) || state_.integers.contains(name) ||
           state_.lists.contains(name) || state_.rows.contains(name);
  }
  void visit(const std::string& name, double& value) override { value = state_.numbers.at(name); }
  void visit(const std::string& name, std::int64_t& value) override {
    value = state_.integers.at(name);
  }
  void visit(const std::string& name, std::vector<double>& values) override {
    values = state_.lists.at(name);
  }
  void visit(const std::string& name, const base::RowSet& rows, std::span<double> values) override {
    give(name, rows, values);
  }
  void visit(const std::string& name, const base::RowSet& rows, std::span<float> values) override {
    give(name, rows, values);
  }

 private:
  template <class Real>
  void give(const std::string& name, const base::RowSet& rows, std::span<Real> values) {
    auto out = values.begin();
    for (const std::int64_t key : rows.keys)
      for (const double value : state_.rows.at(name).at(key)) *out++ = static_cast<Real>(value);
    EXPECT_EQ(out, values.end()) << name;
  }

  const MemoryState& state_;
};

}  // namespace lobatto::test
