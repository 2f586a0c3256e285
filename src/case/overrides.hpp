#pragma once

#include <string>
#include <utility>

#include "case/document.hpp"
#include "case/problems.hpp"
#include "case/schema.hpp"

namespace lobatto::cases {

/// "mesh.order=9" to {"mesh.order", "9"}. Throws base::Error when it has not that form.
std::pair<std::string, std::string> split_override(const std::string& override_text);

/// Sets one value of the document from "path=value", such as "scalar[0].prandtl=0.7" or
/// "boundary.x=wall": the value is TOML, or a word or expression without its quotes. Tables that
/// are missing are made; a key that excludes another one of the document (dt and cfl) takes its
/// place. Names and values are checked with the rest of the document.
void apply_override(Value& document, const std::string& override_text, const Schema& schema,
                    Problems& problems);

}  // namespace lobatto::cases
