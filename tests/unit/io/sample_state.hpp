#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "comm/communicator.hpp"

namespace lobatto::io {

/// A state of which every value follows from its name, its row and a seed. Elements, some chunks of
/// them, are dealt out to the ranks in turn, with none for the first of three or more; points are
/// all on the last rank.
class SampleState {
 public:
  SampleState(const comm::Communicator& communicator, double seed, std::int64_t n_elements = 11)
      : number_(seed) {
    const int first = communicator.size() > 2 ? 1 : 0;
    const int n_holders = communicator.size() - first;
    for (std::int64_t e = 0; e < n_elements; ++e)
      if (first + (5 * e + 2) % n_holders == communicator.rank()) elements_.push_back(e);
    if (communicator.rank() == communicator.size() - 1) points_ = {30, 10, 20};
    count_ = static_cast<std::int64_t>(1e9 * seed);
    list_ = {seed, -seed, 0.1};
    u_ = fill<double>("u", elements_, element_length);
    v_ = fill<float>("v", elements_, element_length);
    p_ = fill<double>("p", points_, 1);
  }

  void visit(base::StateVisitor& visitor) {
    visitor.visit("flow/number", number_);
    visitor.visit("flow/count", count_);
    visitor.visit("list", list_);
    const base::RowSet elements{"elements", elements_, element_length};
    const base::RowSet points{"points", points_, 1};
    visitor.visit("flow/u/0", elements, u_);
    visitor.visit("flow/v", elements, v_);
    visitor.visit("probes/p", points, p_);
    visitor.visit("flow/u/1", elements, u_);
  }

  [[nodiscard]] bool operator==(const SampleState& other) const {
    return number_ == other.number_ && count_ == other.count_ && list_ == other.list_ &&
           u_ == other.u_ && v_ == other.v_ && p_ == other.p_;
  }

 private:
  /// 28,000 bytes, so that a chunk holds two rows.
  static constexpr std::size_t element_length = 3500;

  template <class Real>
  [[nodiscard]] std::vector<Real> fill(const std::string& name,
                                       const std::vector<std::int64_t>& keys,
                                       std::size_t length) const {
    std::vector<Real> values;
    for (const auto key : keys)
      for (std::size_t i = 0; i < length; ++i)
        values.push_back(
            static_cast<Real>(std::sin(number_ + name[0] + 0.3 * static_cast<double>(key) +
                                       0.01 * static_cast<double>(i * i))));
    return values;
  }

  double number_;  ///< the seed
  std::vector<std::int64_t> elements_, points_;
  std::int64_t count_;
  std::vector<double> list_, u_, p_;
  std::vector<float> v_;
};

}  // namespace lobatto::io
