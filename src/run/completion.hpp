#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace lobatto::run {

// What shells ask while a command line is typed: `lobatto complete WORDS`.

bool asks_for_completion(int argc, char** argv);

/// What the last of the words, which may be empty, may become: commands, options, or values of an
/// option; one per line, with what it is after a tab. Empty where only the name of a file fits.
std::string completions(const CLI::App& app, const std::vector<std::string>& words);

/// Prints the completions of the words that were asked for; needs no MPI.
void print_completions(const CLI::App& app, int argc, char** argv);

}  // namespace lobatto::run
