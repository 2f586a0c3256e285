#include "io/run_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <optional>
#include <ranges>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/file_lock.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// Without "." and "..", which a folder that is not there yet would have to be made for, and
/// without a trailing separator, which would put "-2" inside the folder.
fs::path tidy(const fs::path& path) {
  if (path.empty())
    throw base::Error("the run folder: expected a path, found an empty one (--out)");
  const bool has_upward = std::ranges::find(path, fs::path("..")) != path.end();
  std::error_code reason;
  const fs::path plain = has_upward ? fs::weakly_canonical(path, reason) : path.lexically_normal();
  if (reason)
    throw base::Error(
        fmt::format("cannot make the folder {}: {}", path.string(), reason.message()));
  return plain.has_filename() || !plain.has_relative_path() ? plain : plain.parent_path();
}

/// A path as a word for the shell.
std::string shell_word(const fs::path& path) {
  std::string text = path.string().starts_with('-') ? "./" + path.string() : path.string();
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c > 127 ||
           std::string_view("/._-+=:,@").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (std::ranges::all_of(text, is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// path-2, path-3, ...: the first that is not there; nothing for paths without a name of their own.
std::string next_free(const fs::path& path) {
  if (!path.has_filename() || path == ".") return {};
  std::error_code ignored;
  for (int number = 2;; ++number) {
    fs::path candidate = path;
    candidate += fmt::format("-{}", number);
    if (!fs::exists(fs::symlink_status(candidate, ignored)))
      return fmt::format(", for example --out {}", shell_word(candidate));
  }
}

[[noreturn]] void refuse_taken(const RunFolder& folder) {
  const fs::path& path = folder.path();
  std::string advice = "choose another folder" + next_free(path);
  if (folder.holds_run()) advice += ", go on with it (--restart)";
  if (folder.holds_only_run())
    advice += fmt::format(", or remove it first (rm -r {})", shell_word(path));
  throw base::Error(
      fmt::format("{} already exists and a run is never overwritten: {}", path.string(), advice));
}

[[noreturn]] void refuse_foreign(const RunFolder& folder) {
  throw base::Error(fmt::format(
      "--restart: {} is not the folder of a run: it has no run.log, steps.jsonl, summary.json or "
      "checkpoint, and is not touched; expected such a folder, an empty one or a new one",
      folder.path().string()));
}

/// Who has the lock, as far as is known.
std::string owner_text(const fs::path& lock) {
  using namespace std::chrono_literals;
  // The owner may have got the lock this instant, and what is there may be of the one before.
  for (int attempt = 0; attempt < 20; ++attempt) {
    std::this_thread::sleep_for(100ms);
    if (const auto owner = read_owner(lock)) return owner->text();
  }
  return "it has not said who it is";
}

/// Of a file system without locks; to be asked before this run writes its own name.
std::string warning_without_lock(const RunFolder& folder, const std::string& reason) {
  const auto last = read_owner(folder.lock());
  return fmt::format(
      "warning: {} cannot be locked ({}): nothing keeps another run out of this folder, so see to "
      "it that there is none{}",
      folder.lock().string(), reason,
      last ? fmt::format("; the last one there, if it has not ended, is {}", last->text()) : "");
}

[[noreturn]] void refuse_in_use(const RunFolder& folder) {
  throw base::Error(fmt::format(
      "{}: another run is going on in this folder: {}; wait until it has ended, or choose another "
      "folder{}",
      folder.path().string(), owner_text(folder.lock()), next_free(folder.path())));
}

/// Throws where a folder cannot be at this place.
void check_place(const fs::path& path) {
  std::error_code reason, ignored;
  const auto status = fs::status(path, reason);
  if (fs::exists(status) && !fs::is_directory(status))
    throw base::Error(fmt::format(
        "{} is there and is no folder: choose another path for the run (--out)", path.string()));
  if (!fs::exists(status) && fs::is_symlink(path, ignored))
    throw base::Error(fmt::format(
        "{} is a link to {}, where no folder can be found: {}; choose another path for the run "
        "(--out)",
        path.string(), fs::read_symlink(path, ignored).string(), reason.message()));
}

/// Makes a folder and those above it, unless one of them is taken away meanwhile; adds those that
/// were not there to `made`, outermost first.
void make_folders(const fs::path& path, std::vector<fs::path>& made) {
  std::error_code reason;
  if (fs::is_directory(path, reason)) return;
  check_place(path);
  if (path.has_parent_path() && path.parent_path() != path) make_folders(path.parent_path(), made);
  if (fs::create_directory(path, reason)) made.push_back(path);
  if (reason && reason != std::errc::no_such_file_or_directory)
    throw base::Error(
        fmt::format("cannot make the folder {}: {}", path.string(), reason.message()));
}

}  // namespace

struct RunClaim::Hold {
  RunFolder folder;
  std::vector<fs::path> made;  ///< folders, outermost first
  std::optional<FileLock> lock;
  bool is_passing = false;  ///< all in the folder is of this run, and nothing to keep

  explicit Hold(const fs::path& path) : folder(path) {}
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold() {
    const bool was_empty = !lock || is_passing;
    if (is_passing) folder.clear();
    lock.reset();
    std::error_code ignored;
    // Folders that are not empty stay: since the lock is gone another run may have begun there.
    if (was_empty)
      for (const auto& path : std::views::reverse(made)) fs::remove(path, ignored);
  }

  /// Throws where the folder holds what a run must not touch; then there is no lock in it.
  void check(Mode mode) const {
    std::error_code ignored;
    if (!fs::is_directory(folder.path(), ignored) || !folder.holds_something()) return;
    if (mode == Mode::go_on && !folder.holds_run()) refuse_foreign(folder);
    if (mode == Mode::anew && (lock || !fs::exists(folder.lock(), ignored))) refuse_taken(folder);
  }

  /// Makes the folder and asks for its lock.
  void open() {
    // Another run that cannot begin takes away the folders that it has made, until one is locked.
    constexpr int enough = 1000;
    for (int attempt = 0; attempt < enough && !lock; ++attempt) {
      make_folders(folder.path(), made);
      lock = FileLock::open(folder.lock());
    }
    if (!lock)
      throw base::Error(fmt::format("cannot make the folder {}: No such file or directory",
                                    folder.path().string()));
    if (lock->state() == FileLock::State::taken) refuse_in_use(folder);
  }
};

RunClaim::RunClaim(const fs::path& path, Mode mode, const comm::Communicator& communicator)
    : folder_({}) {
  std::string name;
  comm::on_root(communicator, [&] {
    auto hold = std::make_unique<Hold>(tidy(path));
    const RunFolder& folder = hold->folder;
    hold->check(mode);
    hold->open();
    hold->check(mode);
    hold->is_passing = !folder.holds_something();
    if (hold->lock->state() == FileLock::State::unknown)
      warning_ = warning_without_lock(folder, hold->lock->failure());
    hold->lock->write(owner_as_json(this_owner()));
    name = folder.path().string();
    hold_ = std::move(hold);
  });
  communicator.broadcast(name, 0);
  folder_ = RunFolder(name);
  continues_ = communicator.max(hold_ && !hold_->is_passing ? 1.0 : 0.0) != 0;
}

RunClaim::~RunClaim() = default;

void RunClaim::keep() {
  if (hold_) hold_->is_passing = false;
}

void RunClaim::release() { hold_.reset(); }

std::string owner_of(const RunFolder& folder) {
  if (!is_locked(folder.lock())) return {};
  const auto owner = read_owner(folder.lock());
  return owner ? owner->text() : "a run that has not said who it is";
}

}  // namespace lobatto::io
