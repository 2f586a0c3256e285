#include "run/watches/stop_signals.hpp"

#include <atomic>
#include <cstddef>
#include <optional>

namespace lobatto::run {

namespace {

/// All that a handler may touch, one flag a signal: it has no other way to anything.
std::array<std::atomic<bool>, StopSignals::held.size()> has_come{};
static_assert(std::atomic<bool>::is_always_lock_free);

/// What each signal did before it was noted; where it still does, there is none.
std::optional<std::array<struct sigaction, StopSignals::held.size()>> before;

void note(int signal) {
  for (std::size_t i = 0; i < has_come.size(); ++i)
    if (StopSignals::held[i].number == signal) has_come[i] = true;
}

void set_action(int signal, void (*handler)(int), struct sigaction* old) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;  // no system call of a library ends early
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, old);
}

void begin_noting() {
  before.emplace();
  for (std::size_t i = 0; i < before->size(); ++i) {
    const int signal = StopSignals::held[i].number;
    set_action(signal, note, &(*before)[i]);
    if (signal == SIGHUP && (*before)[i].sa_handler == SIG_IGN)
      set_action(signal, SIG_IGN, nullptr);
  }
}

int take_noted() {
  for (std::size_t i = has_come.size(); i-- > 0;)
    if (has_come[i].exchange(false)) return StopSignals::held[i].number;
  return 0;
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
void StopSignals::let_through() { mask(SIG_UNBLOCK); }

StopSignals::StopSignals() {
  begin_noting();
  mask(SIG_UNBLOCK);  // whoever started the program may have blocked them, too
}

StopSignals::~StopSignals() {
  if (drops_rest_) {
    before.reset();
    while (take_noted() != 0) continue;
    return;
  }
  for (std::size_t i = 0; i < held.size(); ++i) sigaction(held[i].number, &(*before)[i], nullptr);
  before.reset();
  for (int signal = take_noted(); signal != 0; signal = take_noted()) raise(signal);
}

int StopSignals::take() const { return take_noted(); }

void StopSignals::drop_rest() {
  drops_rest_ = true;
  for (const auto& signal : held) set_action(signal.number, SIG_IGN, nullptr);
}

}  // namespace lobatto::run
