#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace lobatto::run {

/// The words that an option takes, where only some are allowed.
std::vector<std::string> choices_of(const CLI::Option& option);

/// What stands for the value of an option: "FILE", "{x,y,z}", "SECONDS from 5 to 86400"; empty
/// where the name says all.
std::string value_of(const CLI::Option& option);

/// How `--help` is written: in lines as wide as the terminal, 100 at most. What needs or excludes
/// what, the descriptions say.
std::shared_ptr<CLI::Formatter> help_format();

}  // namespace lobatto::run
