#pragma once

#include <cstdio>
#include <string_view>

namespace lobatto::run {

/// Text for people, handed to the system at once. What cannot be written, on a full disk, is lost:
/// that is no reason to end a run.
inline void put_text(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
  std::clearerr(stream);
}

}  // namespace lobatto::run
