#pragma once

#include <string>
#include <vector>

namespace lobatto::commands {

/// The numbers that a word of the command line stands for: parts with commas between them, each a
/// number, a range FIRST:LAST or FIRST:LAST:STEP, as in "8,16" or "4:16:4". Throws base::Error that
/// begins with the name of the option, for what is not of this form, for a number below `lowest` or
/// above `highest`, and for an empty range.
std::vector<int> parse_integer_list(const std::string& option, const std::string& text, int lowest,
                                    int highest);

}  // namespace lobatto::commands
