#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lobatto::cases {

/// What no document needs and no parser should be asked for.
inline constexpr std::size_t most_document_bytes = std::size_t{16} << 20;
inline constexpr std::size_t most_key_parts = 32;  ///< "mesh.x.range" has three
inline constexpr std::size_t deepest_brackets = 32;

/// Why a text is not given to the TOML parser, with the line; empty where it may be. Keys of very
/// many parts, and tables or lists very deep in each other, would exhaust the stack.
std::string excess_of_document(std::string_view text);

}  // namespace lobatto::cases
