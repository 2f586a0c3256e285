#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "commands/start/other_programs.hpp"

namespace lobatto::commands {

namespace {

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t n = 0; (n = ::read(descriptor, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  return text;
}

/// As exec and spawn want them; valid as long as the words.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::filesystem::path own_program() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

std::filesystem::path program_folder() { return own_program().parent_path(); }

void become(std::vector<std::string> command) {
  const auto words = pointers_to(command);
  ::execvp(words[0], words.data());
}

Answer ask(std::vector<std::string> command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], output);
  const auto words = pointers_to(command);
  pid_t child = 0;
  const bool has_started =
      ::posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ) == 0;
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  Answer answer{read_all(ends[0]), false};
  ::close(ends[0]);
  int status = 0;
  answer.is_good = has_started && ::waitpid(child, &status, 0) == child && status == 0;
  return answer;
}

}  // namespace lobatto::commands
