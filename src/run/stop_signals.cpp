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
    if (StopSignals::held[i] == signal) has_come[i] = true;
}

void set_action(int signal, void (*handler)(int), struct sigaction* before) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;  // no system call of a library ends early
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, before);
}

}  // namespace

StopSignals::StopSignals() {
  for (std::size_t i = 0; i < held.size(); ++i) {
    has_come[i] = false;
    set_action(held[i], note, &before_[i]);
    if (held[i] == SIGHUP && before_[i].sa_handler == SIG_IGN)
      set_action(held[i], SIG_IGN, nullptr);
  }
  // Whoever started the program may have blocked them.
  sigset_t all;
  sigemptyset(&all);
  for (const int signal : held) sigaddset(&all, signal);
  pthread_sigmask(SIG_UNBLOCK, &all, nullptr);
}

StopSignals::~StopSignals() {
  if (drops_rest_) return;
  for (std::size_t i = 0; i < held.size(); ++i) sigaction(held[i], &before_[i], nullptr);
  for (int signal = take(); signal != 0; signal = take()) raise(signal);
}

int StopSignals::take() const {
  for (std::size_t i = held.size(); i-- > 0;)
    if (has_come[i].exchange(false)) return held[i];
  return 0;
}

void StopSignals::drop_rest() {
  drops_rest_ = true;
  for (const int signal : held) set_action(signal, SIG_IGN, nullptr);
}

}  // namespace lobatto::run
