#include "app/stop_signals.hpp"

#include <ctime>
#include <initializer_list>

namespace lobatto::app {

StopSignals::StopSignals() {
  sigemptyset(&held_);
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) sigaddset(&held_, signal);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

StopSignals::~StopSignals() {
  while (drops_rest_ && take() != 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int StopSignals::take() const {
  const timespec no_time{0, 0};
  const int signal = sigtimedwait(&held_, nullptr, &no_time);
  return signal > 0 ? signal : 0;
}

}  // namespace lobatto::app
