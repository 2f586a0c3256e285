#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"

namespace lobatto::state {

/// What a state was at some step, in this rank's memory, to the bit.
class MemorySnapshot {
 public:
  /// Keeps what it visits.
  class Keeper final : public base::StateVisitor {
   public:
    explicit Keeper(MemorySnapshot& snapshot) : to_(snapshot) {}
    [[nodiscard]] bool loads() const override { return false; }
    [[nodiscard]] bool has(const std::string& /*name*/) const override { return true; }
    void visit(const std::string& name, double& value) override { to_.numbers_[name] = {value}; }
    void visit(const std::string& name, std::int64_t& value) override {
      to_.integers_[name] = value;
    }
    void visit(const std::string& name, std::vector<double>& values) override {
      to_.numbers_[name] = values;
    }
    void visit(const std::string& name, const base::RowSet& /*rows*/,
               std::span<double> values) override {
      to_.numbers_[name].assign(values.begin(), values.end());
    }
    void visit(const std::string& name, const base::RowSet& /*rows*/,
               std::span<float> values) override {
      to_.singles_[name].assign(values.begin(), values.end());
    }

   private:
    MemorySnapshot& to_;
  };

  /// Gives it back to who has the same parts.
  class Giver final : public base::StateVisitor {
   public:
    explicit Giver(const MemorySnapshot& snapshot) : from_(snapshot) {}
    [[nodiscard]] bool loads() const override { return true; }
    [[nodiscard]] bool has(const std::string& name) const override {
      return from_.numbers_.contains(name) || from_.integers_.contains(name) ||
             from_.singles_.contains(name);
    }
    void visit(const std::string& name, double& value) override {
      value = from_.numbers_.at(name).at(0);
    }
    void visit(const std::string& name, std::int64_t& value) override {
      value = from_.integers_.at(name);
    }
    void visit(const std::string& name, std::vector<double>& values) override {
      values = from_.numbers_.at(name);
    }
    void visit(const std::string& name, const base::RowSet& /*rows*/,
               std::span<double> values) override {
      std::ranges::copy(from_.numbers_.at(name), values.begin());
    }
    void visit(const std::string& name, const base::RowSet& /*rows*/,
               std::span<float> values) override {
      std::ranges::copy(from_.singles_.at(name), values.begin());
    }

   private:
    const MemorySnapshot& from_;
  };

  /// visit(vector) of all that is large, in an order of its own.
  template <class Visit>
  void for_arrays(const Visit& visit) {
    for (auto& [name, values] : numbers_) visit(values);
    for (auto& [name, values] : singles_) visit(values);
  }

 private:
  std::map<std::string, std::vector<double>> numbers_;
  std::map<std::string, std::int64_t> integers_;
  std::map<std::string, std::vector<float>> singles_;
};

}  // namespace lobatto::state
