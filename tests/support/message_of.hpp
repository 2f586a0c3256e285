#pragma once

#include <string>

namespace lobatto {

/// The message of the exception that `action` throws; empty when it throws none.
template <class Exception, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace lobatto
