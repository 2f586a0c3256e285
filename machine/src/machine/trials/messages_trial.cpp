#include "machine/trials/trial_kinds.hpp"

#include <array>

#include "comm/exchange/pair_messages.hpp"
#include "machine/trials/call_pace.hpp"

namespace lobatto::machine {

namespace {

constexpr std::size_t short_bytes = 8, long_bytes = std::size_t{1} << 20;
constexpr int short_window = 64, long_window = 16;

class MessagesTrial : public Trial {
 public:
  explicit MessagesTrial(const comm::Communicator& communicator)
      : communicator_(communicator),
        messages_(communicator, comm::pair_halves(communicator.rank(), communicator.size()),
                  long_bytes * long_window) {}

  void repeat(double, std::span<std::optional<double>> values) override {
    const double there_and_back = seconds(0, [&](int n) { messages_.ping_pong(short_bytes, n); });
    const double one_way =
        seconds(1, [&](int n) { messages_.one_way(long_bytes, long_window, n); });
    const double two_ways =
        seconds(2, [&](int n) { messages_.two_ways(long_bytes, long_window, n); });
    const double many = seconds(3, [&](int n) { messages_.one_way(short_bytes, short_window, n); });
    // Both ends see the same time: the one that begins tells it.
    if (!messages_.pairing().begins) return;
    constexpr double gigabytes = 1e-9 * long_bytes * long_window;
    values[0] = 1e6 * there_and_back / 2;
    values[1] = gigabytes / one_way;
    values[2] = 2 * gigabytes / two_ways;
    values[3] = 1e-6 * short_window / many;
  }
  [[nodiscard]] int partner() const override { return messages_.pairing().partner; }

 private:
  template <class Calls>
  double seconds(std::size_t pattern, const Calls& calls) {
    return paces_[pattern].seconds_per_call(seconds_per_value, communicator_, calls);
  }

  const comm::Communicator& communicator_;
  comm::PairMessages messages_;
  std::array<CallPace, 4> paces_;
};

std::vector<Measurand> message_quantities() {
  return {{"message_latency", "us", Better::smaller, Per::link},
          {"bandwidth_one_way", "GB/s", Better::larger, Per::link},
          {"bandwidth_two_ways", "GB/s", Better::larger, Per::link},
          {"message_rate", "million/s", Better::larger, Per::link}};
}

}  // namespace

TrialKind messages_trial() {
  return {"messages",         "messages between pairs of ranks", 2, 2,
          message_quantities, make_trial<MessagesTrial>};
}

}  // namespace lobatto::machine
