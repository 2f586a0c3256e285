#include "run/stop_signals.hpp"

#include <atomic>
#include <cstddef>

namespace lobatto::run {

namespace {

/// All that a handler may touch, one flag a signal: it has no other way to anything.
std::array<std::atomic<bool>, StopSignals::held.size()> has_come{};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int signal) {
  for (std::size_t i = 0; i < has_come.size(); ++i)
    if (StopSignals::held[i].number == signal) has_come[i] = true;
}

void set_action(int signal, void (*handler)(int), struct sigaction* before) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;  // no system call of a library ends early
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, before);
}

void mask(int how) {
  sigset_t all;
  sigemptyset(&all);
  for (const auto& signal : StopSignals::held) sigaddset(&all, signal.number);
  pthread_sigmask(how, &all, nullptr);
}

}  // namespace

void ignore_signals_of_writing() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) set_action(signal, SIG_IGN, nullptr);
}

void StopSignals::keep_back() { mask(SIG_BLOCK); }

StopSignals::StopSignals() {
  for (std::size_t i = 0; i < held.size(); ++i) {
    has_come[i] = false;
    set_action(held[i].number, note, &before_[i]);
    if (held[i].number == SIGHUP && before_[i].sa_handler == SIG_IGN)
      set_action(held[i].number, SIG_IGN, nullptr);
  }
  mask(SIG_UNBLOCK);  // whoever started the program may have blocked them, too
}

StopSignals::~StopSignals() {
  if (drops_rest_) return;
  for (std::size_t i = 0; i < held.size(); ++i) sigaction(held[i].number, &before_[i], nullptr);
  for (int signal = take(); signal != 0; signal = take()) raise(signal);
}

int StopSignals::take() const {
  for (std::size_t i = held.size(); i-- > 0;)
    if (has_come[i].exchange(false)) return held[i].number;
  return 0;
}

void StopSignals::drop_rest() {
  drops_rest_ = true;
  for (const auto& signal : held) set_action(signal.number, SIG_IGN, nullptr);
}

}  // namespace lobatto::run
