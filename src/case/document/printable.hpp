#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lobatto::cases {

/// Text that came from outside, for a terminal or a log: what would steer a terminal or reorder
/// what is read (control characters, line ends among them, marks of writing direction) and bytes
/// that are no UTF-8 stand as \n, \x1b or \u202e. All else stays as it is.
std::string printable(std::string_view text);

/// The same, with line ends left alone.
std::string printable_lines(std::string_view text);

/// The same for one message of several: line ends stay where `continuation` follows, by which a
/// line that goes on is told from the next message.
std::string printable_message(std::string_view text);
inline constexpr std::string_view continuation = "    ";

/// A text of several lines as a part of a message: begins a line and goes on in each. One of one
/// line stays as it is.
std::string as_continuation(std::string_view text);

/// The first `longest` bytes of the text, or up to three fewer so that no character is cut, and
/// " ..."; all of it where it is not longer.
std::string beginning_of(std::string_view text, std::size_t longest);

/// At most about `longest` bytes of the text: the beginning, " ... ", and a little of the end. Cuts
/// between characters.
std::string shortened(std::string_view text, std::size_t longest);

}  // namespace lobatto::cases
