#pragma once

#include <map>
#include <string>
#include <utility>

#include "case/document/document.hpp"
#include "case/document/problems.hpp"
#include "case/schema/schema.hpp"

namespace lobatto::cases {

/// "mesh.order=9" to {"mesh.order", "9"}. Throws base::Error when it has not that form.
std::pair<std::string, std::string> split_override(const std::string& override_text);

/// Gives keys with an old name that of today, unless that one is there too.
void use_present_names(Value& document, const Schema& schema);

/// Sets one value of the document from "path=value", such as "scalar[0].prandtl=0.7" or
/// "boundary.x=wall": the value is TOML, or a word or expression without its quotes. Tables that
/// are missing are made; a key that excludes another one of the document (dt and cfl) takes its
/// place. Without a value, "filter=", the key is taken out with all below it, as if the file had
/// none. Names and values are checked with the rest of the document.
void apply_override(Value& document, const std::string& override_text, const Schema& schema,
                    Problems& problems);

/// Notes an override among those before it. One that takes a key out, or gives all of a table,
/// takes the place of those below it, so that the order of their names is one to repeat them in.
void note_override(std::map<std::string, std::string>& overrides, const std::string& key,
                   const std::string& value);

}  // namespace lobatto::cases
